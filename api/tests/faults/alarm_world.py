"""A product by a clock of its own: the worker's real jobs, run when the clock says so, and a
Prometheus that scrapes it and knows which alarms are up."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from ops.alarms import ALARMS, SCRAPED_EVERY_S, Alarm
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from standby.backoffice.management.commands.work import ScheduledJob, by_lane, jobs, run_round
from standby.core.heartbeats import SNAPSHOTS, WRITTEN_EVERY, Heartbeats, note_success
from standby.server.metrics import Gauges, MetricsMiddleware, calls

Samples = dict[str, float]  # by name, the largest of all labels
_SCRAPES = 28  # at most so many in a long period, so that days pass in seconds
_ERRORS = "errors"
EVERY = timedelta(seconds=SCRAPED_EVERY_S)


def _silent(samples: Samples) -> float:
    return float("standby_database_down" not in samples)


def _errors_in_five_minutes(samples: Samples) -> float:
    return samples.get(_ERRORS, 0.0)


MEASURES: dict[str, Callable[[Samples], float]] = {
    "absent(standby_database_down)": _silent,
    'sum(increase(standby_calls_total{status=~"5.."}[5m]))': _errors_in_five_minutes,
}


def measured(alarm: Alarm, samples: Samples) -> float:
    """What Prometheus would make of the alarm's expression; 0 when there is no such sample."""
    measure = MEASURES.get(alarm.measure)
    return measure(samples) if measure else samples.get(alarm.measure, 0.0)


@dataclass
class World:
    now: datetime
    lanes: dict[str, list[ScheduledJob]] = field(init=False)
    heartbeats: dict[str, Heartbeats] = field(init=False)
    dead_lanes: set[str] = field(default_factory=set)
    makes_snapshots: bool = True
    database_answers: bool = True
    server_answers: bool = True
    errors_a_step: int = 0
    over_since: dict[str, datetime] = field(default_factory=dict)
    firing: set[str] = field(default_factory=set)
    ever_fired: set[str] = field(default_factory=set)
    _errors: list[tuple[datetime, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lanes = {lane[0].lane: lane for lane in by_lane(jobs())}
        self.heartbeats = {name: Heartbeats(name) for name in self.lanes}
        self.run(EVERY)

    def job(self, name: str) -> ScheduledJob:
        [found] = [job for lane in self.lanes.values() for job in lane if job.name == name]
        return found

    def answer(self, status: str) -> None:
        """The server answers a call, counted as in the product."""
        number = int(status.split()[0])
        MetricsMiddleware(lambda _: HttpResponse(status=number))(HttpRequest())

    def run(self, span: timedelta) -> None:
        """All of it, in even steps of a minute or more, and in minutes at its end."""
        end, last_minutes = self.now + span, 8 * EVERY
        step = max(EVERY, (span - last_minutes) / _SCRAPES)
        while self.now < end:
            left = end - self.now
            early = left - last_minutes
            self.step(min(step, early) if early > timedelta(0) else min(EVERY, left))

    def step(self, span: timedelta) -> None:
        """The worker works, rests until it writes its heartbeats, and is scraped."""
        self.now += span - WRITTEN_EVERY
        self._others_work()
        for name in self._lanes_alive():
            while run_round(self.lanes[name], clock=self.clock, heartbeats=self.heartbeats[name]):
                pass
        self.now += WRITTEN_EVERY
        for name in self._lanes_alive():
            self.heartbeats[name].beat(now=self.now)
        self.scrape()

    def clock(self) -> datetime:
        return self.now

    def _others_work(self) -> None:
        for _ in range(self.errors_a_step):
            self.answer("500 Internal Server Error")
        if self.makes_snapshots and self.database_answers:
            note_success(SNAPSHOTS, now=self.now)

    def _lanes_alive(self) -> list[str]:
        return [
            name for name in self.lanes if self.database_answers and name not in self.dead_lanes
        ]

    def scrape(self) -> None:
        samples = self._samples()
        for alarm in ALARMS:
            if measured(alarm, samples) <= alarm.over:
                self.over_since.pop(alarm.name, None)
                continue
            self.over_since.setdefault(alarm.name, self.now)
        self.firing = {
            alarm.name
            for alarm in ALARMS
            if alarm.name in self.over_since
            and self.now - self.over_since[alarm.name] >= timedelta(seconds=alarm.for_s)
        }
        self.ever_fired |= self.firing

    def _samples(self) -> Samples:
        if not self.server_answers:
            return {}
        registry = CollectorRegistry()
        registry.register(Gauges(self.clock))
        with self._database():
            told = samples_of(generate_latest(registry).decode())
        return told | {_ERRORS: self._new_errors()}

    def _new_errors(self) -> float:
        """As `increase(…[5m])`: since the last scrape that is five minutes old."""
        total = sum(
            sample.value
            for metric in calls.collect()
            for sample in metric.samples
            if sample.name.endswith("_total") and sample.labels["status"].startswith("5")
        )
        self._errors.append((self.now, total))
        since = self.now - timedelta(minutes=5)
        return total - next(count for at, count in self._errors if at >= since)

    @contextmanager
    def _database(self) -> Iterator[None]:
        if self.database_answers:
            yield
            return
        with connection.execute_wrapper(_refuse):
            yield


def samples_of(page: str) -> Samples:
    found: Samples = {}
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            found[sample.name] = max(found.get(sample.name, sample.value), sample.value)
    return found


def _refuse(*_: Any) -> None:
    raise OperationalError("the server closed the connection unexpectedly")


@contextmanager
def small_disk(place: Path, *, mb: int) -> Iterator[Path]:
    """A disk of its own, in memory. Only the machine's administrator may mount one."""
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={mb}m", "tmpfs", place])
    if mounted.returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)
