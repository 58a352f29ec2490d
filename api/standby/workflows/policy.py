from datetime import time, timedelta
from typing import Final

# A text that responds to an action of the customer ignores quiet hours for this long.
ANSWERS_RING_FOR: Final = timedelta(minutes=10)
# When customers are reminded
REMINDERS_FROM: Final = time(9, 0)
WEEK_BEFORE: Final = timedelta(days=7)
DAY_BEFORE: Final = timedelta(days=1)
PHOTO_REMINDERS_AFTER: Final = (timedelta(days=2), timedelta(days=5))
# Consent to one e-mail reminder of an unfinished booking
RECOVERY_CONSENT: Final = "E-mail me once if I do not finish, so that I can go on where I left off."
RECOVERED_AFTER: Final = timedelta(hours=4)
RECOVERED_WITHIN: Final = timedelta(days=3)
# Retention (privacy policy, "How long we keep it")
ORDERS_KEPT: Final = timedelta(days=5 * 365)  # after the last entry; then the customer is erased
CARD_EVENTS_KEPT: Final = timedelta(days=90)  # as long as questions about a webhook come up
