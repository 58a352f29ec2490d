"""The promises of docs/promises.md, and the figures that a test run printed for them."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from ops.tools import ROOT

PROMISES = ROOT / "docs" / "promises.md"
# Tests print either columns (a promise, a database and a figure) or a line like "B3 control: …".
_COLUMNS = re.compile(r"^\.*(?P<name>\S.*?) {2,}(?:SQLite|PostgreSQL) +(?P<figure>.+)$")
_LINE = re.compile(r"^\.*(?P<name>[A-M]\d+\b[^:]*): +(?P<figure>.+)$")
_ROW = re.compile(r"^\| ([A-M]\d+) \|")
_FILE = re.compile(r"`((?:api|web|ops)/[^`]+)`")


class Figure(NamedTuple):
    """A figure that a test printed for a promise."""

    name: str
    figure: str


class Promise(NamedTuple):
    """A row of docs/promises.md."""

    id: str
    shown_in: tuple[str, ...]
    control: str


def promises() -> list[Promise]:
    rows = [line.split("|") for line in PROMISES.read_text().splitlines() if _ROW.match(line)]
    return [Promise(row[1].strip(), tuple(_FILE.findall(row[3])), row[4].strip()) for row in rows]


def figures_in(output: str) -> tuple[Figure, ...]:
    matches = (_COLUMNS.match(line) or _LINE.match(line) for line in output.splitlines())
    return tuple(Figure(match["name"], match["figure"]) for match in matches if match)


def print_promises(outputs: Iterable[tuple[str, str]]) -> None:
    """Print each promise with its control and its figures, from outputs and their databases."""
    figures = {(figure, database) for output, database in outputs for figure in figures_in(output)}
    print("\nWhat is promised, and what was found; make faults tries all of it")
    for promise in promises():
        control = promise.control or "none"
        print(f"{promise.id:<4} {', '.join(promise.shown_in)}; control: {control}")
        for (name, figure), database in sorted(figures):
            if re.match(rf"{promise.id}\b", name):
                print(f"       {name}  {database}  {figure}")
