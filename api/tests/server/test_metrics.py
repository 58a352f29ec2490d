"""What /metrics says of the disk, the tables and the heartbeats (RUN-04)."""

import errno
import json
import logging
import math
import os
import re
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from database_helpers import looked_through, statements
from django.db import OperationalError, connection
from environment_helpers import environment_of
from memory_inbox import MemoryInbox
from ops.alarms import ALARMS, RULES, SCRAPED_EVERY_S, TABLE_IN, Alarm, operating
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from pytest_django import Settings

from standby.core import heartbeats
from standby.core.heartbeats import job_name
from standby.core.logs import JsonFormatter, SplitLogFormatter, masked
from standby.core.replica import fell_back
from standby.inbox.models import Source
from standby.inbox.providers import wiring as inbox_providers
from standby.payments.providers.cards import CardsDown
from standby.server.metrics import Gauges, calls, disk_gauges, inbox_gauges, table_gauges

with_tables = pytest.mark.usefixtures("db", "own_folder", "one_connection")
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def page(*, now: datetime = NOW) -> str:
    registry = CollectorRegistry()
    registry.register(Gauges(lambda: now))
    return generate_latest(registry).decode()


def disk(total: int, free: int) -> dict[str, float]:
    found = disk_gauges({"data": Path("/")}, usage=lambda _: (total, total - free, free))
    return {gauge.name: gauge.value for gauge in found}


@with_tables
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


@with_tables
def test_a_database_that_is_down_is_said_and_the_disk_still_told() -> None:
    def refuse(*_: Any) -> None:
        raise OperationalError("the server closed the connection unexpectedly")

    with connection.execute_wrapper(refuse):
        told = page()

    assert "standby_database_down 1.0" in told
    assert 'standby_disk_free_bytes{folder="data"}' in told
    assert "standby_messages_waiting" not in told


@with_tables
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


def test_reports_that_the_replica_could_not_give_are_counted() -> None:
    def count() -> float:
        return REGISTRY.get_sample_value("standby_replica_fallbacks_total") or 0

    before = count()
    fell_back.send(sender=None)

    assert count() == before + 1


@with_tables
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


PERSONAL = {
    "mail to ada.lovelace@example.org failed": "mail to [email] failed",
    "called (713) 555-0142 twice": "called [phone] twice",
    "called +1 713-555-0142": "called [phone]",
    "to 7135550142": "to [phone]",
    "at 25 Grogans Mill Rd, The Woodlands": "at [address], The Woodlands",
    "at 1234 N Main Street": "at [address]",
    "session cs_test_a1B2c3D4": "session [key]",
    "key sk_live_abc123, whsec_xyz": "key [key], [key]",
    "GET /b/q3JtZXJhbmRvbXRva2VuMTIzNDU2Nzg5 303": "GET /b/[token] 303",
    "opened /staff?token_hash=q3JtZXJhbmRvbXRva2VuMTIzNDU2&type=invite": (
        "opened /staff?[token]&type=invite"
    ),
    "POST /unsubscribe/12.q3JtZXJhbmRvbXRva2VuMTIz-_Y 200": "POST /unsubscribe/[token] 200",
    "Authorization: Bearer abc.def-ghi": "Authorization: [token]",
    "eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl": "[token]",
}
ORDINARY = [
    "card event 3 (checkout.session.completed): confirmed",
    "order 7f1c9a52-0e0c-4b0e-9b52-3a1e2f9a7c11 has total 1269477",
    "404 for '/no-such-page'",
    "2026-11-21T10:00:00+00:00 snapshot of 2674 rows in 0.1 s",
    "configuration scheduling.crews_per_day is unusable",
]


def record_of(words: str, *, fault: Exception | None = None) -> logging.LogRecord:
    trace = (type(fault), fault, None) if fault else None
    return logging.LogRecord("standby.x", logging.WARNING, __file__, 1, words, (), trace)


@pytest.mark.req("RUN-03.2")
@pytest.mark.parametrize("said", PERSONAL)
def test_what_tells_of_a_person_is_masked(said: str) -> None:
    assert masked(said) == PERSONAL[said]


@pytest.mark.parametrize("said", ORDINARY)
def test_what_tells_of_nobody_stays_readable(said: str) -> None:
    assert masked(said) == said


@pytest.mark.req("RUN-03.2")
def test_a_line_for_machines_is_one_object_with_its_trace_masked() -> None:
    line = JsonFormatter().format(record_of("it broke\nhere", fault=ValueError("ada@example.org")))

    told = json.loads(line)
    assert "\n" not in line
    assert (told["level"], told["logger"], told["message"]) == (
        "WARNING",
        "standby.x",
        "it broke\nhere",
    )
    assert "[email]" in told["trace"]
    assert "ada@" not in line


def test_a_line_for_people_masks_what_an_exception_quotes() -> None:
    try:
        raise ValueError("(713) 555-0142")
    except ValueError:
        record = logging.LogRecord("a", logging.ERROR, __file__, 1, "b", (), sys.exc_info())

    assert "555" not in SplitLogFormatter().format(record)


@pytest.mark.req("RUN-10.9")
@pytest.mark.parametrize("fault", [OperationalError("ada@example.org is gone"), CardsDown()])
def test_a_fault_that_the_product_survives_is_one_line_whoever_logs_it(fault: Exception) -> None:
    """As Django and gunicorn log what failed outside of an endpoint: with its trace."""
    record = record_of("Internal Server Error: /api/orders", fault=fault)
    name = type(fault).__name__

    for_people, for_machines = SplitLogFormatter().format(record), JsonFormatter().format(record)

    assert for_people == f"WARNING standby.x: Internal Server Error: /api/orders: {name}"
    assert json.loads(for_machines)["message"] == f"Internal Server Error: /api/orders: {name}"
    assert "trace" not in json.loads(for_machines)
    assert record.exc_info is not None, "others who are told of it have it whole"


def test_a_fault_that_nobody_foresaw_has_its_trace() -> None:
    told = SplitLogFormatter().format(record_of("it broke", fault=KeyError("new")))

    assert "KeyError: 'new'" in told


SECONDS = {"s": 1, "min": 60, "h": 3600}


def test_the_table_is_what_the_rules_make() -> None:
    """`make alarms` writes it."""
    assert TABLE_IN.read_text() == operating(TABLE_IN.read_text())


def test_every_rule_of_prometheus_says_why_it_matters_and_what_to_do() -> None:
    [group] = yaml.safe_load(RULES.read_text())["groups"]

    assert [rule["alert"] for rule in group["rules"]] == [alarm.name for alarm in ALARMS]
    for rule, alarm in zip(group["rules"], ALARMS, strict=True):
        assert set(rule) == {"alert", "expr", "for", "annotations"}
        assert rule["expr"] == f"{alarm.measure} > {alarm.over:g}"
        assert all(rule["annotations"].values())
        assert {"summary", "description"} <= set(rule["annotations"])


def test_the_table_promises_no_less_time_than_it_takes() -> None:
    rows = re.findall(r"^\| (\w+)<br>.*?\| .*? \| (\d+) (\w+)", TABLE_IN.read_text(), re.M)

    promised = {name: int(number) * SECONDS[unit] for name, number, unit in rows}

    assert set(promised) == {alarm.name for alarm in ALARMS}
    assert all(promised[alarm.name] >= alarm.rises_within_s for alarm in ALARMS)


@pytest.mark.parametrize("alarm", ALARMS, ids=lambda alarm: alarm.name)
def test_no_alarm_promises_more_than_its_wait_and_a_scrape_allow(alarm: Alarm) -> None:
    assert alarm.rises_within_s >= alarm.for_s + SCRAPED_EVERY_S
    assert [one.name for one in ALARMS].count(alarm.name) == 1


@with_tables
def test_every_alarm_is_about_a_metric_that_is_there(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule on a metric of another name would stay silent for ever."""
    monkeypatch.setattr(inbox_providers, "inbox", lambda: MemoryInbox())
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"backup_recipient": "age1"})

    told = set(re.findall(r"^# TYPE (\w+)", page(), re.M))

    counted = {f"{metric.name}_total" for metric in calls.collect()}
    assert counted == {"standby_calls_total"}
    assert {alarm.metric for alarm in ALARMS} <= told | counted
    assert all(alarm.metric in alarm.measure for alarm in ALARMS)


@pytest.mark.req("IN-01.4")
@pytest.mark.django_db
def test_how_long_the_mailbox_of_replies_was_not_read_is_told_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    none = inbox_gauges(now=NOW)
    monkeypatch.setattr(inbox_providers, "inbox", lambda: MemoryInbox())
    never = inbox_gauges(now=NOW)
    Source.objects.create(name=inbox_providers.inbox_name(), read_at=NOW - timedelta(minutes=2))
    late = inbox_gauges(now=NOW)

    assert none == []
    assert [gauge.value for gauge in (*never, *late)] == [math.inf, 120]
