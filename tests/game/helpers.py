"""Matches to play with, and processes to play them in."""

from typing import Any

from asgiref.sync import sync_to_async

from game import services
from game.actor import Actor
from game.engine.actions import Origin
from game.engine.options import parse_options
from game.engine.rules import timeout_action
from game.models import Match
from game.services import NewPlayer
from game.tables import Tables, tables


def bots(count: int) -> list[NewPlayer]:
    """So many bots."""
    return [NewPlayer(None, f"봇{number}", "easy") for number in range(count)]


def people(count: int) -> list[NewPlayer]:
    """So many people whose accounts do not matter."""
    return [NewPlayer(None, f"사람{number}", None) for number in range(count)]


async def open_match(players: list[NewPlayer], **options: Any) -> Match:
    """A new match."""
    return await sync_to_async(services.open_match)(players=players, options=parse_options(options))


async def another_process(match: Match) -> Actor:
    """The actor of the match as a second server process would have it: same database, nothing shared in memory."""
    process = Tables()
    _processes.append(process)
    return await process.get(match.pk)


_processes: list[Tables] = []


async def let_time_run_out(actor: Actor, wall_clock: Any) -> None:
    """Pass the open decision's deadline and let the clock act."""
    wall_clock.forward(60)
    await actor.act()


async def play_on_until(actor: Actor, phase: str, wall_clock: Any) -> None:
    """Let deadlines pass until the match is in a phase."""
    for _ in range(2000):
        if actor.public.phase == phase:
            return
        await let_time_run_out(actor, wall_clock)
    raise AssertionError(f"never came to {phase}")


async def finish(match_id: int) -> None:
    """Let the clock play until the end; needs players that play themselves."""
    actor = await tables().get(match_id)
    for _ in range(5000):
        if actor.public.phase == "finished":
            return
        await actor.act()
    raise AssertionError("the match did not end")


async def act_as(actor: Actor, seat: int, key: str | None = None) -> Any:
    """The automatic action of a seat, sent as a person would."""
    action = timeout_action(actor.state, seat)
    return await actor.submit(seat, action, origin=Origin.PLAYER, decision=actor.public.decision, key=key)
