"""Heartbeats of worker lanes, written rarely so that an idle worker does not keep the disk busy."""

import logging
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from django.db import DatabaseError

from standby.core.heartbeats import (
    Failure,
    Success,
    job_name,
    lane_name,
    note_failures,
    note_start,
    note_successes,
)

log = logging.getLogger(__name__)

WRITTEN_EVERY: Final = timedelta(seconds=20)


class Heartbeats:
    """Job outcomes of one lane; not shared between threads.

    Written every 20 seconds, and at once when a job's outcome differs from its previous one.
    Outcomes that cannot be written are kept for the next write: a full disk must not stop the work,
    and the age of the last written heartbeat raises the alarm.
    """

    def __init__(self, lane: str) -> None:
        self._lane = lane_name(lane)
        self._successes: dict[str, Success] = {}
        self._failures: dict[str, Failure] = {}
        self._last_outcome: dict[str, bool] = {}
        self._has_changed = False
        self._written_at: datetime | None = None

    def started(self, job: str, *, now: datetime) -> None:
        """Record the start of a rare job, so that its row shows since when it hangs."""
        try:
            note_start(job_name(job), now=now)
        except DatabaseError as error:
            log.warning("start of %s not noted: %s", job, type(error).__name__)

    def succeeded(self, job: str, *, started_at: datetime, now: datetime) -> None:
        name = job_name(job)
        self._failures.pop(name, None)
        self._successes[name] = Success(name=name, started_at=started_at, ended_at=now)
        self._note_outcome(name, is_success=True)

    def failed(self, job: str, *, error: str, now: datetime) -> None:
        name = job_name(job)
        new = Failure(name=name, error=error, count=1, first_at=now, last_at=now)
        earlier = self._failures.get(name)
        if earlier:
            new = replace(new, count=earlier.count + 1, first_at=earlier.first_at)
        self._failures[name] = new
        self._note_outcome(name, is_success=False)

    def beat(self, *, now: datetime) -> None:
        """Write the heartbeats if it is time. Call it after each job and each round."""
        if self._has_changed or self._is_time(now):
            self.write(now=now)

    def write(self, *, now: datetime) -> None:
        # Also set when the write fails: it is retried in 20 seconds, not after every job.
        self._written_at, self._has_changed = now, False
        lane = Success(name=self._lane, started_at=now, ended_at=now)
        try:
            # Successes first: in the row of a job that then failed, the failure has to win.
            note_successes([lane, *self._successes.values()])
            self._successes.clear()
            note_failures(list(self._failures.values()))
            self._failures.clear()
        except DatabaseError as error:
            log.warning("heartbeats not written: %s", type(error).__name__)

    def _note_outcome(self, name: str, *, is_success: bool) -> None:
        if self._last_outcome.get(name) is not is_success:
            self._last_outcome[name] = is_success
            self._has_changed = True

    def _is_time(self, now: datetime) -> bool:
        # Also true when the clock was set back.
        since = self._written_at
        return since is None or not timedelta(0) <= now - since < WRITTEN_EVERY
