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
_FILE = re.compile(r"`((?:api|web|ops)/[^`]+)`")
# How vitest and Playwright report a file that passed.
_WEB_FILE = re.compile(r"✓.*?((?:src|built|e2e)/[\w./-]+\.(?:test|spec)\.tsx?)")


class Figure(NamedTuple):
    """A figure that a test printed for a promise."""

    name: str
    figure: str


class Promise(NamedTuple):
    """A row of docs/promises.md."""

    id: str
    shown_in: tuple[str, ...]
    control: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """The figures that a part printed, and how many tests of each file passed."""

    database: str = ""
    figures: tuple[Figure, ...] = ()
    passed: Counter[str] = field(default_factory=Counter)


def promises() -> list[Promise]:
    rows = [line.split("|") for line in PROMISES.read_text().splitlines() if _ROW.match(line)]
    return [Promise(row[1].strip(), tuple(_FILE.findall(row[3])), row[4].strip()) for row in rows]


def figures_in(output: str) -> tuple[Figure, ...]:
    matches = (_COLUMNS.match(line) or _LINE.match(line) for line in output.splitlines())
    return tuple(Figure(match["name"], match["figure"]) for match in matches if match)


def evidence_in(output: str, *, report: Path, database: str) -> Evidence:
    """Read what a part printed and, where it is pytest, its report in JUnit's format."""
    passed = Counter(f"web/{name}" for name in _WEB_FILE.findall(output))
    if report.is_file():
        for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314 - by our own pytest
            if not {"failure", "error", "skipped"} & {one.tag for one in case}:
                file = case.get("classname", "").replace(".", "/").removeprefix("api/")
                passed[f"api/{file}.py"] += 1
    return Evidence(database, figures_in(output) if database else (), passed)


def print_promises(evidence: Iterable[Evidence]) -> None:
    """Print each promise with its control, and the tests and figures of this run."""
    passed, figures = defaultdict[str, Counter[str]](Counter), set[tuple[Figure, str]]()
    for one in evidence:
        figures |= {(figure, one.database) for figure in one.figures}
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
        for (name, figure), database in sorted(figures):
            if re.match(rf"{promise.id}\b", name):
                print(f"       {name}  {database}  {figure}")
