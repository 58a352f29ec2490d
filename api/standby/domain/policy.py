"""Business limits, prices and deadlines that staff cannot edit, with their sources."""

from dataclasses import dataclass
from datetime import time, timedelta
from decimal import Decimal
from typing import Final
from zoneinfo import ZoneInfo

HOUSTON: Final = ZoneInfo("America/Chicago")  # display time zone

SALES_TAX_RATE: Final = Decimal("0.0825")  # on the generator only (PRICE-01.2)
DEFAULT_PERMIT_CENTS: Final = 150_00  # when no permit fee is configured (PRICE-01.3)
DEFAULT_SCHEDULING_FEE_CENTS: Final = 100_00  # FIN-01.2

DEFAULT_MIN_DAYS: Final = 15  # scheduling window (WIZ-05.2)
DEFAULT_MAX_DAYS: Final = 45
DEFAULT_DISABLED_WEEKDAYS: Final = ("SUN", "SAT")
DEFAULT_CREWS_PER_DAY: Final = 2  # an installation takes one crew for one day (BOOK-01.1)
MORNING: Final = (time(8, 30), time(12, 30))  # arrival windows (WIZ-05.4)
AFTERNOON: Final = (time(13, 0), time(17, 0))

CHECKOUT_LIVES: Final = timedelta(minutes=30)  # Stripe's shortest Checkout session
DEFAULT_HOLD: Final = timedelta(minutes=35)  # never shorter than the checkout session (BOOK-02.2)


# Allowance of a network (IPv4 /24, IPv6 /48) as a multiple of one client's. Few households in one
# network book in the same hour, but a mobile carrier puts many homes behind a handful of addresses.
# Eight clients at their limit exceed what the customers in a /24 need, and stay small for an
# attacker who owns all of it.
WIDER_ALLOWANCE: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimitRule:
    """At most `limit` requests per `window` for each subject."""

    name: str
    limit: int
    window: timedelta

    @property
    def wider(self) -> "RateLimitRule":
        return RateLimitRule(
            name=f"{self.name}_wider", limit=self.limit * WIDER_ALLOWANCE, window=self.window
        )


# Rate limits per visitor (SEC-03.4)
PLACES_PER_WIZARD: Final = RateLimitRule(
    name="places_wizard", limit=60, window=timedelta(minutes=10)
)
PLACES_PER_CLIENT: Final = RateLimitRule(
    name="places_client", limit=120, window=timedelta(minutes=10)
)
MAPS_PER_CLIENT: Final = RateLimitRule(name="maps_client", limit=120, window=timedelta(minutes=10))
SEARCH_LOG_PER_CLIENT: Final = RateLimitRule(
    name="search_log_client", limit=60, window=timedelta(minutes=10)
)
NOTIFY_PER_CLIENT: Final = RateLimitRule(name="notify_client", limit=5, window=timedelta(hours=1))
COUPON_CHECKS_PER_CLIENT: Final = RateLimitRule(
    name="coupon_checks_client", limit=20, window=timedelta(minutes=10)
)
MANUAL_QUOTES_PER_CLIENT: Final = RateLimitRule(
    name="manual_quotes_client", limit=5, window=timedelta(hours=1)
)
RESERVE_PER_CLIENT: Final = RateLimitRule(
    name="reserve_client", limit=10, window=timedelta(hours=1)
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
ANSWERS_PER_ORDER: Final = RateLimitRule(name="answers_order", limit=30, window=timedelta(hours=1))
PROPOSALS_PER_CLIENT: Final = RateLimitRule(
    name="proposals_client", limit=10, window=timedelta(hours=1)
)
CHECKOUTS_PER_ORDER: Final = RateLimitRule(
    name="checkouts_order", limit=5, window=timedelta(hours=1)
)
RESCHEDULES_PER_ORDER: Final = RateLimitRule(
    name="reschedules_order", limit=10, window=timedelta(hours=1)
)
LINK_GUESSES_PER_CLIENT: Final = RateLimitRule(
    name="link_guesses", limit=20, window=timedelta(minutes=10)
)
UNSUBSCRIBE_GUESSES_PER_CLIENT: Final = RateLimitRule(
    name="unsubscribe_guesses", limit=20, window=timedelta(minutes=10)
)

# Staff changes may mail customers: this is far more than a person can do, and still little for a
# stolen session.
STAFF_ACTS_PER_MEMBER: Final = RateLimitRule(
    name="staff_acts_member", limit=240, window=timedelta(minutes=10)
)
TEXTS_PER_SENDER: Final = RateLimitRule(name="texts_sender", limit=10, window=timedelta(hours=1))
RESENDS_PER_ORDER: Final = RateLimitRule(name="resends_order", limit=10, window=timedelta(hours=1))

# When staff are reminded of an order
TECHNICIAN_NAMED_BEFORE: Final = timedelta(days=10)  # in time for the week-before reminder
DEAD_MESSAGE_MATTERS_FOR: Final = timedelta(days=14)  # later, staff have called or need not

FREE_RESCHEDULE: Final = timedelta(hours=48)  # before the appointment (BOOK-04.7)
STAFF_PLAN_AHEAD: Final = timedelta(days=365)  # a date beyond this is a typing error
# How long the homeowner's access link opens their booking (BOOK-04.2)
LINK_OUTLIVES_VISIT: Final = timedelta(days=30)
LINK_LIVES_AT_LEAST: Final = timedelta(days=30)

# A hold and the checkout session that pays for it (BOOK-02.2)
CHECKOUT_MARGIN: Final = timedelta(minutes=1)  # Stripe counts its 30 minutes by its own clock
HOLD_OUTLIVES_CHECKOUT: Final = timedelta(minutes=2)
MOST_HOLD_RENEWALS: Final = 3
# How many dates may be held unpaid at one time
MOST_HOLDS_PER_CONTACT: Final = 2
MOST_HOLDS_PER_CLIENT: Final = 3
MOST_HOLDS_PER_NETWORK_AND_HOUR: Final = 6

LONGEST_QUOTED_RUN_FT: Final = 2000  # longer is a typing error (DIST-01.4)
MANUAL_QUOTE_ASKED_ONCE_IN: Final = timedelta(hours=1)  # a second submit within it is a repeat

# Sign-in (SEC-03). Only failures count; an account is never locked, only slowed down. A place is a
# device that has shown this account's second factor before, or else the client. Known devices have
# their own bucket, so that an attacker elsewhere cannot use up their tries.
FAILURES_PER_ACCOUNT_AND_PLACE: Final = RateLimitRule(
    name="sign_in_failures_account", limit=5, window=timedelta(minutes=15)
)
FAILURES_PER_ACCOUNT: Final = RateLimitRule(  # from all unknown places together
    name="sign_in_failures_anywhere", limit=30, window=timedelta(hours=1)
)
FAILURES_PER_CLIENT: Final = RateLimitRule(
    name="sign_in_failures_client", limit=20, window=timedelta(hours=1)
)
# 40 wrong codes a day for one account from unknown places. Three of 10^6 codes are valid at a time,
# so an attacker who already has the password gets in on one day of 8,300 on average.
WRONG_CODES_PER_PLACE: Final = RateLimitRule(
    name="wrong_codes", limit=5, window=timedelta(minutes=15)
)
WRONG_CODES_PER_ACCOUNT: Final = RateLimitRule(
    name="wrong_codes_anywhere", limit=10, window=timedelta(hours=6)
)
DEVICE_IS_KNOWN_FOR: Final = timedelta(days=180)
PASSWORD_CHANGES_PER_ACCOUNT: Final = RateLimitRule(
    name="password_changes_account", limit=10, window=timedelta(hours=1)
)
EMAIL_CHANGES_PER_CLIENT: Final = RateLimitRule(
    name="email_changes_client", limit=5, window=timedelta(hours=1)
)
EMAIL_CHANGES_PER_ACCOUNT: Final = RateLimitRule(
    name="email_changes_account", limit=3, window=timedelta(hours=1)
)
RECOVERIES_PER_CLIENT: Final = RateLimitRule(
    name="recoveries_client", limit=5, window=timedelta(hours=1)
)
# The same delay for known and unknown e-mail addresses, so that timing reveals neither.
RECOVERY_TAKES: Final = timedelta(milliseconds=50)
RECOVERIES_PER_ACCOUNT: Final = RateLimitRule(
    name="recoveries_account", limit=3, window=timedelta(hours=1)
)
VISITORS_PER_CLIENT: Final = RateLimitRule(
    name="visitors_client", limit=30, window=timedelta(hours=1)
)
ACCESS_TOKEN_LASTS: Final = timedelta(minutes=15)
LONGEST_SESSION_IDLE: Final = timedelta(minutes=30)
LONGEST_SESSION: Final = timedelta(hours=12)
FACTOR_IS_FRESH_FOR: Final = timedelta(minutes=5)
REFRESH_ANSWER_MAY_BE_LOST_FOR: Final = timedelta(seconds=10)
ONE_TIME_LINK_LASTS: Final = timedelta(hours=1)
SIGN_IN_CODE_LASTS: Final = timedelta(minutes=5)
CHALLENGE_LASTS: Final = timedelta(minutes=5)
MOST_FACTORS: Final = 10
RECOVERY_CODES: Final = 10

FEWEST_PHONE_DIGITS: Final = 10  # a number that a crew can call
WIZARD_IS_SILENT: Final = timedelta(hours=24)  # then it is abandoned (WIZ-06.3)
UNFINISHED_WIZARDS_KEPT: Final = timedelta(days=90)  # privacy policy, "How long we keep it"
SEARCHED_ADDRESSES_KEPT: Final = timedelta(days=30)  # later only the ZIP code, to measure demand
# Counted from the price lock or the acceptance; later, staff have to make the document.
PAPERS_TRIED_FOR: Final = timedelta(days=30)
IDEMPOTENT_ANSWERS_KEPT: Final = timedelta(days=30)  # long enough for retries of payments

REFUNDABLE_CHANGE_PERCENT: Final = 15  # a higher rise, if not approved, is refundable (PHOTO-02.5)

# Versions a customer accepts before paying (FIN-01.4)
AGREEMENT_VERSIONS: Final = {
    "installation_agreement": "1.1 (2025-10-18)",
    "terms_of_use": "2025-10-19",
    "privacy_policy": "2025-10-19",
}

# Google's price of one request, in thousandths of a cent (price list, first tier, 2025)
AUTOCOMPLETE_MILLICENTS: Final = 283
GEOCODE_MILLICENTS: Final = 500
STATIC_MAP_MILLICENTS: Final = 200

# A failed message is retried by time, not by number of tries: from its first failure for this long.
# The last try comes after it.
MESSAGE_TRIED_FOR: Final = timedelta(hours=24)
MESSAGE_FIRST_PAUSE_S: Final = 10
MESSAGE_LONGEST_PAUSE_S: Final = 60 * 60  # a provider that recovers delivers within the hour

# A webhook about an unknown payment is retried this long, then treated as not ours
EARLY_CARD_EVENT_TRIED_FOR: Final = timedelta(days=2)

# When texts are sent (MSG-02.4; promised in the privacy policy)
QUIET_FROM: Final = time(21, 0)
QUIET_UNTIL: Final = time(8, 0)
# A text that responds to an action of the customer ignores quiet hours for this long.
ANSWERS_RING_FOR: Final = timedelta(minutes=10)
# When customers are reminded
REMINDERS_FROM: Final = time(9, 0)
WEEK_BEFORE: Final = timedelta(days=7)
DAY_BEFORE: Final = timedelta(days=1)
PHOTO_REMINDERS_AFTER: Final = (timedelta(days=2), timedelta(days=5))

# Consent of a customer who reserves, as shown beside the field (MSG-02.3)
TEXTS_CONSENT: Final = (
    "By giving this number you agree to texts about this appointment: the photo link, reminders "
    "and changes. No marketing. Message and data rates may apply; reply STOP to end them."
)
# Consent to one e-mail reminder of an unfinished booking
RECOVERY_CONSENT: Final = "E-mail me once if I do not finish, so that I can go on where I left off."
RECOVERED_AFTER: Final = timedelta(hours=4)
RECOVERED_WITHIN: Final = timedelta(days=3)

# Consent of somebody who leaves a phone number outside the coverage area (MSG-02.3)
NOTIFY_CONSENT: Final = (
    "Text or call me once when service becomes available in my area. "
    "Message and data rates may apply. Reply STOP to opt out."
)

# Photos of the home (PHOTO-01)
LEAST_PHOTOS: Final = 5  # requested after a reservation
PHOTOS_ANSWERED_WITHIN: Final = timedelta(hours=48)  # "24-48 business hours" (Photo Review Policy)
FULL_REVIEW_PHOTOS: Final = 10  # where five cannot settle the run
MOST_PHOTOS: Final = 20
LARGEST_PHOTO_BYTES: Final = 10 * 1024 * 1024
LARGEST_VIDEO_BYTES: Final = 100 * 1024 * 1024
LARGEST_ORDER_BYTES: Final = 200 * 1024 * 1024
MOST_PHOTO_PIXELS: Final = 50_000_000
SHORTEST_VIDEO_S: Final = 30
LONGEST_VIDEO_S: Final = 60
PIECE_BYTES: Final = 1024 * 1024  # an upload chunk: the most a lost connection makes us resend
UPLOADS_PER_ORDER: Final = RateLimitRule(name="uploads_order", limit=40, window=timedelta(hours=1))
UNFINISHED_UPLOADS_KEPT: Final = timedelta(days=7)
STORAGE_LINK_LASTS: Final = timedelta(minutes=10)
PHOTO_CONSENT: Final = (
    "I agree to the Photo Review Policy (version 1.0): these pictures may be viewed, copied and "
    "annotated for pricing, permits, HOA applications, installation and warranty. They are mine "
    "to share."
)

# Money of a project (PAY-03; the installation agreement, clauses 7 to 9)
DIAGNOSTIC_FEE_CENTS: Final = 9_00
DEFAULT_CARD_SURCHARGE_RATE: Final = Decimal("0.03")  # credit cards only; staff may lower it
LATE_FEE_RATE: Final = Decimal("0.015")  # a month, simple interest
LATE_FEE_NOTICE: Final = timedelta(days=7)  # "we write to you before we charge one"
CREDIT_LASTS: Final = timedelta(days=30)
CANCELLED_IN_TIME: Final = timedelta(hours=24)
BUSINESS_DAYS_TO_CANCEL: Final = 3
CANCELLATION_PERCENT: Final = 10
PAYMENTS_PER_ORDER: Final = RateLimitRule(
    name="payments_order", limit=20, window=timedelta(hours=1)
)
ORDER_SUMMARY_SHOWN_FOR: Final = timedelta(minutes=60)  # without the order's own cookie

# Retention (privacy policy, "How long we keep it")
ORDERS_KEPT: Final = timedelta(days=5 * 365)  # after the last entry; then the customer is erased
SIGN_IN_TRACES_KEPT: Final = timedelta(days=90)  # expired sessions, links and tokens
CARD_EVENTS_KEPT: Final = timedelta(days=90)  # as long as questions about a webhook come up
TRAIL_KEPT_YEARS: Final = 5  # the audit log; a database trigger also refuses to delete younger rows
TRAIL_KEPT: Final = timedelta(days=366 * TRAIL_KEPT_YEARS)  # never less than the trigger's years

# Boundaries of ZIP codes on the coverage map (docs/decisions/0042-outlines-from-census-files.md).
# The finest tolerance is about 50 m, a third of a pixel at zoom 10.
OUTLINE_TOLERANCES_DEG: Final = (0.0005, 0.001, 0.002)
OUTLINE_DIGITS: Final = 5  # about one meter
MAP_OUTLINES_BYTES: Final = 500_000  # about 150 kB compressed
# Size limits of ZIP code lists and boundary files
LARGEST_ZIP_LIST_BYTES: Final = 5 * 1024 * 1024
LARGEST_BOUNDARY_FILE_BYTES: Final = 590 * 1024 * 1024  # the national TIGER/Line file is 530 MB
MOST_LISTED_ZIPS: Final = 45_000  # more than there are in the country

# Periods on the overview (OPS-10)
USUAL_PERIOD: Final = timedelta(days=29)  # before today: thirty days in all
LONGEST_PERIOD: Final = timedelta(days=730)
COMING_DAYS: Final = 7
