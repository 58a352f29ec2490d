"""The day board: jobs per day and crew, and jobs that wait for a new day."""

from collections import defaultdict
from collections.abc import Collection
from datetime import date, datetime
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from standby.core.clock import WEEKDAYS, each_day
from standby.orders.models import Appointment, CrewDay, Order, OrderLogEntry, Technician
from standby.orders.selectors.orders import AppointmentNotFound


def board_days(
    first: date, last: date, *, usual_crews: int, disabled_weekdays: Collection[str], now: datetime
) -> list[dict[str, Any]]:
    # `reason` says why `crews` differs from the usual number; 0 is closed.
    crew_days = {one.day: one for one in CrewDay.objects.filter(day__range=(first, last))}
    # An expired hold is no job: its crew is free.
    live = Q(seat__hold_expires_at__isnull=True) | Q(seat__hold_expires_at__gte=now)
    jobs: defaultdict[date, list[Appointment]] = defaultdict(list)
    for job in _jobs().filter(live, seat__day__range=(first, last)).order_by("seat__seat_no"):
        jobs[job.seat.day].append(job)
    return [
        {
            "day": day,
            "crews": crew_days[day].crews if day in crew_days else usual_crews,
            "usual_crews": usual_crews,
            "reason": crew_days[day].reason if day in crew_days else "",
            "is_weekday_off": WEEKDAYS[day.weekday()] in disabled_weekdays,
            "jobs": jobs[day],
        }
        for day in each_day(first, last)
    ]


def unscheduled_jobs() -> list[Appointment]:
    lost = _jobs().filter(status=Appointment.Status.NEEDS_NEW_DATE)
    waiting = lost.exclude(order__status__in=Order.OVER)
    return list(waiting.order_by("created_at", "pk"))


def board_technicians() -> list[Technician]:
    return list(Technician.objects.order_by("-is_active", "name", "pk"))


def job_of(appointment: Appointment) -> Appointment:
    job = _jobs().filter(pk=appointment.pk).first()
    if job is None:
        raise AppointmentNotFound
    return job


def _jobs() -> QuerySet[Appointment]:
    entries = OrderLogEntry.objects.filter(order=OuterRef("order_id")).order_by("-pk")
    return Appointment.objects.select_related(
        "order__customer",
        "order__order_location",
        "order__generator",
        "order__quote",
        "assigned_to",
        "seat",
    ).annotate(order_version=Coalesce(Subquery(entries.values("pk")[:1]), 0))
