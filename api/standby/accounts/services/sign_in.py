"""Sign-in of staff by password and of visitors without a name, and renewal of sessions."""

from datetime import datetime

from django.db import transaction

from standby.accounts.rules.policy import VISITORS_PER_CLIENT
from standby.accounts.services import sessions, users
from standby.accounts.services.guesses import Caller, password_guess
from standby.accounts.services.note_account import note_account, note_failed_sign_in
from standby.core.clients import Client
from standby.core.limits import by_client, consume_each, give_back


def sign_in(email: str, password: str, *, caller: Caller, now: datetime) -> sessions.IssuedSession:
    """Open a session by e-mail and password.

    Raises WrongCredentials, whichever of the two was wrong. Raises LimitReached after too many
    failures, also for the right password.
    """
    spends = password_guess(email, caller)
    consume_each(spends=spends, now=now)
    try:
        # Outside the transaction, because hashing takes a third of a second.
        user = users.user_by_password(email, password)
    except users.WrongCredentials:
        note_failed_sign_in(email, now=now)
        raise
    with transaction.atomic(durable=True):
        # Raises WrongCredentials when the password was changed while the old one was being hashed.
        users.ensure_unchanged(user)
        give_back(spends=spends, spent_at=now)
        users.note_sign_in(user, now=now)
        issued = sessions.open_session(user, method="password", now=now)
        note_account(user, action="signed_in", details={"method": "password"}, now=now)
        return issued


def enter_as_visitor(
    *, metadata: dict[str, object], client: Client, now: datetime
) -> sessions.IssuedSession:
    """Open an anonymous session. Raises LimitReached."""
    consume_each(spends=by_client(VISITORS_PER_CLIENT, client), now=now)
    with transaction.atomic(durable=True):
        visitor = users.make_visitor(metadata=metadata)
        return sessions.open_session(visitor, method="anonymous", now=now)


def renew_session(refresh_token: str, *, key: str, now: datetime) -> sessions.IssuedSession:
    """Exchange a refresh token for the next tokens of its session.

    Raises RefreshTokenUnknown, RefreshTokenUsed and SessionExpired. A used token may have been
    stolen, so it also ends its whole session.
    """
    try:
        with transaction.atomic(durable=True):
            return sessions.renew_session(refresh_token, key=key, now=now)
    except sessions.RefreshTokenUsed:
        with transaction.atomic(durable=True):
            sessions.end_session_of_token(refresh_token, now=now)
        raise
