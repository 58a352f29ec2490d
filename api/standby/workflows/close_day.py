"""A storm day: it is closed, and each of its jobs moves to the next free day (OPS-18.4)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from standby.core.clock import WEEKDAYS, days_after, each_day, local_date
from standby.orders.models import Appointment, Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.selectors import orders
from standby.orders.selectors.crew_calendar import CrewCalendar
from standby.orders.services.crew_days import close_with_jobs
from standby.pricing.selectors import catalog
from standby.workflows.move_appointment import move_off_closed_day

_LONGEST_SEARCH_DAYS: Final = 60


class WhyLeft(StrEnum):
    """Why a job was not moved.

    The visitor is still paying; the crew has begun it on the afternoon before; the day that staff
    chose for it, or every day, has no crew for it.
    """

    HELD = "held"
    BEGUN = "begun"
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
    """How many jobs a day can still take in each window; none is proposed for a weekday off."""

    day: date
    mornings_left: int
    afternoons_left: int
    is_weekday_off: bool


@dataclass(slots=True, kw_only=True)
class ClosedDay:
    """Where the jobs of a day go. Only a plan has `room`, what is left before any job moves."""

    day: date
    moved: list[MovedJob] = field(default_factory=list)
    left: list[LeftJob] = field(default_factory=list)
    room: list[DayRoom] = field(default_factory=list)


def plan_closing(day: date, *, now: datetime) -> ClosedDay:
    """Return where the jobs of a day would move, without changing anything."""
    rules = catalog.configuration().scheduling
    earliest, last = _earliest(day, now=now), days_after(day, _LONGEST_SEARCH_DAYS)
    crews = CrewCalendar(earliest, last, rules=rules, now=now)
    plan = ClosedDay(day=day)
    for target in each_day(earliest, last):
        plan.room.append(
            DayRoom(
                day=target,
                mornings_left=crews.room(target, TimeWindow.MORNING).crews_left,
                afternoons_left=crews.room(target, TimeWindow.AFTERNOON).crews_left,
                is_weekday_off=WEEKDAYS[target.weekday()] in rules.disabled_weekdays,
            )
        )
    for job in _jobs_on(day):
        why = _why_it_stays(job, now=now)
        window = TimeWindow(job.time_window)
        targets = _targets(day, earliest=earliest)
        if why is not None:
            plan.left.append(LeftJob(job=job, why=why))
        elif to_day := next((each for each in targets if crews.take(each, window)), None):
            crews.leave(job.day, window, seat_no=job.seat.seat_no)
            plan.moved.append(MovedJob(job=job, to_day=to_day))
        else:
            plan.left.append(LeftJob(job=job, why=WhyLeft.NO_DAY))
    return plan


def _why_it_stays(job: Appointment, *, now: datetime) -> WhyLeft | None:
    if job.status == Appointment.Status.HELD:
        return WhyLeft.HELD
    return WhyLeft.BEGUN if job.start_at <= now else None


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
    why = f"{reason.rstrip('.')}."
    # Those with a day of their own first, so that no other takes it.
    for job in sorted(_jobs_on(day), key=lambda job: job.public_id not in targets):
        chosen = targets.get(job.public_id)
        if (why_it_stays := _why_it_stays(job, now=now)) is not None:
            closed.left.append(LeftJob(job=job, why=why_it_stays))
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
        elif orders.appointments_at_work_on(day).filter(pk=job.pk).exists():
            why_left = WhyLeft.TARGET_FULL if chosen else WhyLeft.NO_DAY
            closed.left.append(LeftJob(job=job, why=why_left))
    return closed


def _earliest(day: date, *, now: datetime) -> date:
    # Behind the closed day, so that no afternoon moves to where it would end on it.
    return max(days_after(day, 1), days_after(local_date(now), 1))


def _targets(day: date, *, earliest: date) -> Iterator[date]:
    off = catalog.configuration().scheduling.disabled_weekdays
    last = days_after(day, _LONGEST_SEARCH_DAYS)
    for target in each_day(earliest, last):
        if WEEKDAYS[target.weekday()] not in off:
            yield target


def _jobs_on(day: date) -> list[Appointment]:
    # Also those of the afternoon before, which end in its morning.
    jobs = orders.appointments_at_work_on(day).exclude(order__status__in=Order.OVER)
    related = jobs.filter(seat__isnull=False).select_related(
        "seat", "order__customer", "order__order_location"
    )
    return list(related.order_by("start_at", "pk"))
