"""Serve the product for measurements and fuzzing, with temporary data."""

import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ops.places import API, ROOT, with_tools
from ops.postgresql import free_port


@contextmanager
def served(**settings: str) -> Iterator[tuple[str, Path]]:
    """Serve the product with `ops.run`; yield the site's address and its data folder."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="standby-served-") as data:
        environment = with_tools(PORT=str(port), STANDBY_DATA=data, **settings)
        command = [sys.executable, "-m", "ops.run"]
        with _running(command, ROOT, Path(data) / "log", environment):
            wait_until_ready(port)
            yield f"http://127.0.0.1:{port}", Path(data)


@contextmanager
def gunicorn(*, log: Path, **settings: str) -> Iterator[str]:
    """Run only the server, with the product's server settings, on a prepared database."""
    port = free_port()
    command = ["gunicorn", "-c", "python:standby.server.serving", "standby.wsgi:application"]
    with _running(command, API, log, with_tools(**settings, PORT=str(port))):
        wait_until_ready(port)
        yield f"http://127.0.0.1:{port}"


@contextmanager
def _running(
    command: list[str], cwd: Path, log: Path, environment: dict[str, str]
) -> Iterator[None]:
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def wait_until_ready(port: int, *, within_s: float = 240) -> None:
    give_up_at = time.monotonic() + within_s
    while time.monotonic() < give_up_at:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise SystemExit("The server did not start.")
