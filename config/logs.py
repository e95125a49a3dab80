"""Lines of the log, for people or as JSON, without the secrets that addresses and databases would put there."""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from time import monotonic

from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.http import Http404
from django.http.multipartparser import MultiPartParserError

REFUSALS = (SuspiciousOperation, BadRequest, PermissionDenied, Http404, MultiPartParserError)
REFUSALS_A_MINUTE, REFUSAL_LENGTH = 60, 200

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that is being answered; empty elsewhere."""

# What PostgreSQL adds to an error, up to an empty line: the values of the row, and the statement.
_VALUES = re.compile(r"^(DETAIL|CONTEXT|QUERY|STATEMENT|LINE \d+):(?:.+\n?)*", re.MULTILINE)


class RoutesForPaths(logging.Filter):
    """Django names the address of a request that went wrong; addresses carry invitations. The route stands for it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always True; changes the record."""
        request = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if path and isinstance(record.args, tuple):
            match = getattr(request, "resolver_match", None)
            route = f"/{match.route}" if match else "an address of nothing"
            record.args = tuple(route if arg == path else arg for arg in record.args)
        return True


class Refusals(logging.Filter):
    """What was refused to a request is one short warning, and only so many a minute: anybody can cause them."""

    def __init__(self) -> None:
        super().__init__()
        self._since, self._said = 0.0, 0

    def filter(self, record: logging.LogRecord) -> bool:
        """False where enough was said; changes the record."""
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, REFUSALS) and not record.name.startswith("django.security"):
            return True
        now = monotonic()
        if not self._since <= now < self._since + 60:
            self._since, self._said = now, 0
        self._said += 1
        message = record.getMessage()[:REFUSAL_LENGTH]
        more = " (others of this minute are left out)" if self._said == REFUSALS_A_MINUTE else ""
        record.msg, record.args = "%s%s", (message, more)
        record.exc_info = record.exc_text = None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        return self._said <= REFUSALS_A_MINUTE


class Plain(logging.Formatter):
    """A line for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The line, and the trace of an exception under it."""
        return without_values(super().format(record))


class Json(logging.Formatter):
    """One JSON object a line: `at`, `level`, `logger`, `message`; where known `request`, `match` and `trace`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {
            "at": datetime.fromtimestamp(record.created, tz=UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_values(record.getMessage()),
            "request": request_id.get(),
            "match": getattr(record, "match", None),
            "trace": without_values(self.formatException(record.exc_info)) if record.exc_info else "",
        }
        return json.dumps(
            {name: value for name, value in line.items() if value not in ("", None)}, ensure_ascii=False
        )


def without_values(text: str) -> str:
    """The text without the lines in which a database repeats what it was given."""
    return _VALUES.sub(r"\1: left out\n", text)
