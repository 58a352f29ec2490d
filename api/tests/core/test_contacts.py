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
