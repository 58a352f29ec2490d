"""Runs a command beside a PostgreSQL server of its own, on loopback, and removes it afterwards.

`python -m ops.postgresql <command …>`: the command finds it in DATABASE_URL.
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
def postgresql() -> Iterator[str]:
    """The address of an empty cluster's database, with durability as in production."""
    programs = require("initdb").parent
    folder = Path(tempfile.mkdtemp(prefix="standby-postgresql-"))
    owner = _owner(folder)
    port = free_port()
    start = ["-w", "-l", str(folder / "log"), "-o", f"-p {port} -h 127.0.0.1 -k {folder}"]
    data = ["-D", str(folder / "data")]
    try:
        _run([programs / "initdb", *data, "-U", SUPERUSER, "-A", "trust", "-E", "UTF8"], owner)
        _run([programs / "pg_ctl", *data, *start, "start"], owner)
        yield f"postgresql://{SUPERUSER}@127.0.0.1:{port}/postgres"
    finally:
        stop = [str(programs / "pg_ctl"), *data, "-w", "-m", "immediate", "stop"]
        subprocess.run(stop, check=False, capture_output=True, **owner)
        shutil.rmtree(folder, ignore_errors=True)


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
    with postgresql() as url:
        sys.exit(subprocess.run(sys.argv[1:], env={**os.environ, "DATABASE_URL": url}).returncode)
