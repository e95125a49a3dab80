"""Plays one round twice, in the engine and on arrays, and compares them at every step.

Deal, choices and options are the same; compared are hands, legal moves, who is to act, what is known of the tax
partner, the finish order, and with them what the bots of `game.bots` and their twins here choose and see.
"""

from collections.abc import Sequence
from random import Random

import numpy as np
from msgspec.structs import replace

from game.bots import easy, expert, features, hard
from game.bots.blindness import any_options
from game.bots.gifts import gift_cards, gifts
from game.bots.selfplay import STEP_MS, match_seed
from game.bots.utility import place_values
from game.bots.view import view_of
from game.engine.actions import Action, ConfirmHand, Origin, Pass, Play, ReturnTax
from game.engine.cards import bits, full_deck, rank_counts
from game.engine.dealing import deal as deal_cards
from game.engine.observation import SeatObservation, observe_seat
from game.engine.rules import apply, open_match, owing
from game.engine.sets import PlayedSet, cards_for, classify
from game.engine.state import Playing, RevolutionCheck, TaxReturn
from game.simulation.network import gift_into, move_into, shared_into
from game.simulation.rounds import (
    EASY,
    HARD,
    NETWORK,
    Brains,
    choose_gift,
    choose_move,
    network_scores,
    new_recorder,
    new_scratch,
    new_seats,
    see,
)
from game.simulation.table import deal, give_back, legal_moves, levy, new_table, play, reverse

Move = tuple[int, int, int]

CLOSE = 1e-4
"""So far apart may expected values of the two networks be, and inputs a hundredth of it."""


class Difference(AssertionError):
    """The engine and the arrays, or a bot and its twin, do not agree."""


class Mirror:
    """One round in both forms. `decisions` counts those compared, `furthest` is the largest gap between values."""

    def __init__(self, brains: Brains, network: expert.Network | None, *, name: str, number: int) -> None:
        """`network`, where given, is what the brains' network is compared with."""
        self._chance = Random(f"{name}:{number}")
        self._options = replace(any_options(self._chance), rounds=1)
        players = self._chance.randint(4, 8)
        self._match = open_match(
            players=players, options=self._options, seed=match_seed(name, number), at=0
        ).match
        self._brains, self._network = brains, network
        brains.utility[:players] = place_values(players, 0, False)
        self._scratch, self._seats, self._table = new_scratch(), new_seats(), new_table()
        self._rng, self._recorder = np.random.default_rng(0), new_recorder()
        self.decisions, self.furthest = 0, 0.0

    def run(self) -> None:
        """Plays and compares the round. Raises: Difference."""
        self._deal()
        if isinstance(self._match.phase, RevolutionCheck):
            self._confirm()
        if isinstance(self._match.phase, TaxReturn):
            levy(self._table, int(self._options.jester_taxable))
            for seat in self._shuffled(owing(self._match)):
                self._give(seat)
        while isinstance(self._match.phase, Playing):
            self._turn(self._match.phase.current)
        places = [int(self._table.places[self._standing(seat)]) for seat in self._match.results[0].order]
        self._same("finish order", list(range(1, len(places) + 1)), places)

    def _deal(self) -> None:
        order, options = self._match.round.order, self._options
        deck = full_deck(options)
        hands = deal_cards(deck, order, seed=self._match.setup.seed, round_number=1)
        # Dealt card by card: the k-th card goes to standing k modulo players.
        piles = [
            [rank for rank, count in enumerate(rank_counts(hands[seat])) for _ in range(count)]
            for seat in order
        ]
        ranks = [piles[index % len(order)].pop() for index in range(deck.bit_count())]
        deal(
            self._table,
            np.array(ranks),
            len(order),
            int(options.pass_locks_out),
            int(options.remove_high_cards),
        )

    def _confirm(self) -> None:
        for seat in self._shuffled(owing(self._match)):
            seen = observe_seat(self._match, seat)
            self._apply(seat, ConfirmHand(seen.can_declare and self._chance.random() < 0.5))
        if self._match.round.revolution == "great":
            reverse(self._table)

    def _give(self, seat: int) -> None:
        seen, standing = observe_seat(self._match, seat), self._standing(seat)
        view, count = view_of(seen), 2 - standing
        self._same("unseen", view.unseen, tuple(self._see(standing)))
        self._same("gift of hard", hard.gift(view, count), self._twin_gift(standing, count, HARD))
        if self._network is not None:
            options = gifts(view.hand, count)
            values = expert.expected(expert.gift_chances(view, options, self._network), seen)
            self._same_choice(options, values, self._twin_gift(standing, count, NETWORK))
            self._same_inputs(seen, standing)
        cards = gift_cards(seen.hand, hard.gift(view, count))
        if self._chance.random() < 0.4:
            cards = sum(1 << bit for bit in self._chance.sample(list(bits(seen.hand)), count))
        for rank, number in enumerate(rank_counts(cards)):
            for _ in range(number):
                give_back(self._table, standing, rank)
        self._apply(seat, ReturnTax(cards))

    def _turn(self, seat: int) -> None:
        seen, standing = observe_seat(self._match, seat), self._standing(seat)
        self._same("who is to act", standing, int(self._table.current))
        for other, hand in enumerate(self._match.hands):
            self._same("hand", rank_counts(hand), tuple(self._table.hands[self._standing(other)]))
        moves = [_move(option) for option in expert.moves_of(seen)]
        found = legal_moves(self._table, self._scratch.moves)
        twins = [_plain(move) for move in self._scratch.moves[:found]]
        self._same("legal moves", moves, twins)
        self._same("known", view_of(seen).known, tuple(self._table.known[standing]))
        choices = [self._compare(seen, EASY), self._compare(seen, HARD)]
        if self._network is not None and len(moves) > 1:
            self._compare_network(seen, standing)
        move = self._chance.choice([*choices, self._chance.choice(moves)])
        option = PlayedSet(*move)
        action = Play(cards_for(seen.hand, option)) if option.count else Pass()
        play(self._table, *move)
        self._apply(seat, action)

    def _compare(self, seen: SeatObservation, kind: int) -> Move:
        """What a bot and its twin both choose."""
        chosen = _move_of(easy.choose(seen) if kind == EASY else hard.choose(seen))
        self._seats.kind[:] = kind
        choose_move(self._table, self._seats, self._brains, self._scratch, self._rng, self._recorder)
        self._same(("easy", "hard")[kind], chosen, _plain(self._scratch.move))
        self.decisions += 1
        return chosen

    def _compare_network(self, seen: SeatObservation, standing: int) -> None:
        moves = expert.moves_of(seen)
        values = expert.expected(expert.move_chances(view_of(seen), moves, self._network), seen)
        count = legal_moves(self._table, self._scratch.moves)
        network_scores(self._table, standing, count, self._brains.network, self._brains, self._scratch)
        twins = self._scratch.scores[:count]
        self.furthest = max(self.furthest, float(np.abs(twins - values).max()))
        self._same_choice(moves, values, moves[int(np.argmax(twins))])
        self._same_inputs(seen, standing)
        self.decisions += 1

    def _same_choice(self, options: Sequence[object], values: Sequence[float], chosen: object) -> None:
        """Values that differ by less than the networks' rounding are one choice."""
        gap = max(values) - values[options.index(chosen)]
        if gap > CLOSE or self.furthest > CLOSE:
            raise Difference(f"expert: {chosen} is {gap} worse, values are {self.furthest} apart")

    def _same_inputs(self, seen: SeatObservation, standing: int) -> None:
        """The inputs of the first option, shared ones and changes added up."""
        view, scratch = view_of(seen), self._scratch
        hold = hard.hold_of(view)
        before = features.prospects(view.hand, hold)
        inputs = features.shared(view, hold, before)
        unseen = self._see(standing)
        if seen.legal:
            option = self._chance.choice(expert.moves_of(seen))
            inputs += features.of_move(view, option, hold, before)
            move_into(self._table, standing, *_move(option), scratch.hold, scratch.before, scratch.change)
        else:
            ranks = self._chance.choice(gifts(view.hand, 2 - standing))
            inputs += features.of_gifts(view, [ranks], hold, before)[0]
            scratch.ranks[:] = [*ranks, 0][:2]
            gift_into(
                self._table, standing, scratch.ranks, unseen, scratch.hold, scratch.before, scratch.change
            )
        shared_into(self._table, standing, unseen, scratch.hold, scratch.before, scratch.shared)
        apart = np.zeros(features.COUNT)
        for index, amount in inputs:
            apart[index] += amount
        for twin in (scratch.shared, scratch.change):
            _subtract(apart, twin)
        if np.abs(apart).max() > CLOSE / 100:
            raise Difference(f"input {int(np.abs(apart).argmax())} of {view}")

    def _twin_gift(self, standing: int, count: int, kind: int) -> tuple[int, ...]:
        self._seats.kind[:] = kind
        choose_gift(
            self._table,
            standing,
            count,
            self._seats,
            self._brains,
            self._scratch,
            self._rng,
            self._recorder,
        )
        return tuple(int(rank) for rank in self._scratch.ranks if rank)

    def _see(self, standing: int) -> np.ndarray:
        see(self._table, standing, self._brains.network, self._brains.chances, self._scratch)
        return self._scratch.unseen

    def _standing(self, seat: int) -> int:
        return self._match.round.order.index(seat)

    def _shuffled(self, seats: Sequence[int]) -> list[int]:
        return self._chance.sample(seats, len(seats))

    def _apply(self, seat: int, action: Action) -> None:
        self._match = apply(
            self._match, seat, action, origin=Origin.BOT, at=self._match.opened_at + STEP_MS
        ).match

    def _same(self, what: str, engine: object, arrays: object) -> None:
        if engine != arrays:
            raise Difference(f"{what}: {engine} and {arrays}")


def _subtract(apart: np.ndarray, twin: np.record) -> None:
    size = twin.used
    np.subtract.at(apart, twin.which[:size], twin.amount[:size])


def _plain(move: np.ndarray) -> Move:
    rank, count, jesters = (int(number) for number in move)
    return rank, count, jesters


def _move(option: PlayedSet | None) -> Move:
    return (option.rank, option.count, option.jesters) if option else (0, 0, 0)


def _move_of(action: Action) -> Move:
    return _move(classify(action.cards) if isinstance(action, Play) else None)
