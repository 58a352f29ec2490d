"""What operators read of alarms and load into Prometheus comes from one list (RUN-04)."""

import re
from datetime import UTC, datetime

import pytest
import yaml
from prometheus_client import CollectorRegistry, generate_latest
from pytest_django import Settings

from standby.server.alarms import ALARMS, RULES, SCRAPED_EVERY_S, TABLE_IN, Alarm, operating, rules
from standby.server.metrics import Gauges, calls

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
SECONDS = {"s": 1, "min": 60, "h": 3600}


def test_the_table_and_the_rules_are_what_the_list_makes() -> None:
    """`make alarms` writes both."""
    assert TABLE_IN.read_text() == operating(TABLE_IN.read_text())
    assert RULES.read_text() == rules()


def test_prometheus_gets_one_rule_for_each_alarm() -> None:
    [group] = yaml.safe_load(RULES.read_text())["groups"]

    assert [rule["alert"] for rule in group["rules"]] == [alarm.name for alarm in ALARMS]
    for rule, alarm in zip(group["rules"], ALARMS, strict=True):
        assert set(rule) == {"alert", "expr", "for", "annotations"}
        assert rule["expr"] == alarm.expression
        assert rule["for"] == f"{alarm.for_s}s"
        assert all(rule["annotations"].values())


def test_the_table_promises_no_less_time_than_it_takes() -> None:
    rows = re.findall(r"^\| (\w+)<br>.*?\| .*? \| (\d+) (\w+)", TABLE_IN.read_text(), re.M)

    promised = {name: int(number) * SECONDS[unit] for name, number, unit in rows}

    assert set(promised) == {alarm.name for alarm in ALARMS}
    assert all(promised[alarm.name] >= alarm.rises_within_s for alarm in ALARMS)


@pytest.mark.parametrize("alarm", ALARMS, ids=lambda alarm: alarm.name)
def test_no_alarm_promises_more_than_its_wait_and_a_scrape_allow(alarm: Alarm) -> None:
    assert alarm.rises_within_s >= alarm.for_s + SCRAPED_EVERY_S
    assert [one.name for one in ALARMS].count(alarm.name) == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("own_folder", "one_connection")
def test_every_alarm_is_about_a_metric_that_is_there(settings: Settings) -> None:
    """A rule on a metric of another name would stay silent for ever."""
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"backup_recipient": "age1"})
    registry = CollectorRegistry()
    registry.register(Gauges(lambda: NOW))

    told = set(re.findall(r"^# TYPE (\w+)", generate_latest(registry).decode(), re.M))

    counted = {f"{metric.name}_total" for metric in calls.collect()}
    assert counted == {"standby_calls_total"}
    assert {alarm.metric for alarm in ALARMS} <= told | counted
    assert all(alarm.metric in alarm.measure for alarm in ALARMS)
