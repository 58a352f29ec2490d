"""Gauges of how late jobs, lanes, snapshots and audit log proofs are (RUN-04.2)."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from standby.core.heartbeats import AUDIT_LOG_PROOF, SNAPSHOTS, all_heartbeats, job_name, lane_name
from standby.core.models import Heartbeat


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauge:
    name: str
    value: float
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    jobs: Mapping[str, timedelta]  # pause between two runs, by job
    lanes: Collection[str]
    snapshots_every: timedelta  # zero: no snapshots expected


def read_heartbeats(expected: Expected, *, now: datetime) -> list[Gauge]:
    """Return the heartbeat gauges of everything expected, in seconds.

    Age counts from the last success, or from the first heartbeat if none succeeded. Without any
    heartbeat it is infinite, so that the alarm rises as well.
    """
    heartbeats = all_heartbeats()
    lanes = {lane: _age_s(heartbeats.get(lane_name(lane)), now=now) for lane in expected.lanes}
    gauges = [Gauge(name="worker_age_seconds", value=min(lanes.values(), default=math.inf))]
    for lane, age_s in lanes.items():
        gauges.append(Gauge(name="lane_age_seconds", value=age_s, labels={"lane": lane}))
    for job, interval in expected.jobs.items():
        gauges += _job_gauges(job, heartbeats.get(job_name(job)), interval=interval, now=now)
    return (
        gauges
        + _snapshot_gauges(heartbeats, expected, now=now)
        + _proof_gauges(heartbeats, now=now)
    )


def _job_gauges(
    job: str, heartbeat: Heartbeat | None, *, interval: timedelta, now: datetime
) -> list[Gauge]:
    overdue_s = max(0.0, _age_s(heartbeat, now=now) - interval.total_seconds())
    failing_since = heartbeat.failing_since if heartbeat else None
    failing_s = max(0.0, (now - failing_since).total_seconds()) if failing_since else 0.0
    return [
        Gauge(name="job_overdue_seconds", value=overdue_s, labels={"name": job}),
        Gauge(name="job_failing_seconds", value=failing_s, labels={"name": job}),
    ]


def _snapshot_gauges(
    heartbeats: Mapping[str, Heartbeat], expected: Expected, *, now: datetime
) -> list[Gauge]:
    if not expected.snapshots_every:
        return []
    age_s = _age_s(heartbeats.get(SNAPSHOTS), now=now)
    overdue_s = max(0.0, age_s - expected.snapshots_every.total_seconds())
    return [
        Gauge(name="snapshot_age_seconds", value=age_s),
        Gauge(name="snapshot_overdue_seconds", value=overdue_s),
    ]


def _proof_gauges(heartbeats: Mapping[str, Heartbeat], *, now: datetime) -> list[Gauge]:
    heartbeat = heartbeats.get(AUDIT_LOG_PROOF)
    return [
        Gauge(name="audit_log_proof_age_seconds", value=_age_s(heartbeat, now=now)),
        Gauge(name="audit_log_broken", value=1.0 if heartbeat and heartbeat.failures else 0.0),
    ]


def _age_s(heartbeat: Heartbeat | None, *, now: datetime) -> float:
    if heartbeat is None:
        return math.inf
    since = heartbeat.last_succeeded_at or heartbeat.created_at
    return max(0.0, (now - since).total_seconds())
