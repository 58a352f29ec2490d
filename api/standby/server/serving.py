"""Gunicorn configuration: processes, threads and graceful shutdown.

SQLite has one writer, so more threads than the default would only wait for each other. Why
gunicorn: docs/decisions/0006-gunicorn-behind-nginx.md.
"""

import fcntl
import os
from pathlib import Path
from typing import Any

from standby import settings
from standby.server.published_pages import FACTS, published_pages
from standby.settings import DATA, ENVIRONMENT, LOGGING, PUBLISHED

if not (settings.WEB_DIST / "index.html").is_file():
    raise SystemExit(
        f"Standby has no pages to serve: {settings.WEB_DIST} is empty. Run `make build`."
    )
_built = [settings.WEB_DIST]  # also for a worker that is started anew


def _use_pages(built: Path) -> None:
    # As the settings name the company and as prices were when they were looked at last.
    _built[:] = [built]
    pages = published_pages(
        built, company=settings.COMPANY, analytics_ids=ENVIRONMENT.analytics_ids, folder=PUBLISHED
    )
    settings.WEB_DIST = settings.WHITENOISE_ROOT = pages
    settings.STATIC_ROOT = pages / "staff" / "assets"


_use_pages(settings.WEB_DIST)

wsgi_app = "standby.wsgi:application"
bind = f"{ENVIRONMENT.bind}:{ENVIRONMENT.port}"
worker_class = "gthread"
workers = ENVIRONMENT.processes
threads = ENVIRONMENT.threads
keepalive = 5
timeout = 60
graceful_timeout = 20  # requests in progress may finish
control_socket_disable = True
limit_request_line = 8190  # fits an address of 500 characters, percent-encoded
loglevel = "warning"
logconfig_dict = LOGGING


def post_worker_init(worker: Any) -> None:
    # The proxy in front keeps the access log; formatting these lines would be wasted work.
    worker.log.access = lambda *_call: None
    if (settings.WEB_DIST / FACTS).is_file():
        from standby.server.advertised_prices import watch  # noqa: PLC0415 - needs Django

        watch(
            built=_built[0],
            served=settings.WEB_DIST,
            folder=PUBLISHED,
            server=str(ENVIRONMENT.port),
        )


_pages_in_use: list[int] = []


def _hold_pages() -> None:
    # The shared lock keeps a later build from deleting these pages while this server or one of its
    # workers lives.
    descriptor = os.open(settings.WEB_DIST, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    for earlier in _pages_in_use:
        os.close(earlier)
    _pages_in_use[:] = [descriptor]


def on_starting(_server: Any) -> None:
    _hold_pages()
    if ENVIRONMENT.metrics:
        # Counts start at zero with the server and continue through its reloads.
        _counts.mkdir(parents=True, exist_ok=True)
        for stale in _counts.glob("*.db"):
            stale.unlink()


def on_reload(_server: Any) -> None:
    # Workers started from now on serve the newest pages, earlier ones the pages they started with.
    _use_pages(ENVIRONMENT.pages.resolve())
    _hold_pages()


_counts = DATA / "metrics" / str(ENVIRONMENT.port)
if ENVIRONMENT.metrics:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_counts)  # read when prometheus_client is imported
