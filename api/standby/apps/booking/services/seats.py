"""Crew seats: a day has as many as crews work, and an appointment takes one (BOOK-01).

Whatever races, a seat has one appointment: it is taken by one conditional update.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, NamedTuple

from django.db import connection

from standby.apps.booking.models import Appointment, CrewSeat
from standby.apps.booking.services.order_log import CLOCK, log_change
from standby.apps.rows import insert_all
from standby.domain.errors import Conflict, _
from standby.domain.lifecycle import APPOINTMENT, can_transition

_MOST_TRIES: Final = 100  # every lost try is a seat that somebody else took
_DAY_AND_SEATS: Final = """
SELECT crew_days.crews, seats.seat_no, seats.appointment_id,
       seats.appointment_id IS NULL OR COALESCE(seats.hold_expires_at < %s, FALSE),
       seats.is_closed
FROM (SELECT 1) AS asked
LEFT JOIN crew_days ON crew_days.day = %s
LEFT JOIN crew_seats AS seats ON seats.day = %s
ORDER BY seats.seat_no
"""
# Whoever held it must be who was seen to hold it: that one's appointment is told to expire.
_TAKE: Final = """
UPDATE crew_seats SET appointment_id = %s, hold_expires_at = %s
WHERE day = %s AND seat_no = %s AND COALESCE(appointment_id, 0) = %s
AND (appointment_id IS NULL OR hold_expires_at < %s) AND NOT is_closed
"""


class DayFull(Conflict):
    code = "day_full"
    message = _("That day has just been taken. Please choose another.")


class Seat(NamedTuple):
    """A seat as it was seen: free to take, or kept by `appointment_id`."""

    seat_no: int
    appointment_id: int | None = None
    is_free: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DayCapacity:
    """How many crews work on a day, and their seats as they were seen; `closed` are the numbers
    of those that staff took away."""

    day: date
    crews: int
    seats: tuple[Seat, ...]
    closed: frozenset[int] = frozenset()

    def ensure_room(self) -> None:
        """Says no early, before anything is written; only taking a seat says yes. Raises DayFull.

        A day that nobody asked for yet has no seats: they are made when the first is taken.
        """
        if sum(not seat.is_free for seat in self.seats) >= self.crews:
            raise DayFull


def day_capacity(day: date, *, usual: int, now: datetime) -> DayCapacity:
    """The usual number of crews, unless staff set another for this date; 0 closes it."""
    told_now = connection.ops.adapt_datetimefield_value(now)
    told_day = connection.ops.adapt_datefield_value(day)
    with connection.cursor() as cursor:
        cursor.execute(_DAY_AND_SEATS, [told_now, told_day, told_day])
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

    Raises DayFull, when no crew is free on that day.
    """
    capacity = on
    for _again in range(_MOST_TRIES):
        seats = _with_seats_for(capacity, now=now)
        free = next((seat for seat in seats if seat.is_free), None)
        if free is None:
            break
        if _take(free, appointment, until=until, now=now):
            return
        capacity = day_capacity(on.day, usual=on.crews, now=now)
    raise DayFull


def extend_hold(appointment: Appointment, *, until: datetime | None) -> bool:
    """Keep the appointment's own seat until then, or (None) for good; False when it has none."""
    own = CrewSeat.objects.filter(appointment=appointment, day=appointment.day)
    return own.update(hold_expires_at=until) == 1


def make_seats(day: date, *, numbers: Iterable[int]) -> None:
    """Safe to repeat: a seat that is there already stays as it is."""
    insert_all(
        [CrewSeat(day=day, seat_no=number) for number in numbers],
        ending="ON CONFLICT (day, seat_no) DO NOTHING",
    )


def release_seat(appointment: Appointment) -> None:
    """Safe to repeat."""
    CrewSeat.objects.filter(appointment=appointment).update(appointment=None, hold_expires_at=None)


def release_expired(seat: CrewSeat, *, now: datetime) -> bool:
    """Free a seat whose hold ran out, and its appointment with it; False when it is not so, or
    somebody is at the holder's order this moment."""
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
    """As many seats as crews; a taken seat stays taken when crews were lowered."""
    seats = list(capacity.seats)
    missing = capacity.crews - len(seats)
    if missing > 0:
        seats += _add_seats(capacity, missing=missing)
    if missing < 0:
        _remove_free_seats(capacity, surplus=-missing, now=now)
        seats = list(day_capacity(capacity.day, usual=capacity.crews, now=now).seats)
    return seats


def _add_seats(capacity: DayCapacity, *, missing: int) -> list[Seat]:
    """Another may make them, and take one, at the same moment: taking it will tell."""
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
    """None when somebody is at its order this moment, who may well want this very seat.

    Whoever is at an order has its row first and the seat second. To wait here, with the seat in
    hand, for the order would be a deadlock.
    """
    holders = Appointment.objects.select_related("order").select_for_update(skip_locked=True)
    return holders.filter(pk=appointment_pk).first()


def _expire(holder: Appointment, *, now: datetime) -> None:
    held = Appointment.objects.filter(
        pk=holder.pk, status__in=can_transition(APPOINTMENT, "expired")
    )
    if held.update(status=Appointment.Status.EXPIRED, assigned_to=None):
        log_change(
            holder.order,
            subject="appointment",
            change=(holder.status, Appointment.Status.EXPIRED),
            actor=CLOCK,
            now=now,
        )
