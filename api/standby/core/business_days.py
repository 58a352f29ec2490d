"""The market's business calendar: booking, review hours and the days to cancel share it."""

from calendar import monthcalendar
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final

from standby.core.clock import WEEKDAYS, local_date
from standby.core.market import TERMS
from standby.core.policy import HOLIDAYS, MARKET_ZONE, OFFICE_HOURS

SATURDAY: Final = 5
SUNDAY: Final = 6
_SHORTEST_PROMISE: Final = timedelta(hours=1)


def contact_promised_on(requested_at: datetime) -> date:
    """Return the working day by which we contact who asks us to at this moment.

    The promise ends on it at the latest. Who asks on a day off may be contacted on that day only.
    """
    requested_on = local_date(requested_at)
    day = local_date(requested_at + timedelta(hours=TERMS.contact_hours[-1]))
    while day > requested_on and (day.weekday() >= SATURDAY or is_federal_holiday(day)):
        day -= timedelta(days=1)
    return day


def contact_promised_by(requested_at: datetime) -> datetime:
    """Return by when, in UTC, we contact who asks us to at this moment.

    It is when the office closes on the day of `contact_promised_on`. Who asks so late that this
    would be within the hour is promised the whole time that we state.
    """
    _opens, closes = OFFICE_HOURS
    closing = datetime.combine(contact_promised_on(requested_at), closes, tzinfo=MARKET_ZONE)
    if closing - requested_at >= _SHORTEST_PROMISE:
        return closing.astimezone(UTC)
    return requested_at + timedelta(hours=TERMS.contact_hours[-1])


def is_office_day(day: date) -> bool:
    return day.weekday() < SATURDAY and not is_federal_holiday(day)


def after_office_time(start: datetime, lasts: timedelta) -> datetime:
    """Return when the office has been open for so long since `start`.

    Evenings, weekends and federal holidays do not count: four hours from 9 PM on a Tuesday end on
    Wednesday at noon.
    """
    opens, closes = OFFICE_HOURS
    day = local_date(start)
    while True:
        if is_office_day(day):
            open_at, close_at = (
                datetime.combine(day, clock, tzinfo=MARKET_ZONE).astimezone(UTC)
                for clock in (opens, closes)
            )
            begins = max(start, open_at)
            left = close_at - begins
            if left >= lasts:
                return begins + lasts
            lasts -= max(left, timedelta(0))
        day += timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedDays:
    """Days on which no crew works, both ends included; of every year where `is_yearly`."""

    name: str
    first: date
    last: date
    is_yearly: bool = False

    def covers(self, day: date) -> bool:
        if not self.is_yearly:
            return self.first <= day <= self.last
        first, last, this = ((each.month, each.day) for each in (self.first, self.last, day))
        # From December into January, the days before the end of the year and those after it.
        return first <= this <= last if first <= last else this >= first or this <= last


@dataclass(frozen=True, slots=True, kw_only=True)
class DaysOff:
    """When no crew works: the federal holidays but those in `worked`, and days of our own.

    Only visits follow it. The days to cancel and the hours of a review count federal holidays.
    """

    worked: frozenset[str] = frozenset()
    closed: tuple[ClosedDays, ...] = ()

    def is_closed(self, day: date) -> bool:
        return any(each.covers(day) for each in self.closed)


NO_OTHER_DAYS_OFF: Final = DaysOff()


def is_federal_holiday(day: date) -> bool:
    return federal_holiday_of(day) is not None


def federal_holiday_of(day: date) -> str | None:
    """Return the name of the federal holiday that a day is."""
    # Of the years around it too: New Year's Day may be observed on December 31.
    years = (day.year - 1, day.year, day.year + 1)
    names = (_holidays_of(year).get(day) for year in years if date.min.year < year < date.max.year)
    return next((name for name in names if name), None)


@lru_cache(maxsize=16)
def _holidays_of(year: int) -> Mapping[date, str]:
    # One on a weekend is observed on the weekday next to it, and both days are holidays.
    days: dict[date, str] = {}
    for holiday in HOLIDAYS:
        month = holiday["month"]
        if "day" in holiday:
            day = date(year, month, holiday["day"])
            shift = {SATURDAY: -1, SUNDAY: 1}.get(day.weekday(), 0)
            days |= dict.fromkeys((day, day + timedelta(days=shift)), holiday["name"])
        else:
            weekday, nth = WEEKDAYS.index(holiday["weekday"]), holiday["nth"]
            weeks = [week[weekday] for week in monthcalendar(year, month) if week[weekday]]
            days[date(year, month, weeks[nth - 1 if nth > 0 else nth])] = holiday["name"]
    return days
