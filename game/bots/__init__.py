"""Bots.

An observation in, an action out. They know the engine and nothing else, least of all another hand.
"""

from random import Random
from typing import Final

from game.bots import easy, expert, hard, network
from game.bots.characters import Character
from game.engine.actions import Action
from game.engine.observation import SeatObservation

LEVELS: Final = ("beginner", "easy", "normal", "hard", "expert")
"""The weakest first."""

TEMPERATURES: Final = {"beginner": 0.8, "normal": 0.4, "expert": 0.05}
"""The levels that ask the expert's network, and how far (in places) they stray from what is best."""


def choose(
    level: str,
    observation: SeatObservation,
    chance: Random | None = None,
    character: Character | None = None,
) -> Action:
    """What a bot of a level does: the same for the same observation and generator.

    Without a generator of its own it draws from one that everybody can know: for measurements.

    Raises: ValueError for a level that does not exist or a seat that owes nothing.
    """
    match level:
        case "easy":
            return easy.choose(observation)
        case "hard":
            return hard.choose(observation)
        case "beginner" | "normal" | "expert":
            return expert.choose(
                observation,
                chance or chance_for(observation),
                temperature=TEMPERATURES[level],
                character=character,
            )
        case _:
            raise ValueError(f"no such bot: {level!r}")


def chance_for(observation: SeatObservation) -> Random:
    """A generator of one decision: its own, and the same whenever the decision is asked again."""
    public = observation.public
    return Random(f"{public.commitment}:{observation.seat}:{public.version}")


def is_ready(level: str) -> bool:
    """Whether a decision of this level finds all it needs in memory."""
    return level not in TEMPERATURES or network.expert.cache_info().currsize > 0


def prepare() -> None:
    """Loads what the levels need: a tenth of a second and 15 MB, with NumPy."""
    network.expert()
