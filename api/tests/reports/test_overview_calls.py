"""The overview and its rows by HTTP: periods, pages, and who sees whom."""

from typing import Any

import pytest
from access import script_token
from booking_client import a_body, post_order
from django.test import Client
from filled_rows import filled
from whole_orders import now

from standby.core.roles import Role
from standby.coverage.models import AddressSearch
from standby.messaging.services.outbox import hold_outbox

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
OVERVIEW = "/api/staff/overview"


def ask(browser: Client, path: str = "", **query: Any) -> Any:
    headers = {"Authorization": f"Bearer {script_token(Role.MANAGER)}"}
    return browser.get(f"{OVERVIEW}{path}", query_params=query, headers=headers)


def test_every_figure_is_told_at_once(browser: Client) -> None:
    visitor = Client()
    post_order(visitor, a_body(visitor))
    search = {"zip_code": "78701", "coverage_status": "not_covered", "is_first_check": True}
    filled(AddressSearch, created_at=now(), **search)

    told = ask(browser).json()

    by_stage = {stage["key"]: stage["count"] for stage in told["funnel"]}
    assert next(iter(by_stage)) == "checked"
    assert (by_stage["checked"], by_stage["reserved"], by_stage["fee_paid"]) == (1, 1, 0)
    assert told["funnel"][0]["of_before_percent"] is None
    assert told["funnel"][5]["of_before_percent"] == 100.0
    assert told["revenue"]["received_cents"] == told["failed_messages"] == 0
    assert [one["zip_code"] for one in told["demand"]] == ["78701"]
    assert told["lead_times"]["visits"] == {"count": 0, "median_days": None, "p90_days": None}
    assert told["coming_today"] == {"morning": 0, "afternoon": 0, "held": 0}
    assert told["outbox_held_since"] is None
    hold_outbox(restored_from=now(), now=now())
    assert ask(browser).json()["outbox_held_since"].startswith(f"{now():%Y-%m-%d}")


def test_a_period_is_asked_by_its_days(browser: Client) -> None:
    AddressSearch.objects.create(address="x", is_first_check=True, created_at=now())
    long_ago = {"from": "2025-01-01", "to": "2025-01-31"}

    assert ask(browser, **long_ago).json()["funnel"][0]["count"] == 0
    assert ask(browser, "/checked", **long_ago).json()["count"] == 0
    assert ask(browser, "/checked").json()["count"] == 1
    for wrong in ({"from": "2025-02-01", "to": "2025-01-31"}, {"from": "2020-01-01"}):
        answer = ask(browser, **wrong)
        assert (answer.status_code, answer.json()["code"]) == (422, "period_wrong")
    assert ask(browser, **{"from": "yesterday"}).status_code == 422


def test_rows_link_to_their_order_and_come_in_pages(browser: Client) -> None:
    visitor = Client()
    order_id = post_order(visitor, a_body(visitor)).json()["orderId"]

    told = ask(browser, "/reserved").json()

    assert (told["count"], told["page"], told["pages"]) == (1, 1, 1)
    assert told["rows"][0]["order_id"] == order_id
    assert ask(browser, "/reserved", page=2).json()["rows"] == []
    assert ask(browser, "/reserved", page=0).status_code == 422
    assert ask(browser, "/nonsense").status_code == 422
