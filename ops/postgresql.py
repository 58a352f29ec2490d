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

from ops.machine import require
from ops.once import quietly
from ops.places import API, PYTHON

SUPERUSER = "postgres"
TEMPLATE = "migrated"
_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it
_ENOUGH_BYTES = 2 * 1024**3
_WAITS_FOR_NO_DISK = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n"


_CREATE_DATABASE = (
    "import psycopg, sys; psycopg.connect(sys.argv[1], autocommit=True)"
    ".execute('CREATE DATABASE ' + sys.argv[2])"
)


@contextmanager
def postgresql(*, in_memory: bool = False) -> Iterator[tuple[str, Path]]:
    """Run a new cluster, and yield the URL of its empty database and its folder.

    It is as durable as in production, unless it is `in_memory`.
    """
    programs = require("initdb").parent
    place = _MEMORY if in_memory and _has_room(_MEMORY) else None
    folder = Path(tempfile.mkdtemp(prefix="standby-postgresql-", dir=place))
    owner = _owner(folder)
    port = free_port()
    data = ["-D", str(folder / "data")]
    try:
        _run([programs / "initdb", *data, "-U", SUPERUSER, "-A", "trust", "-E", "UTF8"], owner)
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
    quietly([PYTHON, "-c", _CREATE_DATABASE, url, TEMPLATE])
    quietly([PYTHON, "manage.py", "migrate", "-v0"], cwd=API, DATABASE_URL=f"{address}/{TEMPLATE}")


def _has_room(folder: Path) -> bool:
    return folder.is_dir() and shutil.disk_usage(folder).free > _ENOUGH_BYTES


def start(folder: Path) -> None:
    """Start the cluster in this folder; after a crash it recovers from its log."""
    log = str(folder / "log")
    _run([*_control(folder), "-l", log, "start"], _owner(folder))


def crash(folder: Path) -> None:
    """Kill the cluster, so that none of its processes can finish anything."""
    stop = [*_control(folder), "-m", "immediate", "stop"]
    subprocess.run(stop, check=False, capture_output=True, **_owner(folder))


def _control(folder: Path) -> list[Path | str]:
    return [require("initdb").parent / "pg_ctl", "-D", str(folder / "data"), "-w"]


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def _owner(folder: Path) -> dict[str, Any]:
    # PostgreSQL refuses to run as root, so root runs it as the user of its Debian package.
    if os.geteuid() != 0:
        return {"cwd": folder}
    shutil.chown(folder, SUPERUSER, SUPERUSER)
    return {"cwd": folder, "user": SUPERUSER, "group": SUPERUSER, "extra_groups": []}


def _run(command: list[Path | str], owner: dict[str, Any]) -> None:
    ran = subprocess.run(
        command,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        **owner,
    )
    if ran.returncode:
        raise SystemExit(f"PostgreSQL did not start: {ran.stderr}")


if __name__ == "__main__":
    is_in_memory = sys.argv[1] == "--in-memory"
    with postgresql(in_memory=is_in_memory) as (url, folder):
        found_in = {"DATABASE_URL": url, "POSTGRESQL_FOLDER": str(folder)}
        if is_in_memory:
            make_template(url)
            found_in["TEST_DATABASE_TEMPLATE"] = TEMPLATE
        command = sys.argv[2:] if is_in_memory else sys.argv[1:]
        sys.exit(subprocess.run(command, env={**os.environ, **found_in}).returncode)
