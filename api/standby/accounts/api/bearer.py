"""Authentication by the access token in the Authorization header."""

from typing import Any

from django.http import HttpRequest
from django.utils.timezone import now
from ninja.security import HttpBearer

from standby.accounts.api.errors import NotAllowed
from standby.accounts.models import SignInSession
from standby.accounts.providers.tokens import TokenRefused
from standby.accounts.services.access_tokens import claims_of
from standby.accounts.services.sessions import SessionUnknown, live_session


class Bearer(HttpBearer):
    """Accept an access token only while its session is live, so that signing out counts at once."""

    def __call__(self, request: HttpRequest) -> Any:
        session = super().__call__(request)
        if session is None:
            raise NotAllowed(
                status=401,
                code="no_authorization",
                message="This endpoint requires a valid Bearer token",
            )
        return session

    def authenticate(self, request: HttpRequest, token: str) -> SignInSession:
        try:
            claims = claims_of(token)
        except TokenRefused as error:
            raise NotAllowed(
                status=403, code="bad_jwt", message="invalid JWT: it is not ours, or too old"
            ) from error
        try:
            return live_session(claims["session_id"], level=claims["aal"], now=now())
        except SessionUnknown as error:
            raise NotAllowed(
                status=403,
                code="session_not_found",
                message="Session from session_id claim in JWT does not exist",
            ) from error


def session_from_request(request: HttpRequest) -> SignInSession:
    session: SignInSession = request.auth  # type: ignore[attr-defined]
    return session
