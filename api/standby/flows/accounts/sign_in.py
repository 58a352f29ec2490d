"""Staff sign in: wrong tries are slowed down, and nobody is told which part was wrong."""

from dataclasses import dataclass
from datetime import datetime

from standby.apps.accounts.models import User
from standby.apps.accounts.services import sessions, users
from standby.apps.limits.services import ensure_left, spend_each
from standby.domain.policy import (
    FAILURES_PER_ACCOUNT_AND_CLIENT,
    FAILURES_PER_CLIENT,
    VISITORS_PER_CLIENT,
)
from standby.flows.accounts.note_account import note_account, note_failed_sign_in
from standby.flows.writing import writing


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """Somebody at `client` says that this is their password."""

    email: str
    password: str
    client: str

    @property
    def account_and_client(self) -> str:
        return f"{self.email.strip().lower()}\n{self.client}"


def sign_in(attempt: Attempt, *, now: datetime) -> sessions.Opened:
    """Raises WrongCredentials; LimitReached after too many of them, also for the right password."""
    ensure_left(rule=FAILURES_PER_ACCOUNT_AND_CLIENT, subject=attempt.account_and_client, now=now)
    ensure_left(rule=FAILURES_PER_CLIENT, subject=attempt.client, now=now)
    try:
        # Outside the transaction: hashing takes a third of a second.
        user = users.user_by_password(attempt.email, attempt.password)
    except users.WrongCredentials:
        _count_failure(attempt, now=now)
        raise
    return _opened(user, method="password", now=now)


def enter_as_visitor(*, metadata: dict[str, object], client: str, now: datetime) -> sessions.Opened:
    """A session for somebody without a name. Raises LimitReached."""
    spend_each(spends=[(VISITORS_PER_CLIENT, client)], now=now)
    with writing():
        visitor = users.make_visitor(metadata=metadata)
        return sessions.open_session(visitor, method="anonymous", now=now)


def _opened(user: User, *, method: str, now: datetime) -> sessions.Opened:
    """Raises WrongCredentials when the password was changed while it was looked at."""
    with writing():
        users.ensure_unchanged(user)
        users.note_sign_in(user, now=now)
        note_account(user, action="signed_in", told={"method": method}, now=now)
        return sessions.open_session(user, method=method, now=now)


def _count_failure(attempt: Attempt, *, now: datetime) -> None:
    spend_each(
        spends=[
            (FAILURES_PER_ACCOUNT_AND_CLIENT, attempt.account_and_client),
            (FAILURES_PER_CLIENT, attempt.client),
        ],
        now=now,
    )
    note_failed_sign_in(attempt.email, now=now)
