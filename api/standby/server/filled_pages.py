"""Pages with the facts of the moment, in the memory of a process.

A page is filled and compressed when it is first asked for, and kept until the facts change. Every
process looks for that itself, within a request: what staff change shows in all of them, on all
hosts, LOOK_EVERY_S later, and behind nginx within half a minute (decision 3 has the sum).
"""

import gzip
import hashlib
import json
import logging
import os
import re
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import brotli
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response

from standby.company.selectors import forget_stored, look_style
from standby.core.words import in_language
from standby.server.page_facts import facts_in_force, facts_version
from standby.server.page_templates import (
    FACTS,
    TEMPLATES,
    fill,
    head_texts,
    language_of,
    page_facts,
    texts_of,
)

log = logging.getLogger(__name__)
LOOK_EVERY_S: Final = 4
_MARK_EVERY_S: Final = 24 * 3600
_METHODS: Final = ("GET", "HEAD")
# Pages of staff, and those that a secret link opens: no analytics there.
_NOT_COUNTED: Final = ("staff", "my-booking", "quote", "verify", "test-proposal")
# Not where it is refused: "br;q=0".
_ACCEPTED: Final = {
    name: re.compile(rf"\b{name}\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))") for name in ("br", "gzip")
}


@dataclass(frozen=True, slots=True)
class _Page:
    etag: str
    forms: tuple[tuple[str, bytes], ...]  # by encoding, smallest first; "" is the page itself

    def form_for(self, accepted: str) -> tuple[str, bytes]:
        return next(
            form for form in self.forms if not form[0] or _ACCEPTED[form[0]].search(accepted)
        )


@dataclass(frozen=True, slots=True)
class _Edition:
    """The texts of one version of the facts, and the pages that were filled with them."""

    version: str
    texts: Mapping[str, str]  # with what analytics needs
    uncounted_texts: Mapping[str, str]
    pages: dict[str, _Page] = field(default_factory=dict)


class FilledPages:
    """The pages with facts of the build in a folder; none without a folder.

    While the database does not answer they keep the facts that they have: at first those of the
    settings and of the build.
    """

    def __init__(self, built: Path | None) -> None:
        self._templates: dict[str, bytes] = {}
        folder = built / TEMPLATES if built else None
        if built is None or folder is None or not folder.is_dir():
            return
        self._folder = built
        self._mark_at = 0.0
        for file in folder.rglob("*.*"):
            self._templates[file.relative_to(folder).as_posix()] = file.read_bytes()
        self._built: dict[str, Any] = json.loads((built / FACTS).read_text())
        self._language = language_of(built)
        with in_language(self._language):
            of_settings = page_facts(
                settings.COMPANY, self._built["prices"], self._built["fees"], self._built["terms"]
            )
            self._edition = _edition_of(of_settings, version="", look="")
        self._is_failing = False
        self._has_looked = False
        self._look_at = 0.0
        self._looking = threading.Lock()

    def __contains__(self, name: str) -> bool:
        return name in self._templates

    def content(self, name: str) -> bytes:
        """Return a page as it is without compression. Raises KeyError for an unknown one."""
        return self._page(name).form_for("")[1]

    def response(
        self, name: str, headers: Mapping[str, str], request: HttpRequest
    ) -> HttpResponseBase:
        """Answer a request for a page: `headers` and those that depend on the facts."""
        if request.method not in _METHODS:
            return HttpResponseNotAllowed(_METHODS)
        page = self._page(name)
        encoding, body = page.form_for(request.META.get("HTTP_ACCEPT_ENCODING", ""))
        own = {"ETag": page.etag, "Vary": "Accept-Encoding", "Content-Length": str(len(body))}
        if encoding:
            own["Content-Encoding"] = encoding
        sent = body if request.method == "GET" else b""
        response = HttpResponse(sent, headers={**headers, **own})
        return get_conditional_response(request, etag=page.etag, response=response) or response

    def _page(self, name: str) -> _Page:
        edition = self._newest()
        if name not in edition.pages:
            # Two at once both fill it, and nobody waits for another page.
            edition.pages[name] = self._filled(name, edition)
        return edition.pages[name]

    def _filled(self, name: str, edition: _Edition) -> _Page:
        texts = edition.uncounted_texts if name.startswith(_NOT_COUNTED) else edition.texts
        is_page = name.endswith(".html")
        page = fill(self._templates[name].decode(), texts, is_page=is_page).encode()
        forms = [("br", brotli.compress(page)), ("gzip", gzip.compress(page, mtime=0)), ("", page)]
        return _Page(
            etag=f'"{hashlib.sha256(page).hexdigest()[:32]}"',
            forms=tuple(sorted(forms, key=lambda form: len(form[1]))),
        )

    def _newest(self) -> _Edition:
        # One request looks for all, the others go on with what there is; only the very first look
        # is waited for, or a new process would show facts of yesterday.
        if time.monotonic() >= self._look_at and self._looking.acquire(
            blocking=not self._has_looked
        ):
            try:
                if time.monotonic() >= self._look_at:
                    self._look()
            finally:
                self._looking.release()
        return self._edition

    def _look(self) -> None:
        try:
            version = facts_version()
            if version != self._edition.version:
                forget_stored()
                with in_language(self._language):  # that of the page, not of who asks
                    facts = facts_in_force(self._built)
                    newest = _edition_of(facts, version=version, look=look_style())
                is_same = newest.texts == self._edition.texts
                self._edition = replace(self._edition, version=version) if is_same else newest
            self._is_failing = False
        except Exception as error:  # noqa: BLE001 - whatever it is, pages go on
            if not self._is_failing:
                log.warning("pages keep the facts they have: %s", type(error).__name__)
            self._is_failing = True
        finally:
            self._has_looked = True
            self._look_at = time.monotonic() + LOOK_EVERY_S
            self._mark_as_served()

    def _mark_as_served(self) -> None:
        # `make build` removes what has been out of use for a week. A container's files can't be
        # marked, and nobody removes them.
        if time.monotonic() >= self._mark_at:
            self._mark_at = time.monotonic() + _MARK_EVERY_S
            with suppress(OSError):
                os.utime(self._folder)


def _edition_of(facts: Mapping[str, Any], *, version: str, look: str) -> _Edition:
    texts, ids = texts_of(facts), settings.ENVIRONMENT.analytics_ids
    return _Edition(
        version=version,
        texts=texts | head_texts(look=look, analytics_ids=ids),
        uncounted_texts=texts | head_texts(look=look),
    )
