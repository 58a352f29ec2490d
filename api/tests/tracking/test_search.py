"""Search over everything (OPS-15.5)."""

from typing import Any

import pytest
from access import signed_in
from bookings import NOW, reserve
from django.test import Client

from standby.core.roles import Role
from standby.orders.models import Order, StaffTask
from standby.pricing.models.quoting import ManualQuoteRequest

pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture
def order() -> Order:
    order = reserve()
    ManualQuoteRequest.objects.create(
        name="Walt Whitman",
        phone="(281) 555-0144",
        address="1 Far St",
        run_ft=210,
        repeat_key="k",
        created_at=NOW,
    )
    task = {"created_by": "staff Jo", "created_at": NOW}
    StaffTask.objects.create(title="Call Walt about the trench", **task)
    StaffTask.objects.create(title="Ring Ada", order=order, **task)
    return order


@pytest.fixture
def token() -> str:
    return signed_in(Role.VIEWER)


def found(browser: Client, token: str, q: str) -> dict[str, list[Any]]:
    headers = {"Authorization": f"Bearer {token}"}
    kinds = browser.get("/api/staff/search", {"q": q}, headers=headers).json()
    return {kind: [hit["title"] for hit in hits] for kind, hits in kinds.items() if hits}


@pytest.mark.req("OPS-15.5")
def test_orders_customers_quotes_and_tasks_are_found_by_what_is_known_of_them(
    browser: Client, order: Order, token: str
) -> None:
    for q in ("Ada Lovelace", "2815550100", "ada@example.org", order.confirmation_code):
        assert found(browser, token, q)["orders"] == ["Ada Lovelace"], q
    assert found(browser, token, "ada love")["customers"] == ["Ada Lovelace"]
    assert found(browser, token, "walt") == {
        "quote_requests": ["Walt Whitman"],
        "tasks": ["Call Walt about the trench"],
    }
    assert found(browser, token, "281-555-0144")["quote_requests"] == ["Walt Whitman"]
    assert found(browser, token, "ring ada")["tasks"] == ["Ring Ada"]


def test_one_character_and_nonsense_find_nothing(browser: Client, order: Order, token: str) -> None:
    assert found(browser, token, "a") == found(browser, token, "zzyzx") == {}
