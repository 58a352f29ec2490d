"""Prerendered pages, each served at its public path."""

import hashlib
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Final
from wsgiref.headers import Headers
from wsgiref.types import WSGIApplication

from servestatic import ServeStatic
from servestatic.responders import Response

from standby.core.middleware import PAGE_POLICY, SECURITY_HEADERS
from standby.server.built_site import require_built_site

HASHED: Final = "/_astro/"  # the build puts a content hash in these file names
CACHED_FOR_EVER: Final = "public, max-age=31536000, immutable"
CACHED_AN_HOUR: Final = "public, max-age=3600"
REVALIDATED: Final = "no-cache"
NGINX_CACHE_S: Final = "10"  # a page may be this stale after a release
_NOT_FOR_SEARCH: Final = b'name="robots" content="noindex'


class RedirectResponder:
    """Redirect from another spelling of a page's path, keeping the query string."""

    def __init__(self, path: str) -> None:
        self.path = path

    def get_response(self, _method: str, environ: Mapping[str, str]) -> Response:
        query = environ.get("QUERY_STRING", "")
        headers = [
            *SECURITY_HEADERS.items(),
            ("Content-Security-Policy", PAGE_POLICY),
            ("Cache-Control", CACHED_AN_HOUR),
            ("Content-Length", "0"),
            ("Location", f"{self.path}?{query}" if query else self.path),
        ]
        return Response(HTTPStatus.MOVED_PERMANENTLY, headers, None)


def static_pages(application: WSGIApplication, *, root: Path) -> ServeStatic:
    """Serve the files in `root` and pass other paths to the application. Raises SiteNotBuilt."""
    require_built_site(root)
    pages = ServeStatic(
        application,
        max_age=None,
        allow_all_origins=False,
        immutable_file_test=lambda *_: False,
        add_headers_function=_add_headers,
    )
    for file in sorted(root.rglob("*")):
        if file.is_file() and not file.name.startswith(".") and file.name != "404.html":
            _add(pages, file, root=root)
    return pages


def _add(pages: ServeStatic, file: Path, *, root: Path) -> None:
    file_path = "/" + file.relative_to(root).as_posix()
    path = _path_of(file_path)
    pages.add_file_to_dictionary(path, str(file), root=str(root))
    if path == file_path:
        return
    pages.files[file_path] = RedirectResponder(path)
    if path != "/":
        pages.files[f"{path}/"] = RedirectResponder(path)


def _path_of(file_path: str) -> str:
    # "/faq.html" is served at "/faq", "/index.html" at "/".
    if not file_path.endswith(".html"):
        return file_path
    return file_path.removesuffix(".html").removesuffix("index") or "/"


def _add_headers(headers: Headers, path: str, url: str) -> None:
    content = Path(path).read_bytes()
    for name, text in SECURITY_HEADERS.items():
        headers[name] = text
    headers["Content-Type"] = str(headers["Content-Type"]).replace('"', "")
    headers["ETag"] = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers["Cache-Control"] = CACHED_FOR_EVER if url.startswith(HASHED) else CACHED_AN_HOUR
    if path.endswith(".html"):
        headers["Content-Security-Policy"] = PAGE_POLICY
        headers["Cache-Control"] = REVALIDATED
    is_private = path.endswith(".html") and _NOT_FOR_SEARCH in content
    if not is_private and not url.startswith(HASHED):
        headers["X-Accel-Expires"] = NGINX_CACHE_S
    if is_private:
        # Such a page belongs to one visitor's booking: its URL may carry a secret.
        headers["X-Robots-Tag"] = "noindex"
        headers["Referrer-Policy"] = "no-referrer"
