"""What the worker writes down of itself, and how seldom (RUN-04)."""

import math
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from database_helpers import statements
from django.db import DatabaseError

from standby.backoffice.management.commands.work import (
    ScheduledJob,
    by_lane,
    drain_lanes,
    jobs,
    run_round,
)
from standby.core import heartbeats
from standby.core.heartbeats import (
    AUDIT_LOG_PROOF,
    SNAPSHOTS,
    Heartbeats,
    job_name,
    lane_name,
    read_heartbeats,
)
from standby.core.models import Heartbeat
from standby.core.sweeps import FAILED_RUNS_AGAIN_AFTER
from standby.server.metrics import table_gauges

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_connection")]
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def nothing(at: datetime) -> bool:
    return False


def fails(at: datetime) -> None:
    raise ValueError("about ada@example.org")


def row(name: str) -> Heartbeat:
    return Heartbeat.objects.get(name=name)


def runner(*todo: ScheduledJob) -> Callable[[datetime], list[str]]:
    """Runs one round at a moment; the statements that it wrote with."""
    beats = Heartbeats("bookings")

    def run(at: datetime) -> list[str]:
        with statements() as ran:
            run_round(list(todo), clock=lambda: at, heartbeats=beats)
        return [sql for sql, _ in ran if sql.startswith(("INSERT", "UPDATE"))]

    return run


def test_an_idle_worker_writes_once_in_twenty_seconds_for_all_its_jobs() -> None:
    run = runner(ScheduledJob(name="a", run=nothing), ScheduledJob(name="b", run=nothing))
    run(NOW)

    wrote = [len(run(NOW + timedelta(seconds=half / 2))) for half in range(1, 120)]

    assert sum(wrote) == 2
    assert row("lane bookings").last_succeeded_at == NOW + timedelta(seconds=40)
    assert row("job a").last_succeeded_at is not None


def test_another_outcome_is_written_at_once_and_says_nothing_of_anybody() -> None:
    job = ScheduledJob(name="a", run=nothing)
    run = runner(job)
    run(NOW)
    run(NOW + timedelta(seconds=5))

    job.run = fails
    run(NOW + timedelta(seconds=6))
    failed = row("job a")
    job.run = nothing
    run(NOW + timedelta(seconds=7))

    assert (failed.failures, failed.last_error) == (1, "ValueError")
    assert failed.failing_since == NOW + timedelta(seconds=6)
    assert failed.last_succeeded_at == NOW + timedelta(seconds=5)
    assert row("job a").failing_since is None


def test_a_clock_set_back_writes_at_once() -> None:
    run = runner(ScheduledJob(name="a", run=nothing))
    run(NOW)

    run(NOW - timedelta(hours=1))

    assert row("lane bookings").last_succeeded_at == NOW - timedelta(hours=1)


def test_failures_in_a_row_are_counted_though_they_are_written_seldom() -> None:
    run = runner(ScheduledJob(name="a", run=fails))

    wrote = [bool(run(NOW + timedelta(seconds=second))) for second in range(41)]

    found = row("job a")
    assert wrote.count(True) == 3
    assert (found.failures, found.failing_since) == (41, NOW)
    assert found.last_failed_at == NOW + timedelta(seconds=40)


def test_what_runs_once_a_day_is_tried_again_in_five_minutes_when_it_failed() -> None:
    job = ScheduledJob(name="a", run=fails, every=timedelta(days=1))

    run_round([job], clock=lambda: NOW)
    failed_until = job.due_at
    job.run = nothing
    run_round([job], clock=lambda: NOW + timedelta(minutes=5))

    assert failed_until == NOW + FAILED_RUNS_AGAIN_AFTER
    assert job.due_at == NOW + timedelta(days=1, minutes=5)


def test_a_heartbeat_that_cannot_be_written_stops_no_work(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object, **__: object) -> None:
        raise DatabaseError("database or disk is full")

    ran: list[datetime] = []
    run = runner(ScheduledJob(name="a", run=ran.append, every=timedelta(minutes=1)))
    with monkeypatch.context() as broken:
        broken.setattr(heartbeats, "note_successes", full)
        run(NOW)
        run(NOW + timedelta(seconds=1))
    said = caplog.text.count("heartbeats not written")

    run(NOW + timedelta(seconds=21))

    assert ran == [NOW]
    assert said == 1
    assert row("job a").last_succeeded_at == NOW


def test_work_done_once_by_hand_is_written_too() -> None:
    drain_lanes(
        by_lane(
            [ScheduledJob(name="a", run=nothing), ScheduledJob(name="b", lane="money", run=fails)]
        )
    )

    names = set(Heartbeat.objects.values_list("name", flat=True))
    assert names == {"lane bookings", "lane money", "job a", "job b"}


@pytest.mark.req("RUN-04.2")
@pytest.mark.usefixtures("own_folder")
def test_every_job_and_lane_is_expected() -> None:
    found = {(one.name, *one.labels.values()) for one in table_gauges(now=NOW)}

    assert {("job_overdue_seconds", job.name) for job in jobs()} <= found
    assert {("lane_age_seconds", job.lane) for job in jobs()} <= found


EXPECTED: dict[str, Any] = {
    "jobs": {"messages": timedelta(0), "late fees": timedelta(days=1)},
    "lanes": ("bookings", "photos"),
    "snapshots_every": timedelta(minutes=1),
}


def ago(**span: float) -> datetime:
    return NOW - timedelta(**span)


def gauges(**expected: Any) -> dict[tuple[str, ...], float]:
    return {
        (gauge.name, *gauge.labels.values()): gauge.value
        for gauge in read_heartbeats(**(EXPECTED | expected), now=NOW)
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
    failed, failing = row(name), gauges()

    heartbeats.note_success(name, now=NOW)

    assert (failed.failures, failed.last_error, failed.last_failed_at) == (
        2,
        "ValueError",
        ago(minutes=10),
    )
    assert failing["job_failing_seconds", "messages"] == 1200
    assert failing["job_overdue_seconds", "messages"] == 1800
    assert gauges()["job_failing_seconds", "messages"] == 0
    assert row(name).failures == 0


def test_what_only_ever_failed_is_late_since_its_first_failure() -> None:
    heartbeats.note_failure(job_name("messages"), error="ValueError", now=ago(minutes=5))

    assert gauges()["job_overdue_seconds", "messages"] == 300


def test_where_no_snapshots_are_expected_none_is_late() -> None:
    found = gauges(snapshots_every=timedelta(0))

    assert not any(name.startswith("snapshot") for name, *_ in found)


def test_the_proof_of_the_audit_log_counts_from_when_it_is_expected() -> None:
    heartbeats.expect(AUDIT_LOG_PROOF, now=ago(hours=5))
    heartbeats.expect(AUDIT_LOG_PROOF, now=ago(hours=1))
    expected = gauges()
    heartbeats.note_failure(AUDIT_LOG_PROOF, error="AuditLogBroken", now=NOW)

    assert expected["audit_log_proof_age_seconds",] == 5 * 3600
    assert (expected["audit_log_broken",], gauges()["audit_log_broken",]) == (0, 1)
