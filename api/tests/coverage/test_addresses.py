"""What an address says by itself."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standby.core.contacts import format_phone
from standby.coverage.rules.addresses import (
    LONGEST_ADDRESS,
    extract_coordinates,
    extract_zip,
    is_zip,
    phone_digits,
    street_lacks,
)


@pytest.mark.req("ADDR-04.3")
@pytest.mark.parametrize(
    ("address", "zip_code"),
    [
        *(
            (f"1234 Main St, Tomball, TX {ending}", "77375")
            for ending in ("77375", "77375-4321", "77375, USA")
        ),
        *((address, None) for address in ("12345 Main St, Tomball, TX", "12345 Main St", "")),
        *((address, "77375") for address in ("77375", " 77375-4321 ", "Tomball TX77375")),
        ("100 Main St #10001, Houston, TX 77002", "77002"),
        *(
            (f"{street}, Houston, TX", None)
            for street in (
                *("100 Main St, Suite 10001", "100 Main St # 10001", "PO Box 12345"),
                *("100 Main St No 10001", "100 Main St Bldg. 10001"),
            )
        ),
        *((f"1 Main St, Houston, TX {no_zip}", None) for no_zip in ("773755", "7737", "A77375")),
        ("\uff11 Main St, Tomball, TX \uff17\uff17\uff13\uff17\uff15", "77375"),
        ("1 Main St 77002 and then 77375", "77375"),
        ("\x00\ud800", None),
    ],
)
def test_the_last_zip_of_an_address_is_its_zip(address: str, zip_code: str | None) -> None:
    assert extract_zip(address) == zip_code


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("77375", True), ("7737", False), ("773755", False), ("7737a", False), ("٧٧٣٧٥", False)],
)
def test_a_zip_is_five_plain_digits(text: str, is_one: bool) -> None:
    assert is_zip(text) is is_one


@given(st.text())
def test_a_zip_is_always_five_digits(address: str) -> None:
    found = extract_zip(address)

    assert found is None or is_zip(found)


@given(
    number=st.integers(1, 99999),
    zip_code=st.from_regex(r"7[0-9]{4}", fullmatch=True),
    extension=st.sampled_from(["", "-0001", "-9999"]),
)
def test_a_zip_is_found_behind_any_house_number(number: int, zip_code: str, extension: str) -> None:
    assert extract_zip(f"{number} Elm Ave, Houston, TX {zip_code}{extension}") == zip_code


@pytest.mark.parametrize(
    "hostile", ["1" * 100_000, "-" * 100_000, "12345 " * 20_000, "TX" * 50_000]
)
def test_of_a_hostile_text_no_more_is_read_than_an_address_can_hold(hostile: str) -> None:
    assert extract_zip(f"77002 {hostile}, Elm 77380") == "77380"
    assert extract_zip(f"Houston, TX 77002 {'x' * LONGEST_ADDRESS}") is None
    assert extract_coordinates(f"29.76,-95.37{hostile}") is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("29.7604,-95.3698", (29.7604, -95.3698)),
        (" 29.7604, -95.3698 ", (29.7604, -95.3698)),
        ("29.7604", None),
        ("91,0", None),
        ("0,181", None),
        ("1 Main St, Houston", None),
    ],
)
def test_coordinates_are_two_numbers_on_earth(text: str, found: tuple[float, float] | None) -> None:
    assert extract_coordinates(text) == found


@pytest.mark.req("ADDR-05.3")
@pytest.mark.parametrize(
    ("typed", "digits", "shown"),
    [
        ("7135550123", "7135550123", "(713) 555-0123"),
        ("+1 713-555-0123", "7135550123", "(713) 555-0123"),
        ("555 0123", "5550123", "555 0123"),
        ("555", None, "555"),
        ("", None, ""),
        ("١٢٣٤٥٦٧", None, "١٢٣٤٥٦٧"),
    ],
)
def test_ten_digits_of_a_phone_are_formatted(typed: str, digits: str | None, shown: str) -> None:
    assert phone_digits(typed) == digits
    assert format_phone(typed) == shown


STREETS = json.loads(
    (Path(__file__).parents[3] / "contract" / "address-cases.json").read_text(encoding="utf-8")
)["cases"]


@pytest.mark.req("CONTACT-01.3")
@pytest.mark.parametrize("case", STREETS, ids=[case["typed"] for case in STREETS])
def test_a_crew_finds_a_home_or_what_it_lacks_is_known(case: dict[str, str]) -> None:
    assert street_lacks(case["typed"]) == case["lacks"]
