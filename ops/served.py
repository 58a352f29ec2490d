"""Serve the product, or another application on its server, with temporary data."""

import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ops.places import API, ROOT, with_tools
from ops.postgresql import free_port

PRODUCT = "standby.wsgi"


@dataclass(frozen=True, slots=True)
class Server:
    """A running server; `pid` is the parent of the worker processes."""

    port: int
    pid: int
    started_in_s: float

    def worked(self) -> list[float]:
        """Return the CPU time, in clock ticks, that each worker has used."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        stats = [Path(f"/proc/{child}/stat").read_text().rpartition(")")[2] for child in children]
        return [sum(map(float, stat.split()[11:13])) for stat in stats]

    @property
    def site(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def served() -> Iterator[str]:
    """Serve the product without rate limits, and yield the site's address."""
    with served_on(STANDBY_RATE_LIMITS="off") as (site, _):
        yield site


@contextmanager
def served_on(**settings: str) -> Iterator[tuple[str, Path]]:
    """Serve the product with `ops.run`; yield the site's address and its data folder."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="standby-served-") as data:
        product = subprocess.Popen(
            [sys.executable, "-m", "ops.run"],
            cwd=ROOT,
            env=with_tools(PORT=str(port), STANDBY_DATA=data, **settings),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_until_ready(port)
            yield f"http://127.0.0.1:{port}", Path(data)
        finally:
            product.send_signal(signal.SIGTERM)
            product.wait(60)


@contextmanager
def gunicorn(application: str = PRODUCT, *, log: Path, **settings: str) -> Iterator[Server]:
    """Run only the server, with the product's server settings, on a prepared database."""
    port, begun = free_port(), time.monotonic()
    with log.open("ab") as words:
        server = subprocess.Popen(
            ["gunicorn", "-c", "python:standby.server.serving", f"{application}:application"],
            cwd=API,
            env=with_tools(**settings, PORT=str(port)),
            stdin=subprocess.DEVNULL,
            stdout=words,
            stderr=words,
            start_new_session=True,
        )
    try:
        wait_until_ready(port)
        yield Server(port, pid=server.pid, started_in_s=time.monotonic() - begun)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


def wait_until_ready(port: int, *, path: str = "/readyz", within_s: float = 240) -> None:
    give_up_at = time.monotonic() + within_s
    while time.monotonic() < give_up_at:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise SystemExit("The server to be measured did not start.")
