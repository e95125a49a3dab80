"""Characters: between moves that are as good as equal, each prefers its own."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from game.engine.sets import PlayedSet

Character: TypeAlias = Literal["patient", "bold", "saver"]

CHARACTERS: Final[tuple[Character, ...]] = ("patient", "bold", "saver")

WORTH: Final = 0.05
"""What a preference is worth, in places: a move that is worse by more is never taken for it."""

BIG_SET: Final = 3


def prefers(character: Character, move: PlayedSet | None, *, leads: bool) -> bool:
    """Whether the move, None a pass, is to the character's liking."""
    match character:
        case "patient":
            return move is None
        case "bold":
            return leads and move is not None and move.count >= BIG_SET
        case "saver":
            return move is None or not move.jesters


def leaning(
    values: Sequence[float], moves: Sequence[PlayedSet | None], character: Character, players: int
) -> list[float]:
    """The values (as of `expert.expected`) with the character's preference added."""
    leads = None not in moves
    return [
        value + WORTH / (players - 1) * prefers(character, move, leads=leads)
        for value, move in zip(values, moves, strict=True)
    ]
