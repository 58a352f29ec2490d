"""Phone numbers and email addresses, as the web's `lib/` reads them too."""

import json
from pathlib import Path
from typing import Any

import pytest

from standby.core.contacts import (
    format_phone,
    has_web_address,
    is_callable_phone,
    is_plausible_email,
    phone_key,
    takes_texts,
)
from standby.messaging.providers.texts import TextRefused, in_e164


def cases_of(name: str) -> list[dict[str, Any]]:
    file = Path(__file__).parents[3] / "contract" / f"{name}-cases.json"
    cases: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["cases"]
    return cases


CASES = cases_of("phone")
EMAILS = cases_of("email")
WEB_ADDRESSES = cases_of("web-address")


@pytest.mark.req("A11Y-01.2")
@pytest.mark.parametrize("case", CASES, ids=[case["typed"] for case in CASES])
def test_a_phone_number_is_read_as_in_the_browser(case: dict[str, Any]) -> None:
    assert format_phone(case["typed"]).strip() == case["shown"]
    assert is_callable_phone(case["typed"]) is case["callable"]
    assert takes_texts(case["typed"]) is case["texts"]
    assert phone_key(case["typed"]) == case["key"]


@pytest.mark.req("CONTACT-01.1")
@pytest.mark.parametrize("case", CASES, ids=[case["typed"] for case in CASES])
def test_texts_go_to_the_ten_digits_where_there_are_such(case: dict[str, Any]) -> None:
    if case["texts"]:
        assert in_e164(case["typed"]) == f"+1{case['key']}"
        return
    with pytest.raises(TextRefused):
        in_e164(case["typed"])


@pytest.mark.parametrize(
    "typed", ["+99 1234 5678", "+999 123 456 789", "+44 1", "011 44 20", "+44 00 0000 0000"]
)
def test_a_number_that_no_country_has_is_none(typed: str) -> None:
    assert not is_callable_phone(typed)


def test_area_codes_without_texts_are_those_of_the_numbering_plan() -> None:
    file = Path(__file__).parents[3] / "contract" / "phone-cases.json"
    listed = json.loads(file.read_text(encoding="utf-8"))["area_codes_without_texts"]

    assert listed == [
        str(code)
        for code in range(200, 1000)
        if is_callable_phone(f"{code}3451234") and not takes_texts(f"{code}3451234")
    ]


@pytest.mark.parametrize("case", EMAILS, ids=[case["typed"] for case in EMAILS])
def test_an_email_address_is_read_as_in_the_browser(case: dict[str, Any]) -> None:
    assert is_plausible_email(case["typed"]) is case["whole"]


@pytest.mark.parametrize("case", WEB_ADDRESSES, ids=[case["typed"] for case in WEB_ADDRESSES])
def test_a_web_address_is_found_as_in_the_browser(case: dict[str, Any]) -> None:
    assert has_web_address(case["typed"]) is case["linked"]


def test_a_foreign_number_of_ten_digits_is_not_texted_as_one_of_ours() -> None:
    assert in_e164("1 (713) 555-0123") == "+17135550123"
    with pytest.raises(TextRefused):
        in_e164("+47 22 12 34 56")
