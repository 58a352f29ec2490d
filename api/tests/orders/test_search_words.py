"""One spelling for what is kept and what is typed."""

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standby.orders.rules.search_words import ids_like, normalize, parse_search_terms, search_text

KEPT = search_text(
    name="José O'Brien-Núñez",
    email="Jose.OBrien@Example.org",
    phone="+1 (281) 555-0100",
    places=("24 Waterway Ave, Apt #3, The Woodlands, TX 77380", "The Woodlands", "77380"),
)


@pytest.mark.parametrize(
    ("typed", "is_found"),
    [
        *((name, True) for name in ("jose", "JOSÉ", "O'Brien", "O\u2019Brien", "obrien nunez")),
        *((mail, True) for mail in ("jose.obrien@example.org", "@EXAMPLE.org")),
        *((phone, True) for phone in ("281-555-0100", "(281) 555-0100", "+12815550100")),
        *((phone, True) for phone in ("281.555.0100", "5550100", "0100")),
        *((place, True) for place in ("24 waterway", "Waterway Ave.", "the woodlands", "77380")),
        ("jose 77380 waterway", True),
        *((other, False) for other in ("ada", "77381", "281-555-0199", "jose houston")),
    ],
)
def test_found_in_any_spelling(typed: str, is_found: bool) -> None:
    assert all(folded in KEPT for _, folded in parse_search_terms(typed)) is is_found


def test_an_id_is_known_by_its_beginning() -> None:
    whole = "5f0c6a52-1b7e-4f0e-9d5e-0c1a2b3c4d5e"
    assert ids_like(whole) == (UUID(whole), UUID(whole))
    assert ids_like("5F0C6A52-1b") == (
        UUID("5f0c6a52-1b00-0000-0000-000000000000"),
        UUID("5f0c6a52-1bff-ffff-ffff-ffffffffffff"),
    )


@pytest.mark.parametrize("typed", ["5f0c6a5", "waterway", "5f0c6a52-1b7e-4f0e-9d5e-0c1a2b3c4d5e00"])
def test_what_is_no_id(typed: str) -> None:
    assert ids_like(typed) is None


def test_what_is_empty_is_left_out() -> None:
    assert search_text(name="", email="a@b.co", phone="", places=("",)) == "a@b.co"
    assert parse_search_terms("  ") == []


@given(st.text(max_size=60))
def test_whatever_is_typed_folding_twice_is_folding_once(text: str) -> None:
    assert normalize(normalize(text)) == normalize(text)
