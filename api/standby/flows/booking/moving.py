"""Steps shared by moves of an appointment by homeowners and by staff."""

from standby.apps.booking.models import Appointment, Technician
from standby.apps.booking.services import appointments as booking
from standby.apps.booking.services import orders as ordering
from standby.apps.booking.services.appointments import ChangeContext
from standby.apps.booking.services.order_log import VISITOR
from standby.apps.booking.services.seats import DayCapacity
from standby.domain.scheduling import Slot, TimeWindow
from standby.flows.booking.after_confirmation import after_confirmation
from standby.flows.messages.tell import MessageContext, notify_customer, notify_staff


def slot_of(appointment: Appointment) -> Slot:
    return Slot(appointment.day, TimeWindow(appointment.time_window))


def move_and_notify(
    appointment: Appointment, *, slot: Slot, on: DayCapacity, by: ChangeContext, to: MessageContext
) -> None:
    """Move a confirmed appointment and notify the homeowner. Raises DayFull and StatusMoved."""
    old, came = slot_of(appointment), appointment.assigned_to
    booking.move_appointment(appointment, slot=slot, on=on, by=by)
    notify_customer(
        appointment.order,
        kind="rescheduled",
        dedupe_part=f"{appointment.public_id}:{appointment.sequence}",
        now=by.now,
        old_day=old.day,
        reason=by.reason,
    )
    if came is not None:
        _tell_who_comes(appointment, came, old=old, by=by, to=to)


def _tell_who_comes(
    appointment: Appointment, came: Technician, *, old: Slot, by: ChangeContext, to: MessageContext
) -> None:
    # Staff who move it themselves see on the day board that the technician stays assigned.
    moved = f"moved from {old.day} to {appointment.day}"
    if appointment.assigned_to is None:
        question = f"{moved}: who comes, instead of {came.name}, who has another job that day?"
        notify_staff(appointment.order, topic=question, message_context=to, now=by.now)
    elif by.actor == VISITOR:
        what = f"{moved}, {appointment.time_window}: please tell {came.name}, who comes then"
        notify_staff(appointment.order, topic=what, message_context=to, now=by.now)


def seat_again(
    appointment: Appointment, *, slot: Slot, on: DayCapacity, by: ChangeContext, to: MessageContext
) -> None:
    """Give a new date to a paid order that lost its date. Raises DayFull and StatusMoved."""
    booking.reseat_appointment(appointment, slot=slot, on=on, actor=by.actor, now=by.now)
    ordering.schedule_order(appointment.order, actor=by.actor, now=by.now)
    after_confirmation(appointment, message_context=to, now=by.now)
