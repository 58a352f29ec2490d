"""Moves of an appointment by staff."""

from dataclasses import dataclass
from datetime import datetime

from standby.core.errors import Conflict, _
from standby.core.office import MessageContext
from standby.core.writing import write_transaction
from standby.orders.models import Appointment, CrewDay
from standby.orders.rules.rescheduling import NotReschedulable
from standby.orders.rules.scheduling import Slot, ensure_ahead
from standby.orders.selectors import orders as bookings
from standby.orders.services import appointments as booking
from standby.orders.services.order_log import ensure_version
from standby.orders.services.seats import DayCapacity, day_capacity
from standby.pricing.selectors import catalog
from standby.workflows.moving import move_and_notify, seat_again, slot_of

_STATUS = Appointment.Status


class OnlyHeld(Conflict):
    code = "only_held"
    message = _(
        "This date is only held while the homeowner pays. It can be moved once the fee is paid."
    )


class DayClosed(Conflict):
    code = "day_closed"
    message = _("Nobody works on that day.")


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRequest:
    slot: Slot
    actor: str
    reason: str = ""
    if_version: int | None = None


def move_appointment(
    appointment_id: str, *, request: MoveRequest, message_context: MessageContext, now: datetime
) -> Appointment:
    """Move an appointment to any future day with a free crew, also outside of the days on offer.

    Idempotent; the homeowner is notified. Raises AppointmentNotFound, NotReschedulable, OnlyHeld,
    ChangedMeanwhile, DayNotOffered, DayClosed, DayFull and StatusMoved.
    """
    order_pk = bookings.get_appointment(appointment_id).order_id
    with write_transaction():
        order = bookings.lock_order(order_pk)
        appointment = bookings.get_appointment(appointment_id)
        if order.status in booking.OVER:
            raise NotReschedulable
        if (appointment.status, slot_of(appointment)) == (_STATUS.CONFIRMED, request.slot):
            return appointment
        ensure_version(order, request.if_version, now=now)
        ensure_ahead(request.slot, now=now)
        _move(appointment, request=request, message_context=message_context, now=now)
        return appointment


def _move(
    appointment: Appointment,
    *,
    request: MoveRequest,
    message_context: MessageContext,
    now: datetime,
) -> None:
    by = booking.ChangeContext(actor=request.actor, now=now, reason=request.reason)
    slot = request.slot
    if appointment.status == _STATUS.HELD:
        raise OnlyHeld
    if appointment.status == _STATUS.NEEDS_NEW_DATE:
        seat_again(
            appointment,
            slot=slot,
            capacity=_open_crews(slot, now=now),
            by=by,
            message_context=message_context,
        )
    elif appointment.status == _STATUS.CONFIRMED:
        is_same_day = appointment.day == slot.day
        capacity = _crews(slot, now=now) if is_same_day else _open_crews(slot, now=now)
        move_and_notify(
            appointment, slot=slot, capacity=capacity, by=by, message_context=message_context
        )
    else:
        raise NotReschedulable


def _crews(slot: Slot, *, now: datetime) -> DayCapacity:
    rules = catalog.configuration()
    return day_capacity(slot.day, usual=rules.scheduling.crews_per_day, now=now)


def _open_crews(slot: Slot, *, now: datetime) -> DayCapacity:
    capacity = _crews(slot, now=now)
    if capacity.crews == 0:
        crew_day = CrewDay.objects.filter(day=slot.day).first()
        why = f": {crew_day.reason}" if crew_day and crew_day.reason else ""
        raise DayClosed(f"Nobody works on {slot.day:%b} {slot.day.day}{why}.")
    return capacity
