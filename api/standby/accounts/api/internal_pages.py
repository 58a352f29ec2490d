"""Internal pages (TEST-01), shown only to those whom the operator's setting allows."""

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now

from standby.accounts.models import User
from standby.accounts.services.sessions import SessionUnknown, session_for_admin
from standby.core.middleware import PAGE_POLICY
from standby.core.problems import not_found_page
from standby.core.roles import Permission, is_allowed

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
