from datetime import timedelta
from typing import Final

from standby.core.policy import RateLimitRule

RESCHEDULES_PER_ORDER: Final = RateLimitRule(
    name="reschedules_order", limit=10, window=timedelta(hours=1)
)
RESENDS_PER_ORDER: Final = RateLimitRule(name="resends_order", limit=10, window=timedelta(hours=1))
# When staff are reminded of an order
TECHNICIAN_NAMED_BEFORE: Final = timedelta(days=10)  # in time for the week-before reminder
