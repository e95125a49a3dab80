"""What connections did at the table of a running match: rows that are only added, for administrators in a dispute."""

from game.models import ConnectionEvent, Match, Seat

MOST = 5000  # rows a match; a page that comes and goes for hours must not fill the table

Kind = ConnectionEvent.Kind


def record(*, match_id: int, user_id: int, kind: Kind, at: int, pages: int = 0) -> None:
    """Adds a row, `at` in ms, if the match runs and was open by then. CAME and WENT of one moment are one row."""
    running = Match.objects.filter(pk=match_id, status=Match.Status.PLAYING, opened_at__lte=at)
    if not running.exists() or ConnectionEvent.objects.filter(match_id=match_id).count() >= MOST:
        return
    seat = Seat.objects.filter(match_id=match_id, user_id=user_id).values_list("index", flat=True).first()
    event = ConnectionEvent(match_id=match_id, user_id=user_id, seat=seat, kind=kind, pages=pages, at=at)
    ConnectionEvent.objects.bulk_create([event], ignore_conflicts=True)
