"""Audit events for staff accounts: sign-ins, failures and second factors."""

from datetime import datetime
from typing import Final

from django.db import transaction

from standby.accounts.models import User
from standby.accounts.services import users
from standby.audit.services import NOBODY, record_event

_TABLE: Final = "staff_users"
_LONGEST: Final = 40


def note_account(
    user: User, *, action: str, now: datetime, details: dict[str, object] | None = None
) -> None:
    """Write an audit event for a staff user; does nothing for visitors.

    Runs in the caller's transaction.
    """
    if user.is_staff:
        actor = f"staff {user.get_username()}"[:_LONGEST]
        record_event(actor, action=action, object=f"{_TABLE} {user.pk}", after=details, now=now)


def note_wrong_code(user: User, *, now: datetime) -> None:
    with transaction.atomic(durable=True):
        note_account(user, action="second_factor_failed", now=now)


def note_failed_sign_in(email: str, *, now: datetime) -> None:
    # An unknown address does the same work, so that the response time does not show whether the
    # account exists.
    user = users.user_by_email(email)
    user_key = user.pk if user else "unknown"
    with transaction.atomic(durable=True):
        record_event(
            NOBODY,
            action="sign_in_failed",
            object=f"{_TABLE} {user_key}",
            after={"email": email.strip().lower()},
            now=now,
        )
