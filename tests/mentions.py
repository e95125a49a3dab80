"""Looks for words in everything a database holds, whatever table and column they are in."""

import json

from django.db import connection


def mentions(*words: str) -> list[str]:
    """Where any of these words stands, as "table.column: value"; JSON with escapes is read as what it means."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table in ("django_session", "django_migrations"):  # sessions are signed numbers
                continue
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            columns = [column.name if hasattr(column, "name") else column[0] for column in cursor.description]
            for row in cursor.fetchall():
                for column, value in zip(columns, row, strict=True):
                    text = str(value)
                    escaped = [word for word in words if json.dumps(word)[1:-1] in text]
                    if escaped or any(word in text for word in words):
                        found.append(f"{table}.{column}: {text[:80]}")
    return found
