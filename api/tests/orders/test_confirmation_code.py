"""The short code that a customer says on the phone."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standby.orders.rules.confirmation_code import confirmation_code, order_pk_of


@given(st.integers(min_value=1, max_value=32**5 - 1))
def test_the_code_leads_back_to_its_order_and_no_other(order_pk: int) -> None:
    assert order_pk_of(confirmation_code(order_pk)) == order_pk


def test_neighbors_do_not_look_alike() -> None:
    codes = [confirmation_code(order_pk) for order_pk in range(1, 200)]
    assert len(set(codes)) == len(codes)
    assert all(a[3:5] != b[3:5] for a, b in pairwise(codes))


def test_a_code_is_understood_as_people_write_it() -> None:
    order_pk = order_pk_of("SB-01A01")
    assert order_pk is not None
    for typed in ("sb-01a01", "SB01A01", "sb-ola0i", "SB\u201301A01"):
        assert order_pk_of(typed) == order_pk, typed


@pytest.mark.parametrize("typed", ["", "SB-", "01A01", "SB-01A0", "SB-01A01X", "SB-01AU1", "Smith"])
def test_what_is_no_code(typed: str) -> None:
    assert order_pk_of(typed) is None
