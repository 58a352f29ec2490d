"""Who calls: the access token in the Authorization header, and browsers known to an account.

A device cookie grants no access. It marks a browser that has shown the account's second factor:
its failed guesses are counted separately, so that somebody guessing elsewhere does not slow down
the owner of the account (SEC-03).
"""

from typing import Any, Final, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja.security import HttpBearer

from standby.accounts.api.errors import NotAllowed
from standby.accounts.models import SignInSession
from standby.accounts.providers.tokens import TokenRefused
from standby.accounts.rules import hash_of, new_token
from standby.accounts.services.guesses import Caller
from standby.accounts.services.sessions import SessionUnknown, live_session, proof_of
from standby.accounts.services.tokens import claims_of
from standby.audit.services import note_credential
from standby.core.access import Authenticated
from standby.core.limits import client_of
from standby.core.policy import DEVICE_IS_KNOWN_FOR
from standby.core.words import _

_NAME: Final = "__Host-device" if settings.ENVIRONMENT.is_production else "device"
_SALT: Final = "known device"


class Bearer(HttpBearer):
    """Accept an access token only while its session is live, so that signing out counts at once."""

    def __call__(self, request: HttpRequest) -> Any:
        session = super().__call__(request)
        if session is None:
            raise NotAllowed(
                status=401,
                code="no_authorization",
                message=_("This endpoint requires a valid Bearer token"),
            )
        return session

    def authenticate(self, request: HttpRequest, token: str) -> SignInSession:
        try:
            claims = claims_of(token)
        except TokenRefused as error:
            raise NotAllowed(
                status=403, code="bad_jwt", message=_("invalid JWT: it is not ours, or too old")
            ) from error
        try:
            session = live_session(claims["session_id"], level=claims["aal"], now=now())
        except SessionUnknown as error:
            raise NotAllowed(
                status=403,
                code="session_not_found",
                message=_("Session from session_id claim in JWT does not exist"),
            ) from error
        note_credential(**proof_of(session))
        return session


def session_from_request(request: HttpRequest) -> SignInSession:
    return cast(SignInSession, cast(Authenticated, request).auth)


def caller_of(request: HttpRequest, *, account: str) -> Caller:
    """Return the calling client, and its device if it is known to this account."""
    return Caller(client=client_of(request), device=_device_of(request, account))


def remember_device(request: HttpRequest, response: HttpResponse, *, account: str) -> None:
    """Mark this browser as known to the account, after a correct code.

    There is one cookie for each account, so that browsers can be shared.
    """
    response.set_signed_cookie(
        _cookie_of(account),
        _device_of(request, account) or new_token(),
        salt=_SALT,
        max_age=int(DEVICE_IS_KNOWN_FOR.total_seconds()),
        path="/",
        secure=settings.ENVIRONMENT.is_production,
        httponly=True,
        samesite="Lax",
    )


def _device_of(request: HttpRequest, account: str) -> str:
    # Empty if the device is not known to this account.
    name = _cookie_of(account)
    device = request.get_signed_cookie(name, None, salt=_SALT, max_age=DEVICE_IS_KNOWN_FOR)
    return device or ""


def _cookie_of(account: str) -> str:
    return f"{_NAME}-{hash_of(account.strip().lower())[:16]}"
