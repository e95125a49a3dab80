"""The coach's part of pages: for who held the seat, about a match that is over, and for nobody else."""

import msgspec
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from markupsafe import Markup

from game import reviews
from game.coach.review import Review, RoundReview
from game.models import Match
from game.rendering.charts import course_chart
from game.rendering.coach import Tip, dearest, marks
from game.rendering.language import language_for
from game.words import title_name
from rooms.lobby import title_of


class Course(msgspec.Struct, frozen=True):
    """A round as the coach tells it. `title` names the picture of the standing, `place` is 1-based.

    `points` are (move of the match, place).

    `luck` is better than usual above 0, in places, None where it is not known; `lost` are places given away.
    """

    number: int
    title: str
    title_name: str
    place: int
    accuracy: float | None
    luck: float | None
    lost: float
    chart: Markup
    points: tuple[tuple[int, float], ...]


class Told(msgspec.Struct, frozen=True):
    """What the coach's section shows. Without a review it is being made, or `is_failed`.

    `seat` is whose eyes the replay is seen with.
    """

    seat: int
    is_failed: bool
    kids: bool
    is_ready: bool = False
    accuracy: float | None = None
    luck: float | None = None
    lost: float = 0.0
    tips: tuple[Tip, ...] = ()
    rounds: tuple[Course, ...] = ()


def coach_for(match: Match, seat: int | None) -> Told | None:
    """The coach's words to who held this seat; the first to ask has them made. None for who held none."""
    if seat is None or match.status != Match.Status.FINISHED:
        return None
    asked = reviews.ask(match, seat)
    if asked.review is None:
        return Told(seat, asked.is_failed, match.kids)
    return _told(asked.review, seat, match.kids)


def marks_for(match: Match, seat: int | None) -> list[Tip]:
    """What the replay marks for who held this seat; nothing until it is ready, and nobody is set to work for it."""
    review = None if seat is None else reviews.ready(match, seat)
    return [] if review is None else marks(review, language_for(get_language() or ""))


def _told(review: Review, seat: int, kids: bool) -> Told:
    judged = [one.decision for each in review.rounds for one in each.judged]
    luck = [each.luck for each in review.rounds if each.luck is not None]
    return Told(
        seat=seat,
        is_failed=False,
        kids=kids,
        is_ready=True,
        accuracy=sum(one.accuracy for one in judged) / len(judged) if judged else None,
        luck=sum(luck) / len(luck) if luck else None,
        lost=sum(each.lost for each in review.rounds) / max(1, len(review.rounds)),
        tips=tuple(dearest(review, language_for(get_language() or ""))),
        rounds=tuple([_course(each, review.players, kids) for each in review.rounds]),
    )


def _course(each: RoundReview, players: int, kids: bool) -> Course:
    title = title_of(each.standing, players)
    first, last = each.points[0].version, each.points[-1].version
    return Course(
        number=each.round,
        title=title,
        title_name=_(title_name(title, kids=kids)),
        place=each.place,
        accuracy=each.accuracy,
        luck=each.luck,
        lost=each.lost,
        chart=course_chart(
            label=_("Round {n}: the place you could expect, move by move").format(n=each.round),
            points=[((point.version - first) / max(1, last - first), point.place) for point in each.points],
            players=players,
            ended=each.place,
        ),
        points=tuple([(point.version, point.place) for point in each.points]),
    )
