"""Sign-in of staff by password, and of visitors without a name."""

from dataclasses import dataclass
from datetime import datetime

from standby.accounts.models import User
from standby.accounts.rules.policy import VISITORS_PER_CLIENT
from standby.accounts.services import sessions, users
from standby.accounts.services.guesses import Caller, password_guess
from standby.accounts.services.note_account import note_account, note_failed_sign_in
from standby.core.clients import Client
from standby.core.limits import Spends, by_client, consume_each, give_back
from standby.core.writing import write_transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInAttempt:
    email: str
    password: str
    caller: Caller


def sign_in(attempt: SignInAttempt, *, now: datetime) -> sessions.IssuedSession:
    """Open a session by e-mail and password.

    Raises WrongCredentials, whichever of the two was wrong. Raises LimitReached after too many
    failures, also for the right password.
    """
    spends = password_guess(attempt.email, attempt.caller)
    consume_each(spends=spends, now=now)
    try:
        # Outside the transaction, because hashing takes a third of a second.
        user = users.user_by_password(attempt.email, attempt.password)
    except users.WrongCredentials:
        note_failed_sign_in(attempt.email, now=now)
        raise
    return _open_session(user, spends=spends, now=now)


def enter_as_visitor(
    *, metadata: dict[str, object], client: Client, now: datetime
) -> sessions.IssuedSession:
    """Open an anonymous session. Raises LimitReached."""
    consume_each(spends=by_client(VISITORS_PER_CLIENT, client), now=now)
    with write_transaction():
        visitor = users.make_visitor(metadata=metadata)
        return sessions.open_session(visitor, method="anonymous", now=now)


def _open_session(user: User, *, spends: Spends, now: datetime) -> sessions.IssuedSession:
    # Raises WrongCredentials when the password was changed while the old one was being hashed.
    with write_transaction():
        users.ensure_unchanged(user)
        give_back(spends=spends, spent_at=now)
        users.note_sign_in(user, now=now)
        issued = sessions.open_session(user, method="password", now=now)
        note_account(user, action="signed_in", details={"method": "password"}, now=now)
        return issued
