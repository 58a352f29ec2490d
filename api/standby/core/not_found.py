"""The 404 page (NAV-01.2), which logs the unknown path (NAV-01.4)."""

import logging

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

log = logging.getLogger(__name__)
PLAIN = (
    "<!doctype html><title>404</title><h1>404</h1><p>Oops! Page not found</p><a href='/'>Home</a>"
)


@csrf_exempt  # nothing is here to protect, whatever was sent
def not_found_page(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    log.info("404 for %r", request.path[:200])
    built = settings.WEB_DIST / "404.html"
    response = HttpResponse(built.read_bytes() if built.exists() else PLAIN, status=404)
    response["Content-Security-Policy"] = "frame-ancestors 'none'"
    return response
