"""Gauges at /metrics, read from the disk and the database by the process that is scraped."""

import logging
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError, close_old_connections
from prometheus_client.core import GaugeMetricFamily

from standby.backoffice.management.commands.work import expected
from standby.core.heartbeats import Gauge, read_heartbeats
from standby.reports.selectors.what_waits import backlog

log = logging.getLogger(__name__)

PREFIX: Final = "standby_"
DiskUsage = Callable[[Path], tuple[int, int, int]]  # bytes: total, used, free


class Gauges:
    """Prometheus collector. Every process reports the same values, even when no worker runs."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self.clock = clock

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield from families([*disk_gauges(_folders()), *table_gauges(now=self.clock())])


def table_gauges(*, now: datetime) -> list[Gauge]:
    """Read all gauges from the database; only `database_down` when it does not answer."""
    # a broken connection would stay broken in a thread that serves no other requests
    close_old_connections()
    try:
        waiting = [Gauge(name=name, value=value) for name, value in backlog(now=now).items()]
        late = read_heartbeats(expected(), now=now)
    except DatabaseError:
        return [Gauge(name="database_down", value=1)]
    return [Gauge(name="database_down", value=0), *waiting, *late]


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
    """Group gauges by name, as the exposition format requires."""
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


def _folders() -> dict[str, Path]:
    snapshots = settings.ENVIRONMENT.snapshots_folder
    return {"data": settings.DATA} | ({"snapshots": snapshots} if snapshots else {})
