"""Counts of scheduled and completed visits."""

from datetime import date

from django.db.models import Count, Q, QuerySet

from standby.core.periods import Period
from standby.orders.models import Appointment

Status = Appointment.Status
Window = Appointment.Window


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
