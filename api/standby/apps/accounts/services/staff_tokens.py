"""Staff get a token for the staff API, and are known by it."""

import hashlib
import secrets
from datetime import datetime, timedelta

from standby.apps.accounts.models import StaffToken, User
from standby.domain.errors import Unknown
from standby.domain.roles import Role


class StaffSignInNeeded(Unknown):
    """Please sign in as staff."""

    code = "staff_sign_in_needed"


def staff_member(name: str, *, role: Role = Role.OWNER) -> User:
    """The member of staff of that name, who signs in by tokens alone when new."""
    user, is_new = User.objects.get_or_create(
        username=name, defaults={"is_staff": True, "role": role}
    )
    if is_new:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user


def issue_token(user: User, *, lasts: timedelta, now: datetime) -> str:
    """Only its hash is kept: it is shown this once."""
    secret = secrets.token_urlsafe(32)
    StaffToken.objects.create(
        user=user, token_hash=_hash_of(secret), expires_at=now + lasts, created_at=now
    )
    return secret


def staff_signed_in(secret: str, *, now: datetime) -> User:
    """Raises StaffSignInNeeded."""
    tokens = StaffToken.objects.select_related("user").filter(
        token_hash=_hash_of(secret),
        expires_at__gt=now,
        revoked_at=None,
        user__is_active=True,
        user__is_staff=True,
    )
    token = tokens.first()
    if token is None:
        raise StaffSignInNeeded
    user: User = token.user
    return user


def _hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
