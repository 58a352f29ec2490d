"""What happens to an account of staff stands in the trail: who came in, by what, and who failed."""

from datetime import datetime
from typing import Final

from standby.apps.accounts.models import User
from standby.apps.accounts.services import users
from standby.apps.trail.services import NOBODY, record_event
from standby.flows.writing import write_transaction

_TABLE: Final = "staff_users"
_LONGEST: Final = 40


def note_account(
    user: User, *, action: str, now: datetime, details: dict[str, object] | None = None
) -> None:
    """In the caller's transaction. A visitor of the site is nobody of the staff."""
    if user.is_staff:
        actor = f"staff {user.get_username()}"[:_LONGEST]
        record_event(actor, action=action, object=f"{_TABLE} {user.pk}", after=details, now=now)


def note_wrong_code(user: User, *, now: datetime) -> None:
    with write_transaction():
        note_account(user, action="second_factor_failed", now=now)


def note_failed_sign_in(email: str, *, now: datetime) -> None:
    """The same work for an address that nobody has: how long it takes tells nothing."""
    user = users.user_by_email(email)
    known = user.pk if user else "unknown"
    with write_transaction():
        record_event(
            NOBODY,
            action="sign_in_failed",
            object=f"{_TABLE} {known}",
            after={"email": email.strip().lower()},
            now=now,
        )
