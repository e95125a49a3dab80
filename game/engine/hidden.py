"""Values that do not print what they hold: an exception's text or a log line must not tell of hands."""

import msgspec


class Hidden(msgspec.Struct, frozen=True):
    """A struct whose `repr` is its type's name alone."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"
