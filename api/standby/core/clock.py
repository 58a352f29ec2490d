"""Days and periods of whole days in the market's time zone, and duration statistics."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from statistics import median
from typing import Any, Final

from standby.core.errors import Invalid, _
from standby.core.policy import LONGEST_PERIOD, MARKET_ZONE, USUAL_PERIOD

WEEKDAYS: Final = ("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN")
_LARGEST_TENTH: Final = 90


def days_after(day: date, days: int) -> date:
    """Return the date this many days later, or the last one there is."""
    return date.fromordinal(min(day.toordinal() + days, date.max.toordinal()))


def local_date(instant: datetime) -> date:
    """Return the day that it is in the market at an instant."""
    return instant.astimezone(MARKET_ZONE).date()


def each_day(first: date, last: date) -> Iterator[date]:
    for offset in range((last - first).days + 1):
        yield first + timedelta(days=offset)


class PeriodWrong(Invalid):
    code = "period_wrong"
    message = _("A period must start before it ends and be two years at most.")


@dataclass(frozen=True, slots=True)
class Period:
    """A range of days, both ends included."""

    first: date
    last: date

    @property
    def begins_at(self) -> datetime:
        return _midnight(self.first)

    @property
    def ends_at(self) -> datetime:
        # Exclusive: the first moment after the period.
        return _midnight(self.last + timedelta(days=1))

    def months(self) -> "list[Period]":
        months, day = [], self.first
        while day <= self.last:
            next_month = (day.replace(day=1) + timedelta(days=32)).replace(day=1)
            months.append(Period(day, min(self.last, next_month - timedelta(days=1))))
            day = next_month
        return months


def period_of(first: date | None, last: date | None, *, today: date) -> Period:
    """Build a period; by default it ends today and is thirty days long. Raises PeriodWrong."""
    last = last or today
    period = Period(first or last - USUAL_PERIOD, last)
    if not timedelta() <= period.last - period.first <= LONGEST_PERIOD:
        raise PeriodWrong(field="from")
    return period


def duration_stats(days: Sequence[int]) -> dict[str, Any]:
    """Compute `count`, `median_days` and `p90_days`, which are None when there is no data.

    The 90th percentile is by nearest rank, so it is a wait that really occurred.
    """
    if not days:
        return {"count": 0, "median_days": None, "p90_days": None}
    p90_days = sorted(days)[-(-len(days) * _LARGEST_TENTH // 100) - 1]
    return {"count": len(days), "median_days": float(median(days)), "p90_days": p90_days}


def days_between(instant: datetime, day: date) -> int:
    return (day - local_date(instant)).days


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=MARKET_ZONE).astimezone(UTC)


def last_minute(day: date) -> datetime:
    """Return the deadline of what is to be done on a day, in UTC."""
    return _midnight(day + timedelta(days=1)) - timedelta(minutes=1)
