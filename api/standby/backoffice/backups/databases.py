"""Consistent dumps of the live database as a stream, and their restore.

Never a copy of the database file: without its write-ahead log it lacks the newest commits. The dump
exists in memory or in a pipe only, so that a killed run leaves nothing readable (RUN-05.3).
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

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections, transaction

from standby.backoffice.backups.encryption import BackupError, Readable, Writable
from standby.core.database_url import connection_string
from standby.core.providers.files.local import sync

UNFINISHED: Final = ".unfinished-"
ASIDE: Final = "before_restore_"
_MOST_IN_MEMORY: Final = 1 << 30  # SQLite's limit for an in-memory database


def engine() -> str:
    return str(connections[DEFAULT_DB_ALIAS].vendor)


def dump(read_dump: Callable[[Readable], None]) -> Mapping[str, int]:
    """Pass a dump of the database to `read_dump` and return the row count of each table in it.

    Discard what `read_dump` has written when this raises BackupError.
    """
    if engine() == "sqlite":
        return _dump_sqlite(read_dump)
    # The counts and the dump share one exported snapshot, so they are of the same moment.
    with transaction.atomic(), connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SELECT pg_export_snapshot()")
        moment = cursor.fetchone()[0]
        arguments = ["--format=custom", f"--snapshot={moment}", f"--exclude-schema={ASIDE}*"]
        with _tool("pg_dump", *arguments, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None  # noqa: S101 - PIPE was passed
            read_dump(process.stdout)
        return rows_of_each_table()


def load(write_dump: Callable[[Writable], None]) -> None:
    """Restore the dump that `write_dump` writes into the empty database. Raises BackupError."""
    if engine() == "postgresql":
        arguments = ["--no-owner", "--exit-on-error", "--single-transaction"]
        with _tool("pg_restore", *arguments, stdin=subprocess.PIPE) as process:
            assert process.stdin is not None  # noqa: S101 - PIPE was passed
            write_dump(process.stdin)
        return
    # Restored under a temporary name in the same folder with mode 0600, and renamed when complete.
    path = _sqlite_file()
    connections.close_all()
    unfinished = path.with_name(UNFINISHED + path.name)
    unfinished.unlink(missing_ok=True)  # left by a killed restore
    try:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as target:
            write_dump(target)
            target.flush()
            os.fsync(target.fileno())
        for file in _database_files(path):  # of the empty database in its place
            file.unlink(missing_ok=True)
        unfinished.rename(path)
    finally:
        unfinished.unlink(missing_ok=True)
    sync(path.parent)


def is_empty() -> bool:
    return not connections[DEFAULT_DB_ALIAS].introspection.table_names()


def others_connected() -> list[str]:
    """Return descriptions of other processes that have the database open.

    SQLite shows at most that there is one. Checking it folds SQLite's write-ahead log into the
    file.
    """
    if engine() == "postgresql":
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute(
                "SELECT pid, usename, application_name FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid() "
                "AND backend_type = 'client backend' ORDER BY pid"
            )
            return [
                f"process {pid} of {user} {name}".strip() for pid, user, name in cursor.fetchall()
            ]
    path = _sqlite_file()
    connections.close_all()
    if not path.exists():
        return []
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        try:
            # Leaving WAL mode succeeds only for the sole connection.
            connection.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError:
            return [f"a process that has {path} open"]
        except sqlite3.DatabaseError:  # damaged, so no process can be using it
            return []
    return []


def set_aside(label: str, *, target: Path) -> str:
    """Move the present database out of the way without deleting it, and return where it is now."""
    if engine() == "sqlite":
        path = _sqlite_file()
        connections.close_all()
        target.mkdir(mode=0o700, exist_ok=True)
        for file in _database_files(path):
            if file.exists():
                file.rename(target / file.name)
        return str(target / path.name)
    schema = ASIDE + label
    with transaction.atomic(), connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(f'ALTER SCHEMA public RENAME TO "{schema}"')
        cursor.execute("CREATE SCHEMA public")
    return f"schema {schema}"


def rows_of_each_table() -> Mapping[str, int]:
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        return {table: _rows(cursor, table) for table in _tables()}


def require_whole() -> None:
    """Raise BackupError when SQLite finds damaged pages or dangling foreign keys."""
    if engine() != "sqlite":
        return
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        if cursor.fetchall() != [("ok",)]:
            raise BackupError("the database file is damaged")
        cursor.execute("PRAGMA foreign_key_check")
        if dangling := cursor.fetchall():
            raise BackupError(f"rows refer to rows that are not there: {dangling[:5]}")


def _dump_sqlite(read_dump: Callable[[Readable], None]) -> Mapping[str, int]:
    # One read transaction, so that row counts and pages are of the same moment however busy the
    # writers are.
    tables = _tables()
    with closing(sqlite3.connect(_sqlite_file(), isolation_level=None)) as source:
        source.execute("BEGIN")
        rows = {table: _rows(source, table) for table in tables}
        page_bytes = int(source.execute("PRAGMA page_size").fetchone()[0])
        pages = source.execute("PRAGMA page_count").fetchone()[0]
        if pages * page_bytes >= _MOST_IN_MEMORY:
            raise BackupError("SQLite snapshots are made in memory, up to 1 GB; move to PostgreSQL")
        with (
            closing(sqlite3.connect(":memory:", isolation_level=None)) as smallest,
            closing(sqlite3.connect(":memory:", isolation_level=None)) as copy,
        ):
            # Needs twice the size of the database in memory for a moment. It cannot be streamed: a
            # copy on disk would be readable, and Debian builds SQLite without sqlite_dbpage. A
            # deserialized database is serialized without another copy in memory.
            smallest.execute(f"PRAGMA page_size = {page_bytes}")
            smallest.execute("CREATE TABLE t (a)")
            copy.deserialize(smallest.serialize())
            source.backup(copy, pages=-1)
            content = copy.serialize()
        source.execute("COMMIT")
    read_dump(BytesIO(content))
    return rows


def _sqlite_file() -> Path:
    return Path(connections[DEFAULT_DB_ALIAS].settings_dict["NAME"])


def _database_files(path: Path) -> list[Path]:
    return [path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")]


@contextmanager
def _tool(
    name: str,
    *arguments: str,
    stdin: int = subprocess.DEVNULL,
    stdout: int = subprocess.DEVNULL,
) -> Iterator[subprocess.Popen[bytes]]:
    # Runs PostgreSQL's own program against the configured server, and waits until it has ended.
    database = _direct_database()
    program = shutil.which(name)
    if program is None:
        raise BackupError(f"{name} is not installed (Debian: apt install postgresql-client)")
    with tempfile.TemporaryFile() as stderr:
        process = subprocess.Popen(  # noqa: S603 - our own arguments
            [program, f"--dbname={connection_string(database)}", *arguments],
            # Not among the arguments, which everybody on the machine may read
            env={"PATH": os.defpath, "PGPASSWORD": str(database["PASSWORD"])},
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
        )
        try:
            yield process
        except Exception:
            _wait_for(process)
            if process.stdin is not None:  # pg_restore may have failed first: report its error
                _require_success(name, process, stderr)
            raise
        _wait_for(process)
        _require_success(name, process, stderr)


def _direct_database() -> Mapping[str, Any]:
    # These programs change settings of their session: behind a pooler, of somebody else's.
    if settings.DIRECT_DATABASE:
        return settings.DIRECT_DATABASE
    if settings.ENVIRONMENT.database_pooler:
        raise BackupError(
            "DATABASE_POOLER is on and DATABASE_DIRECT_URL is empty: give the database's own "
            "address, past the pooler"
        )
    return connections[DEFAULT_DB_ALIAS].settings_dict


def _wait_for(process: subprocess.Popen[bytes]) -> None:
    # Closing our end of the pipe lets the program end; with an unread pipe it would wait forever.
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(BrokenPipeError):
                pipe.close()
    process.wait()


def _require_success(name: str, process: subprocess.Popen[bytes], stderr: IO[bytes]) -> None:
    if process.returncode:
        stderr.seek(0)
        raise BackupError(f"{name}: {stderr.read(500).decode(errors='replace').strip()}")


def _tables() -> list[str]:
    return sorted(connections[DEFAULT_DB_ALIAS].introspection.table_names())


def _rows(cursor: Any, table: str) -> int:
    result = cursor.execute(f'SELECT COUNT(*) FROM "{table}"')  # noqa: S608 - the database's own names
    return int((result or cursor).fetchone()[0])
