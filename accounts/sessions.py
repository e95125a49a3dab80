"""Sessions in the database, for cookies that could be a session at all."""

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore


class SessionStore(DatabaseStore):
    """Takes a cookie that is no key of ours for no cookie: some databases cannot even be asked for it."""

    def _validate_session_key(self, key: str | None) -> bool:
        return key is not None and len(key) >= 8 and key.isascii() and key.isalnum()
