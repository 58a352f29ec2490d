"""The day board: jobs per day and crew, and jobs that wait for a new day."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from standby.core.clock import WEEKDAYS, each_day
from standby.orders.models import Appointment, CrewDay, CrewSeat, Order, OrderLogEntry, Technician
from standby.orders.selectors.orders import AppointmentNotFound


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardJob:
    """An appointment as the board shows it; `crew_no` is None while it has no seat."""

    appointment: Appointment
    order_version: int
    crew_no: int | None
    hold_expires_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardDay:
    """One column of the board.

    `reason` says why `crews` differs from the usual number; 0 is closed.
    """

    day: date
    crews: int
    usual_crews: int
    reason: str
    is_weekday_off: bool
    jobs: list[BoardJob]


def board_days(
    first: date,
    last: date,
    *,
    usual_crews: int,
    disabled_weekdays: Collection[str],
    now: datetime,
) -> list[BoardDay]:
    crew_days = {one.day: one for one in CrewDay.objects.filter(day__range=(first, last))}
    # An expired hold is no job: its crew is free.
    occupied = CrewSeat.objects.filter(day__range=(first, last), appointment__isnull=False)
    live = occupied.filter(Q(hold_expires_at__isnull=True) | Q(hold_expires_at__gte=now))
    seats = {seat.appointment_id: seat for seat in live}
    jobs: defaultdict[date, list[BoardJob]] = defaultdict(list)
    for appointment in _appointments().filter(seat__in=live).order_by("seat__seat_no"):
        if seat := seats.get(appointment.pk):
            jobs[seat.day].append(_job(appointment, seat=seat))
    return [
        BoardDay(
            day=day,
            crews=crew_days[day].crews if day in crew_days else usual_crews,
            usual_crews=usual_crews,
            reason=crew_days[day].reason if day in crew_days else "",
            is_weekday_off=WEEKDAYS[day.weekday()] in disabled_weekdays,
            jobs=jobs[day],
        )
        for day in each_day(first, last)
    ]


def unscheduled_jobs() -> list[BoardJob]:
    lost = _appointments().filter(status=Appointment.Status.NEEDS_NEW_DATE)
    waiting = lost.exclude(order__status__in=Order.OVER)
    return [_job(appointment, seat=None) for appointment in waiting.order_by("created_at", "pk")]


def board_technicians() -> list[Technician]:
    return list(Technician.objects.order_by("-is_active", "name", "pk"))


def job_of(appointment: Appointment) -> BoardJob:
    job = _appointments().filter(pk=appointment.pk).first()
    if job is None:
        raise AppointmentNotFound
    return _job(job, seat=CrewSeat.objects.filter(appointment=job).first())


def _appointments() -> QuerySet[Appointment]:
    entries = OrderLogEntry.objects.filter(order=OuterRef("order_id")).order_by("-pk")
    return Appointment.objects.select_related(
        "order__customer",
        "order__order_location",
        "order__generator",
        "order__quote",
        "assigned_to",
    ).annotate(order_version=Coalesce(Subquery(entries.values("pk")[:1]), 0))


def _job(appointment: Appointment, *, seat: CrewSeat | None) -> BoardJob:
    return BoardJob(
        appointment=appointment,
        order_version=appointment.order_version,  # type: ignore[attr-defined]
        crew_no=seat.seat_no if seat else None,
        hold_expires_at=seat.hold_expires_at if seat else None,
    )
