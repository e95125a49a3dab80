"""How many people played a match, and the lines for statistics, of the matches that are there already."""

from django.db import migrations
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce


def count_people(apps, schema_editor):
    Match, Seat = apps.get_model("game", "Match"), apps.get_model("game", "Seat")
    people = Seat.objects.filter(match=OuterRef("pk"), bot=None).order_by().values("match")
    Match.objects.update(people=Coalesce(Subquery(people.annotate(n=Count("pk")).values("n")), 0))


def fill(apps, schema_editor):
    from game.engine.errors import Refusal
    from game.engine.record import replay
    from game.facts import facts_of, row_values
    from game.store import entry_from, opening_of

    Match, Action = apps.get_model("game", "Match"), apps.get_model("game", "Action")
    SeatRound = apps.get_model("game", "SeatRound")
    matches = Match.objects.filter(status="finished", engine="1").order_by("pk")
    for match in matches.iterator(chunk_size=200):
        log = Action.objects.filter(match_id=match.pk).order_by("version")
        seats = dict(match.seats.order_by("index").values_list("index", "pk"))
        try:
            entries = [
                entry_from(row) for row in log.values("version", "seat", "type", "payload", "origin", "key", "at")
            ]
            opening = opening_of(match)
            facts = facts_of(opening, replay(opening, entries), entries)
        except (Refusal, ValueError):  # a damaged log has no statistics; verify_matches names it
            continue
        SeatRound.objects.bulk_create(
            SeatRound(seat_id=seats[fact.seat], **row_values(fact)) for fact in facts if fact.seat in seats
        )


class Migration(migrations.Migration):
    dependencies = [("game", "0006_seat_rounds")]
    operations = [
        migrations.RunPython(count_people, migrations.RunPython.noop),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
