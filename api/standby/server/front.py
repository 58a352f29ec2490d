"""WSGI layer in front of Django: serves prerendered pages and cached API responses."""

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.db import DatabaseError

from standby.core import response_cache as cached_answers
from standby.core.middleware import ROUTE, SECURITY_HEADERS
from standby.coverage.api import coverage
from standby.orders.api import availability
from standby.server.static_pages import static_pages

log = logging.getLogger(__name__)
READS: Final = ("GET", "HEAD")
CITY_PAGE: Final = re.compile(r"/tx/[^/]+/home-generator-installation/?")
HOUSTON: Final = "/tx/houston/home-generator-installation"
RECEIPT_PAGE: Final = re.compile(r"/verify/[0-9A-Za-z][0-9A-Za-z -]{0,39}/?")
VERIFY: Final = "/verify"
# Responses by query string that are computed per request, but without Django. None means that
# Django must handle the request.
FRESH: Final[Mapping[str, Callable[[str], cached_answers.Answer | None]]] = {
    "/api/coverage-check": coverage.cached_coverage,
    "/api/availability": availability.cached_availability,
}
STAFF: Final = "/staff"
# Django's admin and its static files (decision 0038).
STAFF_SCREEN: Final = re.compile(r"/staff/(?!(tables|assets)(/|$)).+")
INTERNAL_PAGES: Final = ("/test-proposal", "/test-proposal/", "/test-proposal.html")


class Front:
    """A WSGI application around Django's. Raises SiteNotBuilt when there are no pages.

    With `shows_internal_pages` off, the internal pages do not exist at their paths.
    """

    def __init__(
        self, application: WSGIApplication, *, site: Path, shows_internal_pages: bool
    ) -> None:
        self.application = application
        self.pages = static_pages(application, root=site)
        if not shows_internal_pages:
            for path in INTERNAL_PAGES:
                self.pages.files.pop(path, None)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        method, path = environ["REQUEST_METHOD"], self._page_path(environ.get("PATH_INFO", ""))
        is_page = path in self.pages.files
        if method == "TRACE" or (is_page and method not in READS):
            return _method_not_allowed(start_response)
        if is_page:
            page = self._page({**environ, "PATH_INFO": path}, start_response)
            if page is not None:
                return page
        if method in READS and (early := _early(path, environ)):
            return _send(early, start_response, with_body=method == "GET")
        if method == "HEAD":
            return _without_body(self.application, environ, start_response)
        return self.application(environ, start_response)

    def _page(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes] | None:
        # Falls back to the uncompressed file when the compressed one is gone. None when neither
        # exists.
        for accepted in (environ.get("HTTP_ACCEPT_ENCODING", ""), "identity"):
            try:
                page: Iterable[bytes] = self.pages(
                    {**environ, "HTTP_ACCEPT_ENCODING": accepted}, start_response
                )
            except FileNotFoundError as error:
                log.error("a built file is gone: %s", error.filename)
            else:
                return page
        return None

    def _page_path(self, path: str) -> str:
        # An unknown city shows Houston's page, canonical link included (CITY-01.2). All receipt
        # pages share the page that asks for a code, and all staff screens are one page.
        if path in self.pages.files:
            return path
        if CITY_PAGE.fullmatch(path):
            return HOUSTON
        if RECEIPT_PAGE.fullmatch(path):
            return VERIFY
        if STAFF_SCREEN.fullmatch(path):
            return STAFF
        return path


def _early(path: str, environ: WSGIEnvironment) -> cached_answers.Answer | None:
    try:
        if path in FRESH:
            environ[ROUTE] = path.removeprefix("/")
            return FRESH[path](environ.get("QUERY_STRING", ""))
        return cached_answers.answer(
            path,
            if_none_match=environ.get("HTTP_IF_NONE_MATCH", ""),
            accept_encoding=environ.get("HTTP_ACCEPT_ENCODING", ""),
        )
    except DatabaseError as error:
        log.warning("no early answer for %s: %s", path, type(error).__name__)
        return None  # Django turns it into an error response that a visitor can read


def _send(
    early: cached_answers.Answer, start_response: StartResponse, *, with_body: bool
) -> Iterable[bytes]:
    status, headers, body = early
    if status == 304:
        start_response("304 Not Modified", list(headers))
        return []
    start_response("200 OK", [*headers, ("Content-Length", str(len(body)))])
    return [body] if with_body else []


def _without_body(
    application: WSGIApplication, environ: WSGIEnvironment, start_response: StartResponse
) -> Iterable[bytes]:
    # HEAD is GET without the body, for every path (RFC 9110, 9.3.2).
    response = application({**environ, "REQUEST_METHOD": "GET"}, start_response)
    if hasattr(response, "close"):
        response.close()
    return []


def _method_not_allowed(start_response: StartResponse) -> Iterable[bytes]:
    headers = [*SECURITY_HEADERS.items(), ("Allow", "GET, HEAD"), ("Content-Length", "0")]
    start_response("405 Method Not Allowed", headers)
    return []
