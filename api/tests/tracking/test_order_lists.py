"""The list of orders: filtered, sorted, changed together, and filters that are kept (OPS-15.6)."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from access import signed_in
from accounts import a_scheduled_order, an_accepted_order, page_for, pay_on
from bookings import DAY, NOW, OTHER_DAY, a_wish, reserve, set_rule
from django.test import Client

from standby.core.clock import local_date
from standby.core.roles import Role
from standby.messaging.models import Message
from standby.orders.models import Appointment, Order, SavedFilter, StaffTask, Technician
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services.orders import Contact
from standby.payments.providers.cards.test_mode import TestCards
from standby.tracking.selectors.find_orders import OrderFilter, find_orders

pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture(autouse=True)
def many_crews(shop: None) -> None:
    set_rule("scheduling", "crews_per_day", 90)


def grace(**wish: Any) -> Order:
    contact = Contact(name="Grace Hopper", email="grace@navy.example", phone="(713) 555-0001")
    return reserve(a_wish(**{"contact": contact, **wish}))


def listed(sort: str = "", **asked: Any) -> list[Order]:
    return [row.order for row in find_orders("", OrderFilter(**asked), sort=sort, now=NOW)[1]]


def ask(browser: Client, token: str, method: str, path: str, **body: Any) -> Any:
    sent = {} if method == "get" else {"data": body, "content_type": "application/json"}
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": uuid4().hex}
    return getattr(browser, method)(f"/api/staff{path}", headers=headers, **sent)


@pytest.mark.req("OPS-15.6")
def test_orders_are_filtered_by_place_technician_balance_amount_and_day(cards: TestCards) -> None:
    ada = an_accepted_order(cards)
    other = grace(address="1 Main St, Spring, TX 77380", slot=Slot(OTHER_DAY, TimeWindow.MORNING))
    sam = Technician.objects.create(name="Sam", phone="281")
    assert listed(technician="none") == [ada]
    Appointment.objects.filter(order=ada).update(assigned_to=sam)
    today = local_date(NOW)

    assert listed(place="spring") == [other]
    assert listed(place="77380") == [other, ada]
    assert listed(technician=str(sam.public_id)) == [ada]
    assert listed(balance="due") == [ada]
    assert listed(balance="credit") == listed(balance="on_its_way") == []
    assert listed(created_from=today, created_to=today) == [other, ada]
    assert listed(created_to=today - timedelta(days=1)) == []
    assert listed(least_cents=ada.total_cents + 1) == []
    assert listed(first_day=DAY, last_day=DAY) == [ada]

    pay_on(page_for(ada, method="bank", cards=cards), cards=cards)
    assert listed(balance="on_its_way") == [ada]


def test_orders_are_filtered_by_whom_they_wait_for(cards: TestCards) -> None:
    ada, other = an_accepted_order(cards), grace()
    sam = Technician.objects.create(name="Sam", phone="281")
    Appointment.objects.filter(order=ada).update(assigned_to=sam)
    assert listed(needs="customer") == [other, ada]
    for status in ("equipment_arrived", "completed"):
        Order.objects.filter(pk=ada.pk).update(status=status)
    assert listed(needs="staff") == [ada]
    assert listed(needs="customer") == [other]


def test_orders_are_sorted_by_a_column_in_both_directions(cards: TestCards) -> None:
    ada, other = a_scheduled_order(cards), grace(slot=Slot(OTHER_DAY, TimeWindow.MORNING))
    Order.objects.filter(pk=other.pk).update(created_at=NOW + timedelta(minutes=1))
    for column in ("customer", "visit", "created", "status"):
        up, down = listed(column), listed(f"-{column}")
        assert up == down[::-1], column
    assert listed("customer") == listed("visit") == [ada, other]
    assert len(listed("balance")) == len(listed("-total")) == 2


def test_an_unknown_column_is_refused(browser: Client) -> None:
    answer = ask(browser, signed_in(Role.VIEWER), "get", "/orders?sort=secret")
    assert answer.status_code == 422


@pytest.mark.req("OPS-15.6")
def test_each_order_of_an_act_has_its_own_outcome(browser: Client, cards: TestCards) -> None:
    ada, late = a_scheduled_order(cards), grace()
    Appointment.objects.filter(order=late).update(status="expired")
    sam = Technician.objects.create(name="Sam", phone="(281) 555-0107")

    answer = ask(
        browser,
        signed_in(Role.DISPATCHER),
        "post",
        "/orders-at-once/technician",
        order_ids=[str(ada.public_id), str(late.public_id)],
        technician_id=str(sam.public_id),
    ).json()

    assert answer["done"] == 1
    assert [(each["customer_name"], bool(each["why_not"])) for each in answer["outcomes"]] == [
        ("Ada Lovelace", False),
        ("Grace Hopper", True),
    ]
    assert Appointment.objects.get(order=ada).assigned_to == sam


def test_a_task_and_a_link_go_to_several_orders_at_once(browser: Client, cards: TestCards) -> None:
    ada, other = a_scheduled_order(cards), grace()
    Message.objects.all().delete()
    token, ids = signed_in(Role.DISPATCHER), [str(ada.public_id), str(other.public_id)]

    tasks = ask(browser, token, "post", "/orders-at-once/tasks", order_ids=ids, title="Call")
    sent = ask(browser, token, "post", "/orders-at-once/messages", order_ids=ids, kind="photo_link")

    assert tasks.json()["done"] == StaffTask.objects.count() == 2
    assert sent.json()["done"] == 1, "the other has no date and asks for no photos yet"
    assert set(Message.objects.values_list("kind", "order_ref")) == {("photo_link", ada.public_id)}


def test_ticked_rows_are_exported_in_dollars_and_no_cell_is_a_formula(
    browser: Client, cards: TestCards
) -> None:
    order = an_accepted_order(cards)
    order.customer.name = "=1+1"
    order.customer.save()
    path = f"/exports/ticked/orders.csv?ids={order.public_id}"
    answer = ask(browser, signed_in(Role.OWNER), "get", path)
    head, row = answer.getvalue().decode("utf-8-sig").splitlines()
    assert head.startswith("Code,Customer,Email")
    assert "'=1+1" in row
    assert f"{order.total_cents / 100:.2f}" in row
    assert ask(browser, signed_in(Role.OWNER, name="o2"), "get", f"{path}x").status_code == 422


@pytest.mark.req("OPS-15.6")
def test_a_filter_is_kept_for_its_owner_without_what_was_searched_for(browser: Client) -> None:
    token = signed_in(Role.VIEWER)
    saved = ask(
        browser, token, "post", "/saved-filters", name="Mine", query="?q=ada&status=reserved&page=2"
    ).json()
    again = ask(browser, token, "post", "/saved-filters", name="Mine", query="needs=us").json()

    assert saved["query"] == "status=reserved"
    assert again == {"id": saved["id"], "name": "Mine", "query": "needs=us"}
    assert ask(browser, token, "get", "/saved-filters").json() == [again]
    other = signed_in(Role.OWNER)
    assert ask(browser, other, "delete", f"/saved-filters/{saved['id']}").status_code == 404
    assert ask(browser, token, "delete", f"/saved-filters/{saved['id']}").status_code == 204
    assert not SavedFilter.objects.exists()
