"""Runs a command beside a PostgreSQL server of its own, on loopback, and removes it afterwards.

`python -m ops.postgresql <command …>`: the command finds it in DATABASE_URL, and the folder, for
who wants to crash it, in POSTGRESQL_FOLDER.
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

SUPERUSER = "postgres"


@contextmanager
def postgresql() -> Iterator[tuple[str, Path]]:
    """The address of an empty cluster's database, with durability as in production; its folder."""
    programs = require("initdb").parent
    folder = Path(tempfile.mkdtemp(prefix="standby-postgresql-"))
    owner = _owner(folder)
    port = free_port()
    data = ["-D", str(folder / "data")]
    try:
        _run([programs / "initdb", *data, "-U", SUPERUSER, "-A", "trust", "-E", "UTF8"], owner)
        with (folder / "data" / "postgresql.conf").open("a") as settings:
            settings.write(f"port = {port}\nlisten_addresses = '127.0.0.1'\n")
            settings.write(f"unix_socket_directories = '{folder}'\n")
        start(folder)
        yield f"postgresql://{SUPERUSER}@127.0.0.1:{port}/postgres", folder
    finally:
        crash(folder)
        shutil.rmtree(folder, ignore_errors=True)


def start(folder: Path) -> None:
    """The cluster that was made in this folder, recovered from its log where it crashed."""
    log = str(folder / "log")
    _run([*_control(folder), "-l", log, "start"], _owner(folder))


def crash(folder: Path) -> None:
    """No process of it gets to finish anything."""
    stop = [*_control(folder), "-m", "immediate", "stop"]
    subprocess.run(stop, check=False, capture_output=True, **_owner(folder))


def _control(folder: Path) -> list[Path | str]:
    return [require("initdb").parent / "pg_ctl", "-D", str(folder / "data"), "-w"]


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def _owner(folder: Path) -> dict[str, Any]:
    """PostgreSQL refuses to run as root: then it runs as the user that its package made."""
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
    with postgresql() as (url, folder):
        found_in = {"DATABASE_URL": url, "POSTGRESQL_FOLDER": str(folder)}
        sys.exit(subprocess.run(sys.argv[1:], env={**os.environ, **found_in}).returncode)
