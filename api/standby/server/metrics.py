"""Prometheus metrics at /metrics: requests, and gauges of the disk and the tables.

Each process writes its counts to its own file; the process that is scraped adds them up, and reads
the gauges.
"""

import hmac
import logging
import math
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import Error, close_old_connections
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from standby.backoffice.management.commands.work import jobs
from standby.core.heartbeats import Gauge, read_heartbeats
from standby.core.middleware import GetResponse, route_of
from standby.core.replica import fell_back
from standby.inbox.models import Source
from standby.inbox.providers import wiring as inbox_providers
from standby.reports.selectors.what_waits import backlog

log = logging.getLogger(__name__)

PATH: Final = "/metrics"
PREFIX: Final = "standby_"
_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
DiskUsage = Callable[[Path], tuple[int, int, int]]  # bytes: total, used, free

calls = Counter("standby_calls", "Requests answered", ("method", "route", "status"))
_seconds = Histogram(
    "standby_call_seconds", "From the request to its answer", ("route",), buckets=_BUCKETS
)
replica_fallbacks = Counter(
    "standby_replica_fallbacks",
    "Reports read from the primary, because the replica was late or did not answer",
)


@receiver(fell_back)
def _count_fallback(**_: object) -> None:
    replica_fallbacks.inc()


class MetricsMiddleware:
    """Count every response, and serve /metrics.

    With STANDBY_METRICS_TOKEN, /metrics requires it as a bearer token.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path == PATH:
            return get_metrics(request)
        began = time.perf_counter()
        response = self.get_response(request)
        route = route_of(request)
        calls.labels(request.method, route, response.status_code).inc()
        _seconds.labels(route).observe(time.perf_counter() - began)
        return response


def get_metrics(request: HttpRequest) -> HttpResponse:
    token = settings.ENVIRONMENT.metrics_token
    authorization = request.headers.get("Authorization", "")
    if token and not hmac.compare_digest(authorization.encode(), f"Bearer {token}".encode()):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    registry.register(Gauges(now))
    return HttpResponse(
        generate_latest(registry),
        headers={"Content-Type": CONTENT_TYPE_LATEST, "Cache-Control": "no-store"},
    )


class Gauges:
    """Prometheus collector. Every process reports the same values, even when no worker runs."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self.clock = clock

    def collect(self) -> Iterator[GaugeMetricFamily]:
        snapshots = settings.ENVIRONMENT.snapshots_folder
        folders = {"data": settings.DATA} | ({"snapshots": snapshots} if snapshots else {})
        yield from families([*disk_gauges(folders), *table_gauges(now=self.clock())])


def table_gauges(*, now: datetime) -> list[Gauge]:
    """Read all gauges from the database; only `database_down` when it does not answer."""
    # a broken connection would stay broken in a thread that serves no other requests
    close_old_connections()
    try:
        todo = jobs()
        waiting = [Gauge(name=name, value=value) for name, value in backlog(now=now).items()]
        late = read_heartbeats(
            jobs={job.name: job.every for job in todo},
            lanes={job.lane for job in todo},
            snapshots_every=settings.ENVIRONMENT.snapshots_every,
            now=now,
        )
        unread = inbox_gauges(now=now)
    except Error:
        return [Gauge(name="database_down", value=1)]
    return [Gauge(name="database_down", value=0), *waiting, *late, *unread]


def inbox_gauges(*, now: datetime) -> list[Gauge]:
    """Report how long the mailbox of replies was not read; nothing where none is set."""
    if inbox_providers.inbox() is None:
        return []
    source = Source.objects.filter(name=inbox_providers.inbox_name()).first()
    read_at = source.read_at if source else None
    age_s = max(0.0, (now - read_at).total_seconds()) if read_at else math.inf
    return [Gauge(name="inbox_unread_seconds", value=age_s)]


def disk_gauges(
    folders: Mapping[str, Path], *, usage: DiskUsage = shutil.disk_usage
) -> Iterator[Gauge]:
    """Report free space per folder. A folder that cannot be read counts as full."""
    for name, folder in folders.items():
        try:
            total, _, free = usage(folder)
        except OSError as error:
            log.warning("no free space of %s: %s", folder, error.strerror)
            total, free = 1, 0
        labels = {"folder": name}
        yield Gauge(name="disk_free_bytes", value=free, labels=labels)
        yield Gauge(name="disk_used_ratio", value=1 - free / (total or 1), labels=labels)


def families(gauges: Iterable[Gauge]) -> list[GaugeMetricFamily]:
    # Group gauges by name, as the exposition format requires.
    family_by_name: dict[str, GaugeMetricFamily] = {}
    for gauge in gauges:
        family = family_by_name.get(gauge.name)
        if family is None:
            help_text = gauge.name.replace("_", " ")
            family = GaugeMetricFamily(
                f"{PREFIX}{gauge.name}", help_text, labels=list(gauge.labels)
            )
            family_by_name[gauge.name] = family
        family.add_metric(list(gauge.labels.values()), gauge.value)
    return list(family_by_name.values())
