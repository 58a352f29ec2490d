"""The 404 page (NAV-01.2), which logs the unknown path (NAV-01.4)."""

import logging
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

log = logging.getLogger(__name__)
PLAIN = (
    "<!doctype html><title>404</title><h1>404</h1><p>Oops! Page not found</p><a href='/'>Home</a>"
)


@cache
def _page() -> str:
    built = settings.WEB_DIST / "404.html"
    return built.read_text() if built.exists() else PLAIN


@csrf_exempt  # nothing is here to protect, whatever was sent
def not_found_page(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    log.info("404 for %r", request.path[:200])
    response = HttpResponse(_page(), status=404)
    response["Content-Security-Policy"] = "frame-ancestors 'none'"
    return response
