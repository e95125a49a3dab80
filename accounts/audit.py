"""Log-ins in the log: by number of the account, never by what was typed. The request's id leads to the proxy's log."""

import logging
from typing import Any

from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed

logger = logging.getLogger(__name__)


def note_log_in(user: Any, **_: object) -> None:
    """Receiver of `user_logged_in`."""
    logger.info("account %d logged in", user.pk)


def note_log_out(user: Any, **_: object) -> None:
    """Receiver of `user_logged_out`; nobody where the session had ended."""
    if user is not None:
        logger.info("account %d logged out", user.pk)


def note_refusal(**_: object) -> None:
    """Receiver of `user_login_failed`."""
    logger.warning("a log-in was refused")


user_logged_in.connect(note_log_in)
user_logged_out.connect(note_log_out)
user_login_failed.connect(note_refusal)
