"""Diagnostics on offer, and one by its id."""

from datetime import date, datetime, timedelta
from uuid import UUID

from django.db.models import Count, QuerySet

from standby.core.clock import WEEKDAYS, each_day, local_date
from standby.core.errors import NotFound, _
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.rules import (
    FIRST_DAY,
    LAST_DAY,
    PLACES_PER_WINDOW,
    UNPAID_RETENTION,
)
from standby.orders.models import CrewDay
from standby.orders.rules.scheduling import TimeWindow, usual_crews
from standby.pricing.selectors import catalog


class DiagnosticNotFound(NotFound):
    code = "diagnostic_not_found"
    message = _("There is no diagnostic visit under this link.")


def diagnostic_by_id(public_id: UUID) -> Diagnostic:
    diagnostic = Diagnostic.objects.filter(public_id=public_id).first()
    if diagnostic is None:
        raise DiagnosticNotFound
    return diagnostic


def open_windows(*, now: datetime) -> dict[date, list[TimeWindow]]:
    """Return the working days on offer with the windows that have a place left."""
    today = local_date(now)
    first, last = today + timedelta(days=FIRST_DAY), today + timedelta(days=LAST_DAY)
    rules = catalog.configuration().scheduling
    # A day on which no crew works is closed for these visits too.
    crews = dict(CrewDay.objects.filter(day__range=(first, last)).values_list("day", "crews"))
    counts = Diagnostic.objects.filter(status__in=Diagnostic.LIVE, day__range=(first, last))
    taken = {
        (row["day"], row["time_window"]): row["taken"]
        for row in counts.values("day", "time_window").annotate(taken=Count("pk"))
    }
    days = {
        day: [
            TimeWindow(window)
            for window in rules.windows
            if taken.get((day, window), 0) < PLACES_PER_WINDOW
        ]
        for day in each_day(first, last)
        if WEEKDAYS[day.weekday()] not in rules.disabled_weekdays
        and crews.get(day, usual_crews(day, rules=rules))
    }
    return {day: windows for day, windows in days.items() if windows}


def unpaid_diagnostics(*, now: datetime) -> QuerySet[Diagnostic]:
    """Return expired holds that nobody paid for and that nobody asks about any more."""
    return Diagnostic.objects.filter(
        status=Diagnostic.Status.EXPIRED, created_at__lt=now - UNPAID_RETENTION
    )
