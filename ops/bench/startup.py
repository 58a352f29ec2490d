"""Time until the server is ready, its memory, and `make run` on a fresh clone."""

import os
import signal
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ops.bench.calls import READS
from ops.bench.ground import Ground, ground
from ops.bench.load import load
from ops.bench.report import Part, table
from ops.places import ROOT, with_tools
from ops.postgresql import free_port
from ops.served import wait_until_ready

STARTS = 5
WORKERS = 2
FIRST_RUN_WITHIN_S = 900


def startup() -> Part:
    with ground() as shop:
        text = f"{_starts(shop)}\n\n{_memory(shop)}"
    return Part("Start and memory", text)


def first_runs() -> Part:
    """Measure the first and the second `make run` on a fresh clone.

    The first one installs over the network, or from the caches of package managers.
    """
    with tempfile.TemporaryDirectory(prefix="standby-clone-") as made:
        clone = Path(made) / "standby"
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        rows = [[name, f"{_run(clone):.1f}"] for name in ("first", "second")]
    return Part("`make run` on a fresh clone", table(("Time", "seconds until it is ready"), rows))


def _starts(shop: Ground) -> str:
    took_s = []
    for _ in range(STARTS):
        with shop.ours(processes=WORKERS) as server:
            took_s.append(server.started_in_s)
    return (
        f"From starting the server with {WORKERS} workers to its first ready answer: "
        f"{statistics.median(took_s):.2f} s, the slowest of {STARTS} {max(took_s):.2f} s."
    )


def _memory(shop: Ground) -> str:
    # Measured after load, when caches are filled.
    with shop.ours(processes=WORKERS) as server:
        for asked in READS:
            load(asked, server.site)
        processes = {"the parent": server.pid}
        for number, pid in enumerate(_children(server.pid), start=1):
            processes[f"worker {number}"] = pid
        rows = [[name, *_megabytes(pid)] for name, pid in processes.items()]
    return table(("Memory after load", "PSS MB", "USS MB"), rows)


def _children(pid: int) -> list[int]:
    told = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(one) for one in told.split()]


def _megabytes(pid: int) -> tuple[str, str]:
    # PSS (private memory and a proportional share of shared memory) and USS (private memory alone).
    told = [line.split() for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()]
    kilobytes = {words[0]: int(words[1]) for words in told if words[-1] == "kB"}
    own = kilobytes["Private_Clean:"] + kilobytes["Private_Dirty:"]
    return f"{kilobytes['Pss:'] / 1024:.0f}", f"{own / 1024:.0f}"


def _run(clone: Path) -> float:
    begun = time.monotonic()
    with _made_run(clone) as port:
        wait_until_ready(port, within_s=FIRST_RUN_WITHIN_S)
        return time.monotonic() - begun


@contextmanager
def _made_run(clone: Path) -> Iterator[int]:
    port = free_port()
    given = {name: text for name, text in with_tools().items() if name != "STANDBY_DATA"}
    given["PATH"] = os.environ["PATH"]  # our own tools are not installed there yet
    run = subprocess.Popen(
        ["make", "run"],
        cwd=clone,
        env={**given, "PORT": str(port)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield port
    finally:
        os.killpg(run.pid, signal.SIGTERM)
        run.wait(60)
