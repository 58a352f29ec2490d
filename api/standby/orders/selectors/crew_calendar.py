"""Which half days of which crews are free in a period, as of one moment.

The calendar of visitors, the day board and the plan of a storm day ask it. It promises nothing:
only taking a seat does (decision 10), by the same rules.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import count, islice
from typing import Any, Final

from django.db import connection

from standby.core.clock import days_after, each_day
from standby.orders.rules.scheduling import (
    LONGEST_PAUSE_DAYS,
    Calendar,
    ClosedReason,
    TimeWindow,
    reason_without_crews,
    usual_crews,
    why_not_worked,
)
from standby.pricing.rules.configuration import SchedulingRules

# Hand-written SQL because every visitor who looks for a date runs it: the days for which staff set
# the number of crews, and the seats that are taken or closed. Expired holds count as free.
_CREWS_AND_SEATS: Final = """
SELECT day, crews, NULL, NULL, NULL FROM crew_days WHERE day BETWEEN %(first)s AND %(last)s
UNION ALL
SELECT day, seat_no,
    CASE WHEN morning_id IS NULL OR morning_id IN (
        SELECT afternoon_id FROM crew_seats WHERE hold_expires_at < %(now)s) THEN 0 ELSE 1 END,
    CASE WHEN afternoon_id IS NULL OR hold_expires_at < %(now)s THEN 0 ELSE 1 END,
    CASE WHEN is_closed THEN 1 ELSE 0 END
FROM crew_seats WHERE day BETWEEN %(first)s AND %(last)s
AND (morning_id IS NOT NULL OR afternoon_id IS NOT NULL OR is_closed = TRUE)
"""


@dataclass(slots=True)
class _Day:
    crews: int
    mornings: set[int] = field(default_factory=set)
    afternoons: set[int] = field(default_factory=set)
    closed: set[int] = field(default_factory=set)

    @property
    def at_work(self) -> set[int]:
        return self.mornings | self.afternoons

    @property
    def idle(self) -> int:
        """How many crews have neither half taken."""
        return max(0, self.crews - len(self.at_work))

    def free(self, half: set[int]) -> set[int]:
        """The crews that are free in this half of the day, those with the other half taken too."""
        at_work = self.at_work
        if len(at_work) > self.crews:
            return set()
        without = at_work | self._closed_still
        others = (number for number in count(1) if number not in without)
        return (at_work - half) | set(islice(others, self.crews - len(at_work)))

    @property
    def _closed_still(self) -> set[int]:
        # With more crews than rows are open, the lowest closed ones are opened first.
        highest = max(self.at_work | self.closed, default=0)
        missing = self.crews - (highest - len(self.closed))
        return set(sorted(self.closed)[max(0, missing) :])


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowRoom:
    """How many crews a window has left; with none, why, and because of which day.

    `ends_on` is the day on which the work ends: for an afternoon a later one.
    """

    window: TimeWindow
    ends_on: date
    crews_left: int
    reason: ClosedReason | None
    because_of: date


def windows_on_calendar(
    first: date, last: date, *, calendar: Calendar, now: datetime
) -> Iterator[tuple[date, ClosedReason | None, tuple[WindowRoom, ...]]]:
    """Yield each day, why visitors cannot choose it if they cannot, and the room of its windows."""
    rules = calendar.rules
    crews = CrewCalendar(first, last, rules=rules, now=now)
    for day in each_day(first, last):
        reason = calendar.why_closed(day)
        if reason is not None:
            yield day, reason, ()
            continue
        rooms = tuple(crews.room(day, TimeWindow(window)) for window in rules.windows)
        is_closed = all(room.reason for room in rooms)
        yield day, rooms[0].reason if is_closed else None, rooms


class CrewCalendar:
    """The half days of a period; `take` plans a job on them without writing anything."""

    def __init__(
        self,
        first: date,
        last: date,
        *,
        rules: SchedulingRules,
        now: datetime,
    ) -> None:
        """Read the days from first to last, and those on which work of these ends."""
        self._rules = rules
        self._days: dict[date, _Day] = {}
        self._crews, seats = _read(first, days_after(last, LONGEST_PAUSE_DAYS), now=now)
        for day, seat_no, has_morning, has_afternoon, is_closed in seats:
            known = self._day(day)
            if has_morning:
                known.mornings.add(seat_no)
            if has_afternoon:
                known.afternoons.add(seat_no)
            if is_closed:
                known.closed.add(seat_no)

    def _day(self, day: date) -> _Day:
        if day not in self._days:
            self._days[day] = _Day(self.crews_on(day))
        return self._days[day]

    def crews_on(self, day: date) -> int:
        """How many crews work on the day; 0 when it is closed."""
        crews = self._crews.get(day)
        return usual_crews(day, rules=self._rules) if crews is None else crews

    def idle_crews(self, day: date) -> int:
        """How many crews have nothing to do on the day."""
        return self._day(day).idle

    def ends_on(self, day: date, window: TimeWindow) -> date:
        """The day on which work that begins then ends, whether or not somebody works on it."""
        if window == TimeWindow.MORNING:
            return day
        next_day = days_after(day, 1)
        if not self._rules.afternoon_may_span_closed_days:
            return next_day
        later = (days_after(day, pause) for pause in range(1, LONGEST_PAUSE_DAYS + 1))
        return next((each for each in later if self._why_unfinished(each) is None), next_day)

    def room(self, day: date, window: TimeWindow) -> WindowRoom:
        """How many crews can still begin a job then and finish it."""
        end = self.ends_on(day, window)
        crews = self._free(day, window)
        reason, because_of = None, day
        if self.crews_on(day) == 0:
            reason = reason_without_crews(day, rules=self._rules)
        elif window == TimeWindow.AFTERNOON and (unfinished := self._why_unfinished(end)):
            reason, because_of = unfinished, end
        elif not crews:
            reason = ClosedReason.FULL
            today = self._day(day)
            if window == TimeWindow.AFTERNOON and today.free(today.afternoons):
                because_of = end
        return WindowRoom(
            window=window,
            ends_on=end,
            crews_left=0 if reason else len(crews),
            reason=reason,
            because_of=because_of,
        )

    def take(self, day: date, window: TimeWindow) -> bool:
        """Plan a job then, in the crew that a reservation would take; False when none is free."""
        crews = self._free(day, window)
        if not crews or self.room(day, window).reason is not None:
            return False
        today, end = self._day(day), self._day(self.ends_on(day, window))
        crew = min(crews, key=lambda number: (number not in today.mornings, number))
        today.afternoons.add(crew)
        end.mornings.add(crew)
        return True

    def leave(self, day: date, window: TimeWindow, *, seat_no: int) -> None:
        """Plan that the job of this crew goes away."""
        self._day(day).afternoons.discard(seat_no)
        self._day(self.ends_on(day, window)).mornings.discard(seat_no)

    def _free(self, day: date, window: TimeWindow) -> set[int]:
        today = self._day(day)
        if window == TimeWindow.MORNING:
            return today.free(today.at_work)
        end = self._day(self.ends_on(day, window))
        return today.free(today.afternoons) & end.free(end.mornings)

    def _why_unfinished(self, day: date) -> ClosedReason | None:
        return why_not_worked(day, crews=self.crews_on(day), rules=self._rules)


def _read(first: date, last: date, *, now: datetime) -> tuple[Mapping[date, int], Iterator[Any]]:
    values = {
        "first": connection.ops.adapt_datefield_value(first),
        "last": connection.ops.adapt_datefield_value(last),
        "now": connection.ops.adapt_datetimefield_value(now),
    }
    with connection.cursor() as cursor:
        cursor.execute(_CREWS_AND_SEATS, values)
        rows = cursor.fetchall()
    crews = {day: number for day, number, *halves in rows if halves[0] is None}
    return crews, (row for row in rows if row[2] is not None)
