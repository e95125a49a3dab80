"""A room may have no host, once the account of its host is gone; the administrators' log may forget a name.

Of a row in that log nothing else changes: the label in which the name stood becomes the neutral one.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

LOG = "django_admin_log"
FROZEN = ("id", "action_time", "user_id", "object_id", "action_flag", "change_message")
INSTEAD = "Departed player"


def let_the_log_forget(apps, schema_editor):
    columns = ", ".join(f'"{name}"' for name in FROZEN)
    if schema_editor.connection.vendor == "sqlite":
        refuse = f"BEGIN SELECT RAISE(ABORT, '{LOG} is append-only'); END"
        statements = [
            f"DROP TRIGGER {LOG}_no_update",
            f"CREATE TRIGGER {LOG}_no_update BEFORE UPDATE OF {columns} ON {LOG} {refuse}",
            f'CREATE TRIGGER {LOG}_no_label BEFORE UPDATE OF "object_repr" ON {LOG} '
            f"WHEN NEW.\"object_repr\" IS NOT '{INSTEAD}' {refuse}",
        ]
    else:
        refuse = f"EXECUTE FUNCTION {LOG}_refuse()"
        statements = [
            f"DROP TRIGGER {LOG}_no_update ON {LOG}",
            f"CREATE TRIGGER {LOG}_no_update BEFORE UPDATE OF {columns} ON {LOG} FOR EACH ROW {refuse}",
            f'CREATE TRIGGER {LOG}_no_label BEFORE UPDATE OF "object_repr" ON {LOG} FOR EACH ROW '
            f"WHEN (NEW.\"object_repr\" IS DISTINCT FROM '{INSTEAD}') {refuse}",
        ]
    for statement in statements:
        schema_editor.execute(statement)


class Migration(migrations.Migration):

    dependencies = [
        ('rooms', '0007_audit'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='room',
            name='host',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hosted_rooms', to=settings.AUTH_USER_MODEL, verbose_name='host'),
        ),
        # No way back, as for the log.
        migrations.RunPython(let_the_log_forget),
    ]
