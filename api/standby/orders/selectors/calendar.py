"""The days on offer, and the visits on them."""

from datetime import date, datetime

from django.db.models import Count, Q, QuerySet

from standby.core.clock import Period, today_in_houston
from standby.orders.models import Appointment
from standby.orders.rules.scheduling import Calendar
from standby.pricing.rules.configuration import Configuration

Status = Appointment.Status
Window = Appointment.Window


def calendar_from(rules: Configuration, *, now: datetime) -> Calendar:
    scheduling = rules.scheduling
    return Calendar(
        today=today_in_houston(now),
        min_days=scheduling.min_days,
        max_days=scheduling.max_days,
        disabled_weekdays=scheduling.disabled_weekdays,
    )


def appointments_between(first: date, last: date) -> QuerySet[Appointment]:
    return Appointment.objects.filter(
        status__in=(Status.CONFIRMED, Status.HELD), day__range=(first, last)
    )


def windows_of(appointments: QuerySet[Appointment]) -> dict[str, int]:
    return appointments.aggregate(
        morning=Count("pk", filter=Q(time_window=Window.MORNING)),
        afternoon=Count("pk", filter=Q(time_window=Window.AFTERNOON)),
        held=Count("pk", filter=Q(status=Status.HELD)),
    )


def visits_in(period: Period, *, today: date) -> QuerySet[Appointment]:
    return Appointment.objects.filter(
        status=Status.CONFIRMED, day__range=(period.first, min(period.last, today))
    )
