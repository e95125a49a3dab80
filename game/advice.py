"""Advice for who practises: the best choices of the open question, by what the seat sees. Asks not who asks."""

from typing import TYPE_CHECKING, Any

import msgspec

from game.coach.judging import Choice, best_choices
from game.engine.errors import MatchOver, WrongPhase
from game.engine.observation import observe_seat
from game.threads import in_thread

if TYPE_CHECKING:
    from game.actor import Actor


class Advice(msgspec.Struct, frozen=True):
    """The best choices for the question `decision` of a match at `version`, the best first."""

    version: int
    decision: int
    choices: tuple[Choice, ...]


async def advise(actor: "Actor", seat: int) -> Advice:
    """What the network would do in this seat. Raises: MatchOver, and WrongPhase where it has no cards to choose."""
    if actor.cut is not None or actor.public.phase == "finished":
        raise MatchOver()
    seen = observe_seat(actor.state, seat, actor.public)
    if seen.owes is None or seen.owes.kind not in ("play", "returnTax"):
        raise WrongPhase()
    choices = await in_thread(best_choices, seen)
    return Advice(seen.public.version, seen.public.decision, choices)


def advice_json(advice: Advice) -> dict[str, Any]:
    """The fields of an `advice` message: a choice is a `set`, the ranks of a `gift`, or neither for a pass."""
    return {
        "version": advice.version,
        "decision": advice.decision,
        "choices": [
            {"set": choice.set, "gift": choice.gift, "place": choice.place, "first": choice.first}
            for choice in advice.choices
        ],
    }
