"""Crew seats: a day has one per crew, and an appointment takes one (BOOK-01.1).

A seat is taken by one conditional update, so concurrent requests cannot give it to two
appointments.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, NamedTuple

from django.db import connection

from standby.core.errors import Conflict, _
from standby.core.lifecycle import APPOINTMENT, statuses_before
from standby.orders.models import Appointment, CrewSeat
from standby.orders.services.order_log import CLOCK, log_change

_MOST_TRIES: Final = 100  # each failed try means somebody else took a seat
_DAY_AND_SEATS: Final = """
SELECT crew_days.crews, seats.seat_no, seats.appointment_id,
       seats.appointment_id IS NULL OR COALESCE(seats.hold_expires_at < %s, FALSE),
       seats.is_closed
FROM (SELECT 1) AS asked
LEFT JOIN crew_days ON crew_days.day = %s
LEFT JOIN crew_seats AS seats ON seats.day = %s
ORDER BY seats.seat_no
"""
# The holder must still be the one that was read: it is that holder's appointment that expires.
_TAKE: Final = """
UPDATE crew_seats SET appointment_id = %s, hold_expires_at = %s
WHERE day = %s AND seat_no = %s AND COALESCE(appointment_id, 0) = %s
AND (appointment_id IS NULL OR hold_expires_at < %s) AND NOT is_closed
"""


class DayFull(Conflict):
    code = "day_full"
    message = _("That day has just been taken. Please choose another.")


class Seat(NamedTuple):
    """A seat as it was read: free to take, or occupied by `appointment_id`."""

    seat_no: int
    appointment_id: int | None = None
    is_free: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DayCapacity:
    """A day's number of crews and its seats, as read; `closed` are seat numbers closed by staff."""

    day: date
    crews: int
    seats: tuple[Seat, ...]
    closed: frozenset[int] = frozenset()

    def ensure_room(self) -> None:
        """Raise DayFull early, before anything is written.

        Passing is no guarantee: only taking a seat is. A day without bookings has no seats yet;
        they are created when the first one is taken.
        """
        if sum(not seat.is_free for seat in self.seats) >= self.crews:
            raise DayFull


def day_capacity(day: date, *, usual: int, now: datetime) -> DayCapacity:
    """Read a day's crews and seats; staff may override the usual number, and 0 closes the day."""
    now_value = connection.ops.adapt_datetimefield_value(now)
    day_value = connection.ops.adapt_datefield_value(day)
    with connection.cursor() as cursor:
        cursor.execute(_DAY_AND_SEATS, [now_value, day_value, day_value])
        rows = cursor.fetchall()
    override = rows[0][0]
    return DayCapacity(
        day=day,
        crews=usual if override is None else override,
        seats=tuple(
            Seat(seat_no, holder, bool(is_free))
            for _, seat_no, holder, is_free, is_closed in rows
            if seat_no is not None and not is_closed
        ),
        closed=frozenset(row[1] for row in rows if row[4]),
    )


def take_seat(
    appointment: Appointment, *, on: DayCapacity, until: datetime | None, now: datetime
) -> None:
    """Take a seat of the appointment's day, held until then or (None) for good.

    Raises DayFull when no crew is free on that day.
    """
    capacity = on
    for _attempt in range(_MOST_TRIES):
        seats = _with_seats_for(capacity, now=now)
        free = next((seat for seat in seats if seat.is_free), None)
        if free is None:
            break
        if _take(free, appointment, until=until, now=now):
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


def _with_seats_for(capacity: DayCapacity, *, now: datetime) -> list[Seat]:
    # When staff lower the number of crews, taken seats stay taken and only free ones are removed.
    seats = list(capacity.seats)
    missing = capacity.crews - len(seats)
    if missing > 0:
        seats += _add_seats(capacity, missing=missing)
    if missing < 0:
        _remove_free_seats(capacity, surplus=-missing, now=now)
        seats = list(day_capacity(capacity.day, usual=capacity.crews, now=now).seats)
    return seats


def _add_seats(capacity: DayCapacity, *, missing: int) -> list[Seat]:
    # Another transaction may create or take these seats at the same moment; `_take` then fails and
    # `take_seat` tries again.
    taken = {seat.seat_no for seat in capacity.seats} | capacity.closed
    numbers = range(1, capacity.crews + len(capacity.closed) + 1)
    added = [number for number in numbers if number not in taken][:missing]
    make_seats(capacity.day, numbers=added)
    return [Seat(seat_no=number) for number in added]


def _remove_free_seats(capacity: DayCapacity, *, surplus: int, now: datetime) -> None:
    for seat in CrewSeat.objects.filter(day=capacity.day, is_closed=False).order_by("-seat_no"):
        if surplus == 0:
            return
        release_expired(seat, now=now)
        removed, _ = CrewSeat.objects.filter(pk=seat.pk, appointment=None).delete()
        surplus -= removed


def _take(seat: Seat, appointment: Appointment, *, until: datetime | None, now: datetime) -> bool:
    holder = None if seat.appointment_id is None else _locked_holder(seat.appointment_id)
    if holder is None and seat.appointment_id is not None:
        return False
    in_sql = connection.ops.adapt_datetimefield_value
    with connection.cursor() as cursor:
        cursor.execute(
            _TAKE,
            [
                appointment.pk,
                until and in_sql(until),
                connection.ops.adapt_datefield_value(appointment.day),
                seat.seat_no,
                seat.appointment_id or 0,
                in_sql(now),
            ],
        )
        if cursor.rowcount != 1:
            return False
    if holder is not None:
        _expire(holder, now=now)
    return True


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
