"""Limits and lifetimes of sign-ins, and secrets, of which only hashes are stored."""

import base64
import hashlib
import hmac
import secrets
from datetime import timedelta
from typing import Final

from standby.core.policy import RateLimitRule
from standby.core.roles import Role

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
RECOVERIES_PER_CLIENT: Final = RateLimitRule(
    name="recoveries_client", limit=5, window=timedelta(hours=1)
)
# The same delay for known and unknown email addresses, so that timing reveals neither.
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
SIGN_IN_RETENTION: Final = timedelta(days=90)  # expired sessions, links and tokens
_CODE_SIGNS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # no easily confused characters


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_recovery_code() -> str:
    # Two groups of five characters, short enough to copy from paper: about 50 bits.
    group = ["".join(secrets.choice(_CODE_SIGNS) for _ in range(5)) for _ in range(2)]
    return "-".join(group)


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def successor_of(token: str, *, key: str) -> str:
    """Derive the refresh token that follows this one; without the key it cannot be computed."""
    digest = hmac.new(key.encode(), b"refresh:" + token.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def longest_idle(role: str) -> timedelta:
    """Return after how long without use a session of this role ends.

    A technician's phone is out of reach, or of signal, for most of an installation, and shows
    nothing but their own jobs: it stays signed in for the working day.
    """
    return LONGEST_SESSION if role == Role.TECHNICIAN else LONGEST_SESSION_IDLE
