"""Error responses of the auth service, with the statuses and codes its clients expect."""

import logging
from collections.abc import Callable
from typing import Final

import orjson
from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from standby.accounts.services.users import WeakPassword
from standby.core.errors import DomainError, RateLimited
from standby.core.problems import RETRY_AFTER_S, summary_of
from standby.core.provider_calls import ProviderDown
from standby.core.unavailable import is_unavailable
from standby.core.words import say

log = logging.getLogger(__name__)

# Where clients expect another status than the error's own
_BY_CODE: Final = {
    "invalid_credentials": 400,
    "refresh_token_not_found": 400,
    "refresh_token_already_used": 400,
    "session_expired": 400,
    "session_not_found": 403,
    "otp_expired": 403,
    "bad_code_verifier": 400,
    "insufficient_aal": 403,
    "identity_already_exists": 422,
    "single_identity_not_deletable": 422,
    "bad_oauth_state": 400,
}
_CODES: Final = {"limit_reached": "over_request_rate_limit"}


class NotAllowed(Exception):
    """The access token is missing or not valid; `message` is a message id."""

    def __init__(self, *, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


def refused(*, status: int, code: str, message: str, **extra: object) -> HttpResponse:
    body = orjson.dumps({"code": code, "message": message, **extra})
    response = HttpResponse(body, status=status, content_type="application/json")
    response["Cache-Control"] = "no-store"
    return response


def error_response(request: HttpRequest, error: Exception) -> HttpResponse:
    """Return the response to any exception of an endpoint; an unexpected one is logged."""
    match error:
        case DomainError():
            reasons = {"reasons": error.reasons} if isinstance(error, WeakPassword) else None
            response = refused(
                status=_BY_CODE.get(error.code, error.status),
                code=_CODES.get(error.code, error.code),
                message=str(error),
                **({"weak_password": reasons} if reasons else {}),
            )
            if isinstance(error, RateLimited):
                response["Retry-After"] = str(error.retry_after_s)
            return response
        case NotAllowed() | ProviderDown():
            status = error.status if isinstance(error, NotAllowed) else 503
            return refused(status=status, code=error.code, message=say(str(error)))
        case ValidationError():
            return refused(status=400, code="validation_failed", message=summary_of(error.errors))
        case HttpError():
            return refused(status=error.status_code, code="bad_json", message=str(error))
        case _ if is_unavailable(error):
            log.error("database did not answer: %s", type(error).__name__)
            message = say("We are very busy right now. Please try again.")
            response = refused(status=503, code="busy", message=message)
            response["Retry-After"] = str(RETRY_AFTER_S)
            return response
        case _:
            log.error("unexpected failure at %s", request.path, exc_info=error)
            return refused(status=500, code="unexpected_failure", message=say("Unexpected failure"))


def handle_errors(api: NinjaAPI) -> None:
    # Each class by its own name: ninja has handlers of its own for some of them.
    handler: Callable[..., HttpResponse] = error_response
    for kind in (NotAllowed, DomainError, ProviderDown, ValidationError, HttpError, Exception):
        api.add_exception_handler(kind, handler)
