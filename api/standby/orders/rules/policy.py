from datetime import timedelta
from typing import Final

from standby.core.market import TERMS
from standby.core.policy import RateLimitRule
from standby.core.words import _

COUPON_CHECKS_PER_CLIENT: Final = RateLimitRule(
    name="coupon_checks_client", limit=20, window=timedelta(minutes=10)
)
RESERVE_PER_CLIENT: Final = RateLimitRule(
    name="reserve_client", limit=10, window=timedelta(hours=1)
)
# Each program asks about once an hour, but those of a large provider come from few addresses.
CALENDAR_READS_PER_CLIENT: Final = RateLimitRule(
    name="calendar_reads", limit=120, window=timedelta(minutes=10)
)
LINK_GUESSES_PER_CLIENT: Final = RateLimitRule(
    name="link_guesses", limit=20, window=timedelta(minutes=10)
)
# Before the appointment (BOOK-04.7)
FREE_RESCHEDULE: Final = timedelta(hours=TERMS.free_reschedule_hours)
STAFF_PLAN_AHEAD: Final = timedelta(days=365)  # a date beyond this is a typing error
# How long the homeowner's access link opens their booking (BOOK-04.2)
LINK_OUTLIVES_VISIT: Final = timedelta(days=30)
LINK_LIVES_AT_LEAST: Final = timedelta(days=30)
MOST_HOLD_RENEWALS: Final = 3
# How many dates may be held unpaid at one time
MOST_HOLDS_PER_CLIENT: Final = 3
MOST_HOLDS_PER_NETWORK_AND_HOUR: Final = 6
# Consent of a customer who reserves, as shown beside the field (MSG-02.3)
TEXTS_CONSENT: Final = _(
    "By giving this number you agree to texts about this appointment: the photo link, reminders "
    "and changes. No marketing. Message and data rates may apply; reply STOP to end them."
)
# The same, as staff read it to a caller
CALLERS_CONSENT: Final = _(
    "May we text you about this appointment: the link to pay, the photo link, reminders and "
    "changes? No marketing. Message and data rates may apply; reply STOP to end them."
)
CANCELLED_IN_TIME: Final = timedelta(hours=TERMS.fee_cancel_hours)
BUSINESS_DAYS_TO_CANCEL: Final = 3
CANCELLATION_PERCENT: Final = 10
