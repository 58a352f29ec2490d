"""Rate limits for guesses at a password or a code.

A guess is counted before it is checked, so that many concurrent guesses cannot get around the
limit. A right one is given back with `limits.give_back`.
"""

from dataclasses import dataclass

from standby.accounts.models import SignInSession, User
from standby.accounts.rules import (
    FAILURES_PER_ACCOUNT,
    FAILURES_PER_ACCOUNT_AND_PLACE,
    FAILURES_PER_CLIENT,
    WRONG_CODES_PER_ACCOUNT,
    WRONG_CODES_PER_PLACE,
)
from standby.core.limits import Client, Spends, by_client


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    client: Client
    device: str = ""  # of a browser that has shown this account's second factor before


def password_guess(email: str, caller: Caller) -> Spends:
    """Return the limits that one password guess counts against.

    A known device has its own limit; all other clients share what the account allows.
    """
    account = email.strip().lower()
    if caller.device:
        return [(FAILURES_PER_ACCOUNT_AND_PLACE, _key(account, "device", caller.device))]
    return [
        (FAILURES_PER_ACCOUNT_AND_PLACE, _key(account, "client", caller.client.subject)),
        (FAILURES_PER_ACCOUNT, account),
        *by_client(FAILURES_PER_CLIENT, caller.client),
    ]


def code_guess(user: User, caller: Caller) -> Spends:
    """Return the limits that one second-factor guess counts against.

    Limits are per client or device, so that somebody who has only the password cannot use up the
    owner's tries.
    """
    account = user.get_username()
    if caller.device:
        return [(WRONG_CODES_PER_PLACE, _key(account, "device", caller.device))]
    return [
        (WRONG_CODES_PER_PLACE, _key(account, "client", caller.client.subject)),
        (WRONG_CODES_PER_ACCOUNT, account),
    ]


def code_guess_in(session: SignInSession) -> Spends:
    """Return the limit for a guess inside a session that a second factor has already opened."""
    return [(WRONG_CODES_PER_PLACE, _key("session", str(session.public_id)))]


def _key(*parts: str) -> str:
    return "\n".join(parts)
