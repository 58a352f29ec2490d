"""Confirmation of an order: on which no fee is due, and what follows every confirmed date."""

from datetime import datetime

from django.db import transaction

from standby.core.providers import wiring as core_providers
from standby.orders.models import Appointment, Order
from standby.orders.selectors import orders as bookings
from standby.orders.services import appointments as booking
from standby.orders.services import orders as ordering
from standby.orders.services.customers import record_first_consent
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import VISITOR
from standby.orders.services.seats import DayFull
from standby.payments.services import charges as payments
from standby.photos.services.photos import open_review
from standby.pricing.selectors import catalog
from standby.pricing.services import coupons
from standby.pricing.services.receipts import issue_receipt


def confirm_order(order: Order, *, now: datetime) -> Appointment:
    """Confirm the held appointment and return it. Idempotent.

    Raises PaymentDue, HoldExpired, CouponUsedUp and StatusMoved.
    """
    with transaction.atomic(durable=True):
        bookings.lock_order(order.pk)
        payments.ensure_nothing_due(order)
        appointment = bookings.newest_appointment_of(order)
        if appointment.status == Appointment.Status.CONFIRMED:
            return appointment
        usual_crews = catalog.configuration().scheduling.crews_per_day
        try:
            booking.confirm_appointment(
                appointment, usual_crews=usual_crews, actor=VISITOR, now=now
            )
        except DayFull as error:
            raise booking.HoldExpired from error
        coupons.reclaim_use(order.public_id, now=now)
        ordering.schedule_order(order, actor=VISITOR, now=now)
        after_confirmation(appointment, now=now)
        return appointment


def after_confirmation(appointment: Appointment, *, now: datetime) -> None:
    """Open the photo review, issue the price receipt and queue the confirmation messages.

    Runs in the caller's transaction with the order's row locked. Idempotent.
    """
    order = appointment.order
    review = open_review(order, now=now)
    issue_receipt(
        order.quote,
        order_ref=order.public_id,
        reason="Your reservation",
        signer=core_providers.signer(),
        now=now,
    )
    record_first_consent(order)
    notify_customer(
        order,
        kind="date_confirmed",
        dedupe_part=f"{now:%Y%m%d%H%M%S}",
        now=now,
        appointment=appointment,
    )
    notify_customer(
        order,
        kind="photo_link",
        dedupe_part=str(review.public_id),
        now=now,
        least=review.least_photos,
    )
