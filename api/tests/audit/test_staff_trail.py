"""Every answer to staff leaves an act, or is not given (OPS-11, reliability F8)."""

from functools import cache
from typing import Any

import pytest
from access import ask, script_token, signed_in
from bookings import reserve
from django.db import connection
from django.test import Client
from test_access_matrix import NEEDS

from standby.api import api
from standby.audit.models import AuditEvent
from standby.core.roles import Role
from standby.orders.models import Order

pytestmark = pytest.mark.django_db


@cache
def operations() -> dict[str, str]:
    paths: dict[str, dict[str, Any]] = api.get_openapi_schema()["paths"]
    return {
        f"{method.upper()} {path}": operation["operationId"]
        for path, methods in paths.items()
        for method, operation in methods.items()
    }


@pytest.mark.req("OPS-11.10")
@pytest.mark.parametrize("call", NEEDS)
def test_every_call_of_staff_leaves_an_act_that_names_it(browser: Client, call: str) -> None:
    answer = ask(browser, call, signed_in(Role.OWNER))

    act = AuditEvent.objects.latest("pk")
    assert (act.actor, act.action) == ("staff owner@example.org", operations()[call])
    assert act.status == answer.status_code
    assert act.request_id == answer["X-Request-Id"]
    assert len(act.network) == 64


def test_who_may_not_is_told_of_too(browser: Client) -> None:
    ask(browser, "POST /api/staff/payments/{payment_id}/refunds", signed_in(Role.VIEWER))
    ask(browser, "GET /api/staff/messages", signed_in(Role.OWNER, level="aal1"))

    acts = AuditEvent.objects.values_list("actor", "status")
    assert list(acts) == [("staff viewer@example.org", 403), ("staff owner@example.org", 403)]


def test_nobody_fills_no_table(browser: Client) -> None:
    assert ask(browser, "GET /api/staff/messages", "a.forged.token").status_code == 401
    assert browser.get("/api/staff/messages").status_code == 401

    assert not AuditEvent.objects.exists()


@pytest.fixture
def owner(db: None) -> Client:
    return Client(headers={"authorization": f"Bearer {signed_in(Role.OWNER)}"})


def test_what_was_searched_for_stands_as_a_keyed_hash_without_signs_that_nobody_reads(
    owner: Client,
) -> None:
    owner.get("/api/staff/messages?status=sent&q=ada@example.org")

    act = AuditEvent.objects.latest("pk")
    assert act.after
    assert act.after["status"] == "sent"
    assert act.after["q"].startswith("hash:")

    # PostgreSQL keeps no NUL: such a look was refused as if the database were busy.
    answer = owner.get("/api/staff/messages?status=%00%7F")
    assert answer.status_code < 500
    assert AuditEvent.objects.latest("pk").after == {"status": ""}


@pytest.mark.usefixtures("shop")
def test_an_act_about_an_order_knows_the_order(owner: Client) -> None:
    order: Order = reserve()

    owner.get(f"/api/staff/orders/{order.public_id}/money")

    assert AuditEvent.objects.latest("pk").order_ref == order.public_id


def test_a_look_without_its_act_is_not_given(browser: Client) -> None:
    token = script_token(Role.MANAGER, name="jo")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE staff_acts RENAME TO staff_acts_away")

    look = ask(browser, "GET /api/staff/messages", token)
    change = ask(browser, "POST /api/staff/messages/{message_id}/replay", token)

    assert (look.status_code, look.json()["code"]) == (503, "busy")
    assert change.status_code == 404  # what it did or refused stays told
