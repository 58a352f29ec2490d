"""`make check`, `make test` (with CI=true the whole gate) and `make faults`: tables of parts.

A stage's parts run side by side on two cores, quick stages first; after a stage with a failed part
no other stage runs, except in `make faults`. The output ends with skipped tests, the promises with
their evidence, and a table of seconds with the command that runs a failed part alone.
"""

import os
import re
import shlex
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from ops.affected import Changes, changes, remember, working_tree
from ops.build import build
from ops.install import install
from ops.postgresql import free_port
from ops.promises import print_promises
from ops.tools import API, ROOT, WEB, require, with_tools

SQLITE = "SQLite"
POSTGRESQL = "PostgreSQL"
UNITS = "not slow and not nightly and not live and not cluster"
LONG = "slow and not nightly and not live and not cluster"
# Run on the second database too, with the races, when a change touches seats or money.
SEATS_AND_MONEY = (
    "api/tests/faults api/tests/interleavings api/tests/orders api/tests/payments "
    "api/tests/workflows"
)
# Folders whose code writes SQL, locks rows or searches text: units are run again on PostgreSQL.
# `make faults` runs every test on both.
WITH_SQL = (
    f"{SEATS_AND_MONEY} api/tests/accounts api/tests/audit api/tests/backoffice api/tests/company "
    "api/tests/core api/tests/coverage api/tests/crews api/tests/diagnostics api/tests/pricing "
    "api/tests/reports api/tests/tracking api/tests/test_constraints.py "
    "api/tests/test_personal_map.py api/tests/test_migrations.py"
)
# The code that makes seats, money and tables.
_JUDGED_ON_BOTH = (
    "/migrations/",
    "/core/guards",
    "/standby/crews/",
    "/standby/orders/",
    "/standby/payments/",
    "/standby/pricing/",
    "/standby/workflows/",
    "ops/postgresql.py",
)
_RECENT_COMMITS = 10
DURABLE = {SQLITE: "", POSTGRESQL: "python -m ops.postgresql "}
IN_MEMORY = "python -m ops.postgresql --in-memory"
PYTEST = "pytest -p no:cacheprovider -rfEs"
PYTEST_AT_ROOT = f"{PYTEST} -c api/pyproject.toml --rootdir api"
BOTH_CORES = "-n 2 --dist worksteal"  # worksteal: both cores end together
EXAMPLES = "5"  # of each call; `make faults` uses 200
_SKIPPED = re.compile(r"^(?:SKIPPED \[\d+\] .*|\s+-\s+\d+ \[.*)$", re.M)
_COLOR = re.compile(r"\x1b\[[0-9;]*m")
_LAST_LINES = 15


@dataclass(frozen=True, slots=True)
class Part:
    """One check; `database` names the database on which it tests promises."""

    name: str
    command: str
    cwd: Path = ROOT
    database: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a part; `code` is None when it was left out."""

    part: Part
    code: int | None = None
    seconds: float = 0
    output: str = ""

    @property
    def outcome(self) -> str:
        return {None: "left out", 0: "passed"}.get(self.code, "FAILED")


Stage = tuple[Part, ...]

# The longest first: each takes one core.
STATIC: Stage = (
    Part("types", "mypy standby tests ../ops ../perf", API),
    Part("format", "ruff format --check api ops perf"),
    Part("lint", "ruff check api ops perf"),
    Part("imports", "lint-imports", API),
    Part("migrations", "python manage.py makemigrations --check --dry-run", API),
    Part("requirements", "python -m ops.requirements"),
    Part("web: lint and format", "biome ci", WEB),
    Part("web: nothing unused", "knip", WEB),
    Part("web: types of pages", "astro check", WEB),
    Part("web: types", "tsc --noEmit", WEB),
)
WEB_UNITS = Part("web: units", "vitest run --project units", WEB)
UNITS_ON_SQLITE = Part("units", f"{PYTEST} {BOTH_CORES} -m '{UNITS}' --cov", API, SQLITE)
BUILD = Part("web: build", "python -m ops.build")
# The pages of another market: api/tests/test_second_market.py checks what the server says.
SECOND_MARKET = Part("web: second market", "python -m ops.second_market")
BUILT: Stage = (
    Part("web: valid HTML", "html-validate --config .htmlvalidate.mjs 'dist/**/*.html'", WEB),
    Part("web: built pages", "vitest run --project built", WEB),
)
MAIN_WALKS = Part("main walks", "playwright test --grep @main", WEB)
BROWSER = Part("browser", "playwright test", WEB)
UNITS_ON_POSTGRESQL = Part(
    "units on PostgreSQL",
    f"{IN_MEMORY} {PYTEST_AT_ROOT} {BOTH_CORES} -m 'database and {UNITS}' {WITH_SQL}",
    database=POSTGRESQL,
)
AUTH = Part("sign-in service", "vitest run --project auth", WEB)
LIGHTHOUSE = Part("lighthouse", "python -m ops.lighthouse")
# It has a database of its own, and both cores for itself.
CLUSTER = Part("cluster", f"{PYTEST_AT_ROOT} -s -m cluster api/tests/cluster", database=POSTGRESQL)
# The walk in a language that nobody speaks: what stays English could not be translated.
PSEUDO_LANGUAGE = Part("pseudo-language", "python -m ops.pseudo_language")
# The release before and this one serve together (ops/releases.py).
TWO_RELEASES = Part("walks on two releases", "python -m ops.releases")
# They read the project's files, so no change of code tells whether they are affected.
HOUSE_TESTS = Part(
    "house",
    f"{PYTEST} tests/test_house.py tests/test_gate.py tests/test_walks.py "
    "tests/test_specification.py tests/test_specified_fields.py",
    API,
)
COVERED: tuple[Stage, ...] = (STATIC, (WEB_UNITS,), (UNITS_ON_SQLITE,))
EVERYDAY: tuple[Stage, ...] = (*COVERED, (BUILD,), BUILT, (MAIN_WALKS,))


def stages_in_ci() -> tuple[Stage, ...]:
    # Races and long tests run side by side, because they often wait.
    database, *other = databases()
    return (
        *COVERED,
        (BUILD,),
        (*BUILT, SECOND_MARKET),
        (UNITS_ON_POSTGRESQL,),
        _long_on(database),
        (_fuzz_on(database, f"{EXAMPLES} --seed {seed()}"),),
        *(_long_on(one, of=SEATS_AND_MONEY) for one in other),
        (BROWSER,),
        (AUTH, PSEUDO_LANGUAGE),
        (LIGHTHOUSE,),
    )


def stages_of_check(changed: Changes) -> tuple[Stage, ...]:
    """What these changes can have broken, by tools that remember the run before.

    mypy's cache and not its daemon: to that one, models stay as they were when it started.

    `web: types of pages` needs a minute: it runs where a page itself changed.
    """
    web = changed.web
    slow = set() if web is None else {"web: types of pages"}
    static = tuple(_REMEMBERED.get(one.name, one) for one in STATIC if one.name not in slow)
    tests = [HOUSE_TESTS]
    if web is None:
        tests.append(WEB_UNITS)
    elif web:
        files = shlex.join(name.removeprefix("web/") for name in web)
        tests.append(replace(WEB_UNITS, command=f"vitest related --run --project units {files}"))
    if changed.api is None or changed.api:
        # Data that a test read is nothing that testmon sees.
        select = "--testmon-noselect" if changed.api is None else "--testmon-forceselect"
        tests.append(Part("units", f"pytest {BOTH_CORES} {select} -m '{UNITS}'", API, SQLITE))
    return (static, tuple(tests[:2]), *((one,) for one in tests[2:]))


_REMEMBERED = {
    "web: types": Part(
        "web: types",
        "tsc --noEmit --incremental --tsBuildInfoFile node_modules/.cache/types.tsbuildinfo",
        WEB,
    ),
}


def stages_of_faults() -> tuple[Stage, ...]:
    """Every test, unsampled, on both databases: the gate's samples are complete here."""
    everything = f"{PYTEST_AT_ROOT} -s -m 'not live and not cluster' api/tests"
    tests = tuple(
        Part(f"all tests on {one}", DURABLE[one] + everything, database=one)
        for one in (SQLITE, POSTGRESQL)
    )
    fuzz = (_fuzz_on(SQLITE, "200"), _fuzz_on(POSTGRESQL, "200"))
    return (
        (BUILD,),
        (AUTH,),
        tests,
        (CLUSTER,),
        fuzz,
        (BROWSER,),
        (PSEUDO_LANGUAGE,),
        (TWO_RELEASES,),
        (LIGHTHOUSE,),
    )


def _long_on(database: str, *, of: str = "api/tests") -> Stage:
    long = f"{DURABLE[database]}{PYTEST_AT_ROOT} -s -m '{LONG}'"
    rest = f"{long} --ignore=api/tests/races {of}"
    return (
        Part(f"races on {database}", f"{long} api/tests/races", database=database),
        Part(f"long tests on {database}", rest, database=database),
    )


def _fuzz_on(database: str, arguments: str) -> Part:
    # Durable: the product refuses fsync=off.
    return Part(f"fuzz on {database}", f"{DURABLE[database]}python -m ops.fuzz {arguments}")


def seed() -> int:
    """Return TEST_SEED, else a number derived from the commit.

    The same change is then always tested with the same samples.
    """
    given = os.environ.get("TEST_SEED")
    return int(given) if given else int(_git("rev-parse", "HEAD")[:7] or "1", 16)


def databases() -> tuple[str, ...]:
    """Return the databases that races and faults run on.

    The seed's parity chooses one; the other follows only if TEST_DATABASES is "both" or recent
    commits touch seats or money.
    """
    both = (POSTGRESQL, SQLITE) if seed() % 2 else (SQLITE, POSTGRESQL)
    names = _git("log", f"-{_RECENT_COMMITS}", "--name-only", "--format=")
    names += _git("status", "--porcelain")
    touched = any(part in f"/{name}" for name in names.split() for part in _JUDGED_ON_BOTH)
    return both if touched or os.environ.get("TEST_DATABASES") == "both" else both[:1]


def _git(*command: str) -> str:
    # Empty where there is no repository.
    git = ["git", *command]
    return subprocess.run(git, cwd=ROOT, capture_output=True, text=True, errors="replace").stdout


def run(stages: tuple[Stage, ...], *, stops_at_red: bool = True) -> int:
    print(f"Seed {seed()}; long tests on {' and '.join(databases())}; no test is tried twice.")
    results, is_red = list[Result](), False
    for stage in stages:
        if is_red and stops_at_red:
            results += [Result(one) for one in stage]
            continue
        with ThreadPoolExecutor(max_workers=2) as cores:
            results += cores.map(_run, stage)
        is_red = any(result.code for result in results)
    for result in results:
        for line in _SKIPPED.findall(result.output):
            print(f"skipped in {result.part.name}: {line.strip()}")
    if judged := [(each.output, each.part.database) for each in results if each.part.database]:
        print_promises(judged)
    _print_table(results)
    return 1 if is_red else 0


def _run(one: Part) -> Result:
    start = time.monotonic()
    ran = subprocess.run(
        shlex.split(one.command),
        cwd=one.cwd,
        env=with_tools(
            PORT=str(free_port()),
            NO_COLOR="1",
            TEST_SEED=str(seed()),
            PYTHONDONTWRITEBYTECODE="",  # else each worker compiles every test, each time
        ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    output = _COLOR.sub("", ran.stdout)
    seconds = time.monotonic() - start
    print(f"{'✗' if ran.returncode else '✓'} {one.name}  {seconds:.0f} s", flush=True)
    if ran.returncode:
        print(output, flush=True)
    return Result(one, ran.returncode, seconds, output)


def _print_table(results: list[Result]) -> None:
    width = max(len(result.part.name) for result in results)
    print(f"\n{'part':<{width}}  {'outcome':<8}  seconds  last words")
    for result in results:
        words = "".join(_last_lines(result.output)[-1:]).strip()[:70]
        name, outcome = result.part.name, result.outcome
        print(f"{name:<{width}}  {outcome:<8}  {result.seconds:>7.0f}  {words}".rstrip())
    failed = [result for result in results if result.code]
    for result in failed:
        print(f"\n✗ {result.part.name}", *_last_lines(result.output), sep="\n  ")
        print(f'Alone: TEST_SEED={seed()} make test PART="{result.part.name}"')
    print("FAILED" if failed else "All passed.", flush=True)


def _last_lines(output: str) -> list[str]:
    lines = [line.rstrip()[:150] for line in output.splitlines() if line.strip()]
    return lines[-_LAST_LINES:]


def main(command: str) -> int:
    install()
    if name := os.environ.get("PART"):
        build()
        parts = {one.name: one for stage in (*stages_in_ci(), *EVERYDAY) for one in stage}
        parts |= {one.name: one for each in (SQLITE, POSTGRESQL) for one in _long_on(each)}
        parts |= {one.name: one for one in (CLUSTER, TWO_RELEASES)}
        if name not in parts:
            raise SystemExit(f"There is no part {name!r}. There are: {', '.join(sorted(parts))}.")
        return run(((parts[name],),))
    if command == "check":
        tree = working_tree()
        failed = run(stages_of_check(changes()))
        if not failed:
            remember(tree)
        return failed
    require("chromium")
    if command == "test" and not os.environ.get("CI"):
        return run(EVERYDAY)
    for program in ("initdb", "nginx"):
        require(program)
    if command == "test":
        return run(stages_in_ci())
    os.environ["TEST_WHOLE"] = "1"
    return run(stages_of_faults(), stops_at_red=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
