"""The product as `make run` serves it, on data of its own, while it is measured."""

import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ops.places import ROOT, with_tools
from ops.postgresql import free_port


@contextmanager
def served() -> Iterator[str]:
    """The site's address."""
    with served_on(STANDBY_RATE_LIMITS="off") as (site, _):
        yield site


@contextmanager
def served_on(**settings: str) -> Iterator[tuple[str, Path]]:
    """The site's address, and the folder of its data."""
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


def wait_until_ready(port: int) -> None:
    for _ in range(300):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("The server to be measured did not start.")
