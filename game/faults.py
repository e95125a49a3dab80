"""How faults are logged: a database that is away in one line, a fault of ours with its whole trace."""

import logging

from django.db import DatabaseError


def log_fault(logger: logging.Logger, what: str, error: Exception, *, match: int | None = None) -> None:
    """Log that `what` failed, in a match by its primary key."""
    extra = {"match": match}
    if isinstance(error, DatabaseError):
        logger.error("%s: the database says %s", what, str(error).strip() or repr(error), extra=extra)
    else:
        logger.error("%s", what, exc_info=error, extra=extra)
