"""`make bench`: how fast this machine answers, beside the limit of the same server by hand.

Bounded: loopback only, two seconds a run, three runs a case, then Lighthouse on five pages.
"""

import json
import os
import platform
import re
import signal
import sqlite3
import statistics
import subprocess
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from ops import lighthouse
from ops.build import build
from ops.install import install
from ops.machine import require
from ops.once import quietly
from ops.page_weight import weight_table
from ops.places import API, PYTHON, ROOT, with_tools
from ops.plain_pages import plain_site
from ops.postgresql import free_port
from ops.served import wait_until_ready

TABLE = ROOT / "docs" / "performance.md"
MARK = "<!-- Everything below is written by `make bench`. -->"
PREPARE: list[str | Path] = [PYTHON, "-m", "standby.config.prepare"]
ROUNDS, SECONDS, CONNECTIONS = 3, 2, 16
CREWS = 100  # on each day, so that nobody is refused
ADDRESS = "25+Grogans+Mill+Rd,+The+Woodlands,+TX+77380"


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    path: str
    is_reserve: bool = False


CASES = (
    Case("prerendered page", "/"),
    Case("price book", "/api/price-book"),
    Case("coverage check", f"/api/coverage-check?address={ADDRESS}"),
    Case("availability", "/api/availability"),
    Case("reserve", "/api/create-installation-order", is_reserve=True),
)
BEHIND = ("proposals", "photos", "outbox")


@dataclass(frozen=True, slots=True)
class Speed:
    per_second: float
    median_ms: float
    p99_ms: float
    failed: int


@dataclass(frozen=True, slots=True)
class Trial:
    """Two servers of one kind, ours and the bare one, on the same data."""

    ours: int
    bare: int
    days: str


def bench() -> None:
    install()
    build()
    require("wrk")
    require("chromium")
    with tempfile.TemporaryDirectory(prefix="standby-bench-") as folder:
        data = Path(folder)
        quietly(PREPARE, cwd=API, STANDBY_DATA=folder, DATABASE_URL="")
        with _served("standby.config.wsgi", data) as ours:
            days = _open_days_with_many_crews(ours, data)
            recorded = _recorded(data)
            with _served("bench.bare", data, BENCH_RECORDED=str(recorded)) as bare:
                trial = Trial(ours=ours, bare=bare, days=days)
                speeds = [_compare(case, trial) for case in CASES]
            pages = _pages(ours, data)
    report = "\n\n".join([_machine(), _speed_table(speeds), _behind(), pages, weight_table()])
    TABLE.write_text(f"{TABLE.read_text().split(MARK)[0]}{MARK}\n\n{report}\n")
    print(report)


def _recorded(data: Path) -> Path:
    """The product's own SQL, for the bare application to repeat."""
    file = data / "recorded.json"
    here = {"STANDBY_DATA": str(data), "STANDBY_RATE_LIMITS": "off", "DATABASE_URL": ""}
    quietly([PYTHON, "-m", "bench.recorded", file], cwd=API, **here)
    return file


def _behind() -> str:
    """What happens after a reservation, each measured by a script of its own."""
    told = [
        subprocess.run(
            [PYTHON, f"bench/{name}.py"],
            cwd=API,
            env=with_tools(),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout.strip()
        for name in BEHIND
    ]
    return "\n".join(["```", *told, "```"])


def _pages(ours: int, data: Path) -> str:
    """Ours beside plain pages of the same content, on the same server."""
    site = data / "plain"
    plain_site(site, paths=[page.path for page in lighthouse.PAGES])
    settings = "standby.config.settings"
    environment = {"PLAIN_SITE": str(site), "DJANGO_SETTINGS_MODULE": settings}
    with _served("bench.plain", data, **environment) as plain:
        return lighthouse.table(
            lighthouse.measured(f"http://127.0.0.1:{ours}"),
            lighthouse.measured(f"http://127.0.0.1:{plain}"),
        )


@contextmanager
def _served(application: str, data: Path, **more: str) -> Iterator[int]:
    """The port on which this application is served, by the product's own server settings."""
    port = free_port()
    server = subprocess.Popen(
        ["gunicorn", "-c", "python:standby.config.serving", f"{application}:application"],
        cwd=API,
        env=with_tools(
            PORT=str(port),
            STANDBY_DATA=str(data),
            STANDBY_RATE_LIMITS="off",
            DATABASE_URL="",
            **more,
        ),
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wait_until_ready(port)
        yield port
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


def _compare(case: Case, trial: Trial) -> tuple[Case, Speed, Speed]:
    """Rounds take turns, so that what else the machine does meets both alike."""
    rounds = [
        (_run(case, trial.ours, trial.days, number), _run(case, trial.bare, trial.days, number))
        for number in range(1, ROUNDS + 1)
    ]
    return case, _middle([one for one, _ in rounds]), _middle([other for _, other in rounds])


def _run(case: Case, port: int, days: str, number: int) -> Speed:
    script = ["-s", str(API / "bench" / "reserve.lua")] if case.is_reserve else []
    load = ["-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency", *script]
    ran = subprocess.run(
        ["wrk", *load, f"http://127.0.0.1:{port}{case.path}"],
        env=with_tools(BENCH_DAYS=days, BENCH_ROUND=str(number)),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return _speed(ran.stdout)


def _speed(told: str) -> Speed:
    failed = re.search(r"Non-2xx or 3xx responses: (\d+)", told)
    return Speed(
        per_second=float(re.findall(r"Requests/sec:\s+([\d.]+)", told)[0]),
        median_ms=_milliseconds(re.findall(r"50%\s+(\S+)", told)[0]),
        p99_ms=_milliseconds(re.findall(r"99%\s+(\S+)", told)[0]),
        failed=int(failed[1]) if failed else 0,
    )


def _milliseconds(told: str) -> float:
    number, unit = re.findall(r"([\d.]+)(us|ms|s)", told)[0]
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def _middle(speeds: list[Speed]) -> Speed:
    return Speed(
        per_second=statistics.median(speed.per_second for speed in speeds),
        median_ms=statistics.median(speed.median_ms for speed in speeds),
        p99_ms=statistics.median(speed.p99_ms for speed in speeds),
        failed=sum(speed.failed for speed in speeds),
    )


def _open_days_with_many_crews(port: int, data: Path) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/availability", timeout=10) as answer:
        days = [day["date"] for day in json.load(answer)["days"] if day["open"]]
    rows = [(day, CREWS, "bench") for day in days]
    with closing(sqlite3.connect(data / "standby.sqlite3", timeout=20)) as database, database:
        database.executemany("INSERT INTO crew_days (day, crews, reason) VALUES (?, ?, ?)", rows)
    return " ".join(days)


def _machine() -> str:
    cores = len(os.sched_getaffinity(0))
    return (
        f"Measured on {date.today().isoformat()} on a machine with {cores} cores, "  # noqa: DTZ011
        f"{platform.machine()}, Python {platform.python_version()}, SQLite; "
        f"{CONNECTIONS} connections, medians of {ROUNDS} runs of {SECONDS} s."
    )


def _speed_table(speeds: list[tuple[Case, Speed, Speed]]) -> str:
    head = (
        "| Call | per second | p50 ms | p99 ms | bare: per second | p50 ms | p99 ms | of it |\n"
        "| --- | --: | --: | --: | --: | --: | --: | --: |"
    )
    return "\n".join([head, *(_speed_row(*one) for one in speeds)])


def _speed_row(case: Case, ours: Speed, bare: Speed) -> str:
    cells = [case.name, *_cells(ours), *_cells(bare), f"{ours.per_second / bare.per_second:.0%}"]
    if ours.failed or bare.failed:
        cells[0] += f" ({ours.failed} refused)"
    return f"| {' | '.join(cells)} |"


def _cells(speed: Speed) -> list[str]:
    return [f"{speed.per_second:,.0f}", f"{speed.median_ms:.1f}", f"{speed.p99_ms:.1f}"]


if __name__ == "__main__":
    bench()
