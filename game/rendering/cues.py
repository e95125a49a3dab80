"""Public events as short marks, for motion and sound: they say who and how many, as the log does, and no card."""

from collections.abc import Iterable

from game.engine import events as happened
from game.engine.events import Event


def cues(events: Iterable[Event]) -> str:
    """The marks of `#status`, one an event in order, such as `play-4 out-4-1 trick-4`; empty where nothing moved.

    `play-SEAT`, `pass-SEAT`, `out-SEAT-PLACE`, `trick-TAKER`, `tax-GIVER-TAKER-COUNT`, `rev-SEAT`, `great-SEAT`, and
    without a seat `deal`, `end` (of a round), `over` (the match).
    """
    return " ".join(filter(None, map(_cue, events)))


def _cue(event: Event) -> str:
    match event:
        case happened.SetPlayed(seat):
            return f"play-{seat}"
        case happened.Passed(seat):
            return f"pass-{seat}"
        case happened.WentOut(seat, place):
            return f"out-{seat}-{place}"
        case happened.TrickWon(seat):
            return f"trick-{seat}"
        case happened.TaxTaken(payer, receiver, count):
            return f"tax-{payer}-{receiver}-{count}"
        case happened.TaxReturned(payer, receiver, count):
            return f"tax-{receiver}-{payer}-{count}"
        case happened.RevolutionDeclared(seat, great):
            return f"{'great' if great else 'rev'}-{seat}"
        case happened.RoundDealt():
            return "deal"
        case happened.RoundEnded():
            return "end"
        case happened.MatchEnded():
            return "over"
    return ""
