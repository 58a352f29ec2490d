"""`make check` and `make test`: the checks, the quick ones first, and a table of how it went.

In CI (CI=true) `make test` runs every test there is; without, it leaves out those that take long.
"""

import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from ops.build import build
from ops.faults import Promise, print_table, promises_in
from ops.install import install
from ops.machine import require
from ops.places import API, ROOT, WEB, with_tools
from ops.postgresql import free_port

ON_POSTGRESQL = [sys.executable, "-m", "ops.postgresql"]
PYTEST = ["pytest", "-c", "api/pyproject.toml", "--rootdir", "api"]
SLOWEST = "--durations=12"
BOTH_CORES = ["-n", "2"]
UNITS = "not slow and not live"
LONG = "slow and not live"
RACES = [*PYTEST, "-s", "-m", LONG, "api/tests/races"]
# All that asks a database: as true on the one as on the other.
ON_BOTH = [
    f"api/tests/{folder}"
    for folder in ("apps", "attacks", "faults", "http", "interleavings", "worker")
]
LIVES = [*BOTH_CORES, "-rP", "-m", LONG, "api/tests/flows"]
NEITHER = ["--ignore=api/tests/races", "--ignore=api/tests/flows"]
# The same examples each time, so that a change is judged by itself; `make faults` throws others.
FUZZ = [sys.executable, "-m", "ops.fuzz", "20", "--seed", "20261121"]
# By file name and title. Every day: one city of fifteen, the main walks, sign-in.
LONG_IN_BROWSER = (
    r"staff-(?!sign-in)|photos|after-booking|auth-|polyglots|long-run|/tx/(?!houston)"
    r"|sideways|nothing moves"
)
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_LAST_LINES = 12


class Outcome(StrEnum):
    PASSED = "passed"
    FAILED = "FAILED"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One check; `shows` when what it prints is worth reading even when it passes.

    `has_logs` when what it logs is worth reading too; `tried_on` names the database on which it
    tries what is promised, and its figures come into the table of promises.
    """

    name: str
    command: list[str]
    cwd: Path = ROOT
    shows: bool = False
    has_logs: bool = True
    tried_on: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    name: str
    outcome: Outcome
    seconds: float
    last_lines: tuple[str, ...] = ()
    promises: tuple[Promise, ...] = ()


# One core each.
STATIC = (
    Part(name="python: format", command=["ruff", "format", "--check", "api", "ops"]),
    Part(name="python: lint", command=["ruff", "check", "api", "ops"]),
    Part(name="web: lint and format", command=["biome", "ci"], cwd=WEB),
    Part(name="python: floors", command=["lint-imports"], cwd=API),
    Part(
        name="python: migrations",
        command=["python", "manage.py", "makemigrations", "--check", "--dry-run"],
        cwd=API,
    ),
    Part(name="contract", command=["python", "-m", "ops.contract", "--compare"]),
    Part(name="python: types", command=["mypy", "standby", "tests", "bench", "../ops"], cwd=API),
    Part(name="web: nothing unused", command=["knip"], cwd=WEB),
    Part(name="web: types of pages", command=["astro", "check"], cwd=WEB),
    Part(name="web: types", command=["tsc", "--noEmit"], cwd=WEB),
)
UNIT_TESTS = (
    Part(name="web: units", command=["vitest", "run"], cwd=WEB),
    Part(
        name="python: units",
        command=["pytest", *BOTH_CORES, "--cov", "-m", UNITS],
        cwd=API,
    ),
)
BUILD = "web: build"
VALID_HTML = Part(
    name="web: valid HTML",
    command=["html-validate", "--config", ".htmlvalidate.mjs", "dist/**/*.html"],
    cwd=WEB,
)
EVERYDAY_BROWSER = Part(
    name="browser: main walks",
    command=["playwright", "test", "--grep-invert", LONG_IN_BROWSER],
    cwd=WEB,
    shows=True,
)
BROWSER = Part(name="browser", command=["playwright", "test"], cwd=WEB, shows=True)
# Beside the browser, which judges no time: they often wait.
LONG_TESTS = (
    Part(
        name="python: long tests",
        command=[*PYTEST, SLOWEST, "-s", "-m", LONG, *NEITHER, "api/tests"],
        shows=True,
        has_logs=False,
        tried_on="SQLite",
    ),
    Part(
        name="the same on PostgreSQL",
        command=[*ON_POSTGRESQL, *PYTEST, SLOWEST, "-s", "-m", LONG, *ON_BOTH],
        shows=True,
        has_logs=False,
        tried_on="PostgreSQL",
    ),
)
# Thousands of orders from the first payment to the last: nothing but work for both cores.
LONG_LIVES = (
    Part(
        name="python: long lives",
        command=[*PYTEST, *LIVES],
        shows=True,
        has_logs=False,
        tried_on="SQLite",
    ),
    Part(
        name="long lives on PostgreSQL",
        command=[*ON_POSTGRESQL, *PYTEST, *LIVES],
        shows=True,
        has_logs=False,
        tried_on="PostgreSQL",
    ),
)
RACING = (
    Part(name="races on SQLite", command=RACES, shows=True, tried_on="SQLite"),
    Part(
        name="races on PostgreSQL",
        command=[*ON_POSTGRESQL, *RACES],
        shows=True,
        tried_on="PostgreSQL",
    ),
    Part(name="fuzz on SQLite", command=FUZZ, tried_on="SQLite"),
    Part(name="fuzz on PostgreSQL", command=[*ON_POSTGRESQL, *FUZZ], tried_on="PostgreSQL"),
)
UNITS_ON_POSTGRESQL = Part(
    name="python: units on PostgreSQL",
    command=[*ON_POSTGRESQL, *PYTEST, *BOTH_CORES, "-m", UNITS, "api/tests"],
)
LIGHTHOUSE = Part(name="lighthouse", command=["python", "-m", "ops.lighthouse"], shows=True)
EVERYDAY = (VALID_HTML, EVERYDAY_BROWSER)
ONLY_IN_CI = (UNITS_ON_POSTGRESQL, *RACING, *LONG_TESTS, BROWSER, *LONG_LIVES, LIGHTHOUSE)


def check() -> int:
    install()
    return _told(_quick())


def test() -> int:
    install()
    require("chromium")
    is_ci = bool(os.environ.get("CI"))
    if is_ci:
        require("initdb")
        require("nginx")
    results = [*_quick(), _built()]
    parts = (VALID_HTML, *ONLY_IN_CI) if is_ci else EVERYDAY
    if results[-1].outcome is not Outcome.PASSED:
        results += [Result(part.name, Outcome.SKIPPED, 0) for part in parts]
    elif is_ci:
        results += _everything()
    else:
        results += [_ran(part) for part in parts]
    if is_ci:
        print("\nWhat is promised, and what was found")
        print_table([promise for result in results for promise in result.promises])
    code = _told(results)
    if not is_ci:
        left_out = ", ".join(part.name for part in ONLY_IN_CI)
        print(f"Left out, for they take long: {left_out}. All of it: CI=true make test")
    return code


def _quick() -> list[Result]:
    with ThreadPoolExecutor(max_workers=2) as pair:
        static = list(pair.map(_ran, STATIC))
    return [*static, *(_ran(part) for part in UNIT_TESTS)]


def _everything() -> list[Result]:
    alone = [_ran(part) for part in (VALID_HTML, UNITS_ON_POSTGRESQL, *RACING)]
    with ThreadPoolExecutor(max_workers=len(LONG_TESTS)) as aside:
        long_tests = aside.map(_ran, LONG_TESTS)
        browser = _ran(BROWSER)
    last = [_ran(part) for part in (*LONG_LIVES, LIGHTHOUSE)]
    return [*alone, *long_tests, browser, *last]


def _built() -> Result:
    start = time.monotonic()
    try:
        build()
    except SystemExit as failed:
        print(f"✗ {BUILD}\n{failed}", flush=True)
        return Result(BUILD, Outcome.FAILED, time.monotonic() - start, _last_lines(str(failed)))
    return Result(BUILD, Outcome.PASSED, time.monotonic() - start)


def _ran(part: Part) -> Result:
    start = time.monotonic()
    ran = subprocess.run(
        part.command,
        cwd=part.cwd,
        env=with_tools(PORT=str(free_port()), NO_COLOR="1"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if part.has_logs else subprocess.DEVNULL,
        text=True,
        errors="replace",
        check=False,
    )
    outcome = Outcome.FAILED if ran.returncode else Outcome.PASSED
    seconds = time.monotonic() - start
    print(f"{'✗' if ran.returncode else '✓'} {part.name}  {seconds:.1f} s", flush=True)
    if ran.returncode or part.shows:
        print(ran.stdout, flush=True)
    promises = promises_in(ran.stdout, database=part.tried_on) if part.tried_on else ()
    return Result(part.name, outcome, seconds, _last_lines(ran.stdout), promises)


def _last_lines(words: str) -> tuple[str, ...]:
    lines = [line.strip() for line in _COLOUR.sub("", words).splitlines() if line.strip()]
    return tuple(lines[-_LAST_LINES:])


def _told(results: list[Result]) -> int:
    """The exit code, after the table."""
    print(f"\n{'part':<28} {'outcome':<8} {'seconds':>7}  last words")
    for result in results:
        words = "".join(result.last_lines[-1:])[:70]
        print(f"{result.name:<28} {result.outcome:<8} {result.seconds:>7.1f}  {words}".rstrip())
    print(f"{sum(result.seconds for result in results):>45.1f}  in all")
    failed = [result for result in results if result.outcome is not Outcome.PASSED]
    for result in failed:
        print(f"\n✗ {result.name}", *(line[:150] for line in result.last_lines), sep="\n  ")
    names = ", ".join(result.name for result in failed)
    print(f"FAILED: {names}" if failed else "All passed.", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(test() if "test" in sys.argv else check())
