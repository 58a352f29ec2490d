"""Authentication of staff, and the permission check of their role."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypedDict, cast

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


class By(TypedDict):
    """Who acts and when, as services take it."""

    actor: str
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffCall:
    """Who of the staff calls, by which session or token, and when (UTC)."""

    user: User
    credential: SignInSession | StaffToken
    at: datetime

    @property
    def session(self) -> SignInSession | None:
        """The signed-in browser; None for a script with a staff token."""
        return self.credential if isinstance(self.credential, SignInSession) else None

    @property
    def actor(self) -> str:
        """The name in logs, undo and idempotency keys: the user's id."""
        return actor_of(self.user.public_id)

    @property
    def by(self) -> By:
        return {"actor": self.actor, "now": self.at}

    def may(self, permission: Permission) -> bool:
        """Whether the user's role includes the permission, and that of their script's token too."""
        roles = {self.user.role, getattr(self.credential, "role", self.user.role)}
        return all(is_allowed(role, permission) for role in roles)


class _StaffRequest(HttpRequest):
    staff: StaffCall


class StaffBearer(HttpBearer):
    """Authentication for routers under /api/staff; `staff_call` is who calls afterwards.

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
        # Set before the permission check: the audit log also records users who are refused.
        call = StaffCall(user=user, credential=credential, at=moment)
        cast(_StaffRequest, request).staff = call
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


def staff_call(request: HttpRequest) -> StaffCall:
    return cast(_StaffRequest, request).staff


def by_staff(request: HttpRequest) -> By:
    """Return who calls and when: `withdraw(quote, **by_staff(request))`."""
    return staff_call(request).by


def staff_member(request: HttpRequest) -> User:
    return staff_call(request).user


def staff_name(request: HttpRequest) -> str:
    return staff_call(request).actor


def ensure_staff_may(request: HttpRequest, permission: Permission) -> None:
    """Check one more permission of whoever calls, as StaffBearer does for the call's own.

    Raises SecondFactorStale, NotAllowed and ScriptNotAllowed.
    """
    _ensure_may(staff_call(request).credential, permission, now=now())
