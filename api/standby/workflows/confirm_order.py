"""Confirmation of an order on which no fee is due."""

from datetime import datetime

from standby.core.office import MessageContext
from standby.core.writing import write_transaction
from standby.orders.models import Appointment, Order
from standby.orders.selectors import orders as bookings
from standby.orders.services import appointments as booking
from standby.orders.services import orders as ordering
from standby.orders.services.order_log import VISITOR
from standby.orders.services.seats import DayFull
from standby.payments.services import charges as payments
from standby.pricing.selectors import catalog
from standby.pricing.services import coupons
from standby.workflows.after_confirmation import after_confirmation


def confirm_order(order: Order, *, message_context: MessageContext, now: datetime) -> Appointment:
    """Confirm the held appointment and return it. Idempotent.

    Raises PaymentDue, HoldExpired, CouponUsedUp and StatusMoved.
    """
    with write_transaction():
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
        after_confirmation(appointment, message_context=message_context, now=now)
        return appointment
