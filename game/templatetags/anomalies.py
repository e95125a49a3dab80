"""How many matches are stuck, for the first page of the admin."""

from django import template

from game.anomalies import stuck
from game.moment import now_ms

register = template.Library()


@register.simple_tag
def stuck_matches() -> int:
    """The number of running matches with any anomaly."""
    return stuck(now_ms()).count()
