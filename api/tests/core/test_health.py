"""Who asks whether we can serve is told when nothing can be written (RUN-03)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client

from standby.core import health
from standby.core.health import WriteProbe
from standby.core.models import RateLimitBucket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("catalog")]


@pytest.fixture(autouse=True)
def _never_asked_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.probe, "good_until", 0.0)


@contextmanager
def read_only_database() -> Iterator[None]:
    postgresql = connection.vendor == "postgresql"
    characteristics = "SET SESSION CHARACTERISTICS AS TRANSACTION READ"
    with connection.cursor() as cursor:
        cursor.execute(f"{characteristics} ONLY" if postgresql else "PRAGMA query_only = ON")
        yield
        cursor.execute(f"{characteristics} WRITE" if postgresql else "PRAGMA query_only = OFF")


def readiness() -> tuple[int, str]:
    answer: Any = Client().get("/readyz")
    return answer.status_code, answer.json()["status"]


@pytest.mark.req("RUN-03.1")
def test_a_server_that_reads_and_writes_is_ready() -> None:
    assert readiness() == (200, "ok")
    assert RateLimitBucket.objects.filter(rule="readiness").count() == 1


def test_b5_a_read_only_database_is_named_and_noticed_again_when_it_is_mended() -> None:
    with read_only_database():
        assert readiness() == (503, "database cannot be written to")

    assert readiness() == (200, "ok")


def test_the_disk_is_asked_at_most_every_five_seconds() -> None:
    writes: list[float] = []
    clock = iter([0.0, 0.0, 0.0, 4.9, 5.1, 5.1])
    probe = WriteProbe(lambda: writes.append(1), clock=lambda: next(clock))

    assert [probe.can_write() for _ in range(3)] == [True] * 3
    assert len(writes) == 2


def test_a_failure_is_not_remembered() -> None:
    broken = [True]

    def write() -> None:
        if broken:
            raise OperationalError("database or disk is full")

    probe = WriteProbe(write, clock=lambda: 0.0)

    assert not probe.can_write()
    broken.clear()
    assert probe.can_write()
