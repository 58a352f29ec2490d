"""Who of the staff is calling, and whether their role includes it."""

from datetime import datetime
from typing import Final, cast

from django.http import HttpRequest
from django.utils.timezone import now
from ninja.security import HttpBearer

from standby.apps.accounts.models import SignInSession, StaffToken, User
from standby.apps.accounts.services.sessions import (
    SessionUnknown,
    has_second_level,
    is_factor_fresh,
    live_session,
)
from standby.apps.accounts.services.staff_tokens import StaffSignInNeeded, token_carried
from standby.domain.errors import Forbidden, _
from standby.domain.policy import STAFF_ACTS_PER_MEMBER
from standby.domain.roles import (
    NEEDS_FRESH_FACTOR,
    Permission,
    ensure_allowed,
    ensure_script_allowed,
)
from standby.http.auth.access_tokens import claims_of
from standby.http.limits import spend
from standby.providers.tokens import TokenRefused

SAFE_METHODS: Final = ("GET", "HEAD")
_LONGEST_ACTOR: Final = 40  # of the order's log


class SecondFactorMissing(Forbidden):
    code = "second_factor_missing"
    message = _("Please show your second factor first.")


class SecondFactorStale(Forbidden):
    code = "second_factor_stale"
    message = _("This asks for your second factor again: please show it now.")


class StaffBearer(HttpBearer):
    """For routers under /api/staff. The member of staff is `request.auth` afterwards."""

    def __init__(self, permission: Permission) -> None:
        super().__init__()
        self.permission = permission

    def __call__(self, request: HttpRequest) -> User:
        """Raises StaffSignInNeeded."""
        user = super().__call__(request)
        if user is None:
            raise StaffSignInNeeded
        return cast(User, user)

    def authenticate(self, request: HttpRequest, token: str) -> User:
        """By a session of the auth service, or by a token that the operator made for a script."""
        moment = now()
        is_access_token = token.count(".") == 2
        carried: SignInSession | StaffToken = (
            _session_of(token, now=moment) if is_access_token else token_carried(token, now=moment)
        )
        user: User = carried.user
        session = carried if isinstance(carried, SignInSession) else None
        request.staff_session = session  # type: ignore[attr-defined]
        request.staff_member = user  # type: ignore[attr-defined]  # the trail tells also who may not
        if isinstance(carried, StaffToken):
            ensure_script_allowed(carried.role, user.role, self.permission)
        else:
            self._ensure_shown(carried, now=moment)
            ensure_allowed(user.role, self.permission)
        if request.method not in SAFE_METHODS:
            spend(rule=STAFF_ACTS_PER_MEMBER, subject=str(user.public_id))
        return user

    def _ensure_shown(self, session: SignInSession, *, now: datetime) -> None:
        """Raises SecondFactorMissing and SecondFactorStale."""
        if not has_second_level(session):
            raise SecondFactorMissing
        if self.permission in NEEDS_FRESH_FACTOR and not is_factor_fresh(session, now=now):
            raise SecondFactorStale


def _session_of(token: str, *, now: datetime) -> SignInSession:
    """Raises StaffSignInNeeded."""
    try:
        claims = claims_of(token)
        session = live_session(claims.get("session_id", ""), level=claims.get("aal", ""), now=now)
    except (TokenRefused, SessionUnknown, ValueError) as error:
        raise StaffSignInNeeded from error
    if not session.user.is_staff:
        raise StaffSignInNeeded
    return session


def staff_session(request: HttpRequest) -> SignInSession | None:
    """The browser that is signed in; None for a script with a token of the operator's."""
    session: SignInSession | None = request.staff_session  # type: ignore[attr-defined]
    return session


def staff_member(request: HttpRequest) -> User:
    """Who is calling, after `StaffBearer` let them in."""
    return cast(User, request.auth)  # type: ignore[attr-defined]


def staff_name(request: HttpRequest) -> str:
    """Who did it, as the order's log names them."""
    return f"staff {staff_member(request).get_username()}"[:_LONGEST_ACTOR]
