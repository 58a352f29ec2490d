from datetime import timedelta
from decimal import Decimal
from typing import Final

from standby.core.policy import RateLimitRule

CHECKOUTS_PER_ORDER: Final = RateLimitRule(
    name="checkouts_order", limit=5, window=timedelta(hours=1)
)
# A hold and the checkout session that pays for it (BOOK-02.2)
CHECKOUT_MARGIN: Final = timedelta(minutes=1)  # Stripe counts its 30 minutes by its own clock
HOLD_OUTLIVES_CHECKOUT: Final = timedelta(minutes=2)
# Money of a project (PAY-03; the installation agreement, clauses 7 to 9)
DIAGNOSTIC_FEE_CENTS: Final = 9_00
LATE_FEE_RATE: Final = Decimal("0.015")  # a month, simple interest
LATE_FEE_NOTICE: Final = timedelta(days=7)  # "we write to you before we charge one"
PAYMENTS_PER_ORDER: Final = RateLimitRule(
    name="payments_order", limit=20, window=timedelta(hours=1)
)
ORDER_SUMMARY_SHOWN_FOR: Final = timedelta(minutes=60)  # without the order's own cookie
