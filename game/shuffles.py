"""Shuffles: the server's secret for the next match, and what every player's browser adds to it."""

import re
import secrets
from collections.abc import Sequence

from game.engine.fairness import NONCE_BYTES, SECRET_BYTES, commitment
from game.models import Nonce, Shuffle

NONCE = re.compile(rf"[0-9a-f]{{{2 * NONCE_BYTES}}}")


def prepare() -> Shuffle:
    """A new secret, committed to. Its commitment may be shown to everybody."""
    secret = _new_secret()
    return Shuffle.objects.create(secret=secret, commitment=commitment(secret))


def contribute(shuffle_id: int, user_id: int, nonce: str) -> str:
    """Put somebody's nonce (hex) into a shuffle. The first one stands: returned is the one that does."""
    found, _ = Nonce.objects.get_or_create(shuffle_id=shuffle_id, user_id=user_id, defaults={"value": nonce})
    return found.value


def parts_of(shuffle: Shuffle | None, users: Sequence[int | None]) -> tuple[bytes, tuple[bytes, ...]]:
    """What a seed is made of: the secret, a new one without a shuffle, and the nonces by seat.

    A seat that gave none has an empty one.
    """
    if shuffle is None:
        return _new_secret(), (b"",) * len(users)
    given = dict(shuffle.nonces.values_list("user_id", "value"))
    nonces = (bytes.fromhex(given.get(user, "")) if user is not None else b"" for user in users)
    return bytes(shuffle.secret), tuple(nonces)


def _new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)
