"""The halves of crews' days that appointments take (BOOK-01.1, BOOK-06.1, BOOK-06.2).

A day has one row per crew, with a morning and an afternoon. A crew that arrives in the morning has
both of one row, by one conditional update. One that arrives in the afternoon has the afternoon of
the day and the morning of the next day that is worked, in the row of the same crew: two conditional
updates, the earlier day first, and whoever loses the second gives the first back. Concurrent
requests cannot give a half to two appointments, and taking one costs the same with 2 crews and
with 400.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db import connection
from django.db.models import Q, QuerySet

from standby.core.clock import days_after, each_day
from standby.core.errors import Conflict, _
from standby.orders.models import Appointment, CrewDay, CrewSeat
from standby.orders.rules.scheduling import (
    LONGEST_PAUSE_DAYS,
    Slot,
    TimeWindow,
    ensure_finished_on,
    usual_crews,
    why_not_worked,
)
from standby.orders.services.order_log import CLOCK, move_status
from standby.pricing.rules.configuration import SchedulingRules
from standby.pricing.selectors import catalog

_MOST_TRIES: Final = 100  # each failed try means somebody else took a crew
_SEATS_MADE_AT_ONCE: Final = 10
# In SQL so that it is a few index look-ups and one statement: every reservation runs it. One
# statement also sees the number of crews and the closed seats as one change of staff left them.
# SQLite has to be told the index: it takes few halves to be free, and would read those of all days.
_DAY: Final = """
SELECT
    (SELECT crews FROM crew_days WHERE day = %(day)s),
    (SELECT MAX(seat_no) FROM crew_seats WHERE day = %(day)s),
    (SELECT COUNT(*) FROM crew_seats {free} WHERE day = %(day)s
     AND morning_id IS NULL AND afternoon_id IS NULL AND is_closed = TRUE),
    (SELECT MIN(seat_no) FROM crew_seats {free} WHERE day = %(day)s
     AND morning_id IS NULL AND afternoon_id IS NULL AND is_closed = FALSE)
"""
# Both days of an afternoon; then the lowest crew that is free on both: one that finishes a job in
# the morning of the first, one that has nothing to do on it, and one without a row on it yet.
_AFTERNOON_AND_MORNING: Final = """
SELECT
    (SELECT crews FROM crew_days WHERE day = %(day)s),
    (SELECT MAX(seat_no) FROM crew_seats WHERE day = %(day)s),
    (SELECT COUNT(*) FROM crew_seats {free} WHERE day = %(day)s
     AND morning_id IS NULL AND afternoon_id IS NULL AND is_closed = TRUE),
    (SELECT crews FROM crew_days WHERE day = %(end)s),
    (SELECT MAX(seat_no) FROM crew_seats WHERE day = %(end)s),
    (SELECT COUNT(*) FROM crew_seats {free} WHERE day = %(end)s
     AND morning_id IS NULL AND afternoon_id IS NULL AND is_closed = TRUE),
    (SELECT today.seat_no FROM crew_seats today {free_after_noon} LEFT JOIN crew_seats later
     ON later.day = %(end)s AND later.seat_no = today.seat_no
     WHERE today.day = %(day)s AND today.morning_id IS NOT NULL AND today.afternoon_id IS NULL
     AND (later.id IS NULL OR (later.morning_id IS NULL AND later.is_closed = FALSE))
     ORDER BY today.seat_no LIMIT 1),
    (SELECT today.seat_no FROM crew_seats today {free} LEFT JOIN crew_seats later
     ON later.day = %(end)s AND later.seat_no = today.seat_no
     WHERE today.day = %(day)s AND today.is_closed = FALSE
     AND today.morning_id IS NULL AND today.afternoon_id IS NULL
     AND (later.id IS NULL OR (later.morning_id IS NULL AND later.is_closed = FALSE))
     ORDER BY today.seat_no LIMIT 1),
    (SELECT MIN(seat_no) FROM crew_seats WHERE day = %(end)s
     AND morning_id IS NULL AND is_closed = FALSE
     AND seat_no > COALESCE((SELECT MAX(seat_no) FROM crew_seats WHERE day = %(day)s), 0))
"""
# Dates held now by this client, and reserved in the last hour from its network. An email or phone
# is not counted: whoever types one has not shown that it is theirs, would be told of another's
# holds, and could lock them out.
_HELD_BY: Final = """,
    (SELECT COUNT(*) FROM crew_seats
     JOIN appointments ON appointments.id = crew_seats.afternoon_id
     JOIN orders ON orders.id = appointments.order_id AND orders.id <> %(own)s
     WHERE crew_seats.hold_expires_at >= %(now)s AND orders.placed_from = %(client)s),
    (SELECT COUNT(*) FROM orders
     JOIN appointments ON appointments.order_id = orders.id
     WHERE orders.placed_from_network = %(network)s AND orders.id <> %(own)s
     AND appointments.held_at > %(hour_ago)s)
"""
_HOUR: Final = timedelta(hours=1)


class DayFull(Conflict):
    code = "day_full"
    message = _("That day has just been taken. Please choose another.")


@dataclass(frozen=True, slots=True, kw_only=True)
class DaySeats:
    """The crews of a day and its rows: how many crews work, the highest number made, how many are
    closed. `missing` is below zero when the usual number was lowered after more rows were made.
    """

    day: date
    crews: int
    highest: int
    closed: int

    @property
    def missing(self) -> int:
        return self.crews - (self.highest - self.closed)

    @property
    def is_to_settle(self) -> bool:
        """Whether rows have to be closed or opened again before one of them is taken."""
        return self.missing < 0 or (self.missing > 0 and self.closed > 0)

    @property
    def highest_possible(self) -> int:
        """The highest number that a request which saw this may make."""
        return self.highest + max(0, self.missing)

    def may_have(self, seat_no: int) -> bool:
        return seat_no <= self.highest_possible

    def to_make(self, seat_no: int) -> list[CrewSeat]:
        """The rows up to this number that are not made, and a few more for whoever comes next."""
        if seat_no <= self.highest:
            return []
        few = min(self.highest_possible, self.highest + _SEATS_MADE_AT_ONCE)
        numbers = range(self.highest + 1, max(seat_no, few) + 1)
        return [CrewSeat(day=self.day, seat_no=number) for number in numbers]


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """Keys of a client and its network, whose dates held are counted but those of its own order."""

    client: str
    network: str
    own_order: int  # 0: none


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotRoom:
    """A slot as it was read: its days, on which it ends, and the crew that is free, if one is.

    `days` are the one day of a morning arrival, or the day of an afternoon and that on which it
    ends. `held` counts the dates that the client holds, and those reserved in the last hour from
    its network, where it was asked.
    """

    slot: Slot
    rules: SchedulingRules = field(repr=False)
    days: tuple[DaySeats, ...]
    seat_no: int | None
    is_full: bool
    held: tuple[int, int] = (0, 0)

    @property
    def crews(self) -> int:
        """How many crews work on the slot's day; 0 when it is closed."""
        return self.days[0].crews

    @property
    def ends_on(self) -> date:
        return self.days[-1].day

    @property
    def is_finished(self) -> bool:
        """Whether anybody works on the morning after an afternoon."""
        end = self.days[-1]
        return len(self.days) == 1 or (
            why_not_worked(end.day, crews=end.crews, rules=self.rules) is None
        )

    def ensure_finished(self, *, field: str) -> None:
        """Raise WindowNotOffered, naming `field`, when nobody works on the next morning."""
        if len(self.days) > 1:
            ensure_finished_on(
                self.ends_on, crews=self.days[-1].crews, rules=self.rules, field=field
            )

    def ensure_room(self) -> None:
        """Raise DayFull early, before anything is written.

        Passing is no guarantee: only taking a seat is.
        """
        if not self.is_full:
            return
        if len(self.days) == 1:
            raise DayFull
        raise DayFull(
            _(
                "That afternoon, or the morning on which we finish, has just been taken. "
                "Please choose the morning or another day."
            )
        )


def slot_room(
    slot: Slot,
    *,
    rules: SchedulingRules | None = None,
    holder: Holder | None = None,
    now: datetime,
) -> SlotRoom:
    """Read the crews and seats of a slot; staff may override the usual number of a day's crews.

    The same statement counts what the `holder` has.
    """
    rules = rules or catalog.configuration().scheduling
    if slot.window == TimeWindow.MORNING:
        row = _read(_DAY, holder=holder, now=now, day=slot.day)
        days: tuple[DaySeats, ...] = (_seats_of(slot.day, row, rules=rules),)
        seat_nos = (row[3], days[0].highest + 1)
    else:
        end = _end_of(slot.day, rules=rules)
        row = _read(_AFTERNOON_AND_MORNING, holder=holder, now=now, day=slot.day, end=end)
        days = (
            _seats_of(slot.day, row, rules=rules),
            _seats_of(end, row[3:], rules=rules),
        )
        seat_nos = (*row[6:8], row[8] or max(each.highest for each in days) + 1)
    possible = (
        number
        for number in seat_nos
        if number is not None and all(each.may_have(number) for each in days)
    )
    room = SlotRoom(
        slot=slot,
        rules=rules,
        days=days,
        seat_no=next(possible, None),
        is_full=False,
        held=row[-2:] if holder else (0, 0),
    )
    is_full = not room.is_finished or (
        room.seat_no is None
        and not any(each.is_to_settle for each in days)
        and _first_expired(room, now=now) is None
    )
    return replace(room, is_full=is_full)


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
            expired = _first_expired(room, now=now)
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
    unmade = [seat for day in on.days for seat in day.to_make(seat_no)]
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
    unmade = [seat for day in on.days if day.may_have(seat_no) for seat in day.to_make(seat_no)]
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


def day_seats(day: date, *, rules: SchedulingRules) -> DaySeats:
    """Read the crews and rows of one day, whichever halves they have left."""
    return _seats_of(day, _read(_DAY, holder=None, now=None, day=day), rules=rules)


def make_seats(day: date, *, numbers: Iterable[int]) -> None:
    CrewSeat.objects.bulk_create(
        [CrewSeat(day=day, seat_no=number) for number in numbers], ignore_conflicts=True
    )


def close_free_seats(day: date) -> None:
    CrewSeat.objects.filter(day=day, morning=None, afternoon=None).update(is_closed=True)


def expired_on(day: date, *, now: datetime) -> QuerySet[CrewSeat]:
    """Return the holds of the day that ran out, also those of afternoons that end on it."""
    over = CrewSeat.objects.filter(hold_expires_at__lt=now)
    return over.filter(Q(day=day) | Q(afternoon__ends_on=day)).order_by("hold_expires_at", "pk")


def _read(
    sql: str, *, holder: Holder | None, now: datetime | None, **days: date
) -> tuple[Any, ...]:
    values: dict[str, Any] = {
        name: connection.ops.adapt_datefield_value(day) for name, day in days.items()
    }
    if holder and now:
        sql = f"{sql}{_HELD_BY}"
        values |= {
            "own": holder.own_order,
            "now": connection.ops.adapt_datetimefield_value(now),
            "hour_ago": connection.ops.adapt_datetimefield_value(now - _HOUR),
            "client": holder.client,
            "network": holder.network,
        }
    hint = "INDEXED BY crew_seats_{}" if connection.vendor == "sqlite" else ""
    indexes = {index: hint.format(index) for index in ("free", "free_after_noon")}
    with connection.cursor() as cursor:
        cursor.execute(sql.format(**indexes), values)
        row: tuple[Any, ...] = cursor.fetchone()
    return row


def _seats_of(day: date, row: tuple[Any, ...], *, rules: SchedulingRules) -> DaySeats:
    override, highest, closed = row[:3]
    crews = usual_crews(day, rules=rules) if override is None else override
    return DaySeats(day=day, crews=crews, highest=highest or 0, closed=closed)


def _end_of(day: date, *, rules: SchedulingRules) -> date:
    # Only where staff allow it may a closed day lie between the two halves.
    next_day = days_after(day, 1)
    if not rules.afternoon_may_span_closed_days:
        return next_day
    last = days_after(day, LONGEST_PAUSE_DAYS)
    set_crews = CrewDay.objects.filter(day__range=(next_day, last)).values_list("day", "crews")
    crews = dict(set_crews)
    return next(
        (
            each
            for each in each_day(next_day, last)
            if why_not_worked(
                each, crews=crews.get(each, usual_crews(each, rules=rules)), rules=rules
            )
            is None
        ),
        next_day,
    )


def _first_expired(room: SlotRoom, *, now: datetime) -> CrewSeat | None:
    seats = (expired_on(each.day, now=now).first() for each in room.days)
    return next((seat for seat in seats if seat is not None), None)


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
