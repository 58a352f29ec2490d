"""Writing and reading heartbeats; /metrics exports them (decision 60)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import F, Q
from django.db.models.functions import Coalesce

from standby.core.models import Heartbeat

SNAPSHOTS: Final = "snapshots"
AUDIT_LOG_PROOF: Final = "proof of the audit log"


@dataclass(frozen=True, slots=True, kw_only=True)
class Success:
    name: str
    started_at: datetime
    ended_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """One or more consecutive failed runs; `error` is the class of the last exception."""

    name: str
    error: str
    count: int
    first_at: datetime
    last_at: datetime


def job_name(job: str) -> str:
    return f"job {job}"


def lane_name(lane: str) -> str:
    return f"lane {lane}"


def note_success(name: str, *, now: datetime) -> None:
    note_successes([Success(name=name, started_at=now, ended_at=now)])


def note_failure(name: str, *, error: str, now: datetime) -> None:
    note_failures([Failure(name=name, error=error, count=1, first_at=now, last_at=now)])


def note_successes(successes: Collection[Success]) -> None:
    # One statement for all of them; a success also resets the failure columns.
    _upsert(
        [
            Heartbeat(
                name=one.name,
                created_at=one.ended_at,
                last_started_at=one.started_at,
                last_succeeded_at=one.ended_at,
            )
            for one in successes
        ],
        "last_started_at",
        "last_succeeded_at",
        "failing_since",
        "failures",
        "last_error",
    )


def note_failures(failures: Collection[Failure]) -> None:
    # Leaves the last success as it is, and the time of the first failure after it.
    for one in failures:
        expect(one.name, now=one.first_at)
        Heartbeat.objects.filter(name=one.name).update(
            last_failed_at=one.last_at,
            failing_since=Coalesce(F("failing_since"), one.first_at),
            failures=F("failures") + one.count,
            last_error=one.error[:80],
        )


def note_start(name: str, *, now: datetime) -> None:
    """Record the start of a long or rare run, so that one that hangs is visible."""
    _upsert([Heartbeat(name=name, created_at=now, last_started_at=now)], "last_started_at")


def expect(name: str, *, now: datetime) -> None:
    """Create the heartbeat if it is missing, so that its age counts before the first run.

    Safe to repeat.
    """
    Heartbeat.objects.bulk_create([Heartbeat(name=name, created_at=now)], ignore_conflicts=True)


def has_run_since(name: str, *, moment: datetime) -> bool:
    ended = Q(last_succeeded_at__gte=moment) | Q(last_failed_at__gte=moment)
    return Heartbeat.objects.filter(ended, name=name).exists()


def all_heartbeats() -> dict[str, Heartbeat]:
    return {row.name: row for row in Heartbeat.objects.all()}


def _upsert(rows: list[Heartbeat], *fields: str) -> None:
    Heartbeat.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["name"], update_fields=fields
    )
