"""Cached responses of data that seldom changes, encoded once.

The server may call `answer(path, …)` before it runs Django, and Django's own endpoints return the
same bytes. None means that the path is not cached here and Django has to answer (also for a package
that is not for sale).

A change made in this process shows at once, one made in another process within a second: each
CachedResponse checks its version (one cheap query) at most once a second, and only on a request.
While the database does not answer, cached responses are served on, so that a price page outlives an
outage. Safe to call from any thread, inside and outside of a request.
"""

import gzip
import hashlib
import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import orjson
from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.db.models.signals import post_delete, post_save
from django.http import HttpRequest, HttpResponse

from standby.core.errors import NotFound, _
from standby.core.middleware import API_POLICY, SECURITY_HEADERS

log = logging.getLogger(__name__)

CHECK_EVERY_S: Final = 1.0
_MIN_GZIP_BYTES: Final = 1000  # smaller than one packet: nothing to gain

Answer = tuple[int, list[tuple[str, str]], bytes]
# For responses that are made before Django runs and not cached; equal to Django's middleware.
FRESH_HEADERS: Final = [
    *SECURITY_HEADERS.items(),
    ("Content-Security-Policy", API_POLICY),
    ("Content-Type", "application/json"),
    ("Cache-Control", "no-store"),
]
Payloads = Mapping[str, Any]  # path to payload, ready for JSON


class NotCached(NotFound):
    code = "nothing_kept"
    message = _("There is nothing at this address.")


@dataclass(frozen=True, slots=True)
class _CachedBody:
    body: bytes
    headers: list[tuple[str, str]]
    etag: str


@dataclass(frozen=True, slots=True)
class _CachedVersion:
    version: str
    plain: dict[str, _CachedBody]
    zipped: dict[str, _CachedBody]


class CachedResponse:
    """Responses that change together: their version, and how to build all of them."""

    def __init__(
        self,
        *,
        prefixes: tuple[str, ...],
        version: Callable[[], str],
        payloads: Callable[[], Payloads],
        cache_control: str = "no-cache",
        models: tuple[type[Model], ...] = (),
    ) -> None:
        self.prefixes = prefixes
        self._version = version
        self._payloads = payloads
        self._cache_control = cache_control
        self._lock = threading.Lock()
        self._cached: _CachedVersion | None = None
        self._checked_s = 0.0
        self._forgotten = 0
        for model in models:
            post_save.connect(self._on_write, sender=model, weak=False)
            post_delete.connect(self._on_write, sender=model, weak=False)

    def find(self, path: str, *, zipped: bool) -> _CachedBody | None:
        cached_version = self._current()
        if zipped and path in cached_version.zipped:
            return cached_version.zipped[path]
        return cached_version.plain.get(path)

    def forget(self) -> None:
        self._forgotten += 1
        self._cached = None

    def _on_write(self, **signal: Any) -> None:
        transaction.on_commit(self.forget)

    def _current(self) -> _CachedVersion:
        cached_version = self._cached
        if cached_version is None:
            with self._lock:
                return self._cached or self._rebuild()
        if time.monotonic() - self._checked_s < CHECK_EVERY_S or not self._lock.acquire(False):
            return cached_version
        try:
            return self._refresh_if_changed(cached_version)
        except DatabaseError as error:
            log.warning("serving cached responses: %s", type(error).__name__)
            return cached_version
        finally:
            self._lock.release()

    def _refresh_if_changed(self, cached_version: _CachedVersion) -> _CachedVersion:
        self._checked_s = time.monotonic()
        drop_a_dead_connection()
        return cached_version if self._version() == cached_version.version else self._rebuild()

    def _rebuild(self) -> _CachedVersion:
        # The version is read before the rows: a write in between only makes the responses look
        # older than they are, so they are built again.
        forgotten = self._forgotten
        drop_a_dead_connection()
        version = self._version()
        bodies = {path: orjson.dumps(payload) for path, payload in self._payloads().items()}
        cached_version = _CachedVersion(
            version=version,
            plain={path: self._build(body) for path, body in bodies.items()},
            zipped={
                path: self._build(gzip.compress(body, mtime=0), encoding="gzip")
                for path, body in bodies.items()
                if len(body) >= _MIN_GZIP_BYTES
            },
        )
        if forgotten == self._forgotten:
            self._cached, self._checked_s = cached_version, time.monotonic()
        return cached_version

    def _build(self, body: bytes, *, encoding: str | None = None) -> _CachedBody:
        etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        headers = [
            *SECURITY_HEADERS.items(),
            ("Content-Security-Policy", API_POLICY),
            ("Content-Type", "application/json"),
            ("Cache-Control", self._cache_control),
            ("ETag", etag),
            ("Vary", "Accept-Encoding"),
        ]
        if encoding:
            headers.append(("Content-Encoding", encoding))
        return _CachedBody(body=body, headers=headers, etag=etag)


def drop_a_dead_connection() -> None:
    """Close a broken database connection, as Django does at the start of a request.

    Needed for responses that are made before Django runs.
    """
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()


_cached_responses: list[CachedResponse] = []


def cache_response(cached_response: CachedResponse) -> CachedResponse:
    """Register a CachedResponse, so that `answer` finds it."""
    _cached_responses.append(cached_response)
    return cached_response


def clear_cache() -> None:
    for cached_response in _cached_responses:
        cached_response.forget()


def answer(path: str, *, if_none_match: str = "", accept_encoding: str = "") -> Answer | None:
    """Return status, headers and body for a GET or HEAD of this path; None if it is not cached.

    `path` is without the query. For HEAD, send the headers without the body. The caller adds
    Content-Length (none with a 304). Raises DatabaseError only while nothing was cached yet.
    """
    for cached_response in _cached_responses:
        if path.startswith(cached_response.prefixes):
            cached = cached_response.find(path, zipped=_takes_gzip(accept_encoding))
            return None if cached is None else _response(cached, if_none_match)
    return None


def response_for(request: HttpRequest, *, otherwise: type[NotFound] = NotCached) -> HttpResponse:
    """Return the cached response for a Django request. Raises `otherwise` if there is none."""
    cached = answer(
        request.path,
        if_none_match=request.headers.get("If-None-Match", ""),
        accept_encoding=request.headers.get("Accept-Encoding", ""),
    )
    if cached is None:
        raise otherwise
    status, headers, body = cached
    response = HttpResponse(body, status=status, headers=dict(headers))
    if status == HTTPStatus.NOT_MODIFIED:
        del response["Content-Type"]
    return response


def _response(cached: _CachedBody, if_none_match: str) -> Answer:
    if _matches(cached.etag, if_none_match):
        unchanged = [
            (name, text) for name, text in cached.headers if not name.startswith("Content-")
        ]
        return HTTPStatus.NOT_MODIFIED, unchanged, b""
    return HTTPStatus.OK, cached.headers, cached.body


def _matches(etag: str, if_none_match: str) -> bool:
    if not if_none_match:
        return False
    # Weak comparison, as If-None-Match requires (RFC 9110, 13.1.2).
    offered = {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}
    return etag in offered or "*" in offered


def _takes_gzip(accept_encoding: str) -> bool:
    for offered in accept_encoding.lower().split(","):
        coding, _, weight = offered.partition(";")
        if coding.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
