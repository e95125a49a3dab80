"""Scoring: points of a round and the final ranking (rules section 6). Points are for show, never chips."""

from game.engine.cards import Seat
from game.engine.history import Ranked, RoundResult
from game.engine.options import Options


def add_points(totals: tuple[int, ...], order: tuple[Seat, ...]) -> tuple[int, ...]:
    """The totals after a round: place r of N scores N - r."""
    points = {seat: len(order) - place for place, seat in enumerate(order, start=1)}
    return tuple(total + points[seat] for seat, total in enumerate(totals))


def final_ranking(
    options: Options, results: tuple[RoundResult, ...], totals: tuple[int, ...]
) -> tuple[Ranked, ...]:
    """The ranking, best first.

    By total and then the last round's place, or by the last round alone. No ties.
    """
    places = [tuple(result.order.index(seat) + 1 for result in results) for seat in range(len(totals))]
    seats = sorted(range(len(totals)), key=lambda seat: places[seat][-1])
    if options.scoring == "rank-points":
        seats.sort(key=lambda seat: -totals[seat])
    return tuple(
        Ranked(seat=seat, rank=rank, total=totals[seat], places=places[seat])
        for rank, seat in enumerate(seats, start=1)
    )
