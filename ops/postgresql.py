"""Run a command beside a temporary PostgreSQL server on loopback.

`python -m ops.postgresql <command …>`: the command gets the server's URL in DATABASE_URL and, for
tests that crash it, its folder in POSTGRESQL_FOLDER. With `--in-memory` as the first argument, for
tests that crash nothing, the cluster is in memory and not durable, and TEST_DATABASE_TEMPLATE names
a migrated database to copy.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ops.tools import API, PYTHON, quietly, require

SUPERUSER = "postgres"
TEMPLATE = "migrated"
_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it
_ENOUGH_BYTES = 2 * 1024**3
_WAITS_FOR_NO_DISK = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n"
_CREATE_TEMPLATE = (
    "import psycopg, sys; psycopg.connect(sys.argv[1], autocommit=True)"
    f".execute('CREATE DATABASE {TEMPLATE}')"
)


@contextmanager
def postgresql(*, in_memory: bool = False) -> Iterator[tuple[str, Path]]:
    """Run a new cluster, and yield the URL of its empty database and its folder.

    It is as durable as in production, unless it is `in_memory`.
    """
    initdb = require("initdb")
    has_room = _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ENOUGH_BYTES
    folder = Path(
        tempfile.mkdtemp(
            prefix="standby-postgresql-", dir=_MEMORY if in_memory and has_room else None
        )
    )
    port = free_port()
    if os.geteuid() == 0:
        shutil.chown(folder, SUPERUSER, SUPERUSER)
    try:
        _run([initdb, "-U", SUPERUSER, "-A", "trust", "-E", "UTF8"], folder)
        with (folder / "data" / "postgresql.conf").open("a") as settings:
            settings.write(f"port = {port}\nlisten_addresses = '127.0.0.1'\n")
            settings.write(f"unix_socket_directories = '{folder}'\n")
            if in_memory:
                settings.write(_WAITS_FOR_NO_DISK)
        start(folder)
        yield f"postgresql://{SUPERUSER}@127.0.0.1:{port}/postgres", folder
    finally:
        crash(folder)
        shutil.rmtree(folder, ignore_errors=True)


def make_template(url: str) -> None:
    """Create a migrated database for tests to copy."""
    address = url.rpartition("/")[0]
    quietly([PYTHON, "-c", _CREATE_TEMPLATE, url])
    quietly([PYTHON, "manage.py", "migrate", "-v0"], cwd=API, DATABASE_URL=f"{address}/{TEMPLATE}")


def start(folder: Path) -> None:
    """Start the cluster in this folder; after a crash it recovers from its log."""
    _run([_pg_ctl(), "-w", "-l", folder / "log", "start"], folder)


def crash(folder: Path) -> None:
    """Kill the cluster, so that none of its processes can finish anything."""
    _run([_pg_ctl(), "-w", "-m", "immediate", "stop"], folder, check=False)


def _pg_ctl() -> Path:
    return require("initdb").parent / "pg_ctl"


def _run(command: list[Path | str], folder: Path, *, check: bool = True) -> None:
    # PostgreSQL refuses to run as root, so root runs it as the user of its Debian package.
    owner: dict[str, Any] = {"user": SUPERUSER, "group": SUPERUSER, "extra_groups": []}
    ran = subprocess.run(
        command,
        check=False,
        cwd=folder,
        env={**os.environ, "PGDATA": str(folder / "data")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        **(owner if os.geteuid() == 0 else {}),
    )
    if check and ran.returncode:
        raise SystemExit(f"PostgreSQL did not start: {ran.stderr}")


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


if __name__ == "__main__":
    is_in_memory = sys.argv[1] == "--in-memory"
    with postgresql(in_memory=is_in_memory) as (url, folder):
        found_in = {"DATABASE_URL": url, "POSTGRESQL_FOLDER": str(folder)}
        if is_in_memory:
            make_template(url)
            found_in["TEST_DATABASE_TEMPLATE"] = TEMPLATE
        command = sys.argv[2:] if is_in_memory else sys.argv[1:]
        sys.exit(subprocess.run(command, env={**os.environ, **found_in}).returncode)
