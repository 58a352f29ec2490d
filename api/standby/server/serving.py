"""Gunicorn configuration: processes, threads and graceful shutdown.

SQLite has one writer, so more threads than the default would only wait for each other. Why
gunicorn: docs/decisions/0006-gunicorn-behind-nginx.md.
"""

import os
from typing import Any

from standby import settings
from standby.settings import DATA, ENVIRONMENT, LOGGING

if not (settings.WEB_DIST / "index.html").is_file():
    raise SystemExit(
        f"Standby has no pages to serve: {settings.WEB_DIST} is empty. Run `make build`."
    )

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


def on_starting(_server: Any) -> None:
    if ENVIRONMENT.metrics:
        # Counts start at zero with the server and continue through its reloads.
        _counts.mkdir(parents=True, exist_ok=True)
        for stale in _counts.glob("*.db"):
            stale.unlink()


def on_reload(_server: Any) -> None:
    # Workers started from now on serve the newest build, earlier ones that of their start.
    settings.WEB_DIST = settings.WHITENOISE_ROOT = ENVIRONMENT.pages.resolve()
    settings.STATIC_ROOT = settings.WEB_DIST / "staff" / "assets"


_counts = DATA / "metrics" / str(ENVIRONMENT.port)
if ENVIRONMENT.metrics:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_counts)  # read when prometheus_client is imported
