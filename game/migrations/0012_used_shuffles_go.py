"""A shuffle's row goes with its use: those used before go now, and so does the mark that nobody read."""

from django.db import migrations


def remove_used(apps, schema_editor):
    used = apps.get_model("game", "Shuffle").objects.filter(used=True)
    apps.get_model("game", "Nonce").objects.filter(shuffle__in=used).delete()
    used._raw_delete(used.db)


class Migration(migrations.Migration):
    atomic = False  # PostgreSQL changes no table that has checks to come
    dependencies = [("game", "0011_rounds_of_user")]
    operations = [
        migrations.RunPython(remove_used, migrations.RunPython.noop),
        migrations.RemoveField("shuffle", "used"),
    ]
