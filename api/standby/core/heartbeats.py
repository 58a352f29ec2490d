"""Heartbeats: when jobs, lanes, snapshots and audit log proofs last succeeded (decision 22).

Workers write them, and /metrics exports how late each is (RUN-04.2).
"""

import logging
import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.db import Error
from django.db.models import F, Q
from django.db.models.functions import Coalesce

from standby.core.models import Heartbeat

log = logging.getLogger(__name__)

SNAPSHOTS: Final = "snapshots"
AUDIT_LOG_PROOF: Final = "proof of the audit log"
WRITTEN_EVERY: Final = timedelta(seconds=20)


def job_name(job: str) -> str:
    return f"job {job}"


def lane_name(lane: str) -> str:
    return f"lane {lane}"


def note_success(name: str, *, now: datetime) -> None:
    note_successes([_success(name, now=now)])


def note_failure(name: str, *, error: str, now: datetime) -> None:
    note_failures([_failure(name, error=error, now=now)])


def note_successes(successes: list[Heartbeat]) -> None:
    # One statement for all of them; a success also resets the failure columns.
    Heartbeat.objects.bulk_create(
        successes,
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=["last_succeeded_at", "failing_since", "failures", "last_error"],
    )


def note_failures(failures: list[Heartbeat]) -> None:
    # Leaves the last success as it is, and the time of the first failure after it.
    for one in failures:
        expect(one.name, now=one.created_at)
        Heartbeat.objects.filter(name=one.name).update(
            last_failed_at=one.last_failed_at,
            failing_since=Coalesce(F("failing_since"), one.failing_since),
            failures=F("failures") + one.failures,
            last_error=one.last_error,
        )


def expect(name: str, *, now: datetime) -> None:
    """Create the heartbeat if it is missing, so that its age counts before the first run.

    Safe to repeat.
    """
    Heartbeat.objects.bulk_create([Heartbeat(name=name, created_at=now)], ignore_conflicts=True)


def has_run_since(name: str, *, moment: datetime) -> bool:
    ended = Q(last_succeeded_at__gte=moment) | Q(last_failed_at__gte=moment)
    return Heartbeat.objects.filter(ended, name=name).exists()


def _success(name: str, *, now: datetime) -> Heartbeat:
    return Heartbeat(name=name, created_at=now, last_succeeded_at=now)


def _failure(name: str, *, error: str, now: datetime) -> Heartbeat:
    # One or more failed runs in a row; `error` is the class of the last exception.
    return Heartbeat(
        name=name,
        created_at=now,
        failing_since=now,
        last_failed_at=now,
        failures=1,
        last_error=error[:80],
    )


class Heartbeats:
    """Job outcomes of one lane; not shared between threads.

    Written every 20 seconds, and at once when a job's outcome differs from its previous one.
    Outcomes that cannot be written are kept for the next write: a full disk must not stop the work,
    and the age of the last written heartbeat raises the alarm.
    """

    def __init__(self, lane: str) -> None:
        self._lane = lane_name(lane)
        self._successes: dict[str, Heartbeat] = {}
        self._failures: dict[str, Heartbeat] = {}
        self._last_outcome: dict[str, bool] = {}
        self._has_changed = False
        self._written_at: datetime | None = None

    def succeeded(self, job: str, *, now: datetime) -> None:
        name = job_name(job)
        self._failures.pop(name, None)
        self._successes[name] = _success(name, now=now)
        self._note_outcome(name, is_success=True)

    def failed(self, job: str, *, error: str, now: datetime) -> None:
        name = job_name(job)
        new = _failure(name, error=error, now=now)
        if earlier := self._failures.get(name):
            new.failures = earlier.failures + 1
            new.failing_since = new.created_at = earlier.created_at
        self._failures[name] = new
        self._note_outcome(name, is_success=False)

    def beat(self, *, now: datetime) -> None:
        """Write the heartbeats if it is time. Call it after each job and each round."""
        since = self._written_at
        # It is time also when the clock was set back.
        is_time = since is None or not timedelta(0) <= now - since < WRITTEN_EVERY
        if self._has_changed or is_time:
            self.write(now=now)

    def write(self, *, now: datetime) -> None:
        # Also set when the write fails: it is retried in 20 seconds, not after every job.
        self._written_at, self._has_changed = now, False
        lane = _success(self._lane, now=now)
        try:
            # Successes first: in the row of a job that then failed, the failure has to win.
            note_successes([lane, *self._successes.values()])
            self._successes.clear()
            note_failures(list(self._failures.values()))
            self._failures.clear()
        except Error as error:
            log.warning("heartbeats not written: %s", type(error).__name__)

    def _note_outcome(self, name: str, *, is_success: bool) -> None:
        if self._last_outcome.get(name) is not is_success:
            self._last_outcome[name] = is_success
            self._has_changed = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauge:
    name: str
    value: float
    labels: Mapping[str, str] = field(default_factory=dict)


def read_heartbeats(
    *,
    jobs: Mapping[str, timedelta],
    lanes: Collection[str],
    snapshots_every: timedelta,
    now: datetime,
) -> list[Gauge]:
    """Return the heartbeat gauges of everything expected, in seconds.

    `jobs` has the pause between two runs of each. With `snapshots_every` zero no snapshots are
    expected. Age counts from the last success, or from the first heartbeat if none succeeded.
    Without any heartbeat it is infinite, so that the alarm rises as well.
    """
    heartbeats = {row.name: row for row in Heartbeat.objects.all()}
    lane_ages_s = {lane: _age_s(heartbeats.get(lane_name(lane)), now=now) for lane in lanes}
    gauges = [Gauge(name="worker_age_seconds", value=min(lane_ages_s.values(), default=math.inf))]
    for lane, age_s in lane_ages_s.items():
        gauges.append(Gauge(name="lane_age_seconds", value=age_s, labels={"lane": lane}))
    for job, interval in jobs.items():
        heartbeat, labels = heartbeats.get(job_name(job)), {"name": job}
        overdue_s = max(0.0, _age_s(heartbeat, now=now) - interval.total_seconds())
        failing_since = heartbeat.failing_since if heartbeat else None
        failing_s = max(0.0, (now - failing_since).total_seconds()) if failing_since else 0.0
        gauges.append(Gauge(name="job_overdue_seconds", value=overdue_s, labels=labels))
        gauges.append(Gauge(name="job_failing_seconds", value=failing_s, labels=labels))
    if snapshots_every:
        age_s = _age_s(heartbeats.get(SNAPSHOTS), now=now)
        overdue_s = max(0.0, age_s - snapshots_every.total_seconds())
        gauges.append(Gauge(name="snapshot_age_seconds", value=age_s))
        gauges.append(Gauge(name="snapshot_overdue_seconds", value=overdue_s))
    proof = heartbeats.get(AUDIT_LOG_PROOF)
    is_broken = 1.0 if proof and proof.failures else 0.0
    gauges.append(Gauge(name="audit_log_proof_age_seconds", value=_age_s(proof, now=now)))
    gauges.append(Gauge(name="audit_log_broken", value=is_broken))
    return gauges


def _age_s(heartbeat: Heartbeat | None, *, now: datetime) -> float:
    if heartbeat is None:
        return math.inf
    since = heartbeat.last_succeeded_at or heartbeat.created_at
    return max(0.0, (now - since).total_seconds())
