"""What somebody with the database's own password could do."""

from django.db import connection

from standby.core.guards import NEVER_CHANGED, NEVER_DELETED


def past_the_guards(sql: str) -> None:
    """Runs a statement with the tables' guards taken out."""
    with connection.cursor() as cursor:
        for kind, tables in (("changed", NEVER_CHANGED), ("deleted", NEVER_DELETED)):
            for table in tables:
                on = "" if connection.vendor == "sqlite" else f" ON {table}"
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_are_never_{kind}{on}")
        cursor.execute(sql)
