"""Pages built by the web, each at its public path, with its headers.

Files without facts are served by WhiteNoise, the others from memory (filled_pages.py).
"""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, cast
from wsgiref.headers import Headers

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import Response, StaticFile

from standby.core.access import WithPages
from standby.core.middleware import PAGE_POLICY
from standby.core.problems import not_found_page
from standby.server.filled_pages import FilledPages
from standby.server.page_templates import TEMPLATES

log = logging.getLogger(__name__)
_HASHED: Final = "/_astro/"  # the build puts a content hash in these file names
_IMMUTABLE: Final = "public, max-age=31536000, immutable"
_AN_HOUR: Final = "public, max-age=3600"
_REVALIDATED: Final = "no-cache"
_NGINX_CACHE_S: Final = "10"  # a page may be this much older than a change or a release
_NOT_FOR_SEARCH: Final = b'name="robots" content="noindex'
# A service worker may only do what its own policy allows: fetch from us.
_WORKER: Final = "/staff/crew-worker.js"
_WORKER_POLICY: Final = "default-src 'none'; connect-src 'self'"
# Sent by views of their own: the 404 page, and the internal page that not everybody may see.
_SENT_BY_VIEWS: Final = ("/404.html", "/test-proposal.html")
_NOT_SENT: Final = f"/{TEMPLATES}/"


class _PermanentRedirect:
    # From another spelling of a page's path, keeping the query string. In WhiteNoise's index of
    # files it stands in the place of a file.
    def __init__(self, path: str) -> None:
        self.path = path

    def get_response(self, _method: str, environ: dict[str, str]) -> Response:
        query = environ.get("QUERY_STRING", "")
        location = f"{self.path}?{query}" if query else self.path
        headers = [("Location", location), ("Cache-Control", _AN_HOUR), ("Content-Length", "0")]
        headers.append(("Content-Security-Policy", PAGE_POLICY))
        return Response(HTTPStatus.MOVED_PERMANENTLY, headers, None)


@dataclass(frozen=True, slots=True)
class _FilledPage:
    # In WhiteNoise's index of files it stands in the place of a file with facts.
    name: str
    headers: dict[str, str]


class PagesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise with public paths: faq.html is served at /faq, other spellings redirect there.

    Views send a built page by `request.serve_page(path)`, or read it by `request.built_page(name)`:
    both return None when there is none.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._filled = FilledPages(settings.WHITENOISE_ROOT)
        self._root = f"{settings.WHITENOISE_ROOT}/"
        super().__init__(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with_pages = cast(WithPages, request)
        with_pages.serve_page = partial(self.serve_page, request)
        with_pages.built_page = self.built_page
        page = self.serve_page(request, request.path_info)
        return page if page is not None else self.get_response(request)

    def serve_page(self, request: HttpRequest, path: str) -> HttpResponseBase | None:
        file = self.files.get(path)
        if file is None:
            return None
        if isinstance(file, _FilledPage):
            return self._filled.response(file.name, file.headers, request)
        try:
            return cast(HttpResponseBase, self.serve(file, request))
        except FileNotFoundError as error:
            log.error("a built file is gone: %s", error.filename)
        # Perhaps only its compressed form is gone.
        request.META["HTTP_ACCEPT_ENCODING"] = "identity"
        try:
            return cast(HttpResponseBase, self.serve(file, request))
        except FileNotFoundError:
            return None

    def built_page(self, name: str) -> bytes | None:
        if name in self._filled:
            return self._filled.content(name)
        file = settings.WEB_DIST / name
        return file.read_bytes() if file.exists() else None

    def add_file_to_dictionary(self, url: str, path: str, stat_cache: Any = None) -> None:
        is_hidden = url.startswith(_NOT_SENT) or url.rpartition("/")[2].startswith(".")
        if is_hidden or url in _SENT_BY_VIEWS:
            return
        public = url
        if url.endswith(".html"):  # "/faq.html" is served at "/faq", "/index.html" at "/"
            public = url.removesuffix(".html").removesuffix("index") or "/"
        super().add_file_to_dictionary(public, path, stat_cache=stat_cache)
        if public in self.files and public != url:
            self.files[url] = _PermanentRedirect(public)
            if public != "/":
                self.files[f"{public}/"] = _PermanentRedirect(public)

    def get_static_file(
        self, path: str, url: str, stat_cache: Any = None
    ) -> StaticFile | _FilledPage:
        name = path.removeprefix(self._root)
        if name not in self._filled:
            return super().get_static_file(path, url, stat_cache=stat_cache)
        headers = Headers([])
        self.add_mime_headers(headers, path, url)
        self.add_cache_headers(headers, path, url)
        return _FilledPage(name, dict(headers.items()))

    def add_cache_headers(self, headers: Headers, path: str, url: str) -> None:
        # All headers of a built file, once when the server starts.
        content = Path(path).read_bytes()
        headers["Content-Type"] = str(headers["Content-Type"]).replace('"', "")
        headers["ETag"] = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
        headers["Cache-Control"] = _IMMUTABLE if url.startswith(_HASHED) else _AN_HOUR
        if url == _WORKER:
            headers["Content-Security-Policy"] = _WORKER_POLICY
            headers["Cache-Control"] = _REVALIDATED
        if path.endswith(".html"):
            headers["Content-Security-Policy"] = PAGE_POLICY
            headers["Cache-Control"] = _REVALIDATED
        is_private = path.endswith(".html") and _NOT_FOR_SEARCH in content
        if not is_private and not url.startswith(_HASHED):
            headers["X-Accel-Expires"] = _NGINX_CACHE_S
        if is_private:
            # Such a page belongs to one visitor's booking: its URL may carry a secret.
            headers["X-Robots-Tag"] = "noindex"
            headers["Referrer-Policy"] = "no-referrer"


@csrf_exempt  # reads only; other methods get 405
@require_safe
def shared_page(request: HttpRequest, page: str) -> HttpResponseBase:
    """Send one built page at many paths."""
    return cast(WithPages, request).serve_page(page) or not_found_page(request)
