"""The generator: the same numbers from the same seed for ever, whatever Python runs it (rules section 9).

A stream is named by a 32-byte seed and a label. Its bytes are the blocks SHA-256(seed ‖ label ‖ 0x00 ‖ n),
n counting from 0 as eight bytes, big end first. A number below `limit` (≤ 256) takes one byte; a byte at or
above the largest multiple of `limit` is thrown away, so that every number is equally likely.
"""

from collections.abc import Iterator, MutableSequence
from hashlib import sha256
from typing import Any

SEED_BYTES = 32


def stream(seed: bytes, label: str) -> Iterator[int]:
    """The endless bytes of a seed and a label, each 0…255.

    Raises: ValueError unless the seed has 32 bytes.
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return _blocks(seed + label.encode() + b"\0")


def _blocks(prefix: bytes) -> Iterator[int]:
    number = 0
    while True:
        yield from sha256(prefix + number.to_bytes(8, "big")).digest()
        number += 1


def shuffle(items: MutableSequence[Any], source: Iterator[int]) -> None:
    """Shuffles in place (Fisher–Yates from the end). Takes at most 256 items."""
    for last in range(len(items) - 1, 0, -1):
        limit = last + 1
        fair = 256 - 256 % limit
        value = next(source)
        while value >= fair:
            value = next(source)
        other = value % limit
        items[last], items[other] = items[other], items[last]
