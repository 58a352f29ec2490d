"""Reminders to customers: of the visit, of missing photos."""

from datetime import date, datetime, time, timedelta
from typing import Final

from django.db import transaction

from standby.core.policy import HOUSTON
from standby.orders.models import Appointment, Order
from standby.orders.services.notify import notify_customer, without_message
from standby.photos.models import PhotoReview
from standby.workflows.policy import DAY_BEFORE, PHOTO_REMINDERS_AFTER, REMINDERS_FROM, WEEK_BEFORE

_VISITS: Final = (("reminder_week", WEEK_BEFORE), ("reminder_day", DAY_BEFORE))


def remind_of_visits(*, now: datetime) -> int:
    """Send the visit reminders that are due; returns how many.

    One per date: an appointment that was moved gets a reminder of its new date.
    """
    today = now.astimezone(HOUSTON)
    if not today.time() >= REMINDERS_FROM:
        return 0
    reminded = 0
    for kind, before in _VISITS:
        day = today.date() + before
        for order in without_message(_confirmed_on(day), kind=kind, dedupe_part=f"{day}"):
            with transaction.atomic(durable=True):
                stale_at = _midnight_after(today.date())
                notify_customer(order, kind=kind, dedupe_part=f"{day}", now=now, stale_at=stale_at)
            reminded += 1
    return reminded


def remind_of_photos(*, now: datetime) -> int:
    """Remind customers of missing photos, after two days and again after five; returns how many."""
    if not now.astimezone(HOUSTON).time() >= REMINDERS_FROM:
        return 0
    reviews = PhotoReview.objects.filter(
        status=PhotoReview.Status.AWAITING_PHOTOS,
        order__status=Order.Status.SCHEDULED,
        created_at__lte=now - PHOTO_REMINDERS_AFTER[0],
        created_at__gt=now - PHOTO_REMINDERS_AFTER[-1] - DAY_BEFORE,
    ).select_related("order__customer", "order__order_location")
    for review in reviews:
        passed = [after for after in PHOTO_REMINDERS_AFTER if review.created_at + after <= now]
        with transaction.atomic(durable=True):
            notify_customer(
                review.order,
                kind="photo_reminder",
                dedupe_part=f"{passed[-1].days} days",
                now=now,
                least=review.least_photos,
                stale_at=now + DAY_BEFORE,
            )
    return len(reviews)


def _confirmed_on(day: date) -> list[Order]:
    confirmed = Appointment.objects.filter(status=Appointment.Status.CONFIRMED, day=day)
    live = confirmed.exclude(order__status=Order.Status.CANCELLED)
    visits = live.select_related("order__customer", "order__order_location")
    return [visit.order for visit in visits]


def _midnight_after(day: date) -> datetime:
    return datetime.combine(day + timedelta(days=1), time(), HOUSTON)
