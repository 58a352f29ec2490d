"""The promises of docs/promises.md, and the evidence that a test run found for them."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from ops.places import ROOT

PROMISES = ROOT / "docs" / "promises.md"
# Tests print either columns (a promise, a database and a figure) or a line like "B3 control: …".
_COLUMNS = re.compile(r"^\.*(?P<name>\S.*?) {2,}(?:SQLite|PostgreSQL) +(?P<figure>.+)$")
_LINE = re.compile(r"^\.*(?P<name>[A-M]\d+\b[^:]*): +(?P<figure>.+)$")
_ROW = re.compile(r"^\| ([A-M]\d+) \|")
_NOT_PASSED = {"failure", "error", "skipped"}
_FILE = re.compile(r"`((?:api|web|ops)/[^`]+)`")
# How vitest and Playwright report a file that passed.
_WEB_FILE = re.compile(r"✓.*?((?:src|built|e2e)/[\w./-]+\.(?:test|spec)\.tsx?)")


class Figure(NamedTuple):
    """A figure that a test printed for a promise, and the database it ran on."""

    name: str
    database: str
    figure: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """The figures that a part printed, and how many tests of each file passed."""

    database: str = ""
    figures: tuple[Figure, ...] = ()
    passed: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Promise:
    """A row of docs/promises.md."""

    id: str
    shown_in: tuple[str, ...]
    control: str


def promises() -> list[Promise]:
    rows = [line.split("|") for line in PROMISES.read_text().splitlines() if _ROW.match(line)]
    return [
        Promise(id=row[1].strip(), shown_in=tuple(_FILE.findall(row[3])), control=row[4].strip())
        for row in rows
    ]


def figures_in(output: str, *, database: str) -> tuple[Figure, ...]:
    matches = (_COLUMNS.match(line) or _LINE.match(line) for line in output.splitlines())
    return tuple(Figure(match["name"], database, match["figure"]) for match in matches if match)


def evidence_in(output: str, *, report: Path, database: str) -> Evidence:
    passed = Counter(f"web/{name}" for name in _WEB_FILE.findall(output))
    if report.is_file():
        passed += _passed_in(report)
    figures = figures_in(output, database=database) if database else ()
    return Evidence(database, figures, passed)


def _passed_in(report: Path) -> Counter[str]:
    cases = ElementTree.parse(report).iter("testcase")  # noqa: S314 - written by our own pytest
    passed = [case for case in cases if not {one.tag for one in case} & _NOT_PASSED]
    names = [case.get("classname", "").replace(".", "/") for case in passed]
    return Counter(f"api/{name.removeprefix('api/')}.py" for name in names)


def print_promises(evidence: Iterable[Evidence]) -> None:
    """Print each promise with its control, and the tests and figures of this run."""
    passed, figures = defaultdict[str, Counter[str]](Counter), list[Figure]()
    for one in evidence:
        figures += one.figures
        for file, count in one.passed.items():
            passed[file][one.database] += count
    print("\nWhat is promised, and what was found; make faults tries all of it")
    for promise in promises():
        counts = sum((passed[file] for file in promise.shown_in), Counter[str]())
        found = ", ".join(
            f"{count} on {name}" if name else str(count) for name, count in counts.items()
        )
        tried = f"{found} tests passed" if found else "in make faults only"
        print(f"{promise.id:<4} {tried}; control: {promise.control or 'none'}")
        for name, database, figure in sorted(set(figures)):
            if re.match(rf"{promise.id}\b", name):
                print(f"       {name}  {database}  {figure}")
