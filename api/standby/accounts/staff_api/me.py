"""The signed-in staff user with their permissions, and the internal page that they may see."""

from datetime import datetime
from typing import Final, cast
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router, Schema

from standby.accounts.models import User
from standby.accounts.services.sessions import SessionUnknown, factor_fresh_until, session_for_admin
from standby.accounts.services.users import name_of
from standby.accounts.staff_auth import StaffBearer, staff_session
from standby.core.middleware import PAGE_POLICY
from standby.core.problems import not_found_page
from standby.core.roles import MAY, Permission, Role, is_allowed
from standby.core.schema import ProblemOut

router = Router(tags=["staff"])


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
    user = cast(User, request.auth)  # type: ignore[attr-defined]
    session = staff_session(request)
    return StaffMeOut(
        id=user.public_id,
        email=user.email,
        name=name_of(user),
        role=Role(user.role),
        permissions=sorted(MAY[Role(user.role)]),
        factor_fresh_until=factor_fresh_until(session) if session else None,
        sees_internal_pages=sees_internal_pages(user),
    )


_LONGEST_TOKEN: Final = 100


def get_test_proposal(request: HttpRequest) -> HttpResponse:
    # A page request carries no access token, so the admin's session cookie identifies the user.
    if settings.ENVIRONMENT.internal_pages != "on":
        token = request.COOKIES.get(settings.TABLES_COOKIE, "")[:_LONGEST_TOKEN]
        try:
            session = session_for_admin(token, now=now())
        except SessionUnknown:
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
