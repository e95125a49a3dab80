"""The training of the expert's network: self-play in one thread, learning in another, resumable at any time.

A block of decisions is played by the weights as they were a block before, so that both threads work at once and
the course still depends on the seed alone (up to the rounding of the matrix library).
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from math import cos, pi
from pathlib import Path

import msgspec
import numpy as np

from game.bots import features as f
from game.simulation.duplicate import Player, duplicate_match
from game.simulation.learning import Layers, Learner, layers_of, learn, network_record, new_learner
from game.simulation.network import Singles
from game.simulation.rounds import Recorder, new_brains, new_recorder, new_scratch, new_seats
from game.simulation.selfplay import fill
from game.simulation.table import new_table

BLOCK = 32768
BATCH = 1024

_WITHOUT_HOLD = (f.PROSPECTS + 24, f.PROSPECTS + 27)
"""Of a hand's prospects, the number of groups and that of cards."""

HOLD_INPUTS = (
    f.MOVE_HOLD,
    f.TOP_HOLD,
    *(index for index in range(f.PROSPECTS, f.SMALLEST) if index not in _WITHOUT_HOLD),
)
"""Inputs that come from hold probabilities: what a training masks to learn what they are worth."""


class Plan(msgspec.Struct, frozen=True):
    """How to train: the seed, and over how many decisions the rate of learning falls from high to low."""

    seed: int
    samples: int
    high_rate: float = 1e-3
    low_rate: float = 1e-5
    memory: float = 1e6
    """The running mean of the weights reaches back over about so many decisions."""
    rival_every: int = 4_000_000
    """After so many decisions the present weights become the rival that some seats play by; 0 for never."""
    mixed: float = 0.45
    """At so many of the tables other bots have some of the seats."""
    lone: int = 0
    """With so many players at every table, one learns among rivals; 0 for tables of all kinds."""
    masked: tuple[int, ...] = ()
    """Inputs that stay unseen."""

    def rate(self, samples: int) -> float:
        """The rate of learning: high for a fifth of the way, then down half a cosine."""
        done = min(max(samples / self.samples - 0.2, 0) / 0.8, 1)
        return self.low_rate + (self.high_rate - self.low_rate) * (1 + cos(pi * done)) / 2

    def exploring(self, samples: int) -> float:
        """How many seats make a random decision in a round."""
        return 0.5 - 0.25 * min(samples / self.samples, 1)


class Progress(msgspec.Struct):
    """Where a training stands.

    `acting` and `rival` are the weights that the coming block, number `blocks`, is played by; `acted` is how many
    decisions were learnt from when they were taken.
    """

    learner: Learner
    acting: Singles
    rival: Singles
    samples: int = 0
    steps: int = 0
    blocks: int = 0
    rounds: int = 0
    acted: int = 0
    loss: float = 0.0


def start(plan: Plan) -> Progress:
    """The beginning of a training. Masked inputs have no weight, and never get one."""
    learner = new_learner(np.random.default_rng([plan.seed]))
    for weights in (learner.weights, learner.mean):
        layers_of(weights).w1[list(plan.masked)] = 0
    return Progress(learner, learner.mean.copy(), learner.mean.copy())


def start_from(network: np.record) -> Progress:
    """The beginning of a training that goes on from a network's weights, and has that network as its rival."""
    weights = np.concatenate([network[name].ravel() for name in Layers._fields])
    learner = Learner(weights, np.zeros_like(weights), np.zeros_like(weights), weights.copy())
    return Progress(learner, weights.copy(), weights.copy())


def save(progress: Progress, path: Path) -> None:
    """Writes a training to a file, whole or not at all."""
    scratch = path.with_suffix(".tmp.npz")
    numbers = {name: getattr(progress, name) for name in _NUMBERS}
    weights = {"acting": progress.acting, "rival": progress.rival, **progress.learner._asdict()}
    np.savez_compressed(scratch, **weights, **numbers)
    scratch.replace(path)


def load(path: Path) -> Progress:
    """Reads a training back. Where it was kept without acting and rival, the running mean plays both."""
    with np.load(path) as stored:
        learner = Learner(*(stored[name] for name in Learner._fields))
        numbers = {name: stored[name].item() for name in _NUMBERS if name in stored}
        acting, rival = (stored.get(name, learner.mean) for name in ("acting", "rival"))
    return Progress(learner, acting.copy(), rival.copy(), **numbers)


def train(plan: Plan, progress: Progress) -> Iterator[Progress]:
    """Goes on with a training, block by block, until the plan's decisions are reached."""
    with ThreadPoolExecutor(1) as player:
        buffers = (new_recorder(BLOCK), new_recorder(BLOCK))
        coming = player.submit(_play, plan, progress.blocks, *_acting(progress), buffers[0])
        for turn in count(1):
            if progress.samples >= plan.samples:
                return
            progress.rounds += coming.result()
            progress.acting, before = progress.learner.mean.copy(), progress.acted
            progress.acted = progress.samples
            every = plan.rival_every
            if every and before // every != progress.acted // every:
                progress.rival = progress.acting
            coming = player.submit(_play, plan, progress.blocks + 1, *_acting(progress), buffers[turn % 2])
            _learn(plan, progress, buffers[(turn - 1) % 2])
            progress.blocks += 1
            yield progress


_NUMBERS = ("samples", "steps", "blocks", "rounds", "acted", "loss")


def _acting(progress: Progress) -> tuple[Singles, Singles, int]:
    return progress.acting, progress.rival, progress.acted


def _play(plan: Plan, block: int, acting: Singles, rival: Singles, acted: int, buffer: Recorder) -> int:
    brains = new_brains(network_record(acting), network_record(rival))
    rng = np.random.default_rng([plan.seed, 1, block])
    seats, exploring = new_seats(), plan.exploring(acted)
    rounds: int = fill(
        buffer, new_table(), seats, brains, new_scratch(), rng, exploring, plan.mixed, plan.lone
    )
    return rounds


def _learn(plan: Plan, progress: Progress, buffer: Recorder) -> None:
    used = int(buffer.used[0])
    order = np.random.default_rng([plan.seed, 2, progress.blocks]).permutation(used)
    rate = plan.rate(progress.samples)
    keep = 1 - BATCH / min(plan.memory, max(progress.samples / 4, 20 * BATCH))
    buffer.inputs[:, list(plan.masked)] = 0
    losses = []
    for at in range(0, used - BATCH + 1, BATCH):
        rows = order[at : at + BATCH]
        progress.steps += 1
        loss = learn(
            progress.learner,
            buffer.inputs[rows],
            buffer.labels[rows],
            step=progress.steps,
            rate=rate,
            keep=keep,
        )
        losses.append(loss)
    progress.samples += len(losses) * BATCH
    progress.loss = float(np.mean(losses))


def measure(progress: Progress, *, deals: int = 200) -> dict[str, float]:
    """A point of the curve: mean ranks of the running mean, played greedily, among five easy and five hard bots.

    Always the same deals, so that points differ by the weights alone.
    """
    hero = Player("network", network_record(progress.learner.mean))
    point = {"samples": progress.samples, "rounds": progress.rounds, "loss": round(progress.loss, 4)}
    for kind in ("easy", "hard"):
        rank = duplicate_match(hero, Player(kind), players=6, deals=deals, seed=6).rank
        point[kind] = round(rank.mean, 3)
        point[f"{kind}Margin"] = round(rank.margin, 3)
    return point
