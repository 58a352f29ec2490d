"""Terms, working days and permit fees that staff set on the settings screen."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from access_helpers import TERMS, WORKING_DAYS
from booking_helpers import NOW, reserve
from console_client import Console
from django.db import transaction

from standby.core.roles import Role
from standby.orders.rules.scheduling import usual_crews
from standby.payments.services.milestones import begin_project, milestones_of
from standby.pricing.rules.configuration import (
    ARRIVAL_WINDOWS,
    HOLIDAYS,
    MILESTONE_SHARES,
    MOST_CLOSED,
    ensure_usable,
)
from standby.pricing.selectors import catalog
from standby.pricing.selectors.price_book import price_book
from standby.server.page_facts import advertised_terms

MORNING = {"start": "08:30", "end": "12:30"}
EARLY = {"start": "04:30", "end": "12:30"}
pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture
def console() -> Console:
    return Console(Role.MANAGER)


def permits(**changed: Any) -> dict[str, Any]:
    towns = [{"name": "Katy", "fee_cents": 175_00}, {"name": "Oak Ridge", "fee_cents": 90_00}]
    return {"version": 0, "default_cents": 160_00, "towns": towns, **changed}


@pytest.mark.req("OPS-14.2")
def test_terms_hold_for_prices_proposals_and_pages_from_then_on(console: Console) -> None:
    before = console.get("settings/terms")
    tax_before = price_book(now=NOW)["prices"][0]["sales_tax_cents"]

    answer = console.call("PUT", "settings/terms", TERMS)

    assert (before["acceptance"], before["sales_tax_percent"]) == (25, "8.25")
    assert answer.status_code == 200
    assert answer.json()["version"] == 1
    terms = catalog.configuration().payment_terms
    assert (terms.milestones, terms.days_to_pay) == (
        {"acceptance": 30, "equipment": 40, "completion": 30},
        7,
    )
    assert price_book(now=NOW)["prices"][0]["sales_tax_cents"] < tax_before
    stated = advertised_terms()
    assert {name: stated[name] for name in stated if "window" not in name} == {
        "sales_tax": "8.125%",
        "late_fee": "1%",
        "acceptance": "30%",
        "equipment": "40%",
        "completion": "30%",
    }
    changed = answer.json()["history"][0]
    assert changed["after"]["milestones"]["acceptance"] == 30
    assert changed["before"]["days_to_pay"] == before["days_to_pay"]


def test_an_order_keeps_the_terms_that_were_accepted(console: Console) -> None:
    order = reserve()
    terms = catalog.configuration().payment_terms
    with transaction.atomic():
        begin_project(order, total_cents=1_000_00, terms=terms, now=NOW)

    console.call("PUT", "settings/terms", TERMS)

    kept = [(each.percent, each.days_to_pay, each.late_fee_rate) for each in milestones_of(order)]
    assert kept == [(share, 5, Decimal("0.0150")) for share in (25, 50, 25)]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"acceptance": 31}, ""),
        ({"late_fee_percent": "2"}, "late_fee_percent"),
        ({"sales_tax_percent": "much"}, "sales_tax_percent"),
        ({"days_to_pay": 1}, "days_to_pay"),
    ],
)
def test_terms_that_cannot_be_are_refused_beside_their_field(
    console: Console, changed: dict[str, Any], field: str
) -> None:
    answer = console.call("PUT", "settings/terms", {**TERMS, **changed})

    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]
    assert catalog.configuration().payment_terms.milestones["acceptance"] == 25


@pytest.mark.req("OPS-14.2")
@pytest.mark.usefixtures("holidays")
def test_no_crew_works_on_closed_days_and_one_does_on_a_holiday_that_is_worked(
    console: Console,
) -> None:
    assert console.call("PUT", "settings/calendar", WORKING_DAYS).status_code == 200
    scheduling = catalog.configuration().scheduling

    crews = {
        day: usual_crews(date.fromisoformat(day), rules=scheduling)
        for day in ("2026-10-12", "2026-11-26", "2026-12-28", "2027-12-30", "2028-01-02")
    }

    assert crews == {
        "2026-10-12": 3,  # Columbus Day
        "2026-11-26": 0,  # Thanksgiving
        "2026-12-28": 0,
        "2027-12-30": 0,  # every year
        "2028-01-02": 0,
    }


def test_closed_days_that_end_before_they_begin_are_refused(console: Console) -> None:
    closed = [{"name": "x", "first": "2026-12-24", "last": "2026-12-01", "is_yearly": False}]

    answer = console.call("PUT", "settings/calendar", {**WORKING_DAYS, "closed": closed})

    assert answer.json()["code"] == "days_off_wrong"


@pytest.mark.req("OPS-14.2")
def test_a_town_is_added_with_its_fee(console: Console) -> None:
    answer = console.call("PUT", "settings/permits", permits())

    fees = catalog.configuration().permit_fees
    assert answer.json()["towns"][0]["name"] == "Katy"
    assert (fees.cents_for("oak ridge"), fees.cents_for("elsewhere")) == (90_00, 160_00)


def test_a_town_on_the_list_twice_is_refused(console: Console) -> None:
    towns = [{"name": "Katy", "fee_cents": 1}, {"name": " katy ", "fee_cents": 2}]

    answer = console.call("PUT", "settings/permits", permits(towns=towns))

    assert answer.status_code == 422
    assert "twice" in answer.json()["errors"][0]["message"]


@pytest.mark.parametrize(
    ("setting", "value", "why"),
    [
        (MILESTONE_SHARES, {"acceptance": 25, "equipment": 25, "completion": 25}, "not 100 %"),
        (HOLIDAYS, {"worked": ["Moon Day"], "closed": []}, "no federal holidays"),
        (HOLIDAYS, {"worked": [], "closed": [{}] * (MOST_CLOSED + 1)}, "at most 60"),
        (ARRIVAL_WINDOWS, {"morning": None}, "no arrival window"),
        (ARRIVAL_WINDOWS, {"morning": EARLY}, "before 5 AM"),
        (ARRIVAL_WINDOWS, {"morning": MORNING, "afternoon": MORNING}, "before the morning"),
    ],
)
def test_shares_and_days_off_that_make_no_sense_are_refused(
    setting: tuple[str, str], value: Any, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        ensure_usable(setting, value)
