"""The request to the gas company: what the visitor entered, checked and summed by the server."""

from typing import Any

import pytest
from booking_client import post
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from document_helpers import words_of
from rate_limit_windows import in_one_window

from standby.core.market import GAS, PLACE
from standby.core.models import RateLimitBucket

pytestmark = pytest.mark.usefixtures("shop")
HOME: dict[str, Any] = {
    "name": "Ada Lovelace",
    "address": "24 Waterway Ave, The Woodlands, TX 77380",
    "meter": "AL-425",
    "model_number": "7043",
    "appliances": [{"id": "furnace", "btu_h": 80_000}, {"id": "range", "btu_h": 65_500}],
}


def ask(**changed: Any) -> HttpResponse:
    return post(Client(), "/api/gas-requests", {**HOME, **changed})  # type: ignore[no-any-return]


def words(**changed: Any) -> str:
    made = ask(**changed)
    assert made.status_code == 200, made.content
    return words_of(made.content)


@pytest.mark.req("FACT-01.4")
def test_the_pdf_has_the_load_the_meter_the_machine_and_the_contractor() -> None:
    made = ask()
    text = words_of(made.content)

    assert made["Content-Type"] == "application/pdf"
    assert made["Cache-Control"] == "private, no-store"
    assert "standby-gas-request.pdf" in made["Content-Disposition"]
    for part in (
        *("Ada Lovelace", "24 Waterway Ave, The Woodlands, TX 77380", PLACE.gas_utility, "AL-425"),
        *("Furnace 80,000 80", "Range 65,500 66", "Load today 145,500 146"),
        *("Added by the generator 327,000 327", "Total with every appliance on 472,500 473"),
        *("AC-630 (about 630 CFH)", "Generac 7043", "22 kW", GAS["pressure"]),
        *("Standby Home Power LLC", "TECL 00000", "Site drawing", "the gas company decides"),
    ):
        assert part in text, part


@pytest.mark.req("FACT-01.5")
def test_the_figure_of_our_generator_is_its_makers_whatever_was_sent() -> None:
    text = words(generator_btu_h=1)

    assert "327 cubic feet per hour, 327,000 BTU per hour" in text
    assert "Benfield Electric, from Generac\u2019s sheets" in text


def test_another_generator_and_an_unknown_meter_leave_blanks_to_fill_in() -> None:
    text = words(model_number=None, generator_btu_h=290_000, meter=None)

    assert "290,000 BTU per hour" in text
    assert "Generac" not in text


def test_a_load_beyond_the_usual_meters_is_called_that() -> None:
    assert "more than common residential meters" in words(
        appliances=[{"id": "pool", "btu_h": 800_000}]
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"address": "two\nlines"},
        {"meter": "AL-9000"},
        {"model_number": "0000"},
        {"appliances": [{"id": "sauna", "btu_h": 1}]},
    ],
)
def test_what_the_gas_check_does_not_offer_is_refused(changed: dict[str, Any]) -> None:
    assert ask(**changed).status_code == 422


def test_a_name_in_markup_is_a_name() -> None:
    assert '#read("/etc/passwd")' in words(name='#read("/etc/passwd")')


def test_nothing_is_stored_but_the_count_of_requests() -> None:
    with CaptureQueriesContext(connection) as queries:
        ask()

    changes = {each["sql"].split()[2] for each in queries if "INSERT" in each["sql"]}
    assert changes == {RateLimitBucket._meta.db_table}
    assert not any(each["sql"].startswith("UPDATE") for each in queries)


def test_one_visitor_gets_twenty_an_hour() -> None:
    in_one_window()

    assert [ask().status_code for _ in range(21)] == [200] * 20 + [429]
