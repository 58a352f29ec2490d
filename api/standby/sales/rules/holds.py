"""How long staff hold a date for a caller."""

from datetime import datetime, timedelta
from enum import StrEnum

from standby.core.business_days import after_office_time

_LONG_ENOUGH_TO_PAY = timedelta(minutes=35)
_SAME_DAY = timedelta(hours=4)
_UNTIL_TOMORROW = timedelta(hours=24)
_A_DAY_IN_THE_OFFICE = timedelta(hours=10)


class Hold(StrEnum):
    """How long a caller has to pay: while on the phone, the same day, or until tomorrow."""

    ON_THE_PHONE = "on_the_phone"
    HOURS_4 = "4_hours"
    HOURS_24 = "24_hours"

    def until(self, *, now: datetime, begins_at: datetime, shortest: timedelta) -> datetime:
        """Return when the hold ends, for a visit that begins then.

        `shortest` is how long visitors have to pay, and callers while they are on the phone.
        The longer ones count in office hours, so that somebody can be called before they end. None
        outlasts the beginning of its visit, but each lasts long enough to pay.
        """
        soonest = now + min(shortest, _LONG_ENOUGH_TO_PAY)
        if self is Hold.ON_THE_PHONE:
            until = now + shortest
        elif self is Hold.HOURS_4:
            until = after_office_time(now, _SAME_DAY)
        else:
            until = max(now + _UNTIL_TOMORROW, after_office_time(now, _A_DAY_IN_THE_OFFICE))
        return max(soonest, min(until, begins_at))
