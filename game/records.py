"""The records of finished matches, as they leave the site: for a command, for who played, for a whole room."""

from typing import Any

from game.engine.errors import Refusal
from game.engine.record import build_record
from game.engine.rules import ENGINES
from game.models import Match
from game.store import opening_of, players_of, tail


class NoRecord(Exception):
    """There is no record of this match; the text says why, in a sentence without cards."""


def record_of(match: Match, *, room: str | None) -> dict[str, Any]:
    """The record of the protocol, replayed and compared with what was stored. `room` is the code it names.

    Raises: NoRecord, for a running match too: its record would show every hand.
    """
    name = f"match {match.public_id}"
    if match.status == Match.Status.PLAYING:
        raise NoRecord(f"{name} is still running: its record would show every hand")
    if match.status == Match.Status.ENDED:
        raise NoRecord(f"{name} was ended early: it has no result")
    if match.engine not in ENGINES:
        raise NoRecord(f"{name} was played by engine {match.engine}, which is not known here")
    try:
        record = build_record(
            match=match.public_id,
            room=room,
            players=[(player.name, player.bot) for player in players_of(match.pk)],
            opening=opening_of(match),
            actions=tail(match.pk, 0),
        )
    except (Refusal, ValueError) as wrong:
        raise NoRecord(f"{name}: its log does not replay ({wrong})") from None
    if record["result"] != match.result:
        raise NoRecord(f"{name}: its log does not lead to the stored result")
    return record
