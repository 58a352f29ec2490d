"""What the worker writes down of itself, and how seldom (RUN-04)."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.db import DatabaseError
from statements import statements

from standby.backoffice.management.commands.work import (
    FAILED_RUNS_AGAIN_AFTER,
    ScheduledJob,
    by_lane,
    drain_lanes,
    expected,
    jobs,
    run_round,
)
from standby.core import heartbeats as module
from standby.core.heartbeats import Heartbeats
from standby.core.models import Heartbeat

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


def test_what_runs_rarely_notes_its_start_so_that_a_run_that_hangs_is_seen() -> None:
    def looks(at: datetime) -> None:
        seen.append(row("job a").last_started_at)

    seen: list[datetime | None] = []
    runner(ScheduledJob(name="a", run=looks, every=timedelta(hours=1)))(NOW)

    assert seen == [NOW]


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
        broken.setattr(module, "note_start", full)
        broken.setattr(module, "note_successes", full)
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
    todo = jobs()

    found = expected()

    assert found.jobs == {job.name: job.every for job in todo}
    assert set(found.lanes) == {job.lane for job in todo}
