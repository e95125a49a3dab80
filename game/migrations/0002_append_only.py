"""The log is append-only by the database's own word: triggers refuse to change or delete a row."""

from django.db import migrations

SQLITE = [
    """
    CREATE TRIGGER game_action_no_update BEFORE UPDATE ON game_action
    BEGIN SELECT RAISE(ABORT, 'game_action is append-only'); END
    """,
    """
    CREATE TRIGGER game_action_no_delete BEFORE DELETE ON game_action
    BEGIN SELECT RAISE(ABORT, 'game_action is append-only'); END
    """,
]
POSTGRESQL = [
    """
    CREATE FUNCTION game_action_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'game_action is append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$
    """,
    """
    CREATE TRIGGER game_action_no_change BEFORE UPDATE OR DELETE ON game_action
    FOR EACH ROW EXECUTE FUNCTION game_action_refuse()
    """,
    """
    CREATE TRIGGER game_action_no_truncate BEFORE TRUNCATE ON game_action
    FOR EACH STATEMENT EXECUTE FUNCTION game_action_refuse()
    """,
]


def add_triggers(apps, schema_editor):
    for statement in {"sqlite": SQLITE, "postgresql": POSTGRESQL}[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("game", "0001_initial")]
    # No way back: taking the triggers away would be the door this migration closes.
    operations = [migrations.RunPython(add_triggers)]
