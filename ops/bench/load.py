"""Load a call with wrk: requests per second, median and p99 latency."""

import itertools
import re
import statistics
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field

from ops.machine import require
from ops.places import API, with_tools
from ops.served import Server

ROUNDS, SECONDS, CONNECTIONS = 3, 2, 16
EVEN = 0.3  # least share of the work that each of two workers must have done
MOST_TRIES = 5
_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Asked:
    """A call as visitors make it; `script` is a file of api/bench that builds each request."""

    name: str
    path: str
    script: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    headers: tuple[str, ...] = ("Accept-Encoding: gzip",)


@dataclass(frozen=True, slots=True)
class Speed:
    """Result of one round; `failed` counts responses other than 2xx and 3xx, and socket errors."""

    per_second: float
    median_ms: float
    p99_ms: float
    failed: int = 0


def load(asked: Asked, site: str) -> Speed:
    """Run one round of wrk.

    Each round has its own number, so that each reserves for visitors of its own.
    """
    require("wrk")
    script = ["-s", str(API / "bench" / asked.script)] if asked.script else []
    headers = [part for header in asked.headers for part in ("-H", header)]
    ran = subprocess.run(
        [
            *("wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency"),
            *(*headers, *script, site + asked.path),
        ],
        env=with_tools(**asked.environment, BENCH_ROUND=str(next(_numbers))),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return _speed(ran.stdout)


def evenly(server: Server, a_round: Callable[[], Speed]) -> Speed:
    """Run a round again if one worker did nearly all of the work.

    It had accepted the connections before the other woke up, and keep-alive connections never move
    to another worker. Behind nginx, where more connections are opened, this does not happen.
    """
    for _ in range(MOST_TRIES - 1):
        before = server.worked()
        speed = a_round()
        worked = [now - then for then, now in zip(before, server.worked(), strict=True)]
        if len(worked) == 1 or min(worked) >= EVEN * sum(worked):
            return speed
    return a_round()


def in_turns(*rounds: Callable[[], Speed]) -> list[Speed]:
    """Return each one's median; rounds alternate, so that other load affects all of them alike."""
    told = [[one() for one in rounds] for _ in range(ROUNDS)]
    return [_middle(list(of_one)) for of_one in zip(*told, strict=True)]


def _speed(told: str) -> Speed:
    failed = re.search(r"Non-2xx or 3xx responses: (\d+)", told)
    torn = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", told)
    return Speed(
        per_second=float(re.findall(r"Requests/sec:\s+([\d.]+)", told)[0]),
        median_ms=_milliseconds(re.findall(r"^ +50% +(\S+) *$", told, re.MULTILINE)[0]),
        p99_ms=_milliseconds(re.findall(r"^ +99% +(\S+) *$", told, re.MULTILINE)[0]),
        failed=(int(failed[1]) if failed else 0) + sum(map(int, torn.groups() if torn else ())),
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
