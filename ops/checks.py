"""`make check` and `make test`: every check, the quick ones first, and a table of how it went."""

import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from ops.build import build
from ops.install import install
from ops.machine import require
from ops.places import API, ROOT, WEB, with_tools
from ops.postgresql import free_port

ON_POSTGRESQL = [sys.executable, "-m", "ops.postgresql"]
PYTEST = ["pytest", "-c", "api/pyproject.toml", "--rootdir", "api"]
RACES = [*PYTEST, "-s", "api/tests/races"]
FUZZ = [sys.executable, "-m", "ops.fuzz", "20"]
UNITS = "not slow and not live"
LONG = "slow and not live"
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Outcome(StrEnum):
    PASSED = "passed"
    FAILED = "FAILED"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One check; `shows` when what it prints is worth reading even when it passes.

    `has_logs` when what it logs is worth reading too.
    """

    name: str
    command: list[str]
    cwd: Path = ROOT
    shows: bool = False
    has_logs: bool = True


@dataclass(frozen=True, slots=True)
class Result:
    name: str
    outcome: Outcome
    seconds: float
    words: str


QUICK = (
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
    Part(name="web: units", command=["vitest", "run"], cwd=WEB),
    Part(
        name="python: units",
        command=["pytest", "--cov", "-m", UNITS],
        cwd=API,
    ),
)
BUILD = "web: build"
# Beside the parts that judge no time: they need one core, for a quarter of an hour in CI.
LONG_TESTS = Part(
    name="python: long tests",
    command=[*PYTEST, "-s", "-m", LONG, "--ignore", "api/tests/races", "api/tests"],
    shows=True,
    has_logs=False,
)
RACING = (
    Part(name="races on SQLite", command=RACES, shows=True),
    Part(name="races on PostgreSQL", command=[*ON_POSTGRESQL, *RACES], shows=True),
    Part(name="fuzz on SQLite", command=FUZZ),
    Part(name="fuzz on PostgreSQL", command=[*ON_POSTGRESQL, *FUZZ]),
)
BESIDE_LONG_TESTS = (
    Part(
        name="python: units on PostgreSQL",
        command=[*ON_POSTGRESQL, *PYTEST, "-m", UNITS, "api/tests"],
    ),
    Part(
        name="web: valid HTML",
        command=["html-validate", "--config", ".htmlvalidate.mjs", "dist/**/*.html"],
        cwd=WEB,
    ),
    Part(name="browser", command=["playwright", "test"], cwd=WEB, shows=True),
)
LIGHTHOUSE = Part(name="lighthouse", command=["python", "-m", "ops.lighthouse"], shows=True)
ON_THE_BUILT_PAGES = (*RACING, LONG_TESTS, *BESIDE_LONG_TESTS, LIGHTHOUSE)


def check(*, everything: bool) -> int:
    install()
    results = [_ran(part) for part in QUICK]
    if everything:
        require("initdb")
        require("nginx")
        require("chromium")
        results += _all_on_the_built_pages()
    _print_table(results)
    return 1 if any(result.outcome is not Outcome.PASSED for result in results) else 0


def _all_on_the_built_pages() -> list[Result]:
    built = _built()
    if built.outcome is not Outcome.PASSED:
        return [built, *(Result(part.name, Outcome.SKIPPED, 0, "") for part in ON_THE_BUILT_PAGES)]
    raced = [_ran(part) for part in RACING]
    with ThreadPoolExecutor(max_workers=1) as aside:
        long_tests = aside.submit(_ran, LONG_TESTS)
        beside = [_ran(part) for part in BESIDE_LONG_TESTS]
    return [built, *raced, long_tests.result(), *beside, _ran(LIGHTHOUSE)]


def _built() -> Result:
    start = time.monotonic()
    try:
        build()
    except SystemExit as failed:
        print(f"✗ {BUILD}\n{failed}", flush=True)
        return Result(BUILD, Outcome.FAILED, time.monotonic() - start, "")
    return Result(BUILD, Outcome.PASSED, time.monotonic() - start, "")


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
    return Result(part.name, outcome, seconds, _last_line(ran.stdout))


def _last_line(words: str) -> str:
    lines = [line.strip() for line in _COLOUR.sub("", words).splitlines() if line.strip()]
    return lines[-1][:70] if lines else ""


def _print_table(results: list[Result]) -> None:
    print(f"\n{'part':<28} {'outcome':<8} {'seconds':>7}  last words")
    for result in results:
        print(
            f"{result.name:<28} {result.outcome:<8} {result.seconds:>7.1f}  {result.words}".rstrip()
        )
    failed = [result.name for result in results if result.outcome is not Outcome.PASSED]
    print(f"{sum(result.seconds for result in results):>45.1f}  in all")
    print(f"FAILED: {', '.join(failed)}" if failed else "All passed.", flush=True)


if __name__ == "__main__":
    sys.exit(check(everything="all" in sys.argv))
