"""Changes of appointments: hold, confirm, move, assign a technician, lose the date."""

from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import F

from standby.core.errors import Conflict, _
from standby.core.lifecycle import APPOINTMENT, StatusMoved, statuses_before
from standby.orders.models import Appointment, Order, Technician
from standby.orders.rules.policy import MOST_HOLD_RENEWALS
from standby.orders.rules.scheduling import Slot
from standby.orders.selectors import orders as bookings
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import VISITOR, ensure_version, log_change
from standby.orders.services.seats import (
    DayCapacity,
    DayFull,
    day_capacity,
    extend_hold,
    release_seat,
    take_seat,
)
from standby.orders.services.technicians import (
    ensure_free,
    get_technician,
    get_technician_by_name,
    lock_technician,
    upcoming_technician,
)

Status = Appointment.Status
OVER: Final = (Order.Status.COMPLETED, Order.Status.CANCELLED)  # no more visits


class HoldExpired(Conflict):
    code = "hold_expired"
    message = _("Your date was kept for you until the time was up. Please choose a date again.")


def hold_first_appointment(
    order: Order, *, slot: Slot, on: DayCapacity, until: datetime, now: datetime
) -> Appointment:
    """Hold this slot until then for an order that has no appointment; the caller logs it.

    Raises DayFull.
    """
    appointment = Appointment.objects.create(
        order=order,
        day=slot.day,
        time_window=slot.window,
        start_at=slot.start_at,
        end_at=slot.end_at,
        held_at=now,
        created_at=now,
    )
    take_seat(appointment, on=on, until=until, now=now)
    return appointment


def hold_appointment(
    order: Order, *, slot: Slot, on: DayCapacity, until: datetime, now: datetime
) -> Appointment:
    """Hold this slot for the order until then, in place of any it held before.

    Raises DayFull; StatusMoved when the appointment was confirmed or cancelled meanwhile.
    """
    appointment = order.appointments.exclude(status=Status.CANCELLED).first()
    if appointment is None:
        log_change(order, subject="appointment", change=("", Status.HELD), actor=VISITOR, now=now)
        return hold_first_appointment(order, slot=slot, on=on, until=until, now=now)
    values: dict[str, Any] = {"held_at": now, "hold_renewals": 0, "assigned_to": None}
    _move(appointment, slot=slot, to=Status.HELD, now=now, **values)
    _seat(appointment, on=on, until=until, now=now)
    return appointment


def reseat_appointment(
    appointment: Appointment,
    *,
    slot: Slot,
    on: DayCapacity,
    actor: str = VISITOR,
    now: datetime,
) -> Appointment:
    """Confirm a new slot for a paid appointment that lost its date.

    Raises DayFull and StatusMoved.
    """
    moved = {"confirmed_at": now, "sequence": F("sequence") + 1}
    _move(appointment, slot=slot, to=Status.CONFIRMED, actor=actor, now=now, **moved)
    _seat(appointment, on=on, until=None, now=now)
    appointment.refresh_from_db(fields=["sequence", "confirmed_at"])
    return appointment


def move_appointment(
    appointment: Appointment,
    *,
    slot: Slot,
    on: DayCapacity,
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
    technician = upcoming_technician(appointment, day=slot.day)
    _place(appointment, slot=slot)
    appointment.assigned_to, appointment.sequence = technician, appointment.sequence + 1
    if not unchanged.update(**_placed(slot), assigned_to=technician, sequence=appointment.sequence):
        raise StatusMoved
    _seat(appointment, on=on, until=None, now=now)
    log_change(
        appointment.order,
        subject="appointment",
        change=(Status.CONFIRMED, Status.CONFIRMED),
        actor=actor,
        now=now,
        note=f"from {old_slot} to {slot.day} {slot.window}" + (f": {reason}" if reason else ""),
    )
    if previous is not None and technician is None:
        _log_removed(appointment.order, previous, actor=actor, now=now)


def set_technician(
    appointment: Appointment, *, technician: Technician, actor: str, now: datetime
) -> None:
    """Assign a technician, whose row the caller has locked.

    Raises TechnicianInactive and TechnicianBusy; StatusMoved when the appointment is no longer live
    on that day.
    """
    ensure_free(technician, for_=appointment)
    unchanged = Appointment.objects.filter(
        pk=appointment.pk, day=appointment.day, status__in=(Status.HELD, Status.CONFIRMED)
    )
    if not unchanged.update(assigned_to=technician):
        raise StatusMoved
    appointment.assigned_to = technician
    log_change(
        appointment.order,
        subject="technician",
        change=("", "assigned"),
        actor=actor,
        now=now,
        note=technician.name,
    )


def remove_technician(appointment: Appointment, *, actor: str, now: datetime) -> None:
    previous, appointment.assigned_to = appointment.assigned_to, None
    if previous is None:
        return
    Appointment.objects.filter(pk=appointment.pk).update(assigned_to=None)
    _log_removed(appointment.order, previous, actor=actor, now=now)


def _log_removed(order: Order, technician: Technician, *, actor: str, now: datetime) -> None:
    change = ("assigned", "removed")
    log_change(
        order, subject="technician", change=change, actor=actor, now=now, note=technician.name
    )


def confirm_appointment(
    appointment: Appointment, *, usual_crews: int, actor: str, now: datetime
) -> None:
    """Confirm the appointment, keeping its seat or taking another of the day if the seat was lost.

    Raises DayFull and StatusMoved.
    """
    if not extend_hold(appointment, until=None):
        on = day_capacity(appointment.day, usual=usual_crews, now=now)
        take_seat(appointment, on=on, until=None, now=now)
    _become(appointment, Status.CONFIRMED, actor=actor, now=now, confirmed_at=now)


def ask_for_new_date(appointment: Appointment, *, actor: str, now: datetime) -> None:
    release_seat(appointment)
    _become(appointment, Status.NEEDS_NEW_DATE, actor=actor, now=now, assigned_to=None)


def renew_hold(
    appointment: Appointment, *, usual_crews: int, until: datetime, now: datetime
) -> None:
    if appointment.hold_renewals >= MOST_HOLD_RENEWALS:
        raise HoldExpired
    if not extend_hold(appointment, until=until):
        _take_again(appointment, usual_crews=usual_crews, until=until, now=now)
    Appointment.objects.filter(pk=appointment.pk).update(hold_renewals=F("hold_renewals") + 1)


def _take_again(
    appointment: Appointment, *, usual_crews: int, until: datetime, now: datetime
) -> None:
    on = day_capacity(appointment.day, usual=usual_crews, now=now)
    try:
        take_seat(appointment, on=on, until=until, now=now)
    except DayFull as full:
        raise HoldExpired from full
    _become(appointment, Status.HELD, actor=VISITOR, now=now)


def _move(
    appointment: Appointment,
    *,
    slot: Slot,
    to: Status,
    actor: str = VISITOR,
    now: datetime,
    **extra: Any,
) -> None:
    _place(appointment, slot=slot)
    _become(appointment, to, actor=actor, now=now, **_placed(slot), **extra)


def _place(appointment: Appointment, *, slot: Slot) -> None:
    for name, value in _placed(slot).items():
        setattr(appointment, name, value)


def _placed(slot: Slot) -> dict[str, Any]:
    return {
        "day": slot.day,
        "time_window": slot.window,
        "start_at": slot.start_at,
        "end_at": slot.end_at,
    }


def _seat(
    appointment: Appointment, *, on: DayCapacity, until: datetime | None, now: datetime
) -> None:
    # Keep the appointment's seat when it is on the new day too, else take a free one of that day.
    if extend_hold(appointment, until=until):
        return
    release_seat(appointment)
    take_seat(appointment, on=on, until=until, now=now)


def _become(
    appointment: Appointment, status: Status, *, actor: str, now: datetime, **extra: Any
) -> None:
    before = appointment.status
    unmoved = Appointment.objects.filter(
        pk=appointment.pk, status__in=statuses_before(APPOINTMENT, status)
    )
    if not unmoved.update(status=status, **extra):
        raise StatusMoved
    appointment.status = status
    log_change(
        appointment.order,
        subject="appointment",
        change=(before, status),
        actor=actor,
        now=now,
        note=f"{appointment.day} {appointment.time_window}",
    )


def cancel_visits(order: Order, *, actor: str, now: datetime) -> None:
    cancelled = Appointment.Status.CANCELLED
    movable = statuses_before(APPOINTMENT, cancelled)
    for visit in Appointment.objects.filter(order=order, status__in=movable):
        release_seat(visit)
        Appointment.objects.filter(pk=visit.pk).update(status=cancelled)
        log_change(
            order,
            subject="appointment",
            change=(visit.status, cancelled),
            actor=actor,
            now=now,
            note=f"{visit.day} {visit.time_window}",
        )


class NobodyNeeded(Conflict):
    code = "nobody_needed"
    message = _("Nobody is expected at this home any more.")


class NoDateYet(Conflict):
    code = "no_date_yet"
    message = _("This job has no date. Give it one first, then say who comes.")


def assign_technician(
    order_pk: int,
    *,
    name: str,
    phone: str,
    actor: str,
    if_version: int | None = None,
    now: datetime,
) -> Appointment:
    """Assign a technician by name and phone, creating them if new, and notify the homeowner.

    Idempotent. Raises NobodyNeeded, NoDateYet, AppointmentNotFound, ChangedMeanwhile,
    TechnicianInactive and TechnicianBusy.
    """
    with transaction.atomic(durable=True):
        order = bookings.lock_order(order_pk)
        appointment = _assignable(bookings.newest_appointment_of(order))
        technician = get_technician_by_name(name, phone=phone)
        if appointment.assigned_to == technician:
            return appointment
        ensure_version(order, if_version, now=now)
        _assign_and_notify(technician, appointment=appointment, staff=actor, now=now)
        return appointment


def choose_technician(
    appointment_id: str,
    *,
    technician_id: str | None,
    actor: str,
    if_version: int | None = None,
    now: datetime,
) -> Appointment:
    """Assign a listed technician, or remove the assigned one (None). Idempotent.

    Raises AppointmentNotFound, TechnicianNotFound and the errors of assign_technician.
    """
    order_pk = bookings.get_appointment(appointment_id).order_id
    technician = get_technician(technician_id) if technician_id else None
    with transaction.atomic(durable=True):
        order = bookings.lock_order(order_pk)
        appointment = _assignable(bookings.get_appointment(appointment_id))
        if appointment.assigned_to == technician:
            return appointment
        ensure_version(order, if_version, now=now)
        if technician is not None:
            _assign_and_notify(technician, appointment=appointment, staff=actor, now=now)
        else:
            remove_technician(appointment, actor=actor, now=now)
        return appointment


def _assignable(appointment: Appointment) -> Appointment:
    is_over = appointment.order.status in OVER
    if is_over or appointment.status == Status.CANCELLED:
        raise NobodyNeeded
    if appointment.status not in (Status.HELD, Status.CONFIRMED):
        raise NoDateYet
    return appointment


def _assign_and_notify(
    technician: Technician, *, appointment: Appointment, staff: str, now: datetime
) -> None:
    locked = lock_technician(technician.pk)
    set_technician(appointment, technician=locked, actor=staff, now=now)
    notify_customer(
        appointment.order,
        kind="technician_assigned",
        dedupe_part=f"{technician.public_id}:{now:%Y%m%d%H%M%S}",
        now=now,
        technician_name=technician.name,
        technician_phone=technician.phone,
    )
