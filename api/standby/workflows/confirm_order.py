"""Confirmation of an order on which no fee is due."""

from datetime import datetime

from django.db import transaction

from standby.orders.models import Appointment, Order
from standby.orders.selectors import orders as bookings
from standby.orders.services import appointments as booking
from standby.orders.services import orders as ordering
from standby.orders.services.order_log import VISITOR
from standby.payments.services import charges as payments
from standby.photos.services.reviews import open_review
from standby.pricing.services import quoting


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
        try:
            booking.confirm_appointment(appointment, actor=VISITOR, now=now)
        except booking.DayFull as error:
            raise booking.HoldExpired from error
        quoting.reclaim_use(order.public_id, now=now)
        ordering.schedule_order(appointment, actor=VISITOR, now=now)
        open_review(appointment.order, now=now)
        return appointment
