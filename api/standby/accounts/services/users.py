"""Users: passwords, creation, changes by themselves and by staff, and their audit events."""

import uuid
from datetime import datetime
from typing import Any, Final

from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from standby.accounts.models import OneTimeLink, RecoveryCode, SignInSession, StaffToken, User
from standby.accounts.services.sessions import lock_sessions
from standby.audit.rules import actor_of
from standby.audit.services import NOBODY, record_event
from standby.core.errors import Conflict, Invalid, _
from standby.core.roles import Permission, Role, is_allowed
from standby.core.transactions import in_transaction

_TABLE: Final = "staff_users"
_MOST_METADATA_KEYS: Final = 50
# Django's validator codes as the reasons auth clients expect; any other code means `characters`.
_WEAK_BECAUSE: Final = {"password_too_short": "length", "password_too_common": "pwned"}


class LastOwner(Conflict):
    code = "last_owner"
    message = _("There must be an owner. Make someone else an owner first.")


def ensure_owner_stays(user: User, *, role: str, is_active: bool) -> None:
    # All owners are locked, so that two of them cannot step down at the same time.
    owners = User.objects.select_for_update().filter(role=Role.OWNER, is_active=True, is_staff=True)
    other_owners = [owner for owner in owners if owner.pk != user.pk]
    stays = role == Role.OWNER and is_active
    was = user.pk is not None and User.objects.filter(pk=user.pk, role=Role.OWNER).exists()
    if was and not stays and not other_owners:
        raise LastOwner


def sign_out_everywhere(
    user: User, *, now: datetime, except_for: SignInSession | None = None
) -> None:
    """Invalidate every session, admin cookie and script token of the user. Safe to repeat.

    Call it in the transaction of the change that is the reason.
    """
    lock_sessions(user)
    live = SignInSession.objects.filter(user=user, ended_at=None)
    if except_for is not None:
        live = live.exclude(pk=except_for.pk)
    live.update(ended_at=now)
    StaffToken.objects.filter(user=user, revoked_at=None).update(revoked_at=now)


def reset_factors(user: User, *, now: datetime) -> None:
    """Delete all factors and recovery codes of a user who lost their phone, and sign them out.

    They sign in by password again and must enroll a new factor before anything else.
    """
    user.factors.all().delete()
    RecoveryCode.objects.filter(user=user).delete()
    sign_out_everywhere(user, now=now)


@in_transaction
def note_account(
    user: User, *, action: str, now: datetime, details: dict[str, object] | None = None
) -> None:
    """Write an audit event for a staff user; does nothing for visitors."""
    if user.is_staff:
        actor = actor_of(user.public_id)
        record_event(actor, action=action, object=f"{_TABLE} {user.pk}", after=details, now=now)


def note_failed_sign_in(email: str, *, now: datetime) -> None:
    # An unknown address does the same work, so that the response time does not show whether the
    # account exists.
    user = user_by_email(email)
    user_key = user.pk if user else "unknown"
    with transaction.atomic(durable=True):
        record_event(
            NOBODY,
            action="sign_in_failed",
            object=f"{_TABLE} {user_key}",
            after={"email": email.strip().lower()},
            now=now,
        )


class WrongCredentials(Invalid):
    code = "invalid_credentials"
    message = _("Invalid login credentials")


class WeakPassword(Invalid):
    code = "weak_password"
    message = _("Please choose a longer password that is not easy to guess.")

    def __init__(
        self, message: str = "", *, reasons: list[str] | None = None, why: str = ""
    ) -> None:
        # `reasons` are any of length, characters and pwned, the values auth clients expect.
        super().__init__(message, why=why)
        self.reasons = reasons or []


class SamePassword(Invalid):
    code = "same_password"
    message = _("New password should be different from the old password.")


class EmailTaken(Invalid):
    code = "email_exists"
    message = _("A user with this email address has already been registered")


class TooMuchMetadata(Invalid):
    code = "metadata_too_large"
    message = _("That is more data than we store about a user.")


def user_by_password(email: str, password: str) -> User:
    # authenticate() hashes for unknown addresses too, so that the response time reveals nothing.
    user = authenticate(username=email.strip().lower(), password=password)
    if not isinstance(user, User) or user.is_visitor:
        raise WrongCredentials
    return user


def user_by_email(email: str) -> User | None:
    return User.objects.filter(
        username=email.strip().lower(), is_visitor=False, is_active=True
    ).first()


def ensure_unchanged(user: User) -> None:
    """Lock the user and check that the password is still the one that was verified.

    Raises WrongCredentials when it changed or the user was deactivated.
    """
    unchanged = User.objects.select_for_update().filter(pk=user.pk, password=user.password)
    if not unchanged.filter(is_active=True).exists():
        raise WrongCredentials


def staff_member_with(email: str, *, role: Role, name: str = "", now: datetime) -> User:
    """Create or update the staff user of this email; a changed role signs them out.

    Safe to repeat. A new user has no password until they choose one; without a `name` they are
    asked for it then.
    """
    user, is_new = User.objects.get_or_create(
        username=email.strip().lower(), defaults={"email": email.strip(), "is_staff": True}
    )
    if is_new:
        user.set_unusable_password()
    elif user.role != role:
        sign_out_everywhere(user, now=now)
    user.role = role
    if name:
        user.user_metadata = {**user.user_metadata, "full_name": name}
    user.save(update_fields=["password", "role", "user_metadata"])
    return user


def make_visitor(*, metadata: dict[str, Any]) -> User:
    user = User(
        username=f"visitor-{uuid.uuid4()}",
        is_visitor=True,
        user_metadata=_bounded(metadata),
    )
    user.set_unusable_password()
    user.save()
    return user


def change_password(user: User, password: str, *, now: datetime) -> None:
    """Change the password, sign out every session including this one, and invalidate mailed links.

    Raises WeakPassword and SamePassword.
    """
    if user.check_password(password):
        raise SamePassword
    try:
        validate_password(password, user)
    except ValidationError as weak:
        codes = {_WEAK_BECAUSE.get(each.code or "", "characters") for each in weak.error_list}
        why = " ".join(weak.messages)  # Django's, which it translates
        raise WeakPassword("%(why)s", why=why, reasons=sorted(codes)) from weak
    user.set_password(password)
    user.save(update_fields=["password"])
    sign_out_everywhere(user, now=now)
    OneTimeLink.objects.filter(user=user, used_at=None).update(used_at=now)


def take_new_email(user: User) -> None:
    if not is_free(user.new_email, for_user=user):
        raise EmailTaken
    user.email, user.username, user.new_email = user.new_email, user.new_email.lower(), ""
    user.save(update_fields=["email", "username", "new_email"])


def is_free(email: str, *, for_user: User) -> bool:
    others = User.objects.exclude(pk=for_user.pk)
    return not others.filter(username=email.strip().lower()).exists()


def change_metadata(user: User, metadata: dict[str, Any]) -> None:
    merged = {**user.user_metadata, **metadata}
    user.user_metadata = _bounded(
        {key: value for key, value in merged.items() if value is not None}
    )
    user.save(update_fields=["user_metadata"])


def staff_who_may(permission: Permission) -> list[User]:
    """Return the staff who can sign in and whose role includes the permission."""
    return [user for user in staff_with_role() if is_allowed(user.role, permission)]


def staff_with_role() -> list[User]:
    """Return the staff who can sign in and have a role; a script has no email address."""
    people = User.objects.filter(is_staff=True, is_active=True).exclude(email="")
    return list(people.exclude(role=""))


def name_of(user: User) -> str:
    return user.shown_name


def _bounded(metadata: dict[str, Any]) -> dict[str, Any]:
    if len(metadata) > _MOST_METADATA_KEYS:
        raise TooMuchMetadata
    return metadata
