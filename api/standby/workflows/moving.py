"""Steps shared by moves of an appointment by homeowners and by staff."""

from standby.core.office import MessageContext
from standby.orders.models import Appointment, Technician
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services import appointments as booking
from standby.orders.services import orders as ordering
from standby.orders.services.appointments import ChangeContext
from standby.orders.services.notify import notify_customer, notify_staff
from standby.orders.services.order_log import VISITOR
from standby.orders.services.seats import DayCapacity
from standby.workflows.after_confirmation import after_confirmation


def slot_of(appointment: Appointment) -> Slot:
    return Slot(appointment.day, TimeWindow(appointment.time_window))


def move_and_notify(
    appointment: Appointment,
    *,
    slot: Slot,
    capacity: DayCapacity,
    by: ChangeContext,
    message_context: MessageContext,
) -> None:
    """Move a confirmed appointment and notify the homeowner. Raises DayFull and StatusMoved."""
    old_slot, technician = slot_of(appointment), appointment.assigned_to
    booking.move_appointment(appointment, slot=slot, on=capacity, by=by)
    notify_customer(
        appointment.order,
        kind="rescheduled",
        dedupe_part=f"{appointment.public_id}:{appointment.sequence}",
        now=by.now,
        old_day=old_slot.day,
        reason=by.reason,
    )
    if technician is not None:
        _notify_about_technician(
            appointment, technician, old_slot=old_slot, by=by, message_context=message_context
        )


def _notify_about_technician(
    appointment: Appointment,
    technician: Technician,
    *,
    old_slot: Slot,
    by: ChangeContext,
    message_context: MessageContext,
) -> None:
    # Staff who move it themselves see on the day board that the technician stays assigned.
    moved = f"moved from {old_slot.day} to {appointment.day}"
    if appointment.assigned_to is None:
        topic = f"{moved}: who comes, instead of {technician.name}, who has another job that day?"
        notify_staff(appointment.order, topic=topic, message_context=message_context, now=by.now)
    elif by.actor == VISITOR:
        topic = f"{moved}, {appointment.time_window}: please tell {technician.name}, who comes then"
        notify_staff(appointment.order, topic=topic, message_context=message_context, now=by.now)


def seat_again(
    appointment: Appointment,
    *,
    slot: Slot,
    capacity: DayCapacity,
    by: ChangeContext,
    message_context: MessageContext,
) -> None:
    """Give a new date to a paid order that lost its date. Raises DayFull and StatusMoved."""
    booking.reseat_appointment(appointment, slot=slot, on=capacity, actor=by.actor, now=by.now)
    ordering.schedule_order(appointment.order, actor=by.actor, now=by.now)
    after_confirmation(appointment, message_context=message_context, now=by.now)
