"""Moves of an appointment, by staff and by the homeowner."""

from collections.abc import Iterable
from datetime import date, datetime

from django.db import transaction

from standby.core.errors import Conflict, _
from standby.orders.models import Appointment, Order, UndoableAction
from standby.orders.rules.cancelling import NotReschedulable, ensure_movable
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.selectors import orders as order_selectors
from standby.orders.selectors.slot_room import DayFull, SlotRoom, slot_room
from standby.orders.services import appointments
from standby.orders.services import orders as order_services
from standby.orders.services.crew_seats import close_free_seats
from standby.orders.services.notify import (
    notify_customer,
    notify_of_technician,
    notify_staff,
    waiting_channels,
)
from standby.orders.services.order_log import VISITOR, ensure_version, record_action
from standby.photos.services.reviews import open_review
from standby.pricing.selectors import catalog

_STATUS = Appointment.Status


class OnlyHeld(Conflict):
    code = "only_held"
    message = _(
        "This date is only held while the homeowner pays. It can be moved once the fee is paid."
    )


def move_appointment(
    appointment_id: str,
    *,
    slot: Slot,
    actor: str,
    reason: str = "",
    if_version: int | None = None,
    now: datetime,
) -> Appointment:
    """Move an appointment to any future day with a free crew, also outside of the days on offer.

    For staff. Idempotent; the homeowner is notified. Raises AppointmentNotFound, NotReschedulable,
    OnlyHeld, ChangedMeanwhile, DayNotOffered, DayClosed, WindowNotOffered, DayFull, StatusMoved.
    """
    order_pk = order_selectors.get_appointment(appointment_id).order_id
    with transaction.atomic(durable=True):
        order = order_selectors.lock_order(order_pk)
        appointment = order_selectors.get_appointment(appointment_id)
        old_slot = _slot_of(appointment)
        if order.status in Order.OVER:
            raise NotReschedulable
        if (appointment.status, old_slot) == (_STATUS.CONFIRMED, slot):
            return appointment
        ensure_version(order, if_version, now=now)
        rules = catalog.configuration().scheduling
        slot = slot.by(rules)
        slot.ensure_ahead(now=now)
        if appointment.status == _STATUS.HELD:
            raise OnlyHeld
        if appointment.status not in (_STATUS.CONFIRMED, _STATUS.NEEDS_NEW_DATE):
            raise NotReschedulable
        # A confirmed visit keeps its crew on its own day, even if the day was closed since.
        if appointment.status == _STATUS.CONFIRMED and old_slot.day == slot.day:
            room = appointments.other_window(slot, rules=rules, now=now)
        else:
            room = appointments.slot_for_staff(slot, rules=rules, now=now)
        _move(appointment, slot=slot, room=room, actor=actor, reason=reason, now=now)
        return appointment


def move_off_closed_day(
    appointment_pk: int,
    *,
    off: date,
    to_days: Iterable[date],
    actor: str,
    reason: str,
    now: datetime,
) -> Appointment | None:
    """Move a confirmed visit to the first of these days with a free crew, in the same window.

    Returns None when it is no longer on that day, or no day has a crew. Not undoable: the seat that
    becomes free is closed in the same transaction.
    """
    order_pk = Appointment.objects.get(pk=appointment_pk).order_id
    with transaction.atomic(durable=True):
        order = order_selectors.lock_order(order_pk)
        for day in to_days:
            appointment = Appointment.objects.select_related("order", "assigned_to").get(
                pk=appointment_pk
            )
            is_there = off in (appointment.day, appointment.ends_on)
            if not is_there or appointment.status != _STATUS.CONFIRMED:
                return None
            if order.status in Order.OVER:
                return None
            room = slot_room(Slot(day, TimeWindow(appointment.time_window)), now=now)
            if room.crews == 0 or room.is_full:
                continue
            try:
                with transaction.atomic():
                    _move(
                        appointment,
                        slot=room.slot,
                        room=room,
                        actor=actor,
                        reason=reason,
                        is_day_closed=True,
                        now=now,
                    )
            except DayFull:
                continue
            close_free_seats(off)
            return appointment
    return None


@transaction.atomic
def reschedule_appointment(order: Order, *, slot: Slot, now: datetime) -> Appointment:
    """Move the order's appointment to a slot on offer and return it.

    For the homeowner. The old seat is kept when the new day has no free crew. Raises
    NotReschedulable, TooLateToReschedule, DayNotOffered, WindowNotOffered, DayFull and StatusMoved.
    """
    order = order_selectors.lock_order(order.pk)
    appointment = order_selectors.newest_appointment_of(order)
    if order.status in Order.OVER:
        raise NotReschedulable
    ensure_movable(appointment.status, appointment.start_at, now=now)
    old_slot, has_lost_date = _slot_of(appointment), appointment.status == _STATUS.NEEDS_NEW_DATE
    if old_slot == slot and not has_lost_date:
        return appointment
    # A change of the window only does not require that the day is still on offer.
    rules = catalog.configuration().scheduling
    fields = ("day", "time_window")
    if has_lost_date or old_slot.day != slot.day:
        room = appointments.offered_slot(slot, rules=rules, fields=fields, now=now)
    else:
        slot.ensure_window_offered(rules, field="time_window")
        room = appointments.other_window(slot, rules=rules, now=now)
    _move(appointment, slot=slot, room=room, actor=VISITOR, now=now)
    return appointment


def _slot_of(appointment: Appointment) -> Slot:
    return Slot(appointment.day, TimeWindow(appointment.time_window))


def _move(
    appointment: Appointment,
    *,
    slot: Slot,
    room: SlotRoom,
    actor: str,
    reason: str = "",
    is_day_closed: bool = False,
    now: datetime,
) -> None:
    order = appointment.order
    if appointment.status == _STATUS.NEEDS_NEW_DATE:
        # A paid order that lost its date: the new one is confirmed at once.
        appointments.reseat_appointment(appointment, slot=slot, on=room, actor=actor, now=now)
        order_services.schedule_order(appointment, actor=actor, now=now)
        open_review(order, now=now)
        return
    old_day, technician = appointment.day, appointment.assigned_to
    before = {
        "day": old_day.isoformat(),
        "time_window": appointment.time_window,
        "technician": str(technician.public_id) if technician else None,
    }
    appointments.move_appointment(
        appointment, slot=slot, on=room, actor=actor, reason=reason, now=now
    )
    action = None
    if actor != VISITOR and not is_day_closed:
        action = record_action(
            order, UndoableAction.Action.MOVE, before=before, actor=actor, now=now
        )
    notify_customer(
        order,
        kind="rescheduled",
        dedupe_part=f"{appointment.public_id}:{appointment.sequence}",
        now=now,
        old_day=old_day,
        reason=reason,
        is_by_customer=actor == VISITOR,
        is_day_closed=is_day_closed,
        undo=action,
    )
    if technician is None:
        return
    # Staff who move it themselves see on the day board that the technician stays assigned.
    moved = f"moved from {old_day} to {appointment.day}"
    if appointment.assigned_to is None:
        topic = f"{moved}: who comes, instead of {technician.name}, who is off or busy that day?"
        notify_staff(order, topic=topic, now=now)
        return
    if waiting := waiting_channels(order, kind="technician_assigned"):
        # It names the old day and is not sent any more; who comes is still to be told.
        notify_of_technician(
            technician,
            appointment=appointment,
            occasion=f"{appointment.day:%Y%m%d}:{appointment.sequence}",
            channels=waiting,
            undo=action,
            now=now,
        )
    if actor == VISITOR:
        topic = f"{moved}, {appointment.time_window}: please tell {technician.name}, who comes then"
        notify_staff(order, topic=topic, now=now)
