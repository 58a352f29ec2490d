"""The only place that turns an exception into an HTTP status and a problem document (RFC 9457).

A page that does not exist gets the 404 page instead (NAV-01.2).
"""

import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, cast

import orjson
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.views.decorators.csrf import csrf_exempt
from django.views.defaults import server_error
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from standby.core.access import WithPages
from standby.core.errors import DomainError, RateLimited
from standby.core.provider_calls import ProviderDown
from standby.core.unavailable import is_unavailable
from standby.core.words import say

log = logging.getLogger(__name__)
RETRY_AFTER_S = 5
_BODY_ROOTS = ("body", "query", "path", "header", "form", "cookie")
PLAIN = (
    "<!doctype html><title>404</title><h1>404</h1><p>Oops! Page not found</p><a href='/'>Home</a>"
)

# As nginx says it (deploy/nginx.conf)
BUSY = (
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">'
    "<title>We are busy</title><h1>We are very busy right now</h1>"
    "<p>Nothing is lost. Please try again in a few seconds.</p></html>"
)


def problem(
    *,
    status: int,
    code: str,
    detail: str,
    errors: list[dict[str, str]] | None = None,
    retry_after_s: int | None = None,
    extra: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Build a problem document. `extra` adds members that only this problem has."""
    response = HttpResponse(
        orjson.dumps(
            {
                "type": "about:blank",
                "title": HTTPStatus(status).phrase,
                "status": status,
                "code": code,
                "detail": detail,
                "errors": errors or [],
                **(extra or {}),
            }
        ),
        status=status,
        content_type="application/problem+json",
    )
    response["Cache-Control"] = "no-store"
    if retry_after_s is not None:
        response["Retry-After"] = str(retry_after_s)
    return response


def _domain_error(error: DomainError) -> HttpResponse:
    detail = str(error)
    errors = [{"field": error.field, "code": error.code, "message": detail}] if error.field else []
    retry_after_s = error.retry_after_s if isinstance(error, RateLimited) else None
    return problem(
        status=error.status,
        code=error.code,
        detail=detail,
        errors=errors,
        retry_after_s=retry_after_s,
    )


def _invalid(error: ValidationError) -> HttpResponse:
    errors = [
        {
            "field": _dotted(detail["loc"]),
            "code": str(detail["type"]),
            "message": str(detail["msg"]),
        }
        for detail in error.errors
    ]
    return problem(status=422, code="invalid", detail=summary_of(error.errors), errors=errors[:20])


def summary_of(errors: Sequence[Mapping[str, Any]]) -> str:
    """Return what people read of validation errors: sentences, and never the name of a field.

    A problem's `errors` name the fields, and the page marks them.
    """
    # Of the messages there, only those of our own validators are sentences.
    messages = [str(detail["msg"]).removeprefix("Value error, ") for detail in errors]
    sentences = dict.fromkeys(message for message in messages if message.endswith("."))
    return " ".join([*sentences][:3]) or say("Please check what you entered.")


def _dotted(location: tuple[str | int, ...]) -> str:
    # ('body', 'payload', 'customerData', 'email') becomes the client's customerData.email.
    parts = list(location)
    if parts and parts[0] in _BODY_ROOTS:
        is_body = parts.pop(0) == "body"
        if is_body and parts:
            parts.pop(0)  # the endpoint's parameter name for its body
    return ".".join(str(part) for part in parts)


def error_response(request: HttpRequest, error: Exception) -> HttpResponse:
    """Return the problem document of any exception of an endpoint; an unexpected one is logged."""
    if isinstance(error, DomainError):
        return _domain_error(error)
    if isinstance(error, ValidationError):
        return _invalid(error)
    retry_after_s = None
    match error:
        case HttpError():
            codes = {400: "unreadable", 401: "unauthorized", 403: "forbidden", 404: "not_found"}
            status, detail = error.status_code, str(error)
            code = codes.get(status, "refused")
        # Raised by Django while it reads a form: no boundary, too many fields, an unknown charset,
        # or a sender that disconnected.
        case MultiPartParserError() | BadRequest() | SuspiciousOperation() | UnreadablePostError():
            status, code, detail = 400, "unreadable", say("The form cannot be read.")
        case ProviderDown():
            status, code, detail = 503, error.code, say(str(error))
            retry_after_s = RETRY_AFTER_S
        case _ if is_unavailable(error):
            # Cut in its commit, a change may have been made: repeated with its key, it is found.
            log.error("database did not answer: %s", type(error).__name__)
            status, code, retry_after_s = 503, "busy", RETRY_AFTER_S
            detail = say("We are very busy right now. Please try again.")
        case Http404():
            status, code, detail = 404, "not_found", say("Not found.")
        case _:
            log.error("unexpected failure at %s", request.path, exc_info=error)
            status, code, detail = 500, "unexpected", say("Unexpected Application Error")
    return problem(status=status, code=code, detail=detail, retry_after_s=retry_after_s)


def answer_refusals(api: NinjaAPI) -> None:
    # Each class by its own name: ninja has handlers of its own for some of them.
    handler: Callable[..., HttpResponse] = error_response
    for kind in (DomainError, ValidationError, HttpError, Http404, Exception):
        api.add_exception_handler(kind, handler)


def server_error_page(request: HttpRequest) -> HttpResponse:
    """Answer what failed outside of an endpoint: in middleware, in the admin, on a page."""
    error = sys.exception()
    if not isinstance(error, Exception) or not is_unavailable(error):
        return server_error(request)
    if request.path.startswith("/api/"):
        return error_response(request, error)
    response = HttpResponse(BUSY, status=503)
    response["Retry-After"] = str(RETRY_AFTER_S)
    return response


@csrf_exempt  # nothing is here to protect, whatever was sent
def not_found_page(request: HttpRequest) -> HttpResponse:
    log.info("404 for %r", request.path[:200])
    built = cast(WithPages, request).built_page("404.html")
    response = HttpResponse(PLAIN if built is None else built, status=404)
    response["Content-Security-Policy"] = "frame-ancestors 'none'"
    return response
