"""A consistent copy of the database while it is written to, as a stream, and back.

Never a copy of the file: without its write-ahead log it misses what was booked last (L4). The copy
stands in memory or in a pipe only: whoever stops us half-way finds nothing readable (RUN-05).
"""

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Final

from django.db import DEFAULT_DB_ALIAS, connections, transaction

from standby.providers.files.disk import sync
from standby.providers.sealing.age import Readable, Writable

UNFINISHED: Final = ".unfinished-"
ASIDE: Final = "before_restore_"
_MOST_IN_MEMORY: Final = 1 << 30  # what SQLite lets a database in memory grow to


class DumpFailed(RuntimeError):
    """The database's own tool did not make or take the copy."""


class DatabaseUnsound(RuntimeError):
    """The restored database does not hold what the snapshot says."""


def engine() -> str:
    """Of the settings: "sqlite" or "postgresql"."""
    return str(connections[DEFAULT_DB_ALIAS].vendor)


def dump(take: Callable[[Readable], None]) -> Mapping[str, int]:
    """Hands the copy to `take`, and returns how many rows each table has in it.

    What `take` has written is worthless when this raises DumpFailed.
    """
    if engine() == "sqlite":
        return _dump_sqlite(take)
    return _dump_postgresql(take)


def load(give: Callable[[Writable], None]) -> None:
    """Lets `give` write a copy into the empty database of the settings. Raises DumpFailed."""
    if engine() == "sqlite":
        _load_sqlite(give)
    else:
        _load_postgresql(give)


def is_empty() -> bool:
    """No table is there: nothing can be lost by loading a snapshot."""
    return not connections[DEFAULT_DB_ALIAS].introspection.table_names()


def others_connected() -> list[str]:
    """Who else has this database open, as an operator knows them; none when services stand still.

    SQLite does not tell who they are. Its write-ahead log is folded into the file on the way.
    """
    if engine() == "sqlite":
        return _others_on_sqlite()
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(
            "SELECT pid, usename, application_name FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND backend_type = 'client backend' ORDER BY pid"
        )
        return [f"process {pid} of {user} {name}".strip() for pid, user, name in cursor.fetchall()]


def set_aside(label: str, *, target: Path) -> str:
    """The present database becomes one that nobody uses; where it is now. Nothing is destroyed."""
    if engine() == "sqlite":
        place = _sqlite_file()
        connections.close_all()
        target.mkdir(mode=0o700, exist_ok=True)
        for file in _with_its_log(place):
            if file.exists():
                file.rename(target / file.name)
        return str(target / place.name)
    schema = ASIDE + label
    with transaction.atomic(), connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(f'ALTER SCHEMA public RENAME TO "{schema}"')
        cursor.execute("CREATE SCHEMA public")
    return f"schema {schema}"


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


def _dump_sqlite(take: Callable[[Readable], None]) -> Mapping[str, int]:
    """One read transaction, however busy the writers are (L4): rows and pages of one moment."""
    tables = _tables()
    with closing(sqlite3.connect(_sqlite_file(), isolation_level=None)) as source:
        source.execute("BEGIN")
        rows = {table: _rows(source, table) for table in tables}
        content = _pages_of(source)
        source.execute("COMMIT")
    take(BytesIO(content))
    return rows


def _pages_of(source: sqlite3.Connection) -> bytes:
    """Needs twice the size of the database for a moment, and its size until it is written.

    There is no way to it in pieces: a copy on the disk would be readable, and Debian's SQLite is
    built without the table of its own pages (sqlite_dbpage).
    """
    page_bytes = source.execute("PRAGMA page_size").fetchone()[0]
    pages = source.execute("PRAGMA page_count").fetchone()[0]
    if pages * page_bytes >= _MOST_IN_MEMORY:
        raise DumpFailed("SQLite snapshots are made in memory, up to 1 GB; move to PostgreSQL")
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        # One that was put in as bytes is handed out as bytes without another copy in between.
        copy.deserialize(_smallest_database(page_bytes))
        source.backup(copy, pages=-1)
        return copy.serialize()


def _smallest_database(page_bytes: int) -> bytes:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        made.execute(f"PRAGMA page_size = {int(page_bytes)}")
        made.execute("CREATE TABLE t (a)")
        return made.serialize()


def _load_sqlite(give: Callable[[Writable], None]) -> None:
    """Under a name of its own in the folder of the database, readable by us alone, until whole."""
    place = _sqlite_file()
    connections.close_all()
    unfinished = place.with_name(UNFINISHED + place.name)
    unfinished.unlink(missing_ok=True)  # of a restore that was killed
    try:
        opened = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "wb") as written:
            give(written)
            written.flush()
            os.fsync(written.fileno())
        for beside in _with_its_log(place):  # of the empty database that was there
            beside.unlink(missing_ok=True)
        unfinished.rename(place)
    finally:
        unfinished.unlink(missing_ok=True)
    sync(place.parent)


def _others_on_sqlite() -> list[str]:
    """Only who is alone may take the log away."""
    place = _sqlite_file()
    connections.close_all()
    if not place.exists():
        return []
    with closing(sqlite3.connect(place, timeout=0, isolation_level=None)) as alone:
        try:
            alone.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError:
            return [f"a process that has {place} open"]
        except sqlite3.DatabaseError:  # damaged: nobody can be using it
            return []
    return []


def _sqlite_file() -> Path:
    return Path(connections[DEFAULT_DB_ALIAS].settings_dict["NAME"])


def _with_its_log(place: Path) -> list[Path]:
    return [place, place.with_name(place.name + "-wal"), place.with_name(place.name + "-shm")]


def _dump_postgresql(take: Callable[[Readable], None]) -> Mapping[str, int]:
    """The counts and the copy see the same moment: they share one snapshot of the server."""
    with transaction.atomic(), connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SELECT pg_export_snapshot()")
        moment = cursor.fetchone()[0]
        asked = ["--format=custom", f"--snapshot={moment}", f"--exclude-schema={ASIDE}*"]
        with _tool("pg_dump", *asked, stdout=subprocess.PIPE) as running:
            assert running.stdout is not None  # noqa: S101 - it was asked for
            take(running.stdout)
        return {table: _rows(cursor, table) for table in _tables()}


def _load_postgresql(give: Callable[[Writable], None]) -> None:
    asked = ["--no-owner", "--exit-on-error", "--single-transaction"]
    with _tool("pg_restore", *asked, stdin=subprocess.PIPE) as running:
        assert running.stdin is not None  # noqa: S101 - it was asked for
        give(running.stdin)


@contextmanager
def _tool(
    name: str,
    *arguments: str,
    stdin: int = subprocess.DEVNULL,
    stdout: int = subprocess.DEVNULL,
) -> Iterator[subprocess.Popen[bytes]]:
    """PostgreSQL's own program at the settings' server, until it has ended. Raises DumpFailed."""
    database = connections[DEFAULT_DB_ALIAS].settings_dict
    program = shutil.which(name)
    if program is None:
        raise DumpFailed(f"{name} is not installed (Debian: apt install postgresql-client)")
    with tempfile.TemporaryFile() as complaints:
        running = subprocess.Popen(  # noqa: S603 - our own arguments
            [program, f"--dbname={database['NAME']}", *arguments],
            env={"PATH": os.defpath, **_server(database)},
            stdin=stdin,
            stdout=stdout,
            stderr=complaints,
        )
        try:
            yield running
        except Exception:
            _end(running)
            if running.stdin is not None:  # it may have gone first, and says why
                _require_well(name, running, complaints)
            raise
        _end(running)
        _require_well(name, running, complaints)


def _end(running: subprocess.Popen[bytes]) -> None:
    """Without our end of its pipe it ends; with one that nobody reads it would wait for ever."""
    for pipe in (running.stdin, running.stdout):
        if pipe is not None:
            with suppress(BrokenPipeError):
                pipe.close()
    running.wait()


def _require_well(name: str, running: subprocess.Popen[bytes], complaints: IO[bytes]) -> None:
    if running.returncode:
        complaints.seek(0)
        raise DumpFailed(f"{name}: {complaints.read(500).decode(errors='replace').strip()}")


def _server(database: Mapping[str, Any]) -> dict[str, str]:
    named = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    return {name: str(database[key]) for name, key in named.items() if database[key]}


def _tables() -> list[str]:
    return sorted(connections[DEFAULT_DB_ALIAS].introspection.table_names())


def _rows(cursor: Any, table: str) -> int:
    found = cursor.execute(f'SELECT COUNT(*) FROM "{table}"')  # noqa: S608 - the database's own names
    return int((found or cursor).fetchone()[0])
