"""What administrators did (Django's own log of it) is append-only by the database's own word, as the game's log is."""

from importlib import import_module

from django.db import migrations

FROZEN = ("id", "action_time", "user_id", "object_id", "object_repr", "action_flag", "change_message")


def add_triggers(apps, schema_editor):
    append_only = import_module("game.migrations.0008_rulings").append_only
    vendor = schema_editor.connection.vendor
    for statement in append_only(vendor, "django_admin_log", frozen=FROZEN, loses="content_type_id"):
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0006_shuffle"),
        ("game", "0008_rulings"),
        ("admin", "0003_logentry_add_action_flag_choices"),
    ]
    # No way back, as for the log.
    operations = [migrations.RunPython(add_triggers)]
