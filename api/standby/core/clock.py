from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Final

from standby.core.policy import HOUSTON

WEEKDAYS: Final = ("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN")


def today_in_houston(now: datetime) -> date:
    return now.astimezone(HOUSTON).date()


def each_day(first: date, last: date) -> Iterator[date]:
    for offset in range((last - first).days + 1):
        yield first + timedelta(days=offset)
