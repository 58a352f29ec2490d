"""Open and close the admin's session cookie for a user signed in to the console."""

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router

from standby.accounts.models import SignInSession
from standby.accounts.services import sessions
from standby.accounts.services.tokens import StaffSignInNeeded
from standby.accounts.staff_auth import StaffBearer, staff_session
from standby.core.roles import Permission
from standby.core.schema import ProblemOut

router = Router(tags=["staff"])
REFUSALS = dict.fromkeys((401, 403, 429, 503), ProblemOut)


@router.post(
    "/staff/tables-session",
    response={204: None, **REFUSALS},
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


@router.delete(
    "/staff/tables-session",
    response={204: None, **REFUSALS},
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
