from datetime import timedelta
from typing import Final

from standby.core.market import CONFIGURATION, TERMS
from standby.core.policy import RateLimitRule
from standby.core.words import _

MANUAL_QUOTES_PER_CLIENT: Final = RateLimitRule(
    name="manual_quotes_client", limit=5, window=timedelta(hours=1)
)
NEW_WIZARDS_PER_CLIENT: Final = RateLimitRule(
    name="new_wizards_client", limit=60, window=timedelta(minutes=10)
)
SAVES_PER_WIZARD: Final = RateLimitRule(name="saves_wizard", limit=120, window=timedelta(minutes=1))
EVENTS_PER_WIZARD: Final = RateLimitRule(
    name="events_wizard", limit=60, window=timedelta(minutes=1)
)
RECEIPTS_PER_CLIENT: Final = RateLimitRule(
    name="receipts_client", limit=60, window=timedelta(minutes=10)
)
SAVED_QUOTES_PER_CLIENT: Final = RateLimitRule(
    name="saved_quotes_client", limit=30, window=timedelta(hours=1)
)
QUOTE_MESSAGES_PER_CLIENT: Final = RateLimitRule(
    name="quote_messages_client", limit=6, window=timedelta(hours=1)
)
# Whoever sends them: nobody is to be annoyed from many addresses.
QUOTE_MESSAGES_PER_RECIPIENT: Final = RateLimitRule(
    name="quote_messages_recipient", limit=4, window=timedelta(days=1)
)
SAVED_QUOTE_VALID: Final = timedelta(days=CONFIGURATION["pricing"]["saved_quote"]["valid_days"])
SAVED_QUOTE_RETENTION: Final = timedelta(days=60)  # after it has expired
# Consent to the one text, as shown beside the field
QUOTE_TEXT_CONSENT: Final = _(
    "By giving this number you agree to one text with this quote. No marketing. Message and data "
    "rates may apply; reply STOP to end them."
)
# Consent to the one text about a request for a quote, as shown beside the field
REQUEST_TEXT_CONSENT: Final = _(
    "For this quote only: our call, and one text with your reference. Message and data rates may "
    "apply; reply STOP to end them."
)
MANUAL_QUOTE_REPEATS_WITHIN: Final = timedelta(hours=1)  # a second submit within it is a repeat
WIZARD_IS_SILENT: Final = timedelta(hours=24)  # then it is abandoned (WIZ-06.3)
UNFINISHED_WIZARD_RETENTION: Final = timedelta(days=90)  # privacy policy, "How long we keep it"
# A higher rise, if not approved, is refundable (PHOTO-02.5)
REFUNDABLE_CHANGE_PERCENT: Final = TERMS.price_rise_percent
