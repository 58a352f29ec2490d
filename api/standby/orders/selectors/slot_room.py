"""What a slot has left: its days with their crews, and the crew that is free on them (BOOK-01.1).

Reading promises nothing: only taking a seat does (decision 10).
"""

from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db import connection
from django.db.models import Q, QuerySet

from standby.core.clock import days_after, each_day
from standby.core.errors import Conflict, _
from standby.orders.models import CrewDay, CrewSeat
from standby.orders.rules.scheduling import (
    LONGEST_PAUSE_DAYS,
    Slot,
    TimeWindow,
    ensure_finished_on,
    usual_crews,
    why_not_worked,
)
from standby.pricing.rules.configuration import SchedulingRules
from standby.pricing.selectors import catalog

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
        and first_expired(room, now=now) is None
    )
    return replace(room, is_full=is_full)


def day_seats(day: date, *, rules: SchedulingRules) -> DaySeats:
    """Read the crews and rows of one day, whichever halves they have left."""
    return _seats_of(day, _read(_DAY, holder=None, now=None, day=day), rules=rules)


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


def first_expired(room: SlotRoom, *, now: datetime) -> CrewSeat | None:
    """Return a hold that ran out on one of the slot's days."""
    seats = (expired_on(each.day, now=now).first() for each in room.days)
    return next((seat for seat in seats if seat is not None), None)
