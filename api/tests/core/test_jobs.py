"""The queue: each job is done once, tried again later when it fails, and dead at last."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError
from hypothesis import given
from hypothesis import strategies as st

from standby.core import jobs, stopping
from standby.core.jobs import (
    FIRST_PAUSE_S,
    LONGEST_PAUSE_S,
    TRIED_FOR,
    GiveUp,
    JobHandler,
    Postpone,
    backlog_by_kind,
    claim_next_job,
    enqueue,
    next_try_at,
    requeue,
    run_next_job,
)
from standby.core.models import Job
from standby.core.provider_calls import ProviderDown

EVENING = datetime(2025, 11, 3, 22, 0, tzinfo=UTC)
HOUR = timedelta(seconds=LONGEST_PAUSE_S)
EMAIL = Job.Kind.EMAIL


def tries_of(seed: int, *, slow_s: float = 0) -> list[datetime]:
    """When each try of a job fails whose provider never answers; each takes up to `slow_s`."""
    random.seed(seed)
    failed_at = [EVENING]
    while due := next_try_at(
        failing_since=failed_at[0], attempts=len(failed_at), now=failed_at[-1]
    ):
        failed_at.append(due + timedelta(seconds=random.uniform(0, slow_s)))
    return failed_at


@given(seed=st.integers(), slow_s=st.sampled_from([0, 5, 60]))
def test_it_is_never_dead_before_a_day_and_the_number_of_tries_has_a_bound(
    seed: int, slow_s: float
) -> None:
    failed_at = tries_of(seed, slow_s=slow_s)

    day_over = EVENING + TRIED_FOR
    assert day_over <= failed_at[-1] <= day_over + HOUR + timedelta(seconds=slow_s)
    assert failed_at[-2] < day_over
    assert 24 < len(failed_at) < 60


@given(seed=st.integers(), back_after_s=st.floats(0, 86_399))
def test_a_provider_that_is_back_delivers_within_the_hour(seed: int, back_after_s: float) -> None:
    back_at = EVENING + timedelta(seconds=back_after_s)

    first_after = min(at for at in tries_of(seed) if at >= back_at)

    assert first_after - back_at <= HOUR


def test_what_failed_together_is_not_tried_again_together() -> None:
    second_tries = {tries_of(seed)[9] for seed in range(50)}

    assert len(second_tries) == 50
    assert max(second_tries) - min(second_tries) > timedelta(minutes=30)


@pytest.mark.req("MSG-01.2")
@pytest.mark.parametrize(
    ("attempts", "longest_s"),
    [(0, 10), (1, 10), (2, 40), (3, 160), (4, 640), (5, 2560), (6, 3600), (32_000, 3600)],
)
def test_pauses_grow_to_an_hour_and_are_at_least_half_of_that(
    monkeypatch: pytest.MonkeyPatch, attempts: int, longest_s: float
) -> None:
    due = []
    for pick in (min, max):
        monkeypatch.setattr(random, "uniform", pick)
        due.append(next_try_at(failing_since=EVENING, attempts=attempts, now=EVENING))

    assert due == [EVENING + timedelta(seconds=s) for s in (longest_s / 2, longest_s)]
    assert FIRST_PAUSE_S == 10


def test_the_day_ends_at_its_mark() -> None:
    moments = [TRIED_FOR - timedelta(microseconds=1), TRIED_FOR]

    due = [next_try_at(failing_since=EVENING, attempts=1, now=EVENING + after) for after in moments]

    assert [each is None for each in due] == [False, True]


class Handler:
    """Raises what it was given, one after another, then does its work."""

    def __init__(self, *raised: Exception, **more: Any) -> None:
        self.raised, self.ran = list(raised), list[str]()
        self.died: list[tuple[str, str]] = []
        self.handler = JobHandler(
            kind=EMAIL,
            run=self._run,
            on_dead=lambda job, reason, _now: self.died.append((job.key, reason)),
            **more,
        )

    def _run(self, job: Job, _now: datetime) -> None:
        if self.raised:
            raise self.raised.pop(0)
        self.ran.append(job.key)

    def __call__(self, now: datetime = EVENING) -> bool:
        return run_next_job(self.handler, now=now)


pytest_db = pytest.mark.django_db


@pytest_db
def test_a_job_that_is_enqueued_twice_is_done_once_and_gone() -> None:
    work = Handler()
    for _ in range(2):
        enqueue((EMAIL, "a"), (Job.Kind.SMS, "a"), due_at=EVENING)

    assert [work(), work()] == [True, False]
    assert work.ran == ["a"]
    assert [job.kind for job in Job.objects.all()] == [Job.Kind.SMS]


@pytest_db
@pytest.mark.parametrize("error", [ProviderDown("503 from ada@example.org"), KeyError("x")])
def test_a_failed_try_holds_up_no_other_and_comes_again(
    caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    work = Handler(error)
    enqueue((EMAIL, "a"), (EMAIL, "b"), due_at=EVENING)

    assert [work(), work(), work()] == [True, True, False]
    assert work.ran == ["b"]
    job = Job.objects.get()
    assert (job.attempts, job.failing_since, job.leased_until) == (1, EVENING, None)
    assert job.last_error == type(error).__name__
    assert ("Traceback" in caplog.text) == isinstance(error, KeyError)
    assert "ada" not in caplog.text
    assert work(EVENING + timedelta(seconds=10))
    assert work.ran == ["b", "a"]


@pytest_db
@pytest.mark.req("MSG-01.4")
def test_a_poisoned_job_is_dead_after_a_day_and_can_be_started_anew() -> None:
    work = Handler(*[ZeroDivisionError()] * 99)
    enqueue((EMAIL, "a"), due_at=EVENING)
    now, tried_at = EVENING, list[datetime]()

    while work(now):
        tried_at.append(now)
        now = Job.objects.get().due_at

    job = Job.objects.get()
    assert (job.dead_at, job.last_error) == (tried_at[-1], "ZeroDivisionError")
    assert tried_at[-2] - EVENING < TRIED_FOR <= tried_at[-1] - EVENING
    assert work.died == [("a", "ZeroDivisionError")]
    enqueue((EMAIL, "a"), due_at=EVENING)  # says nothing about a dead one
    work.raised.clear()
    assert not work(EVENING + timedelta(days=2))
    requeue(EMAIL, "a", now=EVENING + timedelta(days=2))
    assert work(EVENING + timedelta(days=2))
    assert work.ran == ["a"]


@pytest_db
def test_a_refusal_is_final_and_a_postponed_job_has_not_been_tried() -> None:
    morning = EVENING + timedelta(hours=10)
    work = Handler(GiveUp("550"), Postpone(morning), Postpone(morning, is_overdue=True))
    enqueue((EMAIL, "refused"), (EMAIL, "early"), (EMAIL, "late"), due_at=EVENING)

    assert [work() for _ in range(4)] == [True, True, True, False]
    assert work.died == [("refused", "550")]
    waiting = Job.objects.filter(dead_at=None).values_list("key", "due_at", "waiting_since")
    assert set(waiting) == {("early", morning, morning), ("late", morning, EVENING)}
    assert set(Job.objects.filter(dead_at=None).values_list("attempts", flat=True)) == {0}
    assert backlog_by_kind(now=EVENING + HOUR) == {EMAIL: (1, 3600)}


@pytest_db
def test_a_paused_kind_is_left_alone() -> None:
    work = Handler(is_paused=lambda now: now < EVENING + HOUR)
    enqueue((EMAIL, "a"), due_at=EVENING)

    assert [work(), work(EVENING + HOUR)] == [False, True]


@pytest_db
def test_a_worker_has_a_minute_for_a_job_and_then_leaves_it_to_the_next() -> None:
    work = Handler()
    enqueue((EMAIL, "a"), due_at=EVENING)

    slow = claim_next_job(work.handler, now=EVENING)
    assert slow is not None
    assert claim_next_job(work.handler, now=EVENING + timedelta(seconds=60)) is None
    quick = claim_next_job(work.handler, now=EVENING + timedelta(seconds=61))
    assert quick is not None
    assert (quick.attempts, quick.failing_since) == (2, EVENING)

    jobs._retry_later(work.handler, slow, reason="late", now=EVENING + timedelta(seconds=62))
    jobs._bury(work.handler, slow, reason="late", now=EVENING + timedelta(seconds=62))

    left = Job.objects.get()
    assert (left.dead_at, left.last_error) == (None, "")
    assert left.leased_until == EVENING + timedelta(seconds=121)
    assert work.died == []


@pytest_db
def test_a_job_that_takes_its_worker_down_each_time_is_dead_after_a_day() -> None:
    work = Handler()
    enqueue((EMAIL, "a"), due_at=EVENING)
    now, claims = EVENING, 0

    while claim_next_job(work.handler, now=now) is not None:
        claims += 1
        now += timedelta(hours=1)
        assert claims < 30

    assert work.died == [("a", "the worker died while doing it")]
    dead_at = Job.objects.get().dead_at
    assert dead_at is not None
    assert dead_at - EVENING >= TRIED_FOR


@pytest_db
def test_a_host_that_was_off_for_days_still_gives_a_job_its_last_try() -> None:
    work = Handler()
    enqueue((EMAIL, "a"), due_at=EVENING)
    Job.objects.update(
        failing_since=EVENING - 3 * HOUR,
        attempts=9,
        leased_until=EVENING + timedelta(seconds=60),
    )

    assert work(EVENING + timedelta(days=3))
    assert work.ran == ["a"]


@pytest_db
def test_a_result_that_cannot_be_written_leaves_the_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    work = Handler(KeyError("x"))
    enqueue((EMAIL, "a"), due_at=EVENING)

    def gone(*_: Any, **__: Any) -> Callable[..., Any]:
        raise ConnectionError

    monkeypatch.setattr(jobs, "_claimed", gone)
    with pytest.raises(ConnectionError):
        work()

    assert Job.objects.get().leased_until is not None


@pytest.mark.django_db
def test_a_job_that_ends_in_its_middle_because_the_process_stops_waits_for_the_next() -> None:
    enqueue((EMAIL, "ada"), due_at=EVENING)

    def stop(_job: Job, _now: datetime) -> None:
        raise stopping.Stopped

    run_next_job(JobHandler(kind=EMAIL, run=stop), now=EVENING)

    job = Job.objects.get()
    assert (job.attempts, job.leased_until, job.failing_since) == (0, None, None)
    assert claim_next_job(JobHandler(kind=EMAIL, run=stop), now=EVENING) is not None


@pytest.mark.django_db
@pytest.mark.parametrize("error", [OperationalError("gone"), ProviderDown(), ValueError("new")])
def test_a_fault_that_was_foreseen_is_one_line(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    enqueue((EMAIL, "ada"), due_at=EVENING)

    def fail(_job: Job, _now: datetime) -> None:
        raise error

    run_next_job(JobHandler(kind=EMAIL, run=fail), now=EVENING)

    assert f"failed, will try again: {type(error).__name__}" in caplog.text
    assert ("Traceback" in caplog.text) is isinstance(error, ValueError)
