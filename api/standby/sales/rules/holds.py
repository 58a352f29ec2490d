"""How long staff hold a date for a caller."""

from datetime import timedelta
from enum import StrEnum


class Hold(StrEnum):
    """How long a caller has to pay: while on the phone, the same day, or until tomorrow."""

    MINUTES_35 = "35_minutes"
    HOURS_4 = "4_hours"
    HOURS_24 = "24_hours"

    @property
    def lasts(self) -> timedelta:
        return _LASTS[self]


_LASTS = {
    Hold.MINUTES_35: timedelta(minutes=35),
    Hold.HOURS_4: timedelta(hours=4),
    Hold.HOURS_24: timedelta(hours=24),
}
