"""The list of orders: filtered, sorted, changed together, and filters that are kept (OPS-15.6)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from access_helpers import signed_in
from account_helpers import a_scheduled_order, an_accepted_order, page_for, pay_on
from booking_helpers import DAY, NOW, OTHER_DAY, a_request, pay, reserve, set_rule, settle
from django.db import OperationalError
from django.test import Client

from standby.core.clock import local_date
from standby.core.roles import Role
from standby.crews.models import Technician
from standby.messaging.models import Message
from standby.orders.models import Appointment, Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services.orders import Contact
from standby.payments.providers.cards.test_mode import TestCards
from standby.tasks.models import StaffTask
from standby.tracking.models import SavedFilter
from standby.tracking.selectors.find_orders import OrderFilter, find_orders
from standby.tracking.staff_api import order_lists
from standby.workflows.resend_message import resend_message

pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture(autouse=True)
def many_crews(shop: None) -> None:
    set_rule("scheduling", "crews_per_day", 90)


def grace(**request: Any) -> Order:
    contact = Contact(name="Grace Hopper", email="grace@navy.example", phone="(713) 555-0001")
    return reserve(a_request(**{"contact": contact, **request}))


def listed(sort: str = "", **asked: Any) -> list[Order]:
    return [row.order for row in find_orders("", OrderFilter(**asked), sort=sort, now=NOW)[1]]


def ask(
    browser: Client, token: str, method: str, path: str, *, key: str | None = None, **body: Any
) -> Any:
    """A call with a key of its own unless one is told; an empty one sends none."""
    sent = {} if method == "get" else {"data": body, "content_type": "application/json"}
    headers = {"Authorization": f"Bearer {token}"}
    if key != "":
        headers["Idempotency-Key"] = key or uuid4().hex
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


def test_an_order_changed_before_payment_is_found_by_its_new_place_alone() -> None:
    request = a_request()
    first = reserve(request)
    assert listed(place="the woodlands") == [first]
    moved = reserve(replace(request, address="1 Main St, Spring, TX 77380"))
    assert listed(place="Spring") == listed(place="77380") == [moved] == [first]
    assert listed(place="the woodlands") == []


def test_amounts_are_asked_for_in_cents(browser: Client) -> None:
    order, token = grace(), signed_in(Role.VIEWER)
    found = {
        cents: ask(browser, token, "get", f"/orders?least_cents={cents}").json()["count"]
        for cents in (order.total_cents, order.total_cents + 1)
    }
    assert list(found.values()) == [1, 0]
    assert ask(browser, token, "get", "/orders?least_cents=much").status_code == 422


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


@pytest.mark.req("RUN-08.10")
def test_a_batch_of_messages_that_is_cut_and_sent_again_writes_to_each_order_once(
    browser: Client, cards: TestCards, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, other = a_scheduled_order(cards), grace()
    settle(pay(other, cards=cards), cards=cards)
    ids = [str(ada.public_id), str(other.public_id)]
    Message.objects.all().delete()
    token, reached = signed_in(Role.DISPATCHER), []

    def cut_at_the_second(*args: Any, **kwargs: Any) -> None:
        reached.append(1)
        if len(reached) == 2:
            raise OperationalError("the connection was lost")
        resend_message(*args, **kwargs)

    monkeypatch.setattr(order_lists, "resend_message", cut_at_the_second)

    def send(key: str | None = None) -> Any:
        path = "/orders-at-once/messages"
        return ask(browser, token, "post", path, key=key, order_ids=ids, kind="photo_link")

    cut = send("k" * 20)
    assert (cut.status_code, cut.json()["code"]) == (503, "busy")
    assert set(Message.objects.values_list("order_ref", flat=True)) == {ada.public_id}

    for _ in range(2):
        Message.objects.update(created_at=NOW - timedelta(minutes=1))  # this is no double click
        assert send("k" * 20).json()["done"] == 2
    written = Message.objects.values_list("order_ref", "channel")
    assert len(written) == len(set(written)) == 4

    assert send("").json()["done"] == 2, "pages of release 0.1.0 send no key"
    assert Message.objects.count() == 8


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
    for cents in (order.total_cents, order.quote.sales_tax_cents, order.quote.permit_cents):
        assert f",{cents / 100:.2f}," in row
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


@pytest.mark.req("OPS-18.1")
def test_what_was_done_to_several_orders_is_undone_together_by_who_did_it(
    browser: Client, cards: TestCards
) -> None:
    orders = [a_scheduled_order(cards), grace(slot=Slot(OTHER_DAY, TimeWindow.MORNING))]
    settle(pay(orders[1], cards=cards), cards=cards)
    ids = [str(order.public_id) for order in orders]
    sam = Technician.objects.create(name="Sam", phone="(281) 555-0107")
    token = signed_in(Role.DISPATCHER)
    told = Message.objects.filter(kind="technician_assigned")

    done = ask(
        browser,
        token,
        "post",
        "/orders-at-once/technician",
        order_ids=ids,
        technician_id=str(sam.public_id),
    ).json()
    assert (done["done"], len(done["action_ids"]), told.exists()) == (2, 2, True)
    assert done["undo_until"] is not None
    other = ask(
        browser,
        signed_in(Role.MANAGER),
        "post",
        "/orders-at-once/undo",
        action_ids=done["action_ids"],
    )
    assert (other.json()["done"], told.exists()) == (0, True)
    Message.objects.filter(order_ref=orders[1].public_id).update(status="sent")

    undone = ask(
        browser, token, "post", "/orders-at-once/undo", action_ids=done["action_ids"]
    ).json()

    assert undone["done"] == 1
    assert [(each["customer_name"], each["why_not"][:15]) for each in undone["outcomes"]] == [
        ("Ada Lovelace", ""),
        ("Grace Hopper", "It is too late "),
    ]
    assert not told.filter(order_ref=orders[0].public_id).exists()
    assert orders[0].appointments.get().assigned_to is None
    assert orders[1].appointments.get().assigned_to == sam
