"""Reports and exports read from a replica that is fresh, and from the primary otherwise."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from account_helpers import a_scheduled_order
from django.db import connections
from django.db.utils import OperationalError
from django.test import Client
from django.test.utils import CaptureQueriesContext
from ops.postgresql import free_port
from pytest_django import Settings
from tables_browser import bearer, session_of, staff_user

from standby.core.database_url import replica_settings
from standby.core.heartbeats import note_success
from standby.core.models import Heartbeat
from standby.core.replica import REPLICA, ReplicaRouter, fell_back, reading_from_replica
from standby.core.roles import Role
from standby.orders.models import Order
from standby.payments.providers.cards.test_mode import TestCards

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("shop", "own_folder", "replica"),
]
REPORTS = (
    "/api/staff/overview?",
    "/api/staff/overview/checked?",
    "/api/staff/overview/visits?",
    "/api/staff/exports/customers.csv?",
    "/api/staff/exports/messages.csv?",
    "/api/staff/exports/notify-requests.csv?",
)
NEVER = (
    "/api/staff/overview/received?",
    "/api/staff/overview/outstanding?",
    "/api/staff/overview/reserved?",
    "/api/staff/overview/today?",
    "/api/staff/exports/orders.csv?",
    "/api/staff/exports/payments.csv?",
    "/api/staff/exports/bookkeeping.csv?",
    f"/api/staff/exports/ticked/orders.csv?ids={UUID(int=1)}",
    "/api/staff/payouts?",
    "/api/price-book?",
    "/api/staff/orders?",
    "/api/staff/waits?",
    "/api/staff/overview/failed_messages?",
)


def now() -> datetime:
    return datetime.now(tz=UTC)


@pytest.fixture
def replica(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A second connection to the same tables."""
    settings.DATABASE_ROUTERS = [f"{ReplicaRouter.__module__}.{ReplicaRouter.__name__}"]
    same = {**connections["default"].settings_dict}
    monkeypatch.setitem(connections.settings, REPLICA, same)
    # By its name alone Django would refuse it in a test.
    connections[REPLICA] = type(connections["default"])(same, alias="default")
    yield
    connections[REPLICA].close()
    del connections[REPLICA]


@pytest.fixture
def fallbacks() -> Iterator[list[object]]:
    counted: list[object] = []

    def count(**_: object) -> None:
        counted.append(1)

    fell_back.connect(count)
    yield counted
    fell_back.disconnect(count)


@pytest.fixture
def owner() -> Client:
    return Client(headers=bearer(session_of(staff_user(Role.OWNER))))


def ask(browser: Client, path: str) -> str:
    answer: Any = browser.get(f"{path}&from=2025-11-01&to=2025-11-30")
    assert answer.status_code == 200, answer.content
    return str(answer.getvalue().decode())


def of_replica(browser: Client, path: str) -> tuple[str, int]:
    """The answer, and how many statements the replica ran for it."""
    with CaptureQueriesContext(connections[REPLICA]) as ran:
        text = ask(browser, path)
    return text, len([one for one in ran if "heartbeats" not in one["sql"]])


@pytest.mark.req("RUN-08.9")
def test_a_fresh_replica_is_asked_for_reports_and_says_the_same(
    owner: Client, cards: TestCards, fallbacks: list[object]
) -> None:
    a_scheduled_order(cards)
    of_primary = [ask(owner, path) for path in REPORTS]
    assert len(fallbacks) == len(REPORTS), "no worker has run yet"
    note_success("lane", now=now() - timedelta(seconds=25))

    asked = [of_replica(owner, path) for path in REPORTS]

    assert [text for text, _ in asked] == of_primary
    assert all(count > 0 for _, count in asked)
    assert len(fallbacks) == len(REPORTS)


@pytest.mark.req("RUN-08.9")
def test_money_and_what_is_as_of_now_are_read_from_the_primary(
    owner: Client, cards: TestCards
) -> None:
    a_scheduled_order(cards)
    note_success("lane", now=now())

    assert [of_replica(owner, path)[1] for path in NEVER] == [0] * len(NEVER)


def test_of_the_overview_the_replica_only_counts_what_a_period_had(owner: Client) -> None:
    note_success("lane", now=now())

    with CaptureQueriesContext(connections[REPLICA]) as ran:
        ask(owner, "/api/staff/overview?")

    statements = " ".join(one["sql"] for one in ran)
    assert "address_searches" in statements
    for never in ("cents", "ledger_entries", "outbox", "crew_seats"):
        assert never not in statements, never


def behind(_: pytest.MonkeyPatch) -> None:
    note_success("lane", now=now() - timedelta(seconds=35))


def gone(monkeypatch: pytest.MonkeyPatch) -> None:
    note_success("lane", now=now())

    def refuse() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(connections[REPLICA], "cursor", refuse)


@pytest.mark.parametrize("ill", [behind, gone])
def test_a_replica_that_is_behind_or_gone_is_not_asked_and_that_is_counted(
    owner: Client,
    fallbacks: list[object],
    monkeypatch: pytest.MonkeyPatch,
    ill: Callable[[pytest.MonkeyPatch], None],
) -> None:
    ill(monkeypatch)

    asked = [of_replica(owner, path)[1] for path in REPORTS]

    assert asked == [0] * len(REPORTS)
    assert len(fallbacks) == len(REPORTS)


def test_what_was_read_from_the_replica_is_written_to_the_primary(cards: TestCards) -> None:
    note_success("lane", now=now())
    a_scheduled_order(cards)
    with reading_from_replica():
        order = Order.objects.get()
    with CaptureQueriesContext(connections[REPLICA]) as ran:
        order.save(update_fields=["status"])
        Heartbeat.objects.get()

    assert order._state.db == "default"
    assert len(ran) == 0


def test_a_replica_is_told_to_take_no_writes_where_it_can_be_told() -> None:
    url = f"postgresql://u@127.0.0.1:{free_port()}/d"

    direct, pooled = (replica_settings(url, pooler=pooler) for pooler in (False, True))

    assert direct["OPTIONS"]["options"].endswith("-c default_transaction_read_only=on")
    assert "options" not in pooled["OPTIONS"]
    assert direct["ENGINE"] == pooled["ENGINE"] == "django.db.backends.postgresql"
