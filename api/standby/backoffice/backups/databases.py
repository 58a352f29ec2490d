"""A consistent copy of the database while it is written to, and back.

Never a copy of the file: without its write-ahead log it misses what was booked last (L4).
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction

from standby.providers.files.disk import sync

_SQLITE_HEADER = b"SQLite format 3\0"


class DumpFailed(RuntimeError):
    """The database's own tool did not make or take the copy."""


class DatabaseUnsound(RuntimeError):
    """The restored database does not hold what the snapshot says."""


def dump(into: Path) -> Mapping[str, int]:
    """Writes the copy, and returns how many rows each table has in it. Raises DumpFailed."""
    if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
        return _dump_sqlite(into)
    return _dump_postgresql(into)


def load(copy: Path) -> None:
    """Into the empty database of the settings. Raises DumpFailed."""
    if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
        _load_sqlite(copy)
    else:
        _tool("pg_restore", "--no-owner", "--exit-on-error", "--single-transaction", str(copy))


def is_copy_of_sqlite(copy: Path) -> bool:
    with copy.open("rb") as opened:
        return opened.read(len(_SQLITE_HEADER)) == _SQLITE_HEADER


def is_empty() -> bool:
    """No table is there: nothing can be lost by loading a snapshot."""
    return not connections[DEFAULT_DB_ALIAS].introspection.table_names()


def rows_of_each_table() -> Mapping[str, int]:
    connection = connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        return {table: _rows(cursor, table) for table in _tables()}


def require_whole() -> None:
    """Raises DatabaseUnsound: SQLite can tell that a page is damaged."""
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        if cursor.fetchall() != [("ok",)]:
            raise DatabaseUnsound("the database file is damaged")
        cursor.execute("PRAGMA foreign_key_check")
        if astray := cursor.fetchall():
            raise DatabaseUnsound(f"rows refer to rows that are not there: {astray[:5]}")


def _dump_sqlite(into: Path) -> Mapping[str, int]:
    """By VACUUM INTO: one read transaction, however busy the writers are (L4)."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(into)])
    sync(into)
    with closing(sqlite3.connect(into)) as copy:
        return {table: _rows(copy, table) for table in _tables()}


def _load_sqlite(copy: Path) -> None:
    place = Path(connections[DEFAULT_DB_ALIAS].settings_dict["NAME"])
    connections.close_all()
    for beside in ("-wal", "-shm"):  # of the empty database that was there
        place.with_name(place.name + beside).unlink(missing_ok=True)
    copy.replace(place)
    sync(place)


def _dump_postgresql(into: Path) -> Mapping[str, int]:
    """The counts and the copy see the same moment: they share one snapshot of the server."""
    with transaction.atomic(), connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SELECT pg_export_snapshot()")
        moment = cursor.fetchone()[0]
        _tool("pg_dump", "--format=custom", f"--snapshot={moment}", f"--file={into}")
        counted = {table: _rows(cursor, table) for table in _tables()}
    sync(into)
    return counted


def _tool(name: str, *arguments: str) -> None:
    """PostgreSQL's own program, with the settings' server. Raises DumpFailed."""
    database = connections[DEFAULT_DB_ALIAS].settings_dict
    program = shutil.which(name)
    if program is None:
        raise DumpFailed(f"{name} is not installed (Debian: apt install postgresql-client)")
    ran = subprocess.run(  # noqa: S603 - our own arguments
        [program, f"--dbname={database['NAME']}", *arguments],
        env={"PATH": os.defpath, **_server(database)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise DumpFailed(f"{name}: {ran.stderr.strip()[:500]}")


def _server(database: Mapping[str, Any]) -> dict[str, str]:
    named = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    return {name: str(database[key]) for name, key in named.items() if database[key]}


def _tables() -> list[str]:
    return sorted(connections[DEFAULT_DB_ALIAS].introspection.table_names())


def _rows(asked: Any, table: str) -> int:
    found = asked.execute(f'SELECT COUNT(*) FROM "{table}"')  # noqa: S608 - the database's own names
    return int((found or asked).fetchone()[0])
