"""Tables of measurements beside their references, and a list of the goals that are missed.

A table from elsewhere (growth, routes) marks a value over its budget with "**over**".
"""

import itertools
import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from ops.bench.load import CONNECTIONS, ROUNDS, SECONDS, Speed

OVER = "**over**"


@dataclass(frozen=True, slots=True)
class Judged:
    """A measurement as a share of its reference, and the least share that is the goal."""

    what: str
    share: float
    goal: float

    @property
    def falls_short(self) -> bool:
        return self.share < self.goal

    def cell(self) -> str:
        return f"**{self.share:.0%}**" if self.falls_short else f"{self.share:.0%}"

    def line(self) -> str:
        return f"{self.what}: {self.share:.0%}, the goal is {self.goal:.0%}"


@dataclass(frozen=True, slots=True)
class Part:
    title: str
    text: str
    judged: Sequence[Judged] = ()

    def short(self) -> list[str]:
        return [*(one.line() for one in self.judged if one.falls_short), *_over(self.text)]


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Format a Markdown table; all columns but the first are right-aligned."""
    head = f"| {' | '.join(columns)} |\n| --- |{' --: |' * (len(columns) - 1)}"
    return "\n".join([head, *(f"| {' | '.join(row)} |" for row in rows)])


def cells(speed: Speed) -> list[str]:
    refused = f" ({speed.failed} failed)" if speed.failed else ""
    return [
        f"{speed.per_second:,.0f}{refused}",
        f"{speed.median_ms:.1f}",
        f"{speed.p99_ms:.1f}",
    ]


def report(parts: Sequence[Part]) -> str:
    sections = [f"## {part.title}\n\n{part.text}" for part in parts]
    return "\n\n".join([_machine(), _what_falls_short(parts), *sections])


def _what_falls_short(parts: Sequence[Part]) -> str:
    short = [
        f"- {part.title}: {lines[0]}" if len(lines) == 1 else _listed(part.title, lines)
        for part in parts
        if (lines := part.short())
    ]
    return "\n".join(["## What falls short", "", *(short or ["Nothing: every goal is met."])])


def _listed(title: str, lines: Sequence[str]) -> str:
    return "\n".join([f"- {title}:", *(f"  - {line}" for line in lines)])


def _over(text: str) -> list[str]:
    # Each marked cell, with its row and its column.
    rows = [_split(line) for line in text.splitlines() if line.startswith("|")]
    heads = dict(enumerate(rows[0])) if rows else {}
    return [
        f"{_name(row)}, {heads[place]}: {cell.replace(OVER, '').strip()}"
        for row in rows
        for place, cell in enumerate(row)
        if OVER in cell
    ]


def _split(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("| \n").split(" | ")]


def _name(row: Sequence[str]) -> str:
    # The cells before the first number.
    words = itertools.takewhile(lambda cell: not cell[:1].isdigit(), row)
    return ", ".join(words)


def _machine() -> str:
    cores = len(os.sched_getaffinity(0))
    return (
        f"Measured on {date.today().isoformat()} on a machine with {cores} cores, "  # noqa: DTZ011
        f"{platform.machine()}, Python {platform.python_version()}; loopback, {CONNECTIONS} "
        f"connections, medians of {ROUNDS} rounds of {SECONDS} s that took turns."
    )
