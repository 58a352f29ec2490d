"""Who asks whether we can serve is told when nothing can be written (RUN-03)."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.utils import ConnectionHandler
from django.test import Client

from standby.core import health
from standby.core.health import DurabilityNotGuaranteed, require_durable
from standby.core.models import RateLimitBucket
from standby.settings import SQLITE_PRAGMAS

_READ_ONLY = "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"


@pytest.fixture(autouse=True)
def _never_asked_before() -> None:
    cache.clear()


@contextmanager
def read_only_database() -> Iterator[None]:
    """For every new connection, and the check makes one."""

    def refuse_writes(*, connection: BaseDatabaseWrapper, **_: object) -> None:
        with connection.cursor() as cursor:
            is_sqlite = connection.vendor == "sqlite"
            cursor.execute("PRAGMA query_only = ON" if is_sqlite else _READ_ONLY)

    connection_created.connect(refuse_writes)
    try:
        yield
    finally:
        connection_created.disconnect(refuse_writes)


def readiness() -> tuple[int, str]:
    answer: Any = Client().get("/readyz")
    return answer.status_code, answer.json()["status"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("catalog")
@pytest.mark.req("RUN-03.1")
def test_a_server_that_reads_and_writes_is_ready() -> None:
    assert readiness() == (200, "ok")
    assert RateLimitBucket.objects.filter(rule="readiness").count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("catalog")
def test_b5_a_read_only_database_is_named_and_noticed_again_when_it_is_mended() -> None:
    with read_only_database():
        assert readiness() == (503, "database is read-only")

    assert readiness() == (200, "ok")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("catalog")
def test_the_disk_is_asked_at_most_every_five_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    began = time.time()
    written = []
    for after in (0.0, 0.1, 4.9, 5.1):
        monkeypatch.setattr(time, "time", lambda at=began + after: at)
        RateLimitBucket.objects.all().delete()
        assert readiness() == (200, "ok")
        written.append(RateLimitBucket.objects.exists())

    assert written == [True, False, False, True]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("catalog")
@pytest.mark.req("RUN-08.8")
def test_a_write_that_nobody_confirms_does_not_keep_who_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As when no second node of a cluster is there: PostgreSQL waits for it without end."""
    confirmed = threading.Event()
    monkeypatch.setattr(health, "write_row", lambda *, now: confirmed.wait())
    monkeypatch.setattr(health, "_ANSWERED_WITHIN_S", 0.5)

    asked = [readiness() for _ in range(3)]
    waiting = [each.name for each in threading.enumerate()].count("readiness")
    confirmed.set()

    assert asked == [(503, "database does not confirm writes in time")] * 3
    assert waiting == 1
    assert readiness() == (200, "ok")


@contextmanager
def sqlite(folder: Path, *, pragmas: str, mode: str = "IMMEDIATE") -> Iterator[BaseDatabaseWrapper]:
    options = {"init_command": pragmas, "transaction_mode": mode}
    engine = "django.db.backends.sqlite3"
    settings = {"ENGINE": engine, "NAME": folder / "kept.sqlite3", "OPTIONS": options}
    opened = ConnectionHandler({"default": settings})["default"]
    assert isinstance(opened, BaseDatabaseWrapper)
    try:
        yield opened
    finally:
        opened.close()


@pytest.mark.django_db
def test_the_products_own_settings_are_durable(tmp_path: Path) -> None:
    with sqlite(tmp_path, pragmas=SQLITE_PRAGMAS) as kept:
        require_durable(kept)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("promised", "weaker", "named"),
    [
        ("journal_mode=WAL", "journal_mode=DELETE", "PRAGMA journal_mode is 'delete'"),
        ("synchronous=FULL", "synchronous=NORMAL", "PRAGMA synchronous is '1'"),
    ],
)
def test_a_weaker_setting_is_refused_by_name(
    tmp_path: Path, promised: str, weaker: str, named: str
) -> None:
    pragmas = SQLITE_PRAGMAS.replace(promised, weaker)

    with (
        sqlite(tmp_path, pragmas=pragmas) as weak,
        pytest.raises(DurabilityNotGuaranteed, match=named),
    ):
        require_durable(weak)


@pytest.mark.django_db
def test_deferred_transactions_are_refused(tmp_path: Path) -> None:
    deferred = sqlite(tmp_path, pragmas=SQLITE_PRAGMAS, mode="DEFERRED")

    with deferred as weak, pytest.raises(DurabilityNotGuaranteed, match="transaction_mode"):
        require_durable(weak)


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="PostgreSQL only")
def test_postgresql_that_does_not_wait_for_the_disk_is_refused() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")

    with pytest.raises(DurabilityNotGuaranteed, match="synchronous_commit is 'off'"):
        require_durable(connection)
