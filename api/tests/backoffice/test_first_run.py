"""The checklist from the first sign-in to a test order."""

from dataclasses import replace
from typing import Any

import pytest
from access import COMPANY_FACTS, WORKING_DAYS
from bookings import reserve
from console_client import Console
from pytest_django import Settings

pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture
def owner(settings: Settings) -> Console:
    placeholders = ("legal_name", "address", "phone", "email", "licence")
    settings.COMPANY = replace(settings.COMPANY, placeholders=placeholders)
    return Console()


def done(owner: Console) -> set[str]:
    steps = owner.get("settings/first-run")["steps"]
    return {each["step"] for each in steps if each["is_done"]}


@pytest.mark.req("OPS-14.5")
def test_facts_tick_the_steps_from_the_first_sign_in_to_a_test_order(owner: Console) -> None:
    at_first = done(owner)

    owner.call("PUT", "settings/company", {"version": 0, "facts": COMPANY_FACTS})
    owner.call("PUT", "settings/calendar", WORKING_DAYS)
    Console("viewer")  # type: ignore[arg-type]
    reserve()

    assert at_first == set()
    assert done(owner) == {
        *("company", "license", "phone", "hours", "crews", "staff", "test_order")
    }


def test_the_owner_ticks_what_no_fact_shows_and_hides_the_list(owner: Console) -> None:
    marks: dict[str, Any] = {"version": 0, "ticked": ["prices", "mail"], "is_hidden": True}

    shown = owner.call("PUT", "settings/first-run", marks).json()

    assert shown["is_hidden"]
    assert [each["step"] for each in shown["steps"] if each["is_ticked"]] == ["prices", "mail"]
    assert done(owner) == {"prices", "mail"}
