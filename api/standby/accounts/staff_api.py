"""The signed-in staff user, the internal page that they may see, and their session in the admin."""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router, Schema

from standby.accounts.models import SignInSession, User
from standby.accounts.services import sessions
from standby.accounts.services.tokens import StaffSignInNeeded
from standby.accounts.services.users import name_of
from standby.accounts.staff_auth import StaffBearer, staff_member, staff_session
from standby.core.middleware import PAGE_POLICY
from standby.core.problems import not_found_page
from standby.core.roles import MAY, Permission, Role, is_allowed
from standby.core.schema import ProblemOut

router = Router(tags=["staff"])
admin_router = Router(tags=["staff"])


class StaffMeOut(Schema):
    id: UUID
    email: str
    name: str
    role: Role
    permissions: list[Permission]
    factor_fresh_until: datetime | None
    sees_internal_pages: bool


@router.get(
    "/staff/me",
    response={200: StaffMeOut, **dict.fromkeys((401, 403, 503), ProblemOut)},
    auth=StaffBearer(Permission.SEE_OWN_ACCOUNT),
    operation_id="look_at_own_account",
)
def get_me(request: HttpRequest) -> StaffMeOut:
    user, session = staff_member(request), staff_session(request)
    return StaffMeOut(
        id=user.public_id,
        email=user.email,
        name=name_of(user),
        role=Role(user.role),
        permissions=sorted(MAY[Role(user.role)]),
        factor_fresh_until=sessions.factor_fresh_until(session) if session else None,
        sees_internal_pages=sees_internal_pages(user),
    )


_LONGEST_TOKEN: Final = 100


def get_test_proposal(request: HttpRequest) -> HttpResponse:
    # A page request carries no access token, so the admin's session cookie identifies the user.
    if settings.ENVIRONMENT.internal_pages != "on":
        token = request.COOKIES.get(settings.TABLES_COOKIE, "")[:_LONGEST_TOKEN]
        try:
            session = sessions.session_for_admin(token, now=now())
        except sessions.SessionUnknown:
            return not_found_page(request)
        if not sees_internal_pages(session.user):
            return not_found_page(request)
    response = HttpResponse((settings.WEB_DIST / "test-proposal.html").read_bytes())
    response["Content-Security-Policy"] = PAGE_POLICY
    response["Cache-Control"] = "no-store"
    response["X-Robots-Tag"] = "noindex"
    response["Referrer-Policy"] = "no-referrer"
    return response


def sees_internal_pages(user: User) -> bool:
    is_shown = settings.ENVIRONMENT.internal_pages != "off"
    return is_shown and is_allowed(user.role, Permission.MAKE_PAPERS)


_REFUSALS: Final = dict.fromkeys((401, 403, 429, 503), ProblemOut)


@admin_router.post(
    "/staff/tables-session",
    response={204: None, **_REFUSALS},
    auth=StaffBearer(Permission.SEE_OWN_ACCOUNT),
    operation_id="open_tables",
)
def post_tables_session(request: HttpRequest) -> HttpResponse:
    """Set an HttpOnly cookie for the admin, valid as long as this sign-in.

    It identifies the user; each page checks the role's permissions (the admin, /test-proposal).
    """
    session = _browser(request)
    with transaction.atomic(durable=True):
        token = sessions.open_admin_session(session, now=now())
    response = HttpResponse(status=204)
    response.set_cookie(
        settings.TABLES_COOKIE,
        token,
        path="/",
        secure=settings.ENVIRONMENT.is_production,
        httponly=True,
        samesite="Strict",
    )
    return response


@admin_router.delete(
    "/staff/tables-session",
    response={204: None, **_REFUSALS},
    auth=StaffBearer(Permission.SEE_OWN_ACCOUNT),
    operation_id="close_tables",
)
def delete_tables_session(request: HttpRequest) -> HttpResponse:
    """End the admin session. Safe to repeat."""
    session = _browser(request)
    with transaction.atomic(durable=True):
        sessions.close_admin_session(session, now=now())
    response = HttpResponse(status=204)
    response.delete_cookie(settings.TABLES_COOKIE, path="/", samesite="Strict")
    return response


def _browser(request: HttpRequest) -> SignInSession:
    # A script has no sign-in session that the admin session could end with.
    session = staff_session(request)
    if session is None:
        raise StaffSignInNeeded
    return session
