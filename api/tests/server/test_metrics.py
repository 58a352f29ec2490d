"""What /metrics says of the disk, the tables and the heartbeats (RUN-04)."""

import errno
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from given_settings import environment_of
from prometheus_client import CollectorRegistry, generate_latest
from pytest_django import Settings
from statements import looked_through, statements

from standby.core import heartbeats
from standby.core.heartbeats import job_name
from standby.server.metrics import Gauges, disk_gauges, table_gauges

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_folder", "one_connection")]
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def page(*, now: datetime = NOW) -> str:
    registry = CollectorRegistry()
    registry.register(Gauges(lambda: now))
    return generate_latest(registry).decode()


def disk(total: int, free: int) -> dict[str, float]:
    found = disk_gauges({"data": Path("/")}, usage=lambda _: (total, total - free, free))
    return {gauge.name: gauge.value for gauge in found}


@pytest.mark.req("RUN-03.3")
def test_each_gauge_stands_once_and_names_nobody() -> None:
    heartbeats.note_failure(job_name("late fees"), error="ValueError", now=NOW)

    told = page(now=NOW + timedelta(minutes=2))

    kinds = [line for line in told.splitlines() if line.startswith("# TYPE")]
    assert len(kinds) == len(set(kinds))
    assert 'standby_job_failing_seconds{name="late fees"} 120.0' in told
    assert "standby_worker_age_seconds +Inf" in told
    assert "standby_database_down 0.0" in told
    assert "ValueError" not in told
    labels = {line.split("{")[1].split("=")[0] for line in told.splitlines() if "{" in line}
    assert labels == {"name", "lane", "folder"}


def test_a_database_that_is_down_is_said_and_the_disk_still_told() -> None:
    def refuse(*_: Any) -> None:
        raise OperationalError("the server closed the connection unexpectedly")

    with connection.execute_wrapper(refuse):
        told = page()

    assert "standby_database_down 1.0" in told
    assert 'standby_disk_free_bytes{folder="data"}' in told
    assert "standby_messages_waiting" not in told


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL plans by what is there")
def test_a_scrape_looks_through_no_growing_table() -> None:
    with statements() as ran:
        table_gauges(now=NOW)

    assert len(ran) > 10
    assert looked_through(ran) == set()


@pytest.mark.parametrize(
    ("total", "free", "used"), [(100, 100, 0.0), (100, 10, 0.9), (100, 0, 1.0), (0, 0, 1.0)]
)
def test_the_share_of_the_disk_that_is_used(total: int, free: int, used: float) -> None:
    assert disk(total, free) == {"disk_free_bytes": free, "disk_used_ratio": used}


def test_a_folder_that_cannot_be_looked_at_counts_as_full(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    found = list(disk_gauges({"snapshots": tmp_path / "gone"}))

    assert [(one.name, one.value) for one in found] == [
        ("disk_free_bytes", 0),
        ("disk_used_ratio", 1),
    ]
    assert os.strerror(errno.ENOENT) in caplog.text


def test_snapshots_and_their_disk_are_watched_once_they_are_expected(
    tmp_path: Path, settings: Settings
) -> None:
    assert "standby_snapshot" not in page()
    given = {
        "STANDBY_DATA": str(tmp_path),
        "STANDBY_BACKUP_RECIPIENT": "age1",
        "STANDBY_SNAPSHOTS_FOLDER": str(tmp_path),
    }
    settings.ENVIRONMENT = environment_of(given)

    told = page()

    assert "standby_snapshot_overdue_seconds +Inf" in told
    assert 'standby_disk_used_ratio{folder="snapshots"}' in told
