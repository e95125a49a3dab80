"""The two secrets of a room: a short code people type, and a long token that travels in a link."""

import secrets
import unicodedata

from rooms.hangul_keys import to_keys

# No vowels (no words), and of characters that look alike only one: 2 not Z, 5 not S, 8 not B, D not O, 0, Q.
ALPHABET = "23456789CDFGHJKMNPRTVWX"
CODE_LENGTH = 6
TOKEN_BYTES = 24

_LOOK_ALIKES = str.maketrans("ZSBO0QUY", "258DDDVV")


def new_code() -> str:
    """A random code such as `K7MW3D`; 23 ** 6 (148 million) are possible. That it is free is not checked."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def new_token() -> str:
    """A random url-safe token of 192 bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def parse_code(text: str) -> str:
    """The code somebody meant: case, spaces, dashes, look-alikes and a keyboard left on Hangul are forgiven.

    What comes out may still name no room, and is empty where nothing of a code is left.
    """
    # Composed first: a phone may send half-width letters or loose jamo of the compatibility block.
    typed = to_keys(unicodedata.normalize("NFC", text[:100]))
    plain = unicodedata.normalize("NFKC", typed).upper().translate(_LOOK_ALIKES)
    return "".join(c for c in plain if c.isascii() and c.isalnum())[:20]


class _Plain:
    def to_python(self, value: str) -> str:
        """The text itself."""
        return value

    def to_url(self, value: str) -> str:
        """The text itself."""
        return value


class PublicId(_Plain):
    """What can be the public id of a match in an address."""

    regex = "[0-9a-f]{32}"


class Token(_Plain):
    """What can be an invite token in an address; anything else is no page of ours."""

    regex = "[A-Za-z0-9_-]{1,43}"
