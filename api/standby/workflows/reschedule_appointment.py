"""Moves of an appointment by the homeowner."""

from datetime import datetime
from typing import Final

from django.db import transaction

from standby.core.office import MessageContext
from standby.orders.models import Appointment, Order
from standby.orders.rules.rescheduling import NotReschedulable, ensure_movable
from standby.orders.rules.scheduling import DayNotOffered, Slot
from standby.orders.selectors import orders as bookings
from standby.orders.selectors.calendar import calendar_from
from standby.orders.services import appointments as booking
from standby.orders.services.order_log import VISITOR
from standby.orders.services.seats import DayCapacity, day_capacity
from standby.pricing.selectors import catalog
from standby.workflows.moving import move_and_notify, seat_again, slot_of

_FIELD: Final = "day"


@transaction.atomic
def reschedule_appointment(
    order: Order, *, slot: Slot, message_context: MessageContext, now: datetime
) -> Appointment:
    """Move the order's appointment to a slot and return it.

    The old seat is kept when the new day has no free crew. Raises NotReschedulable,
    TooLateToReschedule, DayNotOffered, DayFull and StatusMoved.
    """
    order = bookings.lock_order(order.pk)
    appointment = bookings.newest_appointment_of(order)
    if order.status in booking.OVER:
        raise NotReschedulable
    ensure_movable(appointment.status, appointment.start_at, now=now)
    by = booking.ChangeContext(actor=VISITOR, now=now)
    if appointment.status == Appointment.Status.NEEDS_NEW_DATE:
        seat_again(
            appointment,
            slot=slot,
            capacity=_crews(slot, old_slot=None, now=now),
            by=by,
            message_context=message_context,
        )
        return appointment
    old_slot = slot_of(appointment)
    if old_slot != slot:
        move_and_notify(
            appointment,
            slot=slot,
            capacity=_crews(slot, old_slot=old_slot, now=now),
            by=by,
            message_context=message_context,
        )
    return appointment


def _crews(slot: Slot, *, old_slot: Slot | None, now: datetime) -> DayCapacity:
    # A change of the window only does not require that the day is still on offer.
    rules = catalog.configuration()
    capacity = day_capacity(slot.day, usual=rules.scheduling.crews_per_day, now=now)
    if old_slot is not None and old_slot.day == slot.day:
        return capacity
    calendar_from(rules, now=now).ensure_offered(slot.day, field=_FIELD)
    if capacity.crews == 0:
        raise DayNotOffered("We do not work on that day. Please choose another.", field=_FIELD)
    return capacity
