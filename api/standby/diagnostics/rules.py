"""The diagnostic visit: when it is on offer, and until when it can be canceled."""

from datetime import date, datetime, timedelta
from typing import Final

from standby.core.clock import local_date
from standby.core.market import TERMS
from standby.core.policy import RateLimitRule

PLACES_PER_WINDOW: Final = TERMS.diagnostic["places_per_window"]
FIRST_DAY: Final = TERMS.diagnostic["first_day"]
LAST_DAY: Final = TERMS.diagnostic["last_day"]
DIAGNOSTICS_PER_CLIENT: Final = RateLimitRule(
    name="diagnostics_client", limit=6, window=timedelta(hours=1)
)
PAGES_PER_DIAGNOSTIC: Final = RateLimitRule(
    name="pages_diagnostic", limit=10, window=timedelta(hours=1)
)
RECEIPTS_PER_DIAGNOSTIC: Final = RateLimitRule(
    name="receipts_diagnostic", limit=20, window=timedelta(hours=1)
)
UNPAID_RETENTION: Final = timedelta(days=90)  # as of a wizard that was not finished


def can_be_cancelled(day: date, *, now: datetime) -> bool:
    """Whether the customer may still cancel: until the end of the day before."""
    return local_date(now) < day
