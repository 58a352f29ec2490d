"""A storm day: it is closed, and each of its jobs moves to the next free day (OPS-18.4)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from standby.core.clock import WEEKDAYS, days_after, local_date
from standby.orders.models import Appointment, Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.selectors import orders as bookings
from standby.orders.services.crew_days import close_with_jobs
from standby.pricing.selectors import catalog
from standby.workflows.move_appointment import move_off_closed_day

_CHOOSE_ANOTHER: Final = "If the new day does not suit you, choose another on your booking page."
_LONGEST_SEARCH_DAYS: Final = 60


class WhyLeft(StrEnum):
    """Why a job was not moved.

    The visitor is still paying; the day that staff chose for it, or every day, has no free crew.
    """

    HELD = "held"
    TARGET_FULL = "target_full"
    NO_DAY = "no_day"


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedJob:
    job: Appointment
    to_day: date


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftJob:
    job: Appointment
    why: WhyLeft


@dataclass(frozen=True, slots=True, kw_only=True)
class DayRoom:
    """How many crews a day has left; no job is proposed for a weekday off."""

    day: date
    free_crews: int
    is_weekday_off: bool


@dataclass(slots=True, kw_only=True)
class ClosedDay:
    """Where the jobs of a day go. Only a plan has `room`, the crews left before any job moves."""

    day: date
    moved: list[MovedJob] = field(default_factory=list)
    left: list[LeftJob] = field(default_factory=list)
    room: list[DayRoom] = field(default_factory=list)


def plan_closing(day: date, *, now: datetime) -> ClosedDay:
    """Return where the jobs of a day would move, without changing anything."""
    room = [
        DayRoom(
            day=each["day"],
            free_crews=max(0, each["crews"] - len(each["jobs"])),
            is_weekday_off=each["is_weekday_off"],
        )
        for each in bookings.board_days(
            _earliest(day, now=now),
            days_after(day, _LONGEST_SEARCH_DAYS),
            rules=catalog.configuration().scheduling,
            now=now,
        )
        if each["day"] != day
    ]
    free = {each.day: each.free_crews for each in room if not each.is_weekday_off}
    plan = ClosedDay(day=day, room=room)
    for job in _jobs_on(day):
        target = next((target for target, crews in free.items() if crews > 0), None)
        if job.status == Appointment.Status.HELD:
            plan.left.append(LeftJob(job=job, why=WhyLeft.HELD))
        elif target is None:
            plan.left.append(LeftJob(job=job, why=WhyLeft.NO_DAY))
        else:
            free[target] -= 1
            plan.moved.append(MovedJob(job=job, to_day=target))
    return plan


def close_day(
    day: date, *, reason: str, targets: Mapping[UUID, date], actor: str, now: datetime
) -> ClosedDay:
    """Close a day and move its confirmed jobs, each in a transaction and with one message.

    A job moves to the day that `targets` has for its appointment, else to its first free day.
    No day gets more jobs than crews, whatever visitors reserve meanwhile. What could not be moved
    keeps its crew and is returned. Idempotent. Raises DayNotOffered and ReasonMissing.
    """
    for target in targets.values():
        Slot(target, TimeWindow.MORNING).ensure_ahead(now=now)
    close_with_jobs(day, reason=reason, staff=actor, now=now)
    closed = ClosedDay(day=day)
    why = f"{reason.rstrip('.')}. {_CHOOSE_ANOTHER}"
    # Those with a day of their own first, so that no other takes it.
    for job in sorted(_jobs_on(day), key=lambda job: job.public_id not in targets):
        chosen = targets.get(job.public_id)
        if job.status == Appointment.Status.HELD:
            closed.left.append(LeftJob(job=job, why=WhyLeft.HELD))
            continue
        moved = move_off_closed_day(
            job.pk,
            off=day,
            to_days=[chosen] if chosen else _targets(day, earliest=_earliest(day, now=now)),
            actor=actor,
            reason=why,
            now=now,
        )
        if moved is not None:
            closed.moved.append(MovedJob(job=job, to_day=moved.day))
        elif Appointment.objects.filter(pk=job.pk, day=day, status__in=Appointment.LIVE).exists():
            why_left = WhyLeft.TARGET_FULL if chosen else WhyLeft.NO_DAY
            closed.left.append(LeftJob(job=job, why=why_left))
    return closed


def _earliest(day: date, *, now: datetime) -> date:
    return max(days_after(day, 1), days_after(local_date(now), 1))


def _targets(day: date, *, earliest: date) -> Iterator[date]:
    off = catalog.configuration().scheduling.disabled_weekdays
    last = days_after(day, _LONGEST_SEARCH_DAYS)
    for ordinal in range(earliest.toordinal(), last.toordinal() + 1):
        target = date.fromordinal(ordinal)
        if target != day and WEEKDAYS[target.weekday()] not in off:
            yield target


def _jobs_on(day: date) -> QuerySet[Appointment]:
    jobs = bookings.appointments_between(day, day).exclude(order__status__in=Order.OVER)
    related = jobs.select_related("order__customer", "order__order_location")
    return related.order_by("start_at", "pk")
