"""Figures beside their references as tables, and a list of those that fall short of their goal."""

import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from ops.bench.load import CONNECTIONS, ROUNDS, SECONDS, Speed


@dataclass(frozen=True, slots=True)
class Judged:
    """A figure as a share of its reference, and what it shall be at least."""

    what: str
    share: float
    goal: float

    @property
    def falls_short(self) -> bool:
        return self.share < self.goal

    def cell(self) -> str:
        return f"**{self.share:.0%}**" if self.falls_short else f"{self.share:.0%}"


@dataclass(frozen=True, slots=True)
class Part:
    title: str
    text: str
    judged: Sequence[Judged] = ()


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The first column is words, the others are figures."""
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
    judged = [one for part in parts for one in part.judged]
    short = sorted((one for one in judged if one.falls_short), key=lambda one: one.share / one.goal)
    lines = [f"- {one.what}: {one.share:.0%}, the goal is {one.goal:.0%}" for one in short]
    told = (
        f"{len(short)} of {len(judged)} figures that have a goal miss it; in tables they are bold."
    )
    return "\n".join(["## What falls short", "", told, *(["", *lines] if lines else [])])


def _machine() -> str:
    cores = len(os.sched_getaffinity(0))
    return (
        f"Measured on {date.today().isoformat()} on a machine with {cores} cores, "  # noqa: DTZ011
        f"{platform.machine()}, Python {platform.python_version()}; loopback, {CONNECTIONS} "
        f"connections, medians of {ROUNDS} rounds of {SECONDS} s that took turns."
    )
