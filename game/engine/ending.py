"""The end of a round: points, then either the pause before the next round or the end of the match."""

from msgspec.structs import replace

from game.engine.events import Event, MatchEnded, RoundEnded
from game.engine.history import RoundResult
from game.engine.scoring import add_points, final_ranking
from game.engine.state import Finished, Match, RoundOver, Step, nobody, open_question


def end_round(match: Match, events: tuple[Event, ...], *, at: int) -> Step:
    """Ends the round of a match in which one seat is left with cards; `events` come first in the step.

    After the last round the match has ended at once: there is no next round to wait for.
    """
    out = match.table.out
    # The one seat with cards left has no place yet and comes last.
    order = tuple(sorted(match.round.order, key=lambda seat: out[seat] or len(out)))
    ended = replace(
        match,
        results=(*match.results, RoundResult(order, match.round.revolution)),
        totals=add_points(match.totals, order),
    )
    events = (*events, RoundEnded(match.round.number, order))
    if match.round.number < match.setup.options.rounds:
        return Step(open_question(ended, RoundOver(nobody(len(out))), at=at), events)
    ranking = final_ranking(match.setup.options, ended.results, ended.totals)
    return Step(open_question(ended, Finished(ranking), at=at), (*events, MatchEnded(ranking)))
