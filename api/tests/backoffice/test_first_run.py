"""The checklist from the first sign-in to a test order."""

from dataclasses import replace
from typing import Any

import pytest
from access_helpers import COMPANY_FACTS, TERMS, WORKING_DAYS, script_token
from booking_helpers import reserve
from console_client import Console
from pytest_django import Settings

from standby.core.roles import Role
from standby.crews.models import Technician
from standby.orders.models import Order
from standby.workflows.sample_order import SAMPLE_ORDER_ID

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
def test_facts_tick_the_steps_from_the_first_sign_in_to_a_test_order(
    owner: Console, settings: Settings
) -> None:
    at_first = done(owner)

    owner.call("PUT", "settings/company", {"version": 0, "facts": COMPANY_FACTS})
    owner.call("PUT", "settings/calendar", WORKING_DAYS)
    owner.call("PUT", "settings/terms", TERMS)
    Technician.objects.create(name="Grace", phone="+12815550107")
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"places": "google"})
    Console("viewer")  # type: ignore[arg-type]
    reserve()

    assert at_first == set()
    assert done(owner) == {
        *("company", "license", "phone", "hours", "crews", "technicians", "terms", "staff"),
        *("maps", "test_order"),
    }


def test_the_sample_order_of_a_new_server_is_no_test_order(owner: Console) -> None:
    Order.objects.filter(pk=reserve().pk).update(public_id=SAMPLE_ORDER_ID)

    assert "test_order" not in done(owner)


def test_a_script_is_nobody_on_the_staff(owner: Console) -> None:
    script_token(Role.MANAGER)
    assert "staff" not in done(owner)


def test_a_technician_who_left_does_not_count_and_the_test_order_comes_last(
    owner: Console,
) -> None:
    Technician.objects.create(name="Grace", phone="+12815550107", is_active=False)

    steps = [each["step"] for each in owner.get("settings/first-run")["steps"]]

    assert "technicians" not in done(owner)
    assert steps.index("crews") + 1 == steps.index("technicians")
    assert steps[-2:] == ["maps", "test_order"]


def test_the_owner_ticks_what_no_fact_shows_and_hides_the_list(owner: Console) -> None:
    marks: dict[str, Any] = {"version": 0, "ticked": ["prices", "mail"], "is_hidden": True}

    shown = owner.call("PUT", "settings/first-run", marks).json()

    assert shown["is_hidden"]
    assert [each["step"] for each in shown["steps"] if each["is_ticked"]] == ["prices", "mail"]
    assert done(owner) == {"prices", "mail"}
