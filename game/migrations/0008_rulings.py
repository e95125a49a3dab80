"""Rulings of administrators and what connections did: two tables that only grow, by the database's own word."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def append_only(vendor, table, *, frozen, loses):
    """The statements that make a table append-only. Of a row only `loses`, a reference to a person or a thing that
    goes, may become null; `frozen` are its other columns.
    """
    refused = f"'{table} is append-only'"
    columns = ", ".join(f'"{name}"' for name in frozen)
    if vendor == "sqlite":
        refuse = f"BEGIN SELECT RAISE(ABORT, {refused}); END"
        return [
            f"CREATE TRIGGER {table}_no_update BEFORE UPDATE OF {columns} ON {table} {refuse}",
            f'CREATE TRIGGER {table}_no_other BEFORE UPDATE OF "{loses}" ON {table} '
            f'WHEN NEW."{loses}" IS NOT NULL AND NEW."{loses}" IS NOT OLD."{loses}" {refuse}',
            f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {refuse}",
        ]
    refuse = f"EXECUTE FUNCTION {table}_refuse()"
    return [
        f"""
        CREATE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION {refused} USING ERRCODE = 'integrity_constraint_violation'; END $$
        """,
        f"CREATE TRIGGER {table}_no_update BEFORE UPDATE OF {columns} ON {table} FOR EACH ROW {refuse}",
        f'CREATE TRIGGER {table}_no_other BEFORE UPDATE OF "{loses}" ON {table} FOR EACH ROW '
        f'WHEN (NEW."{loses}" IS NOT NULL AND NEW."{loses}" IS DISTINCT FROM OLD."{loses}") {refuse}',
        f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} FOR EACH ROW {refuse}",
        f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} FOR EACH STATEMENT {refuse}",
    ]


TABLES = {
    "game_ruling": {"frozen": ("id", "match_id", "kind", "reason", "at"), "loses": "by_id"},
    "game_connectionevent": {
        "frozen": ("id", "match_id", "seat", "kind", "pages", "at"), "loses": "user_id",
    },
}  # fmt: skip


def add_triggers(apps, schema_editor):
    for table, columns in TABLES.items():
        for statement in append_only(schema_editor.connection.vendor, table, **columns):
            schema_editor.execute(statement)


class Migration(migrations.Migration):

    dependencies = [
        ('game', '0007_fill_seat_rounds'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ConnectionEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('kind', models.CharField(choices=[('opened', 'opens a page'), ('closed', 'closes a page'), ('came', 'is here'), ('went', 'is away')], max_length=6)),
                ('pages', models.PositiveSmallIntegerField(default=0)),
                ('at', models.BigIntegerField()),
            ],
            options={
                'verbose_name': 'connection event',
                'verbose_name_plural': 'connection events',
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('opened', 'hands opened'), ('ended', 'ended early'), ('annulled', 'annulled')], max_length=8, verbose_name='kind')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('at', models.BigIntegerField()),
            ],
            options={
                'verbose_name': 'ruling',
                'verbose_name_plural': 'rulings',
                'ordering': ['pk'],
                'permissions': [('open_hands', 'Can open the hands of a running match'), ('end_matches', 'Can end and annul matches')],
            },
        ),
        migrations.AlterField(
            model_name='match',
            name='status',
            field=models.CharField(choices=[('playing', 'playing'), ('finished', 'finished'), ('ended', 'ended early'), ('annulled', 'annulled')], default='playing', max_length=8),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['status', 'id'], name='match_by_status'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['opened_at'], name='match_by_opening'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['room_name'], name='match_by_room'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('bot__isnull', True)), fields=['name'], name='seat_by_name'),
        ),
        migrations.AddField(
            model_name='connectionevent',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='connections', to='game.match'),
        ),
        migrations.AddField(
            model_name='connectionevent',
            name='user',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='ruling',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='ruling',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='game.match'),
        ),
        migrations.AddConstraint(
            model_name='connectionevent',
            constraint=models.UniqueConstraint(condition=models.Q(('kind__in', ['came', 'went'])), fields=('match', 'user', 'kind', 'at'), name='connection_told_once'),
        ),
        # No way back, as for the log.
        migrations.RunPython(add_triggers),
    ]
