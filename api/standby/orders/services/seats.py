"""Crew seats: a day has one per crew, and an appointment takes one (BOOK-01.1).

A seat is taken by one conditional update, so concurrent requests cannot give it to two
appointments. Taking one costs the same on a day with 2 crews and on a day with 400.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.db import connection

from standby.core.errors import Conflict, _
from standby.core.lifecycle import APPOINTMENT, statuses_before
from standby.orders.models import Appointment, CrewSeat
from standby.orders.services.order_log import CLOCK, log_change

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


def day_capacity(day: date, *, usual: int, now: datetime) -> DayCapacity:
    """Read a day's crews and seats; staff may override the usual number, and 0 closes the day."""
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
    """Take a seat of the appointment's day, held until then or (None) for good.

    Raises DayFull when no crew is free on that day.
    """
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
    """Extend the hold of the appointment's own seat or keep it for good.

    Returns False if it has no seat.
    """
    own = CrewSeat.objects.filter(appointment=appointment, day=appointment.day)
    return own.update(hold_expires_at=until) == 1


def make_seats(day: date, *, numbers: Iterable[int]) -> None:
    CrewSeat.objects.bulk_create(
        [CrewSeat(day=day, seat_no=number) for number in numbers], ignore_conflicts=True
    )


def release_seat(appointment: Appointment) -> None:
    CrewSeat.objects.filter(appointment=appointment).update(appointment=None, hold_expires_at=None)


def release_expired(seat: CrewSeat, *, now: datetime) -> bool:
    """Release a seat whose hold expired, and expire its appointment.

    Returns False if the hold has not expired, or another transaction has locked the holder's order.
    """
    holder = seat.appointment_id
    if holder is None:
        return False
    locked = _locked_holder(holder)
    expired = CrewSeat.objects.filter(pk=seat.pk, appointment_id=holder, hold_expires_at__lt=now)
    if locked is None or not expired.update(appointment=None, hold_expires_at=None):
        return False
    _expire(locked, now=now)
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


def _locked_holder(appointment_pk: int) -> Appointment | None:
    # Lock order is order row, then seat. Waiting here for the order while holding the seat would be
    # a deadlock, so locked rows are skipped; their transaction may well want this very seat.
    holders = Appointment.objects.select_related("order").select_for_update(skip_locked=True)
    return holders.filter(pk=appointment_pk).first()


def _expire(holder: Appointment, *, now: datetime) -> None:
    expirable = Appointment.objects.filter(
        pk=holder.pk, status__in=statuses_before(APPOINTMENT, "expired")
    )
    if expirable.update(status=Appointment.Status.EXPIRED, assigned_to=None):
        log_change(
            holder.order,
            subject="appointment",
            change=(holder.status, Appointment.Status.EXPIRED),
            actor=CLOCK,
            now=now,
        )
