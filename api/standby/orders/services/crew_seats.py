"""The halves of crews' days that appointments take (BOOK-01.1, BOOK-06.1, BOOK-06.2).

A day has one row per crew, with a morning and an afternoon. A crew that arrives in the morning has
both of one row, by one conditional update. One that arrives in the afternoon has the afternoon of
the day and the morning of the next day that is worked, in the row of the same crew: two conditional
updates, the earlier day first, and whoever loses the second gives the first back. Concurrent
requests cannot give a half to two appointments, and taking one costs the same with 2 crews and
with 400.
"""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Final

from django.db.models import Q

from standby.orders.models import Appointment, CrewSeat
from standby.orders.selectors.slot_room import (
    DayFull,
    DaySeats,
    SlotRoom,
    day_seats,
    expired_on,
    first_expired,
    slot_room,
)
from standby.orders.services.order_log import CLOCK, move_status
from standby.pricing.rules.configuration import SchedulingRules

_MOST_TRIES: Final = 100  # each failed try means somebody else took a crew
_SEATS_MADE_AT_ONCE: Final = 10


def take_seat(
    appointment: Appointment, *, on: SlotRoom, until: datetime | None, now: datetime
) -> None:
    """Take both halves of one crew for the appointment until then, or for good (None).

    Raises DayFull, and the appointment then has no half.
    """
    room = on
    for _attempt in range(_MOST_TRIES):
        if any(each.is_to_settle for each in room.days):
            for each in room.days:
                _close_free_seats(each, now=now)
                _open_closed_seats(each, rules=on.rules)
            room = slot_room(on.slot, rules=on.rules, now=now)
            if any(each.missing < 0 for each in room.days):
                break
        room.ensure_room()
        if room.seat_no is None:
            expired = first_expired(room, now=now)
            if expired is not None:
                _lock_before(expired.day, of=room)
                release_expired(expired, now=now)
        elif _take_halves(appointment, on=room, seat_no=room.seat_no, until=until):
            return
        room = slot_room(on.slot, rules=on.rules, now=now)
    raise DayFull


def _take_halves(
    appointment: Appointment, *, on: SlotRoom, seat_no: int, until: datetime | None
) -> bool:
    # Each condition is the guard: whoever took or closed the half since it was read keeps it so.
    unmade = [seat for day in on.days for seat in _to_make(day, seat_no)]
    if unmade:
        CrewSeat.objects.bulk_create(unmade, ignore_conflicts=True)
    rows = CrewSeat.objects.filter(seat_no=seat_no, is_closed=False)
    today = rows.filter(day=on.slot.day, afternoon=None)
    taken = {"afternoon": appointment, "hold_expires_at": until}
    if len(on.days) == 1:
        is_taken = bool(today.filter(morning=None).update(morning=appointment, **taken))
    else:
        # The earlier day first, as everywhere, so that two afternoons never wait for each other.
        if not today.update(**taken):
            return False
        is_taken = bool(rows.filter(day=on.ends_on, morning=None).update(morning=appointment))
        if not is_taken:
            release_seat(appointment)
    if is_taken and appointment.ends_on != on.ends_on:
        appointment.ends_on = on.ends_on
        Appointment.objects.filter(pk=appointment.pk).update(ends_on=on.ends_on)
    return is_taken


def _to_make(day: DaySeats, seat_no: int) -> list[CrewSeat]:
    # The rows up to this number that are not made, and a few more for whoever comes next.
    if seat_no <= day.highest:
        return []
    few = min(day.highest_possible, day.highest + _SEATS_MADE_AT_ONCE)
    numbers = range(day.highest + 1, max(seat_no, few) + 1)
    return [CrewSeat(day=day.day, seat_no=number) for number in numbers]


def change_seat(
    appointment: Appointment, *, on: SlotRoom, until: datetime | None, now: datetime
) -> None:
    """Give the appointment, which may have a seat, the crew and days of another slot.

    It keeps its crew where that is free for the new slot. Raises DayFull; in a transaction the
    rollback then keeps the old seat.
    """
    # All rows that may change are locked by day, the old ones too (decision 10): those of the crew
    # that is free, and those of its own, which it keeps if it can.
    own = Q(morning=appointment) | Q(afternoon=appointment)
    own_crew = CrewSeat.objects.filter(own).values("seat_no")
    wanted = Q(day__in=[each.day for each in on.days]) & (
        Q(seat_no=on.seat_no or 0) | Q(seat_no__in=own_crew)
    )
    locked = CrewSeat.objects.select_for_update().filter(own | wanted).order_by("day", "seat_no")
    mine = {seat.pk: seat for seat in locked}
    afternoon = next((s for s in mine.values() if s.afternoon_id == appointment.pk), None)
    morning = next((s for s in mine.values() if s.morning_id == appointment.pk), None)
    if afternoon is not None and afternoon.day == on.slot.day:
        is_same = morning is not None and morning.day == on.ends_on
        if is_same or _move_morning(appointment, seat_no=afternoon.seat_no, on=on):
            extend_hold(appointment, until=until)
            return
    release_seat(appointment)
    if mine:  # its own halves are free now
        on = slot_room(on.slot, rules=on.rules, now=now)
    take_seat(appointment, on=on, until=until, now=now)


def _move_morning(appointment: Appointment, *, seat_no: int, on: SlotRoom) -> bool:
    # Another window of the same day: the crew stays, if it is free for the other morning.
    if not on.is_finished:
        return False
    unmade = [seat for day in on.days if day.may_have(seat_no) for seat in _to_make(day, seat_no)]
    if unmade:
        CrewSeat.objects.bulk_create(unmade, ignore_conflicts=True)
    CrewSeat.objects.filter(morning=appointment).update(morning=None)
    other = CrewSeat.objects.filter(day=on.ends_on, seat_no=seat_no, morning=None, is_closed=False)
    return bool(other.update(morning=appointment))


def extend_hold(appointment: Appointment, *, until: datetime | None) -> bool:
    own = CrewSeat.objects.filter(afternoon=appointment, day=appointment.day)
    return own.update(hold_expires_at=until) == 1


def release_seat(appointment: Appointment) -> None:
    """Free both halves, the earlier one first: no half is kept without the other."""
    own = CrewSeat.objects.filter(afternoon=appointment)
    own.update(afternoon=None, hold_expires_at=None)
    CrewSeat.objects.filter(morning=appointment).update(morning=None)


def release_expired(seat: CrewSeat, *, now: datetime) -> bool:
    """Release the crew of a seat whose hold expired, and expire its appointment.

    Returns False if the hold has not expired, or another transaction has locked the holder's order.
    """
    if seat.afternoon_id is None:
        return False
    # Lock order is order row, then seat. Waiting here for the order while holding the seat would be
    # a deadlock, so locked rows are skipped; their transaction may well want this very seat.
    holders = Appointment.objects.select_related("order").select_for_update(skip_locked=True)
    holder = holders.filter(pk=seat.afternoon_id).first()
    if holder is None:
        return False
    expired = CrewSeat.objects.filter(pk=seat.pk, afternoon=holder, hold_expires_at__lt=now)
    if not expired.update(afternoon=None, hold_expires_at=None):
        return False
    CrewSeat.objects.filter(morning=holder).update(morning=None)
    move_status(holder, Appointment.Status.EXPIRED, actor=CLOCK, now=now, assigned_to=None)
    return True


def make_seats(day: date, *, numbers: Iterable[int]) -> None:
    CrewSeat.objects.bulk_create(
        [CrewSeat(day=day, seat_no=number) for number in numbers], ignore_conflicts=True
    )


def close_free_seats(day: date) -> None:
    CrewSeat.objects.filter(day=day, morning=None, afternoon=None).update(is_closed=True)


def _lock_before(day: date, *, of: SlotRoom) -> None:
    # Rows are locked by day, the earlier one first (decision 10): whoever frees a crew of the later
    # day would wait for the earlier one with that in hand.
    earlier = [each.day for each in of.days if each.day < day]
    if earlier:
        rows = CrewSeat.objects.select_for_update().filter(day__in=earlier)
        list(rows.order_by("day", "seat_no"))


def _close_free_seats(day: DaySeats, *, now: datetime) -> None:
    # When the number of crews is lowered, taken seats stay taken and only free ones are closed.
    surplus = -day.missing
    if surplus <= 0:
        return
    for seat in expired_on(day.day, now=now):
        release_expired(seat, now=now)
    free = CrewSeat.objects.filter(day=day.day, is_closed=False, morning=None, afternoon=None)
    for seat in free.order_by("-seat_no")[:surplus]:
        free.filter(pk=seat.pk).update(is_closed=True)


def _open_closed_seats(day: DaySeats, *, rules: SchedulingRules) -> None:
    # When the number of crews is raised again, the same crews work as on the days around: an
    # afternoon needs one crew on two days. All rows are locked, as where staff close a day, and the
    # number is read once more behind the lock.
    if day.missing <= 0 or not day.closed:
        return
    seats = CrewSeat.objects.select_for_update().filter(day=day.day).order_by("seat_no")
    closed = [seat.pk for seat in seats if seat.is_closed]
    missing = max(0, day_seats(day.day, rules=rules).missing)
    CrewSeat.objects.filter(pk__in=closed[:missing]).update(is_closed=False)
