"""Prometheus metrics at /metrics: requests and gauges.

Each process writes its counts to its own file; the process that is scraped adds them up.
"""

import hmac
import time
from collections.abc import Iterable
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.utils.timezone import now
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram
from prometheus_client.exposition import generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from standby.core.middleware import ROUTE
from standby.server.gauges import Gauges

PATH: Final = "/metrics"
_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_ELSEWHERE: Final = "page"

calls = Counter("standby_calls", "Requests answered", ("method", "route", "status"))
_seconds = Histogram(
    "standby_call_seconds", "From the request to its answer", ("route",), buckets=_BUCKETS
)


class MetricsMiddleware:
    """WSGI application that counts another one's responses, and serves /metrics.

    When `token` is set, /metrics requires it as a bearer token.
    """

    def __init__(self, application: WSGIApplication, *, token: str) -> None:
        self.application = application
        self.token = token

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ.get("PATH_INFO") == PATH:
            return self._metrics_response(environ, start_response)
        began, statuses = time.perf_counter(), []

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            statuses.append(status[:3])
            return start_response(status, headers, *more)

        response = self.application(environ, start)
        route = str(environ.get(ROUTE, _ELSEWHERE))
        calls.labels(environ["REQUEST_METHOD"], route, statuses[-1] if statuses else "").inc()
        _seconds.labels(route).observe(time.perf_counter() - began)
        return response

    def _metrics_response(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        authorization = environ.get("HTTP_AUTHORIZATION", "")
        if self.token and not hmac.compare_digest(
            authorization.encode(), f"Bearer {self.token}".encode()
        ):
            start_response("401 Unauthorized", [("WWW-Authenticate", "Bearer")])
            return []
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        registry.register(Gauges(now))
        body = generate_latest(registry)
        start_response(
            "200 OK", [("Content-Type", CONTENT_TYPE_LATEST), ("Cache-Control", "no-store")]
        )
        return [body]
