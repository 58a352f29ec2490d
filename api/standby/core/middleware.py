"""Middleware for all responses (security headers, size limits), and responses that are cached."""

import re
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils.deprecation import MiddlewareMixin
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page

from standby.core.policy import PIECE_BYTES
from standby.core.problems import problem
from standby.core.words import in_english, say

GetResponse = Callable[[HttpRequest], HttpResponse]

SECURITY_HEADERS: Final[dict[str, str]] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=(), payment=()",
    "X-Frame-Options": "DENY",
} | (
    {"Strict-Transport-Security": "max-age=63072000; includeSubDomains"}
    if settings.ENVIRONMENT.is_production
    else {}
)
# Adds to the policy in each page's head, which has the hashes of that page's scripts.
PAGE_POLICY: Final = (
    "object-src 'none'; base-uri 'self'; frame-ancestors 'none'; "
    f"form-action 'self' {' '.join(settings.ENVIRONMENT.checkout_origins)}"
)
API_POLICY = "default-src 'none'; frame-ancestors 'none'"
LARGEST_BODY_BYTES = 64 * 1024
LARGEST_EVENT_BYTES = 8 * 1024
LARGEST_CARD_EVENT_BYTES = 256 * 1024
LARGEST_IMPORT_BYTES = 600 * 1024 * 1024  # a national boundary file plus the form around it
LARGEST_POSTED_MAIL_BYTES = 40 * 1024 * 1024  # what is over 25 MB is not read, but told
POSTED_MAILS = "/api/webhooks/mail/inbound"
COVERAGE_IMPORT = "/staff/tables/coverage/coverageimport/add/"
LOGO_UPLOAD = "/api/staff/settings/look/logo"
_LARGEST_BYTES: Final = {
    COVERAGE_IMPORT: LARGEST_IMPORT_BYTES,  # read only for staff, and streamed into a file
    "/api/wizard-interaction-events": LARGEST_EVENT_BYTES,
    POSTED_MAILS: LARGEST_POSTED_MAIL_BYTES,
}
_CARD_WEBHOOK_PATH = re.compile(r"/api/webhooks/[a-z_]+")
LARGEST_LOGO_BYTES = 2 * 1024 * 1024
LARGEST_FILE_BYTES = 20 * 1024 * 1024  # that staff add to an order
# Files, and photos on a customer's behalf
ORDER_FILES_PATH = re.compile(r"/api/staff/orders/[0-9a-f-]{36}/(files|photos/[a-z0-9_-]{1,30})")
# Their body is the raw bytes of a picture, or of a chunk of one.
_RAW_BODIES: Final = re.compile(
    rf"PUT {LOGO_UPLOAD}"
    r"|PATCH /api/my-booking/photos/[0-9a-f-]{36}"
    r"|PUT /api/staff/crew/jobs/[0-9a-f-]{36}/photos"
)


def has_raw_body(request: HttpRequest) -> bool:
    return _RAW_BODIES.fullmatch(f"{request.method} {request.path}") is not None


def route_of(request: HttpRequest) -> str:
    """Return the matched route, without ids, for metrics and traces; "page" for built pages."""
    return request.resolver_match.route if request.resolver_match else "page"


class SecurityHeaders(MiddlewareMixin):
    """Add the security headers; an endpoint may set its own stricter value."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if response.status_code == HTTPStatus.NOT_MODIFIED:
            # Its headers would replace those that the browser keeps with the response.
            return response
        for name, text in SECURITY_HEADERS.items():
            response.headers.setdefault(name, text)
        response.headers.setdefault("Content-Security-Policy", API_POLICY)
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-store"
        return response


class HttpMethods:
    """Answer HEAD as GET for every path (RFC 9110, 9.3.2) and refuse TRACE.

    The server sends no body for HEAD.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "TRACE":
            return HttpResponseNotAllowed(["GET", "HEAD"])
        if request.method != "HEAD":
            return self.get_response(request)
        request.method = "GET"
        response = self.get_response(request)
        request.method = "HEAD"
        return response


class ReadersLanguage(LocaleMiddleware):
    """Django's: a request is in the language of its cookie, else in one that the browser names.

    Responses name it only where there is a choice, so that one language costs no cache anything.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if len(settings.LANGUAGES) == 1:
            return response
        return super().process_response(request, response)


class PlainPath(MiddlewareMixin):
    """Answer 404 to a path with NUL, which PostgreSQL refuses in a query."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if "\x00" in request.path:
            return problem(status=404, code="not_found", detail=say("Not found."))
        return None


class BodyLimit(MiddlewareMixin):
    """Refuse a body larger than any endpoint needs, before it is read."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        declared = request.META.get("CONTENT_LENGTH") or "0"
        if "HTTP_TRANSFER_ENCODING" in request.META and declared == "0":
            # Django reads none of it.
            return problem(status=411, code="length_missing", detail=say("Send a Content-Length."))
        if not declared.isdigit():
            return problem(
                status=400, code="unreadable", detail=say("Content-Length is not a number.")
            )
        largest = _LARGEST_BYTES.get(request.path, LARGEST_BODY_BYTES)
        if _CARD_WEBHOOK_PATH.fullmatch(request.path):
            largest = LARGEST_CARD_EVENT_BYTES
        if has_raw_body(request):
            largest = LARGEST_LOGO_BYTES if request.path == LOGO_UPLOAD else PIECE_BYTES
        if request.method == "POST" and ORDER_FILES_PATH.fullmatch(request.path):
            largest = LARGEST_FILE_BYTES
        if int(declared) > largest:
            return problem(
                status=413, code="too_large", detail=say("The request body is too large.")
            )
        return None


# nginx answers from its own cache for this long (deploy/nginx.conf); it removes the header.
_NGINX_CACHE_S: Final = "2"

View = Callable[..., HttpResponse]


def same_for_everybody(cache_control: str = "no-cache") -> Callable[[View], View]:
    """Decorate a view: its response gets an ETag, is compressed, and nginx may keep it.

    Only for responses that depend on nothing but the path: no cookie, no header, no query. Their
    words are English for every reader.
    `cache_control` is for browsers.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def with_headers(*args: Any, **kwargs: Any) -> HttpResponse:
            with in_english():
                response = view(*args, **kwargs)
            if response.status_code == HTTPStatus.OK:
                response["Cache-Control"] = cache_control
                response["X-Accel-Expires"] = _NGINX_CACHE_S
            return response

        return gzip_page(conditional_page(with_headers))

    return decorate
