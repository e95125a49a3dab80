"""Indexes that hold all that statistics ask of matches and seats; and of a line, its match and its person."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

PERSON = dict(null=True, blank=True, db_index=False, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0008_rulings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.AlterField("seat", "user", models.ForeignKey(related_name="match_seats", **PERSON)),
        migrations.AddIndex(
            "match",
            models.Index(fields=["id", "status", "people", "players", "finished_at"], name="match_in_short"),
        ),
        migrations.AddIndex("seat", models.Index(fields=["user", "match", "place"], name="seat_of_user")),
        migrations.AddField(
            "seatround",
            "match",
            models.ForeignKey(
                null=True, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="game.match"
            ),
        ),
        migrations.AddField("seatround", "user", models.ForeignKey(related_name="+", **PERSON)),
    ]
