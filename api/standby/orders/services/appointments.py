"""Appointments: held, confirmed, moved and ended, with the crew that each takes (BOOK-01.1)."""

from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import F, OuterRef, Subquery

from standby.core.clock import local_date
from standby.core.errors import Conflict, _
from standby.core.lifecycle import APPOINTMENT, StatusMoved, statuses_before
from standby.core.transactions import in_transaction
from standby.core.words import brief_date
from standby.orders.models import Appointment, CrewDay, Order
from standby.orders.rules.policy import MOST_HOLD_RENEWALS
from standby.orders.rules.scheduling import Calendar, Slot, TimeWindow, ensure_worked
from standby.orders.selectors.slot_room import DayFull, Holder, SlotRoom, slot_room
from standby.orders.services.assignments import log_removed, upcoming_technician
from standby.orders.services.crew_seats import change_seat, extend_hold, release_seat, take_seat
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import (
    VISITOR,
    log_change,
    move_status,
    version_of,
)
from standby.pricing.rules.configuration import SchedulingRules
from standby.pricing.selectors import catalog

Status = Appointment.Status
Fields = tuple[str, str]  # of the day and of the window, as a form has them


class DayClosed(Conflict):
    code = "day_closed"
    message = _("Nobody works on %(day)s.")


class HoldExpired(Conflict):
    code = "hold_expired"
    message = _("Your hold on this date has ended. Please choose a date again.")


def hold_first_appointment(
    order: Order,
    *,
    slot: Slot,
    on: SlotRoom,
    until: datetime,
    by_phone: bool = False,
    now: datetime,
) -> Appointment:
    """Hold this slot until then for an order that has no appointment, and notify the customer.

    One who is `by_phone` with staff gets the link to pay at once. The caller logs it. Raises
    DayFull.
    """
    appointment = Appointment.objects.create(
        order=order,
        day=slot.day,
        ends_on=on.ends_on,
        time_window=slot.window,
        start_at=slot.start_at,
        end_at=slot.end_at,
        held_at=now,
        created_at=now,
    )
    take_seat(appointment, on=on, until=until, now=now)
    _notify_held(
        appointment, cause=f"appointment:{appointment.pk}", by_phone=by_phone, until=until, now=now
    )
    return appointment


def hold_appointment(
    order: Order, *, slot: Slot, on: SlotRoom, until: datetime, now: datetime
) -> Appointment:
    """Hold this slot for the order until then, in place of any it held before, and notify.

    Raises DayFull; StatusMoved when the appointment was confirmed or cancelled meanwhile.
    """
    appointment = order.appointments.exclude(status=Status.CANCELLED).first()
    if appointment is None:
        log_change(order, subject="appointment", change=("", Status.HELD), actor=VISITOR, now=now)
        appointment = hold_first_appointment(order, slot=slot, on=on, until=until, now=now)
        note_visit_day(order)
        return appointment
    values = {**_place(appointment, slot=slot, on=on), "held_at": now, "hold_renewals": 0}
    _become(appointment, Status.HELD, actor=VISITOR, now=now, assigned_to=None, **values)
    note_visit_day(order)
    change_seat(appointment, on=on, until=until, now=now)
    _notify_held(appointment, cause=f"log:{version_of(order)}", until=until, now=now)
    return appointment


def note_visit_day(order: Order) -> None:
    """Store the day of the newest appointment with the order, for lists of orders.

    Call it under the order's lock.
    """
    newest = Appointment.objects.filter(order=OuterRef("pk")).order_by("-created_at", "-pk")
    Order.objects.filter(pk=order.pk).update(visit_day=Subquery(newest.values("day")[:1]))


def _notify_held(
    appointment: Appointment,
    *,
    cause: str,
    by_phone: bool = False,
    until: datetime,
    now: datetime,
) -> None:
    notify = partial(
        notify_customer,
        appointment.order,
        dedupe_part=cause,
        now=now,
        appointment=appointment,
        stale_at=until,
        until=until,
    )
    notify(kind="pay_link" if by_phone else "date_held")


def reseat_appointment(
    appointment: Appointment, *, slot: Slot, on: SlotRoom, actor: str = VISITOR, now: datetime
) -> None:
    """Confirm a new slot for a paid appointment that lost its date. Raises DayFull, StatusMoved."""
    moved = {**_place(appointment, slot=slot, on=on), "sequence": F("sequence") + 1}
    _become(appointment, Status.CONFIRMED, actor=actor, now=now, confirmed_at=now, **moved)
    note_visit_day(appointment.order)
    change_seat(appointment, on=on, until=None, now=now)
    appointment.refresh_from_db(fields=["sequence", "confirmed_at"])


@in_transaction
def move_appointment(
    appointment: Appointment,
    *,
    slot: Slot,
    on: SlotRoom,
    actor: str,
    reason: str = "",
    now: datetime,
) -> None:
    """Move a confirmed appointment to another slot; it stays confirmed.

    Run it in a transaction: when it raises, the rollback keeps the old seat. The technician is kept
    unless they are busy on the new day or inactive. Raises DayFull; StatusMoved when another move
    came first.
    """
    old_slot, previous = f"{appointment.day} {appointment.time_window}", appointment.assigned_to
    unchanged = Appointment.objects.filter(
        pk=appointment.pk, status=Status.CONFIRMED, sequence=appointment.sequence
    )
    technician = upcoming_technician(appointment, days=(slot.day, on.ends_on))
    placed = _place(appointment, slot=slot, on=on)
    appointment.assigned_to, appointment.sequence = technician, appointment.sequence + 1
    if not unchanged.update(**placed, assigned_to=technician, sequence=appointment.sequence):
        raise StatusMoved
    note_visit_day(appointment.order)
    change_seat(appointment, on=on, until=None, now=now)
    log_change(
        appointment.order,
        subject="appointment",
        change=(Status.CONFIRMED, Status.CONFIRMED),
        actor=actor,
        now=now,
        note=f"from {old_slot} to {slot.day} {slot.window}" + (f": {reason}" if reason else ""),
    )
    if previous is not None and technician is None:
        log_removed(appointment.order, previous, actor=actor, now=now)


def confirm_appointment(appointment: Appointment, *, actor: str, now: datetime) -> None:
    """Confirm the appointment, keeping its seat or taking another of the day if the seat was lost.

    Raises DayFull, also when the visit's hours are over, and StatusMoved.
    """
    if appointment.end_at <= now:
        raise DayFull
    if not extend_hold(appointment, until=None):
        _take_seat_again(appointment, until=None, now=now)
    _become(appointment, Status.CONFIRMED, actor=actor, now=now, confirmed_at=now)


def ask_for_new_date(appointment: Appointment, *, actor: str, now: datetime) -> None:
    release_seat(appointment)
    _become(appointment, Status.NEEDS_NEW_DATE, actor=actor, now=now, assigned_to=None)


def renew_hold(appointment: Appointment, *, until: datetime, now: datetime) -> None:
    """Extend the hold, taking a seat again if it was lost. Raises HoldExpired."""
    if appointment.hold_renewals >= MOST_HOLD_RENEWALS or appointment.end_at <= now:
        raise HoldExpired
    if not extend_hold(appointment, until=until):
        try:
            _take_seat_again(appointment, until=until, now=now)
        except DayFull as full:
            raise HoldExpired from full
        _become(appointment, Status.HELD, actor=VISITOR, now=now)
    Appointment.objects.filter(pk=appointment.pk).update(hold_renewals=F("hold_renewals") + 1)


def _take_seat_again(appointment: Appointment, *, until: datetime | None, now: datetime) -> None:
    # What is not sold any more is as good as taken; staff may have chosen any weekday.
    rules = catalog.configuration().scheduling
    slot = Slot(appointment.day, TimeWindow(appointment.time_window))
    is_sold = slot.window in rules.windows and (
        appointment.order.wizard.by_staff or slot.is_on_a_working_day(rules)
    )
    if appointment.start_at <= now or not is_sold:
        raise DayFull
    take_seat(appointment, on=slot_room(slot, rules=rules, now=now), until=until, now=now)


def _place(appointment: Appointment, *, slot: Slot, on: SlotRoom) -> dict[str, Any]:
    # Sets the slot's columns on the appointment, and returns them for an update.
    if slot.hours is None:
        slot = slot.by(catalog.configuration().scheduling)
    values = {
        "day": slot.day,
        "ends_on": on.ends_on,
        "time_window": slot.window,
        "start_at": slot.start_at,
        "end_at": slot.end_at,
    }
    for name, value in values.items():
        setattr(appointment, name, value)
    return values


def _become(
    appointment: Appointment, status: Status, *, actor: str, now: datetime, **columns: Any
) -> None:
    note = f"{appointment.day} {appointment.time_window}"
    if not move_status(appointment, status, actor=actor, now=now, note=note, **columns):
        raise StatusMoved


def cancel_visits(order: Order, *, actor: str, now: datetime) -> None:
    movable = statuses_before(APPOINTMENT, Status.CANCELLED)
    for visit in order.appointments.filter(status__in=movable):
        release_seat(visit)
        _become(visit, Status.CANCELLED, actor=actor, now=now)


def offered_slot(
    slot: Slot,
    *,
    rules: SchedulingRules,
    fields: Fields,
    holder: Holder | None = None,
    now: datetime,
) -> SlotRoom:
    """Read the room of a slot that visitors may choose, and what the `holder` has.

    Raises DayNotOffered when the day is not on offer or nobody works on it, and WindowNotOffered
    when the crew could not finish; each names its field.
    """
    day_field, window_field = fields
    slot.ensure_window_offered(rules, field=window_field)
    Calendar(local_date(now), rules).ensure_offered(slot.day, field=day_field)
    room = slot_room(slot, rules=rules, holder=holder, now=now)
    ensure_worked(slot.day, crews=room.crews, rules=rules, field=day_field)
    room.ensure_finished(field=window_field)
    return room


def other_window(slot: Slot, *, rules: SchedulingRules, now: datetime) -> SlotRoom:
    """Read the room of another window on a job's own day, which may have been closed since.

    Raises WindowNotOffered when the crew could not finish.
    """
    room = slot_room(slot, rules=rules, now=now)
    room.ensure_finished(field="time_window")
    return room


def slot_for_staff(slot: Slot, *, rules: SchedulingRules, now: datetime) -> SlotRoom:
    """Read the room of a slot that staff may choose: any day within a year with a crew at work.

    Raises DayNotOffered, DayClosed, and WindowNotOffered when the crew could not finish.
    """
    slot.ensure_ahead(now=now)
    room = slot_room(slot, rules=rules, now=now)
    if room.crews == 0:
        crew_day = CrewDay.objects.filter(day=slot.day).first()
        day, reason = brief_date(slot.day), crew_day.reason if crew_day else ""
        why = _("Nobody works on %(day)s: %(reason)s.") if reason else DayClosed.message
        raise DayClosed(why, field="day", day=day, reason=reason)
    room.ensure_finished(field="time_window")
    return room
