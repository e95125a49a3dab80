"""What makes a deal and a log checkable by anyone: a seed that nobody could choose, and links that tie a log together.

The server commits to a secret (its hash is shown) before it learns the nonces, one made by every player's browser. The
seed of the match is the hash of all. So neither side could choose it, and after the match anybody can compute it again.

Every action of the log has a link: the hash of the link before it and of the action. The last one, the *head*, stands
for the whole log: whoever noted it can tell later whether anything in the log was changed.

All hashes are SHA-256; texts are JSON with sorted keys, no spaces, ASCII only.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

SECRET_BYTES = 32
NONCE_BYTES = 16

_SEED_LABEL = b"kings.seed.1\0"
_LOG_LABEL = b"kings.log.1\0"

_sorted = msgspec.json.Encoder(order="sorted")  # four times as quick as json, on what it writes alike


def commitment(secret: bytes) -> str:
    """The hash that is shown before the secret, and must be the secret's when that is revealed: hex."""
    return sha256(secret).hexdigest()


def seed_of(secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """The 32-byte seed of a match: SHA-256(label ‖ secret ‖ for each seat its nonce after its length in one byte).

    A seat that gave none, such as a bot's, has an empty one. Raises: ValueError for wrong lengths.
    """
    if len(secret) != SECRET_BYTES or any(len(nonce) not in (0, NONCE_BYTES) for nonce in nonces):
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, a nonce {NONCE_BYTES} or none")
    digest = sha256(_SEED_LABEL + secret)
    for nonce in nonces:
        digest.update(bytes([len(nonce)]) + nonce)
    return digest.digest()


def first_link(match: str, commitment: str, options: Mapping[str, Any], players: int) -> str:
    """The link before the first action: it ties the log to its match. Hex."""
    opening = {"match": match, "commitment": commitment, "options": options, "players": players}
    return sha256(_LOG_LABEL + _text(opening)).hexdigest()


def next_link(link: str, action: Mapping[str, Any]) -> str:
    """The link of an action, in the form it has in a record, after the link before it. Hex."""
    return sha256(bytes.fromhex(link) + _text(action)).hexdigest()


def head_of(link: str, actions: Iterable[Mapping[str, Any]]) -> str:
    """The link of the last of these actions, which follow one another from `link` on."""
    for action in actions:
        link = next_link(link, action)
    return link


def _text(value: Mapping[str, Any]) -> bytes:
    text = _sorted.encode(value)
    if text.isascii() and b"\\" not in text and b"\x7f" not in text:
        return text  # nothing in it that json would write otherwise
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()
