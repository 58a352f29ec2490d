"""How late everything is that has to happen again and again (RUN-04)."""

import math
from datetime import UTC, datetime, timedelta

import pytest

from standby.core import heartbeats
from standby.core.heartbeats import (
    AUDIT_LOG_PROOF,
    SNAPSHOTS,
    Expected,
    job_name,
    lane_name,
    read_heartbeats,
)
from standby.core.models import Heartbeat

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
EXPECTED = Expected(
    jobs={"messages": timedelta(0), "late fees": timedelta(days=1)},
    lanes=("bookings", "photos"),
    snapshots_every=timedelta(minutes=1),
)


def ago(**span: float) -> datetime:
    return NOW - timedelta(**span)


def gauges(expected: Expected = EXPECTED) -> dict[tuple[str, ...], float]:
    return {
        (gauge.name, *gauge.labels.values()): gauge.value
        for gauge in read_heartbeats(expected, now=NOW)
    }


def test_what_never_happened_is_infinitely_late() -> None:
    found = gauges()

    assert found["worker_age_seconds",] == found["lane_age_seconds", "photos"] == math.inf
    assert found["job_overdue_seconds", "late fees"] == math.inf
    assert found["snapshot_age_seconds",] == found["snapshot_overdue_seconds",] == math.inf
    assert found["audit_log_proof_age_seconds",] == math.inf
    assert found["job_failing_seconds", "late fees"] == found["audit_log_broken",] == 0


def test_jobs_and_snapshots_are_late_by_what_exceeds_their_rhythm() -> None:
    heartbeats.note_success(job_name("messages"), now=ago(seconds=30))
    heartbeats.note_success(job_name("late fees"), now=ago(hours=23))
    heartbeats.note_success(lane_name("bookings"), now=ago(seconds=5))
    heartbeats.note_success(lane_name("photos"), now=ago(minutes=20))
    heartbeats.note_success(SNAPSHOTS, now=ago(seconds=90))

    found = gauges()

    assert found["job_overdue_seconds", "messages"] == 30
    assert found["job_overdue_seconds", "late fees"] == 0
    assert found["lane_age_seconds", "photos"] == 1200
    # The worker is as old as its youngest lane.
    assert found["worker_age_seconds",] == found["lane_age_seconds", "bookings"] == 5
    assert (found["snapshot_age_seconds",], found["snapshot_overdue_seconds",]) == (90, 30)


def test_a_job_fails_from_its_first_failure_until_it_succeeds() -> None:
    name = job_name("messages")
    heartbeats.note_success(name, now=ago(minutes=30))
    for minutes in (20, 10):
        heartbeats.note_failure(name, error="ValueError", now=ago(minutes=minutes))
    row = Heartbeat.objects.get(name=name)
    failing = gauges()

    heartbeats.note_success(name, now=NOW)

    assert (row.failures, row.last_error, row.last_failed_at) == (2, "ValueError", ago(minutes=10))
    assert failing["job_failing_seconds", "messages"] == 1200
    assert failing["job_overdue_seconds", "messages"] == 1800
    assert gauges()["job_failing_seconds", "messages"] == 0
    assert Heartbeat.objects.get(name=name).failures == 0


def test_what_only_ever_failed_is_late_since_its_first_failure() -> None:
    heartbeats.note_failure(job_name("messages"), error="ValueError", now=ago(minutes=5))

    assert gauges()["job_overdue_seconds", "messages"] == 300


def test_where_no_snapshots_are_expected_none_is_late() -> None:
    found = gauges(Expected(jobs={}, lanes=("bookings",), snapshots_every=timedelta(0)))

    assert not any(name.startswith("snapshot") for name, *_ in found)


def test_the_proof_of_the_audit_log_counts_from_when_it_is_expected() -> None:
    heartbeats.expect(AUDIT_LOG_PROOF, now=ago(hours=5))
    heartbeats.expect(AUDIT_LOG_PROOF, now=ago(hours=1))
    expected = gauges()
    heartbeats.note_failure(AUDIT_LOG_PROOF, error="AuditLogBroken", now=NOW)

    assert expected["audit_log_proof_age_seconds",] == 5 * 3600
    assert (expected["audit_log_broken",], gauges()["audit_log_broken",]) == (0, 1)


def test_a_start_is_noted_and_is_no_success() -> None:
    heartbeats.note_success(job_name("late fees"), now=ago(days=2))

    heartbeats.note_start(job_name("late fees"), now=NOW)

    row = Heartbeat.objects.get(name=job_name("late fees"))
    assert (row.last_started_at, row.last_succeeded_at) == (NOW, ago(days=2))
