"""Each call takes so many statements, however many rows there are, and looks through no table.

What a call costs is fixed here by count and by plan. perf/README.md says how to measure its time.
"""

import uuid
from collections.abc import Callable
from typing import Any, Final

import pytest
from access_helpers import signed_in
from booking_client import a_body, post_checkout, post_order
from booking_helpers import set_rule
from database_helpers import statements
from django.test import Client
from whole_orders import all_of_it, confirm, reserve

from standby.core.roles import Role
from standby.orders.models import Order

pytestmark = pytest.mark.usefixtures("shop", "own_folder")

ADDRESS: Final = "24 Waterway Ave, The Woodlands, TX 77380"
# Those of staff are asked by the owner, the others by who booked.
READS: Final = {
    f"/api/coverage-check?address={ADDRESS}": 2,
    "/api/availability": 2,
    "/api/price-book": 1,
    "/api/installation-packages": 1,
    "/api/generators": 1,
    "/api/app-configuration": 1,
    "/api/coverage-geometries": 1,
    "/api/coverage-zipcodes": 1,
    "/api/orders/{order_id}": 3,
    "/api/appointments/latest?email=ada@example.org": 1,
    "/api/my-booking": 10,
    "/api/my-booking/money": 12,
    "/api/my-booking/messages": 3,
    "/api/my-booking/photos": 4,
    "/api/my-booking/documents": 2,
    "/api/my-booking/proposal": 2,
    "/api/my-booking/cancellation": 10,
    "/api/my-booking/review": 3,
    "/api/reviews": 2,
    "/api/price-receipts/A7K3M9QD": 5,
    "/api/staff/orders": 23,
    "/api/staff/orders?q=lovelace": 30,
    "/api/staff/orders?needs=staff": 22,
    "/api/staff/orders/{order_id}": 44,
    "/api/staff/orders/{order_id}/money": 22,
    "/api/staff/board": 14,
    "/api/staff/readiness": 8,
    "/api/staff/waits": 32,
    "/api/staff/waits/counts": 4,  # counted for an earlier call (test_waiting_counts.py)
    "/api/staff/tasks": 8,
    "/api/staff/photo-reviews": 8,
    "/api/staff/customers?q=lovelace": 9,
    "/api/staff/search?q=lovelace": 26,
    "/api/staff/messages": 8,
    "/api/staff/audit-log": 12,
    "/api/staff/overview": 32,
}


@pytest.fixture
def order(browser: Client) -> Order:
    set_rule("scheduling", "crews_per_day", 40)
    return _a_whole_order(browser, 0)


@pytest.fixture
def owner() -> Client:
    return Client(headers={"authorization": f"Bearer {signed_in(Role.OWNER)}"})


def _a_whole_order(browser: Client, number: int) -> Order:
    contact = {"phone": f"(281) 555-01{number:02}"} | (
        {"email": f"ada{number}@example.org"} if number else {}
    )
    order = reserve(browser, **contact)
    confirm(order)
    all_of_it(order, code=f"A7K3M9Q{'DEFGHJKL'[number]}")
    return order


def _several_more(count: int = 4) -> None:
    for number in range(1, count + 1):
        _a_whole_order(Client(REMOTE_ADDR=f"10.0.{number}.1"), number)


def _taken(call: Callable[[], Any]) -> int:
    with statements() as ran:
        answer = call()
    assert answer.status_code in (200, 201, 202), answer.content
    return len(ran)


@pytest.mark.req("PERF-01.1")
def test_a_reservation_takes_fifteen_statements_besides_begin_and_commit(order: Order) -> None:
    post = _post(Client(REMOTE_ADDR="10.1.0.1"))
    with statements() as ran:
        answer = post()
    assert answer.status_code == 201, answer.content
    taken = [" ".join(sql.split())[:100] for sql, _ in ran if "SAVEPOINT" not in sql]
    assert len(taken) <= 15, "\n".join(taken)


@pytest.mark.parametrize("path", READS)
def test_a_read_takes_as_many_statements_whatever_is_booked(
    browser: Client, owner: Client, order: Order, path: str
) -> None:
    asked = path.format(order_id=order.public_id)
    reader = owner if "/staff/" in path else browser
    reader.get(asked)  # what changes rarely is read once
    first = _taken(lambda: reader.get(asked))
    _several_more()
    later = _taken(lambda: reader.get(asked))
    assert (first, later) == (READS[path], READS[path])


def _save(browser: Client) -> Callable[[], Any]:
    path = f"/api/wizard-sessions/{uuid.uuid4()}"
    body = {"current_step": 2, "completed_steps": [1]}
    return lambda: browser.put(path, body, content_type="application/json")


def _tell(browser: Client) -> Callable[[], Any]:
    saved = _save(browser)().json()
    event = {"session_id": saved["session_id"], "event_type": "step_completed", "event_data": {}}
    return lambda: browser.post(
        "/api/wizard-interaction-events", event, content_type="application/json"
    )


def _post(browser: Client) -> Callable[[], Any]:
    ip = browser.defaults["REMOTE_ADDR"]
    body = a_body(browser, email=f"{ip}@example.org", phone=f"(281) 555-02{ip[3]}0")
    return lambda: post_order(browser, body)


def _checkout(browser: Client) -> Callable[[], Any]:
    order_id = _post(browser)().json()["orderId"]
    return lambda: post_checkout(browser, order_id)


# What each writes, its rate limits and its transaction's begin and end among them.
WRITES: Final[dict[str, tuple[int, Callable[[Client], Callable[[], Any]]]]] = {
    "save a wizard": (7, _save),
    "tell an event": (6, _tell),
    "reserve": (17, _post),
    "open a checkout": (13, _checkout),
}


@pytest.mark.parametrize("name", WRITES)
def test_what_a_visitor_writes_takes_as_many_statements_whatever_is_there(
    order: Order, name: str
) -> None:
    most, prepared = WRITES[name]
    first = _taken(prepared(Client(REMOTE_ADDR="10.1.0.1")))
    _several_more()
    later = _taken(prepared(Client(REMOTE_ADDR="10.2.0.1")))
    assert first == later
    assert first <= most
