"""Deadline for answering submitted photos, in business hours."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from standby.core.policy import HOUSTON
from standby.orders.rules.cancelling import is_federal_holiday
from standby.photos.rules.policy import PHOTOS_ANSWERED_WITHIN

_WORKING_WEEKDAYS: Final = range(5)


def review_deadline(submitted_at: datetime) -> datetime:
    """Return when the photos submitted at this moment must be answered, in UTC.

    Hours of weekends and federal holidays do not count (Photo Review Policy, item 7).
    """
    day = submitted_at.astimezone(HOUSTON).date()
    moment, left = submitted_at, PHOTOS_ANSWERED_WITHIN
    while True:
        midnight = _midnight_after(day)
        if _is_business_day(day):
            if left <= midnight - moment:
                return moment + left
            left -= midnight - moment
        day, moment = day + timedelta(days=1), midnight


def _is_business_day(day: date) -> bool:
    return day.weekday() in _WORKING_WEEKDAYS and not is_federal_holiday(day)


def _midnight_after(day: date) -> datetime:
    next_day = day + timedelta(days=1)
    return datetime.combine(next_day, time(), tzinfo=HOUSTON).astimezone(UTC)
