"""The plain pages (`ops/plain_pages.py`) on the product's own server, for comparison."""

import os
from collections.abc import Iterable
from pathlib import Path
from wsgiref.types import StartResponse, WSGIEnvironment

import django

django.setup()

from standby.server.static_pages import static_pages  # noqa: E402  (it reads the settings)


def _nothing_else(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    is_asked_for_readiness = environ["PATH_INFO"] == "/readyz"
    start_response("200 OK" if is_asked_for_readiness else "404 Not Found", [])
    return []


application = static_pages(_nothing_else, root=Path(os.environ["PLAIN_SITE"]))
