"""Business limits, prices and deadlines that staff cannot edit, with their sources."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time, timedelta
from decimal import Decimal
from typing import Any, Final
from zoneinfo import ZoneInfo

from standby.core.market import CALENDAR, CONFIGURATION, TERMS

MARKET_ZONE: Final = ZoneInfo(CALENDAR["time_zone"])
DAYLIGHT_SAVING: Final[tuple[str, ...]] = tuple(CALENDAR["daylight_saving"])  # iCalendar lines
# When the office is open, on every weekday that is no holiday.
OFFICE_HOURS: Final[tuple[time, time]] = (
    time.fromisoformat(CALENDAR["office_hours"]["opens"]),
    time.fromisoformat(CALENDAR["office_hours"]["closes"]),
)
HOLIDAYS: Final[tuple[Mapping[str, Any], ...]] = tuple(CALENDAR["holidays"])

# What holds where staff have set nothing else (configuration.json)
DEFAULT_PERMIT_CENTS: Final[int] = CONFIGURATION["pricing"]["permit_fee"]["default_cents"]
DEFAULT_SCHEDULING_FEE_CENTS: Final[int] = CONFIGURATION["pricing"]["scheduling_fee"][
    "amount_cents"
]

CHECKOUT_LIVES: Final = timedelta(minutes=30)  # the shortest that Stripe offers


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


ANSWERS_PER_ORDER: Final = RateLimitRule(name="answers_order", limit=30, window=timedelta(hours=1))
UNSUBSCRIBE_GUESSES_PER_CLIENT: Final = RateLimitRule(
    name="unsubscribe_guesses", limit=20, window=timedelta(minutes=10)
)
MAIL_SECRET_GUESSES_PER_CLIENT: Final = RateLimitRule(
    name="mail_secret_guesses", limit=20, window=timedelta(minutes=10)
)

# Staff changes may mail customers: this is far more than a person can do, and still little for a
# stolen session.
STAFF_ACTS_PER_MEMBER: Final = RateLimitRule(
    name="staff_actions_member", limit=240, window=timedelta(minutes=10)
)
PAYOUT_READS_PER_MEMBER: Final = RateLimitRule(
    name="payout_reads_member", limit=20, window=timedelta(hours=1)
)
CONNECTION_TESTS_PER_MEMBER: Final = RateLimitRule(
    name="connection_tests_member", limit=20, window=timedelta(hours=1)
)
TEXTS_PER_SENDER: Final = RateLimitRule(name="texts_sender", limit=10, window=timedelta(hours=1))


# Actions of staff that tell or bill somebody: so long they can be undone, and their messages wait.
UNDO_FOR: Final = timedelta(seconds=10)

LONGEST_QUOTED_RUN_FT: Final = 2000  # longer is a typing error (DIST-01.4)

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

IDEMPOTENCY_RETENTION: Final = timedelta(days=30)  # long enough for retries of payments


# Versions a customer accepts before paying (FIN-01.4)
AGREEMENT_VERSIONS: Final = {
    "installation_agreement": "1.1 (2025-10-18)",
    "terms_of_use": "2025-10-19",
    "privacy_policy": "2025-10-19",
}


# A webhook about an unknown payment is retried this long, then treated as not ours
EARLY_CARD_EVENT_TRIED_FOR: Final = timedelta(days=2)


LEAST_PHOTOS: Final = 5  # requested after a reservation
MOST_PHOTOS: Final = 20
PIECE_BYTES: Final = 1024 * 1024  # an upload chunk: the most a lost connection makes us resend

DEFAULT_CARD_SURCHARGE_RATE: Final = Decimal("0.03")  # credit cards only; staff may lower it
CREDIT_LASTS: Final = timedelta(days=TERMS.fee_credit_days)

AUDIT_RETENTION_YEARS: Final = (
    5  # the audit log; a database trigger also refuses to delete younger rows
)


# Periods on the overview (OPS-10)
USUAL_PERIOD: Final = timedelta(days=29)  # before today: thirty days in all
LONGEST_PERIOD: Final = timedelta(days=730)
