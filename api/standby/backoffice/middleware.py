"""Admin sign-in by the console's cookie; requests without it are redirected to the console.

Django's authentication and message middleware runs on the admin's paths only, so public requests do
not pay for it, and no request reads or writes a Django session.
"""

from typing import Any, Final, cast
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.timezone import now, override

from standby.accounts.models import SignInSession, User
from standby.accounts.services.sessions import (
    SessionUnknown,
    proof_of,
    session_for_admin,
    touch_session,
)
from standby.audit.rules import actor_of
from standby.audit.services import note_credential
from standby.core.limits import LimitReached, consume
from standby.core.policy import MARKET_ZONE, STAFF_ACTS_PER_MEMBER
from standby.core.roles import Permission, is_allowed

CONSOLE_OPENS_TABLES: Final = "/staff/open-tables"
# No inline code and no foreign origins: Django's admin works without them (decision 18).
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_LONGEST_TOKEN: Final = 100


class _AdminRequest(HttpRequest):
    sign_in_session: SignInSession


class AdminSignInMiddleware(AuthenticationMiddleware):
    def process_request(self, request: HttpRequest) -> None:
        moment = now()
        session = session_for_admin(
            request.COOKIES.get(settings.TABLES_COOKIE, "")[:_LONGEST_TOKEN], now=moment
        )
        with transaction.atomic(durable=True):
            touch_session(session, now=moment)
        request.user = session.user
        cast(_AdminRequest, request).sign_in_session = session
        note_credential(**proof_of(session))
        if not is_allowed(session.user.role, Permission.OPEN_TABLES):
            raise PermissionDenied

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        # Runs after Django's CSRF check, so that forged requests of other sites do not use up the
        # limit.
        is_counted = request.method == "POST" and settings.ENVIRONMENT.rate_limits
        if not is_counted or not is_admin_path(request):
            return None
        user = member(request)
        try:
            consume(rule=STAFF_ACTS_PER_MEMBER, subject=str(user.public_id), now=now())
        except LimitReached as refusal:
            response = render(request, "tables/too_often.html", status=429)
            response["Retry-After"] = str(refusal.retry_after_s)
            return response
        return None

    def __call__(self, request: HttpRequest) -> Any:
        if not is_admin_path(request):
            return self.get_response(request)
        response: Any
        try:
            # Times are read as the office's clock shows them.
            with override(MARKET_ZONE):
                response = super().__call__(request)
        except SessionUnknown:
            # The console handles sign-in and then returns to the requested page.
            to = request.get_full_path() if request.method == "GET" else request.path
            response = HttpResponseRedirect(f"{CONSOLE_OPENS_TABLES}?{urlencode({'to': to})}")
        except PermissionDenied:
            response = render(request, "tables/not_allowed.html", status=403)
        response["Content-Security-Policy"] = POLICY
        response["Cache-Control"] = "no-store"
        response["Referrer-Policy"] = "same-origin"
        return response


class AdminMessagesMiddleware(MessageMiddleware):
    """One-time messages on admin pages, kept in a signed cookie."""

    def __call__(self, request: HttpRequest) -> Any:
        return super().__call__(request) if is_admin_path(request) else self.get_response(request)


def is_admin_path(request: HttpRequest) -> bool:
    return request.path_info.startswith(settings.TABLES_PATH)


def signed_in_by(request: HttpRequest) -> SignInSession:
    return cast(_AdminRequest, request).sign_in_session


def member(request: HttpRequest) -> User:
    return cast(User, request.user)


def actor_name(request: HttpRequest) -> str:
    """Return the staff user as logs and the audit log record them."""
    return actor_of(member(request).public_id)
