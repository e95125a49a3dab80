"""All rounds of a person side by side in one index."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("game", "0010_fill_short_ways")]
    operations = [
        migrations.AlterField(
            "seatround",
            "match",
            models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="game.match"
            ),
        ),
        migrations.AddIndex(
            "seatround",
            models.Index(
                fields=["user", "match", "round", "players", "standing", "place", "revolution", "mixed", "alone", "kept", "timeouts"],
                name="rounds_of_user",
            ),
        ),
    ]
