"""How guesses at a password or a code are counted: before anybody looks whether they are right.

So many at once are no way around a limit. What was right is given back (`limits.give_back`).
"""

from dataclasses import dataclass

from standby.apps.accounts.models import SignInSession, User
from standby.apps.limits.services import Spends, by_client
from standby.domain.clients import Client
from standby.domain.policy import (
    FAILURES_PER_ACCOUNT,
    FAILURES_PER_ACCOUNT_AND_PLACE,
    FAILURES_PER_CLIENT,
    WRONG_CODES_PER_ACCOUNT,
    WRONG_CODES_PER_PLACE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Where a guess comes from."""

    client: Client
    device: str = ""  # of a browser that has shown this account's second factor before


def password_guess(email: str, caller: Caller) -> Spends:
    """A known device counts for itself alone; all others share what the account allows."""
    account = email.strip().lower()
    if caller.device:
        return [(FAILURES_PER_ACCOUNT_AND_PLACE, _key(account, "device", caller.device))]
    return [
        (FAILURES_PER_ACCOUNT_AND_PLACE, _key(account, "client", caller.client.subject)),
        (FAILURES_PER_ACCOUNT, account),
        *by_client(FAILURES_PER_CLIENT, caller.client),
    ]


def code_guess(user: User, caller: Caller) -> Spends:
    """As with passwords: who has only the password cannot use up the owner's tries."""
    account = user.get_username()
    if caller.device:
        return [(WRONG_CODES_PER_PLACE, _key(account, "device", caller.device))]
    return [
        (WRONG_CODES_PER_PLACE, _key(account, "client", caller.client.subject)),
        (WRONG_CODES_PER_ACCOUNT, account),
    ]


def code_guess_in(session: SignInSession) -> Spends:
    """In a session that a second factor opened: it is as good as a known device."""
    return [(WRONG_CODES_PER_PLACE, _key("session", str(session.public_id)))]


def _key(*parts: str) -> str:
    return "\n".join(parts)
