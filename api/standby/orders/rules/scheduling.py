"""Days and windows on offer, and their times in the market and in UTC."""

from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Final

from standby.core.business_days import federal_holiday_of, is_federal_holiday
from standby.core.clock import WEEKDAYS, local_date
from standby.core.errors import Invalid, _
from standby.core.policy import MARKET_ZONE
from standby.core.words import weekday_date
from standby.orders.rules.policy import STAFF_PLAN_AHEAD
from standby.pricing.rules.configuration import USUAL_WINDOWS, Hours, SchedulingRules

MOST_DAYS: Final = 100
DAY_FIELD: Final = "wizardData.scheduling.selected_date"
WINDOW_FIELD: Final = "wizardData.scheduling.selected_time_window"
LONGEST_PAUSE_DAYS: Final = 14  # between the two half days of a job, where a pause is allowed
_WHOLE_DAY: Final = (time(8), time(17))


class DayNotOffered(Invalid):
    code = "day_not_offered"
    message = _("That day cannot be reserved. Please choose another one.")


class DaysOutOfOrder(Invalid):
    code = "days_out_of_order"
    message = _("Please request at most 100 days, the first before the last.")


class ClosedReason(StrEnum):
    """Why a day cannot be reserved."""

    PAST = "past"
    TOO_SOON = "too_soon"
    TOO_LATE = "too_late"
    WEEKDAY = "weekday"
    HOLIDAY = "holiday"
    BLACKOUT = "blackout"
    FULL = "full"


class WindowNotOffered(Invalid):
    code = "window_not_offered"
    message = _("We do not arrive in that part of the day. Please choose another.")


class TimeWindow(StrEnum):
    """The crew's arrival window; staff set its hours (OPS-14.7)."""

    MORNING = "morning"
    AFTERNOON = "afternoon"

    @property
    def usual_hours(self) -> Hours:
        """What the market has, where staff have set nothing else."""
        return USUAL_WINDOWS.get(self, _WHOLE_DAY)


def local_hours(start_at: datetime, end_at: datetime) -> Hours:
    """Return the hours of a visit on the market's clock."""
    return start_at.astimezone(MARKET_ZONE).time(), end_at.astimezone(MARKET_ZONE).time()


# Without hours, which differ by market and by visit.
WINDOW_CHOICES: Final = [(window.value, window.value) for window in TimeWindow]


@dataclass(frozen=True, slots=True)
class Calendar:
    """The days on offer as seen from `today`, regardless of crews."""

    today: date
    rules: SchedulingRules

    @property
    def first_day(self) -> date:
        return self.today + timedelta(days=self.rules.min_days)

    @property
    def last_day(self) -> date:
        return self.today + timedelta(days=self.rules.max_days)

    def why_closed(self, day: date) -> ClosedReason | None:
        if day < self.today:
            return ClosedReason.PAST
        if day < self.first_day:
            return ClosedReason.TOO_SOON
        if day > self.last_day:
            return ClosedReason.TOO_LATE
        if WEEKDAYS[day.weekday()] in self.rules.disabled_weekdays:
            return ClosedReason.WEEKDAY
        return None

    def ensure_offered(self, day: date, *, field: str = DAY_FIELD) -> None:
        reason = self.why_closed(day)
        if reason is not None:
            raise DayNotOffered(_MESSAGES[reason], field=field)


def usual_crews(day: date, *, rules: SchedulingRules) -> int:
    """The crews that work on a day for which staff have set no number; none on a holiday."""
    return 0 if _is_day_off(day, rules=rules) else rules.crews_per_day


def reason_without_crews(day: date, *, rules: SchedulingRules) -> ClosedReason:
    return ClosedReason.HOLIDAY if _is_holiday(day, rules=rules) else ClosedReason.BLACKOUT


def _is_day_off(day: date, *, rules: SchedulingRules) -> bool:
    return _is_holiday(day, rules=rules) or rules.days_off.is_closed(day)


def _is_holiday(day: date, *, rules: SchedulingRules) -> bool:
    # Days off of our own are none: they may be a training.
    return is_federal_holiday(day) and federal_holiday_of(day) not in rules.days_off.worked


def why_not_worked(day: date, *, crews: int, rules: SchedulingRules) -> ClosedReason | None:
    """Why nobody finishes a job on a day with this many crews; None when somebody does."""
    if WEEKDAYS[day.weekday()] in rules.disabled_weekdays:
        return ClosedReason.WEEKDAY
    return None if crews else reason_without_crews(day, rules=rules)


def ensure_finished_on(day: date, *, crews: int, rules: SchedulingRules, field: str) -> None:
    """Raise WindowNotOffered, naming `field`, when an afternoon's work cannot end on the day."""
    reason = why_not_worked(day, crews=crews, rules=rules)
    if reason is not None:
        raise WindowNotOffered(_NOT_FINISHED[reason], field=field, day=weekday_date(day))


def ensure_worked(day: date, *, crews: int, rules: SchedulingRules, field: str) -> None:
    """Raise DayNotOffered, naming `field`, when no crew works on the day."""
    if crews == 0:
        raise DayNotOffered(_MESSAGES[reason_without_crews(day, rules=rules)], field=field)


@dataclass(frozen=True, slots=True)
class Slot:
    """A day and a window, before anybody has it.

    `hours` are those in force; a slot of the same day and window is the same slot.
    """

    day: date
    window: TimeWindow
    hours: Hours | None = field(default=None, compare=False)

    @property
    def start_at(self) -> datetime:
        return _in_utc(self.day, (self.hours or self.window.usual_hours)[0])

    @property
    def end_at(self) -> datetime:
        return _in_utc(self.day, (self.hours or self.window.usual_hours)[1])

    def by(self, rules: SchedulingRules) -> "Slot":
        """Return the slot with the hours in force."""
        return replace(self, hours=rules.windows.get(self.window))

    def is_on_a_working_day(self, rules: SchedulingRules) -> bool:
        return WEEKDAYS[self.day.weekday()] not in rules.disabled_weekdays

    def ensure_window_offered(self, rules: SchedulingRules, *, field: str) -> None:
        """Raise WindowNotOffered, naming `field`, when nobody arrives in the window any more."""
        if self.window not in rules.windows:
            raise WindowNotOffered(field=field)

    def ensure_ahead(self, *, now: datetime) -> None:
        """Check a slot chosen by staff: not over yet, a year ahead at most, any weekday.

        Raises DayNotOffered.
        """
        ensure_day_ahead(self.day, now=now)
        if self.end_at <= now:
            raise DayNotOffered(
                _("That window is over. Please choose a later one."), field="time_window"
            )


def ensure_day_ahead(day: date, *, now: datetime) -> None:
    today = local_date(now)
    if day < today:
        raise DayNotOffered(_MESSAGES[ClosedReason.PAST], field="day")
    if day > today + STAFF_PLAN_AHEAD:
        raise DayNotOffered(_MESSAGES[ClosedReason.TOO_LATE], field="day")


def ensure_short(first: date, last: date) -> None:
    if not 0 <= (last - first).days < MOST_DAYS:
        raise DaysOutOfOrder(field="to")


_MESSAGES: Final = {
    ClosedReason.PAST: _("That day has passed. Please choose another."),
    ClosedReason.TOO_SOON: _("We cannot come that soon. Please choose a later day."),
    ClosedReason.TOO_LATE: _("That day is too far ahead. Please choose an earlier one."),
    ClosedReason.WEEKDAY: _("We do not install on that weekday. Please choose another."),
    ClosedReason.HOLIDAY: _("That day is a holiday. Please choose another."),
    ClosedReason.BLACKOUT: _("We do not work on that day. Please choose another."),
}

_NOT_FINISHED: Final = {
    ClosedReason.WEEKDAY: _(
        "We finish an afternoon's work the next morning, and we don't work on %(day)s. "
        "Please choose the morning or another day."
    ),
    ClosedReason.HOLIDAY: _(
        "We finish an afternoon's work the next morning, and %(day)s, is a holiday. "
        "Please choose the morning or another day."
    ),
    ClosedReason.BLACKOUT: _(
        "We finish an afternoon's work the next morning, and nobody works on %(day)s. "
        "Please choose the morning or another day."
    ),
}


def _in_utc(day: date, local: time) -> datetime:
    # No window touches the hours that a clock change repeats or skips (2 AM).
    return datetime.combine(day, local, tzinfo=MARKET_ZONE).astimezone(UTC)
