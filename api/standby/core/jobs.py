"""The queue: work enqueued with the change that needs it, and done later by a worker.

At least once: a worker that dies leaves its lease to run out, and the job is tried again. So what a
job does has to be safe to repeat.
"""

import logging
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Count, F, Min, Q, QuerySet

from standby.core import stopping
from standby.core.errors import DomainError
from standby.core.models import Job
from standby.core.provider_calls import ProviderDown
from standby.core.unavailable import is_foreseen

log = logging.getLogger(__name__)
LEASE: Final = timedelta(seconds=60)
FIRST_PAUSE_S: Final = 10
LONGEST_PAUSE_S: Final = 60 * 60  # a provider that recovers is served within the hour
TRIED_FOR: Final = timedelta(hours=24)
_PAUSE_GROWS_BY: Final = 4
# Beyond this the longest pause applies anyway; the cap keeps the power small.
_LARGEST_EXPONENT: Final = 20


class Postpone(Exception):
    """Raised by a job that cannot be done before `until`. It counts as no try.

    With `is_overdue` the job should have been done by now, so its age counts on.
    """

    def __init__(self, until: datetime, *, is_overdue: bool = False) -> None:
        super().__init__()
        self.until = until
        self.is_overdue = is_overdue


class GiveUp(Exception):
    """Raised by a job that is dead at once, because another try would end the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JobHandler:
    """How one kind of job is done.

    `run` may raise Postpone and GiveUp; any other exception is a failed try. `on_dead` is called
    with the reason in the transaction in which the job dies. While `is_paused`, none is claimed.
    A job is given up after failing for `tried_for`, by the clock and not by the number of tries.
    """

    kind: Job.Kind
    run: Callable[[Job, datetime], None]
    on_dead: Callable[[Job, str, datetime], None] | None = None
    is_paused: Callable[[datetime], bool] = lambda _now: False
    tried_for: timedelta = TRIED_FOR
    longest_pause_s: float = LONGEST_PAUSE_S
    lease: timedelta = LEASE


def enqueue(*keys: tuple[Job.Kind, str], due_at: datetime) -> None:
    """Enqueue jobs in the caller's transaction. Safe to repeat while a job waits or is dead."""
    Job.objects.bulk_create(
        [Job(kind=kind, key=key, due_at=due_at, waiting_since=due_at) for kind, key in keys],
        ignore_conflicts=True,
    )


def requeue(kind: Job.Kind, key: str, *, now: datetime) -> None:
    """Start a job anew, in the caller's transaction, whether it is dead, done or waiting."""
    # A new row: a worker that is still busy with the old one must not finish the new one.
    discard(kind, key)
    enqueue((kind, key), due_at=now)


def discard(kind: Job.Kind, *keys: str) -> None:
    """Delete jobs, in the caller's transaction, that need not be done any more."""
    Job.objects.filter(kind=kind, key__in=keys).delete()


def run_next_job(handler: JobHandler, *, now: datetime) -> bool:
    """Do the next due job of one kind. Returns False when there is none, or the kind is paused."""
    if handler.is_paused(now):
        return False
    job = claim_next_job(handler, now=now)
    if job is None:
        return False
    try:
        handler.run(job, now)
    except Postpone as postponed:
        _claimed(job).update(
            due_at=postponed.until,
            waiting_since=F("waiting_since") if postponed.is_overdue else postponed.until,
            attempts=F("attempts") - 1,
            leased_until=None,
        )
    except stopping.Stopped:  # the next worker does it
        _claimed(job).update(attempts=F("attempts") - 1, leased_until=None)
    except GiveUp as refused:
        _bury(handler, job, reason=str(refused), now=now)
    except Exception as error:
        has_reason = isinstance(error, (ProviderDown, DomainError))
        name = type(error).__name__
        log.warning("%s failed, will try again: %s", job, name, exc_info=not is_foreseen(error))
        job.last_error = name[:80]
        _retry_later(handler, job, reason=str(error) if has_reason else name, now=now)
    else:
        # By its number alone: a job that was done is done, even after its lease ran out.
        Job.objects.filter(pk=job.pk).delete()
    return True


def claim_next_job(handler: JobHandler, *, now: datetime) -> Job | None:
    """Lease the next due job to the caller and count one try.

    Returns None when none is due or another worker was faster.
    """
    available = Job.objects.filter(
        Q(leased_until=None) | Q(leased_until__lt=now),
        kind=handler.kind,
        dead_at=None,
        due_at__lte=now,
    )
    job = available.order_by("due_at", "pk").first()
    if job is None:
        return None
    # The try is counted before the work: a worker that dies may cause a second try, but no job is
    # lost.
    lost_try_at = job.leased_until - handler.lease if job.leased_until else None
    failing_since = job.failing_since or lost_try_at
    claimed = available.filter(pk=job.pk, attempts=job.attempts).update(
        attempts=F("attempts") + 1, failing_since=failing_since, leased_until=now + handler.lease
    )
    if not claimed:
        return None
    job.attempts += 1
    job.failing_since = failing_since
    if lost_try_at and failing_since and lost_try_at - failing_since >= handler.tried_for:
        # Its last try took the worker down, and so would the next one; that must not go on forever.
        job.last_error = "WorkerDied"
        _bury(handler, job, reason="the worker died while doing it", now=now)
        return claim_next_job(handler, now=now)
    return job


def next_try_at(
    *,
    failing_since: datetime,
    attempts: int,
    now: datetime,
    tried_for: timedelta = TRIED_FOR,
    longest_pause_s: float = LONGEST_PAUSE_S,
) -> datetime | None:
    """Return when to try again, or None once the job has failed long enough to be given up.

    `attempts` includes the try that just failed. At least half of each pause is waited, which
    bounds the number of tries; the rest is random, so that jobs that failed together are not
    retried together.
    """
    if now - failing_since >= tried_for:
        return None
    exponent = min(max(attempts, 1) - 1, _LARGEST_EXPONENT)
    pause_s = min(FIRST_PAUSE_S * _PAUSE_GROWS_BY**exponent, longest_pause_s)
    # Spreads retries and guards nothing, so it need not be secure.
    return now + timedelta(seconds=random.uniform(pause_s / 2, pause_s))  # noqa: S311


def backlog_by_kind(*, now: datetime) -> dict[str, tuple[int, float]]:
    """Return how many jobs of each kind are due, and for how many seconds the oldest is.

    Failed tries make a job no younger. A kind without due jobs is missing.
    """
    due = Job.objects.filter(dead_at=None, waiting_since__lte=now)
    groups = due.values("kind").annotate(count=Count("pk"), oldest=Min("waiting_since"))
    return {
        group["kind"]: (group["count"], (now - group["oldest"]).total_seconds())
        for group in groups.order_by("kind")
    }


def dead_jobs(*kinds: Job.Kind) -> QuerySet[Job]:
    return Job.objects.filter(kind__in=kinds, dead_at__isnull=False)


def _retry_later(handler: JobHandler, job: Job, *, reason: str, now: datetime) -> None:
    failing_since = job.failing_since or now
    due_at = next_try_at(
        failing_since=failing_since,
        attempts=job.attempts,
        now=now,
        tried_for=handler.tried_for,
        longest_pause_s=handler.longest_pause_s,
    )
    if due_at is None:
        _bury(handler, job, reason=reason, now=now)
        return
    _claimed(job).update(
        due_at=due_at, failing_since=failing_since, leased_until=None, last_error=job.last_error
    )


def _bury(handler: JobHandler, job: Job, *, reason: str, now: datetime) -> None:
    with transaction.atomic(durable=True):
        if not _claimed(job).update(dead_at=now, leased_until=None, last_error=job.last_error):
            return
        if handler.on_dead:
            handler.on_dead(job, reason, now)
    log.error("%s given up after %s tries: %s", job, job.attempts, reason)


def _claimed(job: Job) -> QuerySet[Job]:
    # Only while the lease is still ours: a worker that was too slow must not overwrite the next
    # one's result.
    return Job.objects.filter(pk=job.pk, attempts=job.attempts, dead_at=None)
