"""Cross-site request protection: only our own pages and scripts may change anything, with JSON.

A page on another site can make a visitor's browser send a form, or a fetch without CORS, with the
visitor's cookies. A form cannot be JSON, and browsers send the origin of a request.
"""

import re
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from standby.accounts.api.errors import refused
from standby.core.middleware import ORDER_FILES_PATH, has_raw_body
from standby.core.problems import problem
from standby.core.words import say

_API: Final = "/api/"
_AUTH: Final = "/auth/v1/"
# Called by providers with a signature, in each provider's own format.
_WEBHOOKS: Final = "/api/webhooks/"
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_JSON: Final = re.compile(r"application/(json|[\w.+-]+\+json)")
# None of them can be sent by a form.
_FILE_TYPES: Final = (
    "application/octet-stream",
    "application/pdf",
    "image/heic",
    "image/heif",
    "image/jpeg",
    "image/png",
)
_OWN_SITE: Final = ("same-origin", "none")


class RequestGuard(MiddlewareMixin):
    """Answer 403 to a request from another site's page, and 415 to a body that is not JSON.

    Runs before any view, so nothing has read the body or authenticated the caller.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        path = request.path
        is_guarded = path.startswith((_API, _AUTH)) and not path.startswith(_WEBHOOKS)
        if is_guarded and request.method not in _SAFE:
            if _is_cross_site(request):
                return _refuse(
                    request, 403, "cross_site", say("This request came from another site.")
                )
            if not _has_right_content_type(request):
                return _refuse(
                    request,
                    415,
                    "not_json",
                    say("Send the body as JSON: Content-Type application/json."),
                )
        return None


def _is_cross_site(request: HttpRequest) -> bool:
    # Decided by headers that the browser sets and no page can change. Scripts send neither header,
    # and carry no cookie of anybody else.
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site not in _OWN_SITE
    origin = request.headers.get("Origin")
    if origin is None:
        return False
    return urlsplit(origin).netloc not in (urlsplit(settings.SITE_URL).netloc, request.get_host())


def _has_right_content_type(request: HttpRequest) -> bool:
    # A photo chunk and a file of staff are raw bytes. A request without a body needs no
    # Content-Type, but a form has one.
    content_type = request.content_type or ""
    if has_raw_body(request):
        return content_type == "application/octet-stream"
    if request.method == "POST" and ORDER_FILES_PATH.fullmatch(request.path):
        return content_type in _FILE_TYPES
    if not content_type:
        length = request.META.get("CONTENT_LENGTH", "")
        return length in ("", "0")
    return _JSON.fullmatch(content_type.lower()) is not None


def _refuse(request: HttpRequest, status: int, code: str, detail: str) -> HttpResponse:
    if request.path.startswith(_AUTH):
        return refused(status=status, code=code, message=detail)
    return problem(status=status, code=code, detail=detail)
