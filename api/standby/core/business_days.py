"""The market's business calendar: booking, review hours and the days to cancel share it."""

from calendar import monthcalendar
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from standby.core.clock import WEEKDAYS
from standby.core.policy import HOLIDAYS

SATURDAY: Final = 5
SUNDAY: Final = 6


def is_federal_holiday(day: date) -> bool:
    # Of the years around it too: New Year's Day may be observed on December 31.
    years = (day.year - 1, day.year, day.year + 1)
    return any(day in _holidays_of(year) for year in years if date.min.year < year < date.max.year)


@lru_cache(maxsize=16)
def _holidays_of(year: int) -> frozenset[date]:
    # One on a weekend is observed on the weekday next to it, and both days are holidays.
    days = set[date]()
    for holiday in HOLIDAYS:
        month = holiday["month"]
        if "day" in holiday:
            day = date(year, month, holiday["day"])
            shift = {SATURDAY: -1, SUNDAY: 1}.get(day.weekday(), 0)
            days |= {day, day + timedelta(days=shift)}
        else:
            weekday, nth = WEEKDAYS.index(holiday["weekday"]), holiday["nth"]
            weeks = [week[weekday] for week in monthcalendar(year, month) if week[weekday]]
            days.add(date(year, month, weeks[nth - 1 if nth > 0 else nth]))
    return frozenset(days)
