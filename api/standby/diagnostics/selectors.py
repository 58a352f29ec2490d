"""Diagnostics on offer, and one by its id."""

from datetime import date, datetime, timedelta
from uuid import UUID

from django.db.models import Count, QuerySet

from standby.accounts.models import User
from standby.core.clock import WEEKDAYS, each_day, local_date
from standby.core.errors import NotFound, _
from standby.crews.models import Technician
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.rules import (
    FIRST_DAY,
    LAST_DAY,
    PLACES_PER_WINDOW,
    UNPAID_RETENTION,
)
from standby.messaging.models import Message
from standby.messaging.rules import Outcome
from standby.orders.models import CrewDay
from standby.orders.rules.scheduling import TimeWindow, usual_crews
from standby.pricing.selectors import catalog


class DiagnosticNotFound(NotFound):
    code = "diagnostic_not_found"
    message = _("There is no diagnostic visit under this link.")


class DiagnosticReceiptNotFound(NotFound):
    code = "diagnostic_receipt_not_found"
    message = _("There is no receipt for this diagnostic visit.")


def diagnostic_by_id(public_id: UUID) -> Diagnostic:
    diagnostic = Diagnostic.objects.filter(public_id=public_id).first()
    if diagnostic is None:
        raise DiagnosticNotFound
    return diagnostic


def mail_of_booking(diagnostic: Diagnostic) -> Outcome | None:
    """Return what became of the email that confirms it; None before it was booked."""
    if diagnostic.paid_at is None:
        return None
    key = f"diagnostic_booked:{diagnostic.public_id}:{Message.Channel.EMAIL}"
    mail = Message.objects.filter(dedupe_key=key).first()
    return mail.outcome if mail else None


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


def lock_visit(visit_id: int) -> Diagnostic:
    """Return a diagnostic by its number, which staff have: its public id opens its page.

    Raises DiagnosticNotFound.
    """
    visit = Diagnostic.objects.select_for_update().filter(pk=visit_id).first()
    if visit is None:
        raise DiagnosticNotFound
    return visit


def booked_visits(first: date, last: date) -> QuerySet[Diagnostic]:
    """Return the booked visits of these days, in their order."""
    visits = Diagnostic.objects.filter(
        status=Diagnostic.Status.BOOKED, day__range=(first, last)
    ).select_related("assigned_to", "order")
    return visits.order_by("day", "-time_window", "place_no")  # morning, then afternoon


def visits_of(
    technician: Technician, *, first: date, last: date | None = None
) -> QuerySet[Diagnostic]:
    """Return the booked visits of a technician that are not done, from one day to another."""
    visits = booked_visits(first, last or date.max)
    return visits.filter(assigned_to=technician, done_at=None)


def own_visits(user: User, *, first: date, last: date) -> QuerySet[Diagnostic]:
    """Return the booked visits of the technician whose account this is."""
    visits = booked_visits(first, last)
    return visits.filter(assigned_to__user=user, assigned_to__is_active=True)


def own_visit(user: User, visit_id: int) -> Diagnostic:
    """Raises DiagnosticNotFound when it is not theirs, or not booked any more."""
    visit = own_visits(user, first=date.min, last=date.max).filter(pk=visit_id).first()
    if visit is None:
        raise DiagnosticNotFound
    return visit


def unpaid_diagnostics(*, now: datetime) -> QuerySet[Diagnostic]:
    """Return expired holds that nobody paid for and that nobody asks about any more."""
    return Diagnostic.objects.filter(
        status=Diagnostic.Status.EXPIRED, created_at__lt=now - UNPAID_RETENTION
    )
