"""A database that could lose what it acknowledged is refused at start."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

from standby.core.health import DurabilityNotGuaranteed, require_durable
from standby.settings import SQLITE_PRAGMAS

pytestmark = pytest.mark.django_db


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


def test_the_products_own_settings_are_durable(tmp_path: Path) -> None:
    with sqlite(tmp_path, pragmas=SQLITE_PRAGMAS) as kept:
        require_durable(kept)


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


def test_deferred_transactions_are_refused(tmp_path: Path) -> None:
    deferred = sqlite(tmp_path, pragmas=SQLITE_PRAGMAS, mode="DEFERRED")

    with deferred as weak, pytest.raises(DurabilityNotGuaranteed, match="transaction_mode"):
        require_durable(weak)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="PostgreSQL only")
def test_postgresql_that_does_not_wait_for_the_disk_is_refused() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")

    with pytest.raises(DurabilityNotGuaranteed, match="synchronous_commit is 'off'"):
        require_durable(connection)
