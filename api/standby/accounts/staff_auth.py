"""Authentication of staff, and the permission check of their role."""

from datetime import datetime
from typing import Final, cast

from django.http import HttpRequest
from django.utils.timezone import now
from ninja.security import HttpBearer

from standby.accounts.models import SignInSession, StaffToken, User
from standby.accounts.providers.tokens import TokenRefused
from standby.accounts.services.sessions import (
    SessionUnknown,
    has_second_level,
    is_factor_fresh,
    live_session,
    proof_of,
)
from standby.accounts.services.tokens import StaffSignInNeeded, claims_of, token_carried
from standby.audit.rules import actor_of
from standby.audit.services import note_credential
from standby.core.errors import Forbidden, _
from standby.core.limits import spend
from standby.core.policy import STAFF_ACTS_PER_MEMBER
from standby.core.roles import (
    NEEDS_FRESH_FACTOR,
    Permission,
    ensure_allowed,
    ensure_script_allowed,
    is_allowed,
)

SAFE_METHODS: Final = ("GET", "HEAD")


class SecondFactorMissing(Forbidden):
    code = "second_factor_missing"
    message = _("Please confirm your second factor first.")


class SecondFactorStale(Forbidden):
    code = "second_factor_stale"
    message = _("This needs your second factor again. Please confirm it now.")


class StaffBearer(HttpBearer):
    """Authentication for routers under /api/staff; the staff user is `request.auth` afterwards.

    Raises StaffSignInNeeded, SecondFactorMissing, SecondFactorStale, LimitReached, and Forbidden
    if the role lacks the permission.
    """

    def __init__(self, permission: Permission) -> None:
        super().__init__()
        self.permission = permission

    def __call__(self, request: HttpRequest) -> User:
        user = super().__call__(request)
        if user is None:
            raise StaffSignInNeeded
        return cast(User, user)

    def authenticate(self, request: HttpRequest, token: str) -> User:
        # An access token is a JWT, with two dots; a staff token for scripts has none.
        moment = now()
        is_access_token = token.count(".") == 2
        credential: SignInSession | StaffToken = (
            _session_of(token, now=moment) if is_access_token else token_carried(token, now=moment)
        )
        user: User = credential.user
        session = credential if isinstance(credential, SignInSession) else None
        request.staff_session = session  # type: ignore[attr-defined]
        # Set before the permission check: the audit log also records users who are refused.
        request.staff_member = user  # type: ignore[attr-defined]
        request.staff_roles = {user.role, getattr(credential, "role", user.role)}  # type: ignore[attr-defined]
        request.staff_credential = credential  # type: ignore[attr-defined]
        note_credential(**proof_of(credential))
        _ensure_may(credential, self.permission, now=moment)
        if request.method not in SAFE_METHODS:
            spend(rule=STAFF_ACTS_PER_MEMBER, subject=str(user.public_id))
        return user


def _ensure_may(
    credential: SignInSession | StaffToken, permission: Permission, *, now: datetime
) -> None:
    user: User = credential.user
    if isinstance(credential, StaffToken):
        ensure_script_allowed(credential.role, user.role, permission)
        return
    if not has_second_level(credential):
        raise SecondFactorMissing
    if permission in NEEDS_FRESH_FACTOR and not is_factor_fresh(credential, now=now):
        raise SecondFactorStale
    ensure_allowed(user.role, permission)


def _session_of(token: str, *, now: datetime) -> SignInSession:
    try:
        claims = claims_of(token)
        session = live_session(claims.get("session_id", ""), level=claims.get("aal", ""), now=now)
    except (TokenRefused, SessionUnknown, ValueError) as error:
        raise StaffSignInNeeded from error
    if not session.user.is_staff:
        raise StaffSignInNeeded
    return session


def staff_session(request: HttpRequest) -> SignInSession | None:
    """Return the signed-in browser session, or None for a script with a staff token."""
    session: SignInSession | None = request.staff_session  # type: ignore[attr-defined]
    return session


def staff_member(request: HttpRequest) -> User:
    return cast(User, request.auth)  # type: ignore[attr-defined]


def staff_may(request: HttpRequest, permission: Permission) -> bool:
    """Whether the user's role includes the permission, and that of their script's token too."""
    roles: set[str] = request.staff_roles  # type: ignore[attr-defined]
    return all(is_allowed(role, permission) for role in roles)


def ensure_staff_may(request: HttpRequest, permission: Permission) -> None:
    """Check one more permission of whoever calls, as StaffBearer does for the call's own.

    Raises SecondFactorStale, NotAllowed and ScriptNotAllowed.
    """
    _ensure_may(request.staff_credential, permission, now=now())  # type: ignore[attr-defined]


def staff_name(request: HttpRequest) -> str:
    """Return the actor for logs, undo and idempotency keys: the user's id."""
    return actor_of(staff_member(request).public_id)
