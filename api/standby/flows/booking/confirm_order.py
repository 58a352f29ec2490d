"""Confirmation of an order on which no fee is due."""

from datetime import datetime

from standby.apps.booking import queries as bookings
from standby.apps.booking.models import Appointment, Order
from standby.apps.booking.services import appointments as booking
from standby.apps.booking.services import orders as ordering
from standby.apps.booking.services.order_log import VISITOR
from standby.apps.booking.services.seats import DayFull
from standby.apps.catalog import coupons
from standby.apps.catalog import queries as catalog
from standby.apps.payments import services as payments
from standby.flows.booking.after_confirmation import after_confirmation
from standby.flows.messages.tell import MessageContext
from standby.flows.writing import write_transaction


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
