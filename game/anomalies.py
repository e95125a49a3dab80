"""Matches that stand still or contradict themselves, found by the database from rows alone."""

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet, TextChoices
from django.utils.translation import gettext_lazy as _

from game.models import Action, Match

LONG_MS = 2 * 60_000  # a server acts within seconds; this much later nobody will


class Anomaly(TextChoices):
    """What may be wrong with a running match."""

    NOTHING_OPEN = "nothing-open", _("no open decision")
    LATE = "late", _("deadline long past")
    UNMOVED = "unmoved", _("due long ago and not moved")
    LOG_DIFFERS = "log-differs", _("log and row differ")


def stuck(at: int, anomaly: Anomaly | None = None) -> QuerySet[Match]:
    """The running matches with this anomaly at `at` (ms), or with any."""
    wanted = [anomaly] if anomaly else list(Anomaly)
    condition = Q(pk__in=[])
    for each in wanted:
        condition |= _condition(each, at)
    return Match.objects.filter(condition, status=Match.Status.PLAYING)


def anomalies_of(match: Match, at: int) -> list[Anomaly]:
    """What is wrong with this match at `at` (ms); one query."""
    running = Match.objects.filter(pk=match.pk, status=Match.Status.PLAYING)
    found = running.annotate(
        **{each.name: ExpressionWrapper(_condition(each, at), BooleanField()) for each in Anomaly}
    ).values_list(*Anomaly.names)
    return [each for row in found for each, is_so in zip(Anomaly, row, strict=True) if is_so]


def _condition(anomaly: Anomaly, at: int) -> Q:
    log = Action.objects.filter(match=OuterRef("pk"))
    match anomaly:
        case Anomaly.NOTHING_OPEN:
            return Q(deadline=None) | Q(due_at=None)
        case Anomaly.LATE:
            return Q(deadline__lt=at - LONG_MS)
        case Anomaly.UNMOVED:
            return Q(due_at__lt=at - LONG_MS)
        case Anomaly.LOG_DIFFERS:
            has_last = Exists(log.filter(version=OuterRef("version")))
            return Exists(log.filter(version__gt=OuterRef("version"))) | (Q(version__gt=0) & ~has_last)
