from datetime import timedelta
from typing import Final

from standby.core.market import CONFIGURATION
from standby.core.policy import RateLimitRule

CUSTOM_QUOTE_VALID: Final = timedelta(days=CONFIGURATION["pricing"]["saved_quote"]["valid_days"])
# Privacy policy, "How long we keep it": what led to no order is an unfinished booking
NO_ORDER_RETENTION: Final = timedelta(days=90)
ANSWERS_PER_QUOTE: Final = RateLimitRule(
    name="custom_quote_answers", limit=20, window=timedelta(hours=1)
)
QUOTE_GUESSES_PER_CLIENT: Final = RateLimitRule(
    name="custom_quote_guesses", limit=60, window=timedelta(minutes=10)
)
