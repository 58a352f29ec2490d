"""`make faults`: what is promised under load, faults and attack, on both databases, in one table.

Each figure stands beside its control, the same harness with the guard off, where one is possible.
"""

import re
import subprocess
import sys
from dataclasses import dataclass
from typing import NamedTuple

from ops.build import build
from ops.install import install
from ops.machine import require
from ops.places import ROOT, with_tools
from ops.postgresql import free_port

PYTEST = [*("pytest", "-c", "api/pyproject.toml", "--rootdir", "api", "-q", "-s"), "-p"]
SUITES = [*PYTEST, "no:cacheprovider", "-m", "slow and not live", "api/tests"]
FUZZ = [sys.executable, "-m", "ops.fuzz", "200"]
ON_POSTGRESQL = [sys.executable, "-m", "ops.postgresql"]
# What tests tell: in columns a promise, a database and a figure, or a line like "B3 control: …".
_COLUMNS = re.compile(r"^\.*(?P<name>\S.*?) {2,}(?:SQLite|PostgreSQL) +(?P<figure>.+)$")
_LINE = re.compile(r"^\.*(?P<name>[A-M]\d+\b[^:]*): +(?P<figure>.+)$")


class Promise(NamedTuple):
    """A line of the table: what holds, on which database, by what figure."""

    name: str
    database: str
    figure: str


@dataclass(frozen=True, slots=True)
class Run:
    """One suite on one database."""

    database: str
    command: list[str]


RUNS = (
    Run("SQLite", SUITES),
    Run("PostgreSQL", [*ON_POSTGRESQL, *SUITES]),
    Run("SQLite", FUZZ),
    Run("PostgreSQL", [*ON_POSTGRESQL, *FUZZ]),
)


def faults() -> int:
    install()
    build()
    for program in ("initdb", "nginx"):
        require(program)
    failed, found = 0, list[Promise]()
    for run in RUNS:
        ran = subprocess.run(
            run.command,
            cwd=ROOT,
            env=with_tools(PORT=str(free_port())),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            errors="replace",
            check=False,
        )
        failed += ran.returncode != 0
        found += promises_in(ran.stdout, database=run.database)
        if ran.returncode:
            print(ran.stdout[-4000:])
    print_table(found)
    return 1 if failed else 0


def promises_in(output: str, *, database: str) -> tuple[Promise, ...]:
    found = (_COLUMNS.match(line) or _LINE.match(line) for line in output.splitlines())
    return tuple(Promise(told["name"], database, told["figure"]) for told in found if told)


def print_table(promises: list[Promise]) -> None:
    widest = max((len(promise.name) for promise in promises), default=0)
    for name, database, figure in sorted(promises):
        print(f"{name:<{widest}}  {database:<10}  {figure}")


if __name__ == "__main__":
    sys.exit(faults())
