"""Every line gets the match and the person of its seat."""

from django.db import migrations
from django.db.models import OuterRef, Subquery


def fill(apps, schema_editor):
    Seat, SeatRound = apps.get_model("game", "Seat"), apps.get_model("game", "SeatRound")
    seat = Seat.objects.filter(pk=OuterRef("seat")).order_by()
    SeatRound.objects.update(match=Subquery(seat.values("match")), user=Subquery(seat.values("user")))


class Migration(migrations.Migration):
    dependencies = [("game", "0009_short_ways")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
