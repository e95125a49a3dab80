"""Places and points of finished matches, beside their seats: what the result says, where a database can add it up."""

from django.db import migrations, models


def fill(apps, schema_editor):
    Match, Seat = apps.get_model("game", "Match"), apps.get_model("game", "Seat")
    finished = Match.objects.filter(status="finished").values_list("pk", "result").order_by("pk")
    for pk, result in finished.iterator(chunk_size=500):
        for line in (result or {}).get("ranking", ()):
            seats = Seat.objects.filter(match_id=pk, index=line["seat"])
            seats.update(place=line["rank"], points=line["total"])


class Migration(migrations.Migration):
    dependencies = [("game", "0002_append_only")]
    operations = [
        migrations.AddField("seat", "place", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField("seat", "points", models.PositiveIntegerField(null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
