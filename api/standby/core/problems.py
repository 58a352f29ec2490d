"""The only place that turns an exception into an HTTP status and a problem document (RFC 9457).

A page that does not exist gets the 404 page instead (NAV-01.2).
"""

import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Final

import orjson
from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import DatabaseError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from standby.core.errors import BadRequest as Unreadable
from standby.core.errors import (
    Conflict,
    DomainError,
    Forbidden,
    Invalid,
    NotAuthenticated,
    NotFound,
    RateLimited,
    TooLarge,
)
from standby.core.provider_calls import ProviderDown

log = logging.getLogger(__name__)
STATUS_OF: dict[type[DomainError], int] = {
    Unreadable: 400,
    NotAuthenticated: 401,
    Forbidden: 403,
    NotFound: 404,
    Conflict: 409,
    TooLarge: 413,
    Invalid: 422,
    RateLimited: 429,
}
RETRY_AFTER_S = 5
_BODY_ROOTS = ("body", "query", "path", "header", "form", "cookie")
PLAIN = (
    "<!doctype html><title>404</title><h1>404</h1><p>Oops! Page not found</p><a href='/'>Home</a>"
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


def _domain_error(request: HttpRequest, error: DomainError) -> HttpResponse:
    status = next(STATUS_OF[kind] for kind in type(error).__mro__ if kind in STATUS_OF)
    detail = gettext(str(error))
    errors = [{"field": error.field, "code": error.code, "message": detail}] if error.field else []
    retry_after_s = error.retry_after_s if isinstance(error, RateLimited) else None
    return problem(
        status=status, code=error.code, detail=detail, errors=errors, retry_after_s=retry_after_s
    )


def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    errors = [
        {
            "field": _dotted(detail["loc"]),
            "code": str(detail["type"]),
            "message": str(detail["msg"]),
        }
        for detail in error.errors
    ]
    fields = ", ".join(detail["field"] for detail in errors[:3]) or "the body"
    return problem(
        status=422, code="invalid", detail=f"Please check: {fields}.", errors=errors[:20]
    )


def _dotted(location: tuple[str | int, ...]) -> str:
    # ('body', 'payload', 'customerData', 'email') becomes the client's customerData.email.
    parts = list(location)
    if parts and parts[0] in _BODY_ROOTS:
        is_body = parts.pop(0) == "body"
        if is_body and parts:
            parts.pop(0)  # the endpoint's parameter name for its body
    return ".".join(str(part) for part in parts)


def _unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
    code = {400: "unreadable", 401: "unauthorized", 403: "forbidden", 404: "not_found"}
    return problem(
        status=error.status_code, code=code.get(error.status_code, "refused"), detail=str(error)
    )


def _unreadable_form(request: HttpRequest, error: Exception) -> HttpResponse:
    return problem(status=400, code="unreadable", detail="The form cannot be read.")


def _provider_down(request: HttpRequest, error: ProviderDown) -> HttpResponse:
    return problem(status=503, code=error.code, detail=str(error), retry_after_s=RETRY_AFTER_S)


def _database_busy(request: HttpRequest, error: DatabaseError) -> HttpResponse:
    log.error("database did not answer: %s", type(error).__name__)
    return problem(
        status=503,
        code="busy",
        detail="We are very busy right now. Nothing was changed; please try again.",
        retry_after_s=RETRY_AFTER_S,
    )


def _not_found(request: HttpRequest, error: Http404) -> HttpResponse:
    return problem(status=404, code="not_found", detail="There is nothing at this address.")


def _unexpected(request: HttpRequest, error: Exception) -> HttpResponse:
    log.error("unexpected failure at %s", request.path, exc_info=error)
    return problem(status=500, code="unexpected", detail="Unexpected Application Error")


_HANDLERS: Final[dict[type[Exception], Callable[..., HttpResponse]]] = {
    DomainError: _domain_error,
    ValidationError: _invalid,
    HttpError: _unreadable,
    # Raised by Django while it reads a form: no boundary, too many fields, an unknown charset, or a
    # sender that disconnected.
    MultiPartParserError: _unreadable_form,
    BadRequest: _unreadable_form,
    SuspiciousOperation: _unreadable_form,
    UnreadablePostError: _unreadable_form,
    ProviderDown: _provider_down,
    OperationalError: _database_busy,
    Http404: _not_found,
    Exception: _unexpected,
}


def answer_refusals(api: NinjaAPI) -> None:
    for kind, response in _HANDLERS.items():
        api.add_exception_handler(kind, response)


@csrf_exempt  # nothing is here to protect, whatever was sent
def not_found_page(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    log.info("404 for %r", request.path[:200])
    built = settings.WEB_DIST / "404.html"
    response = HttpResponse(built.read_bytes() if built.exists() else PLAIN, status=404)
    response["Content-Security-Policy"] = "frame-ancestors 'none'"
    return response
