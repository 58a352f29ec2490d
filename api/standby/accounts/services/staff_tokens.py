"""Staff API tokens for scripts."""

import hashlib
import secrets
from datetime import datetime, timedelta

from standby.accounts.models import StaffToken, User
from standby.core.errors import NotAuthenticated, _
from standby.core.roles import Role


class StaffSignInNeeded(NotAuthenticated):
    code = "staff_sign_in_needed"
    message = _("Please sign in as staff.")


def staff_user_named(username: str) -> User | None:
    return User.objects.filter(username=username, is_staff=True, is_active=True).first()


def create_script_user(username: str, *, role: Role) -> User:
    # Without a password: this user can call the API by tokens only.
    user = User(username=username, is_staff=True, role=role)
    user.set_unusable_password()
    user.save(force_insert=True)
    return user


def issue_token(user: User, *, role: Role, expires_in: timedelta, now: datetime) -> str:
    secret = secrets.token_urlsafe(32)
    StaffToken.objects.create(
        user=user,
        role=role,
        token_hash=_hash_of(secret),
        expires_at=now + expires_in,
        created_at=now,
    )
    return secret


def token_carried(secret: str, *, now: datetime) -> StaffToken:
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
    return token


def _hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
