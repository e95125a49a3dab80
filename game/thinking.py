"""Where bots think: never on the event loop, never for long, and never without something to do instead."""

import asyncio
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

from django.utils.crypto import salted_hmac

from game import bots
from game.engine.actions import Action
from game.engine.observation import SeatObservation, observe_seat
from game.engine.rules import timeout_action
from game.engine.state import Match as State
from game.metrics import THINK, Stopwatch, bot_replacements
from game.store import Player
from game.words import BOT_CHARACTERS

logger = logging.getLogger(__name__)

THINKING_SECONDS = 2.0


def _new_workers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=2, thread_name_prefix="bots")


_workers = _new_workers()


async def candidates(player: Player, state: State, seat: int) -> AsyncIterator[Action]:
    """The actions to try for a seat that plays itself, best first: the bot's own, the easy one, the automatic one.

    The easy bot plays for a person on autoplay. A bot that fails or is late is left out and logged.
    """
    observation = observe_seat(state, seat)
    loop = asyncio.get_running_loop()
    character = BOT_CHARACTERS.get(player.name)
    for level in dict.fromkeys([player.bot or "easy", "easy"]):
        workers = _workers
        try:
            if not bots.is_ready(level):
                await prepare()  # not on this bot's time
            chance, watch = secret_chance(observation), Stopwatch()
            thought = loop.run_in_executor(workers, bots.choose, level, observation, chance, character)
            action = await asyncio.wait_for(thought, THINKING_SECONDS)
            watch.lap(THINK)
        except TimeoutError:
            _let_go(workers)
            bot_replacements.labels("late").inc()
            logger.error("a %s bot thought for longer than %s s", level, THINKING_SECONDS)
        except Exception:  # whatever a bot does, the match goes on
            bot_replacements.labels("failing").inc()
            logger.exception("a %s bot failed", level)
        else:
            yield action
    yield timeout_action(state, seat)


def secret_chance(observation: SeatObservation) -> Random:
    """The generator of one decision: the same in every process, and known to no player (decision 0033)."""
    public = observation.public
    question = f"{public.commitment}:{observation.seat}:{public.decision}"
    return Random(salted_hmac("game.bots", question, algorithm="sha256").digest())


async def prepare() -> None:
    """Load what bots need, before the first of them decides: many servers never see one that asks the network."""
    await asyncio.get_running_loop().run_in_executor(_workers, bots.prepare)


def _let_go(workers: ThreadPoolExecutor) -> None:
    """Have others think from now on: whoever is late may be so for ever."""
    global _workers
    if workers is _workers:
        _workers = _new_workers()
        workers.shutdown(wait=False)


async def only(action: Action) -> AsyncIterator[Action]:
    """A single candidate."""
    yield action
