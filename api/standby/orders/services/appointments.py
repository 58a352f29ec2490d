"""Appointments and the crew seats that they take (BOOK-01.1).

A day has one seat per crew. A seat is taken by one conditional update, so concurrent requests
cannot give it to two appointments. Taking one costs the same on a day with 2 crews and on a day
with 400.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any, Final

from django.db import connection
from django.db.models import F

from standby.core.clock import local_date
from standby.core.errors import Conflict, _
from standby.core.lifecycle import APPOINTMENT, StatusMoved, statuses_before
from standby.orders.models import Appointment, CrewSeat, Order
from standby.orders.rules.policy import MOST_HOLD_RENEWALS
from standby.orders.rules.scheduling import Calendar, Slot, ensure_worked, usual_crews
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import CLOCK, VISITOR, log_change, move_status
from standby.orders.services.technicians import log_removed, upcoming_technician
from standby.pricing.rules.configuration import SchedulingRules
from standby.pricing.selectors import catalog

Status = Appointment.Status
_MOST_TRIES: Final = 100  # each failed try means somebody else took a seat
_SEATS_MADE_AT_ONCE: Final = 10
# In SQL so that it is a few index look-ups and one statement: every reservation runs it. One
# statement also sees the number of crews and the closed seats as one change of staff left them.
_DAY: Final = """
SELECT
    (SELECT crews FROM crew_days WHERE day = %s),
    (SELECT MIN(seat_no) FROM crew_seats
     WHERE day = %s AND appointment_id IS NULL AND is_closed = FALSE),
    (SELECT MAX(seat_no) FROM crew_seats WHERE day = %s),
    (SELECT COUNT(*) FROM crew_seats
     WHERE day = %s AND appointment_id IS NULL AND is_closed = TRUE)
"""


class DayFull(Conflict):
    code = "day_full"
    message = _("That day has just been taken. Please choose another.")


class HoldExpired(Conflict):
    code = "hold_expired"
    message = _("Your hold on this date has ended. Please choose a date again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class DayCapacity:
    """A day as it was read: its crews, the lowest free seat, and the seats that are not yet made.

    `missing_seats` is below zero when the usual number of crews was lowered after more were made.
    """

    day: date
    crews: int
    free_seat_no: int | None
    next_seat_no: int
    missing_seats: int
    is_full: bool

    def ensure_room(self) -> None:
        """Raise DayFull early, before anything is written.

        Passing is no guarantee: only taking a seat is.
        """
        if self.is_full:
            raise DayFull


def hold_first_appointment(
    order: Order,
    *,
    slot: Slot,
    on: DayCapacity,
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
        time_window=slot.window,
        start_at=slot.start_at,
        end_at=slot.end_at,
        held_at=now,
        created_at=now,
    )
    take_seat(appointment, on=on, until=until, now=now)
    _notify_held(appointment, by_phone=by_phone, until=until, now=now)
    return appointment


def hold_appointment(
    order: Order, *, slot: Slot, on: DayCapacity, until: datetime, now: datetime
) -> Appointment:
    """Hold this slot for the order until then, in place of any it held before, and notify.

    Raises DayFull; StatusMoved when the appointment was confirmed or cancelled meanwhile.
    """
    appointment = order.appointments.exclude(status=Status.CANCELLED).first()
    if appointment is None:
        log_change(order, subject="appointment", change=("", Status.HELD), actor=VISITOR, now=now)
        return hold_first_appointment(order, slot=slot, on=on, until=until, now=now)
    values = {**_place(appointment, slot=slot), "held_at": now, "hold_renewals": 0}
    _become(appointment, Status.HELD, actor=VISITOR, now=now, assigned_to=None, **values)
    _seat(appointment, on=on, until=until, now=now)
    _notify_held(appointment, until=until, now=now)
    return appointment


def _notify_held(
    appointment: Appointment, *, by_phone: bool = False, until: datetime, now: datetime
) -> None:
    notify = partial(
        notify_customer,
        appointment.order,
        dedupe_part=f"{until:%Y%m%d%H%M%S}",
        now=now,
        appointment=appointment,
        stale_at=until,
        until=until,
    )
    notify(kind="pay_link" if by_phone else "date_held")


def reseat_appointment(
    appointment: Appointment, *, slot: Slot, on: DayCapacity, actor: str = VISITOR, now: datetime
) -> None:
    """Confirm a new slot for a paid appointment that lost its date. Raises DayFull, StatusMoved."""
    moved = {**_place(appointment, slot=slot), "sequence": F("sequence") + 1}
    _become(appointment, Status.CONFIRMED, actor=actor, now=now, confirmed_at=now, **moved)
    _seat(appointment, on=on, until=None, now=now)
    appointment.refresh_from_db(fields=["sequence", "confirmed_at"])


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
    placed = _place(appointment, slot=slot)
    appointment.assigned_to, appointment.sequence = technician, appointment.sequence + 1
    if not unchanged.update(**placed, assigned_to=technician, sequence=appointment.sequence):
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
        log_removed(appointment.order, previous, actor=actor, now=now)


def confirm_appointment(appointment: Appointment, *, actor: str, now: datetime) -> None:
    """Confirm the appointment, keeping its seat or taking another of the day if the seat was lost.

    Raises DayFull and StatusMoved.
    """
    if not extend_hold(appointment, until=None):
        take_seat(appointment, on=day_capacity(appointment.day, now=now), until=None, now=now)
    _become(appointment, Status.CONFIRMED, actor=actor, now=now, confirmed_at=now)


def ask_for_new_date(appointment: Appointment, *, actor: str, now: datetime) -> None:
    release_seat(appointment)
    _become(appointment, Status.NEEDS_NEW_DATE, actor=actor, now=now, assigned_to=None)


def renew_hold(appointment: Appointment, *, until: datetime, now: datetime) -> None:
    """Extend the hold, taking a seat again if it was lost. Raises HoldExpired."""
    if appointment.hold_renewals >= MOST_HOLD_RENEWALS:
        raise HoldExpired
    if not extend_hold(appointment, until=until):
        try:
            take_seat(appointment, on=day_capacity(appointment.day, now=now), until=until, now=now)
        except DayFull as full:
            raise HoldExpired from full
        _become(appointment, Status.HELD, actor=VISITOR, now=now)
    Appointment.objects.filter(pk=appointment.pk).update(hold_renewals=F("hold_renewals") + 1)


def _place(appointment: Appointment, *, slot: Slot) -> dict[str, Any]:
    # Sets the slot's columns on the appointment, and returns them for an update.
    if slot.hours is None:
        slot = slot.by(catalog.configuration().scheduling)
    values = {
        "day": slot.day,
        "time_window": slot.window,
        "start_at": slot.start_at,
        "end_at": slot.end_at,
    }
    for name, value in values.items():
        setattr(appointment, name, value)
    return values


def _seat(
    appointment: Appointment, *, on: DayCapacity, until: datetime | None, now: datetime
) -> None:
    # Keep the appointment's seat when it is on the new day too, else take a free one of that day.
    if extend_hold(appointment, until=until):
        return
    release_seat(appointment)
    take_seat(appointment, on=on, until=until, now=now)


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


def offered_day(day: date, *, rules: SchedulingRules, field: str, now: datetime) -> DayCapacity:
    """Read the crews and seats of a day that visitors may choose.

    Raises DayNotOffered, naming `field`, when it is not on offer or nobody works on it.
    """
    Calendar(local_date(now), rules).ensure_offered(day, field=field)
    capacity = day_capacity(day, usual=usual_crews(day, rules=rules), now=now)
    ensure_worked(day, crews=capacity.crews, rules=rules, field=field)
    return capacity


def day_capacity(day: date, *, usual: int | None = None, now: datetime) -> DayCapacity:
    """Read a day's crews and seats; staff may override the usual number, and 0 closes the day."""
    if usual is None:
        usual = usual_crews(day, rules=catalog.configuration().scheduling)
    with connection.cursor() as cursor:
        cursor.execute(_DAY, [connection.ops.adapt_datefield_value(day)] * 4)
        override, free_seat_no, highest, closed = cursor.fetchone()
    crews, highest = usual if override is None else override, highest or 0
    missing = crews - (highest - closed)
    is_full = False
    if missing == 0 and free_seat_no is None:
        expired = CrewSeat.objects.filter(day=day, hold_expires_at__lt=now)
        is_full = not expired.exists()
    return DayCapacity(
        day=day,
        crews=crews,
        free_seat_no=free_seat_no,
        next_seat_no=highest + 1,
        missing_seats=missing,
        is_full=is_full,
    )


def take_seat(
    appointment: Appointment, *, on: DayCapacity, until: datetime | None, now: datetime
) -> None:
    capacity = on
    for _attempt in range(_MOST_TRIES):
        if capacity.missing_seats < 0:
            _close_free_seats(capacity, surplus=-capacity.missing_seats, now=now)
            capacity = day_capacity(on.day, usual=on.crews, now=now)
            if capacity.missing_seats < 0:
                break
        capacity.ensure_room()
        seat_no = capacity.free_seat_no or _empty_seat_no(capacity, now=now)
        if seat_no is None:
            capacity = day_capacity(on.day, usual=on.crews, now=now)
            continue
        # The condition is the guard: whoever took or closed the seat since it was read keeps it so.
        free = CrewSeat.objects.filter(
            day=on.day, seat_no=seat_no, appointment=None, is_closed=False
        )
        if free.update(appointment=appointment, hold_expires_at=until):
            return
        capacity = day_capacity(on.day, usual=on.crews, now=now)
    raise DayFull


def extend_hold(appointment: Appointment, *, until: datetime | None) -> bool:
    own = CrewSeat.objects.filter(appointment=appointment, day=appointment.day)
    return own.update(hold_expires_at=until) == 1


def make_seats(day: date, *, numbers: Iterable[int]) -> None:
    CrewSeat.objects.bulk_create(
        [CrewSeat(day=day, seat_no=number) for number in numbers], ignore_conflicts=True
    )


def close_free_seats(day: date) -> None:
    CrewSeat.objects.filter(day=day, appointment=None).update(is_closed=True)


def release_seat(appointment: Appointment) -> None:
    CrewSeat.objects.filter(appointment=appointment).update(appointment=None, hold_expires_at=None)


def release_expired(seat: CrewSeat, *, now: datetime) -> bool:
    """Release a seat whose hold expired, and expire its appointment.

    Returns False if the hold has not expired, or another transaction has locked the holder's order.
    """
    if seat.appointment_id is None:
        return False
    # Lock order is order row, then seat. Waiting here for the order while holding the seat would be
    # a deadlock, so locked rows are skipped; their transaction may well want this very seat.
    holders = Appointment.objects.select_related("order").select_for_update(skip_locked=True)
    holder = holders.filter(pk=seat.appointment_id).first()
    if holder is None:
        return False
    expired = CrewSeat.objects.filter(pk=seat.pk, appointment=holder, hold_expires_at__lt=now)
    if not expired.update(appointment=None, hold_expires_at=None):
        return False
    move_status(holder, Status.EXPIRED, actor=CLOCK, now=now, assigned_to=None)
    return True


def _empty_seat_no(capacity: DayCapacity, *, now: datetime) -> int | None:
    # Seats are made in order, as they are needed. Another transaction may make or take the same
    # ones at this moment; `take_seat` then finds them taken and tries again.
    if capacity.missing_seats > 0:
        first = capacity.next_seat_no
        count = min(capacity.missing_seats, _SEATS_MADE_AT_ONCE)
        make_seats(capacity.day, numbers=range(first, first + count))
        return first
    expired = CrewSeat.objects.filter(day=capacity.day, hold_expires_at__lt=now)
    seat = expired.order_by("hold_expires_at").first()
    return seat.seat_no if seat is not None and release_expired(seat, now=now) else None


def _close_free_seats(capacity: DayCapacity, *, surplus: int, now: datetime) -> None:
    # When the number of crews is lowered, taken seats stay taken and only free ones are closed.
    for seat in CrewSeat.objects.filter(day=capacity.day, is_closed=False).order_by("-seat_no"):
        if surplus == 0:
            return
        release_expired(seat, now=now)
        free = CrewSeat.objects.filter(pk=seat.pk, appointment=None, is_closed=False)
        surplus -= free.update(is_closed=True)
