"""Which days are offered, which windows a day has, and what they are in Houston's time."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Final

from standby.domain.errors import Invalid
from standby.domain.policy import (
    AFTERNOON,
    CHECKOUT_LIVES,
    DEFAULT_CREWS_PER_DAY,
    DEFAULT_DISABLED_WEEKDAYS,
    DEFAULT_HOLD,
    DEFAULT_MAX_DAYS,
    DEFAULT_MIN_DAYS,
    HOUSTON,
    MORNING,
)

WEEKDAYS: Final = ("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN")
SHORTEST_HOLD: Final = CHECKOUT_LIVES + timedelta(minutes=5)


class DayNotOffered(Invalid):
    """That day cannot be reserved. Please choose another."""

    code = "day_not_offered"


class WhyClosed(StrEnum):
    """Why a day cannot be reserved."""

    PAST = "past"
    TOO_SOON = "too_soon"
    TOO_LATE = "too_late"
    WEEKDAY = "weekday"
    BLACKOUT = "blackout"
    FULL = "full"


class TimeWindow(StrEnum):
    """When the crew arrives (spec §9)."""

    MORNING = "morning"
    AFTERNOON = "afternoon"

    @property
    def local_hours(self) -> tuple[time, time]:
        return MORNING if self is TimeWindow.MORNING else AFTERNOON

    @property
    def label(self) -> str:
        start, end = self.local_hours
        return f"{_clock(start)} - {_clock(end)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SchedulingRules:
    """What staff configured: which days are offered, how many crews work, how long a hold lasts."""

    min_days: int = DEFAULT_MIN_DAYS
    max_days: int = DEFAULT_MAX_DAYS
    disabled_weekdays: frozenset[str] = field(
        default_factory=lambda: frozenset(DEFAULT_DISABLED_WEEKDAYS)
    )
    crews_per_day: int = DEFAULT_CREWS_PER_DAY
    hold: timedelta = DEFAULT_HOLD

    def first_day(self, today: date) -> date:
        return today + timedelta(days=self.min_days)

    def last_day(self, today: date) -> date:
        return today + timedelta(days=self.max_days)


@dataclass(frozen=True, slots=True)
class Slot:
    """A day and a window, before it is anybody's."""

    day: date
    window: TimeWindow

    @property
    def start_at(self) -> datetime:
        return _in_utc(self.day, self.window.local_hours[0])

    @property
    def end_at(self) -> datetime:
        return _in_utc(self.day, self.window.local_hours[1])


def today_in_houston(now: datetime) -> date:
    return now.astimezone(HOUSTON).date()


def why_not_offered(day: date, *, rules: SchedulingRules, today: date) -> WhyClosed | None:
    """What the calendar alone says of a day, None when it may be reserved. Crews come later."""
    if day < today:
        return WhyClosed.PAST
    if day < rules.first_day(today):
        return WhyClosed.TOO_SOON
    if day > rules.last_day(today):
        return WhyClosed.TOO_LATE
    if WEEKDAYS[day.weekday()] in rules.disabled_weekdays:
        return WhyClosed.WEEKDAY
    return None


def ensure_offered(day: date, *, rules: SchedulingRules, today: date, field: str) -> None:
    """Raises DayNotOffered, naming the body's field, when the calendar has no such day to offer."""
    why = why_not_offered(day, rules=rules, today=today)
    if why is not None:
        raise DayNotOffered(_WORDS[why], field=field)


def each_day(first: date, last: date) -> Iterator[date]:
    for offset in range((last - first).days + 1):
        yield first + timedelta(days=offset)


_WORDS: Final = {
    WhyClosed.PAST: "That day has passed. Please choose another.",
    WhyClosed.TOO_SOON: "We cannot come that soon. Please choose a later day.",
    WhyClosed.TOO_LATE: "That day is too far ahead. Please choose an earlier one.",
    WhyClosed.WEEKDAY: "We do not install on that weekday. Please choose another.",
}


def _in_utc(day: date, local: time) -> datetime:
    """The windows never touch the hours that a clock change repeats or skips (2 AM)."""
    return datetime.combine(day, local, tzinfo=HOUSTON).astimezone(UTC)


def _clock(local: time) -> str:
    return f"{local:%I:%M %p}".lstrip("0")
