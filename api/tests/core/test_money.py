"""Whole dollars that sum (TRUTH-04)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standby.core.money import in_whole_dollars, shares_of

CENTS = st.integers(min_value=-(10**12), max_value=10**12)


@pytest.mark.parametrize(
    ("parts_cents", "shown"),
    [
        ([3_173_69, 6_347_39, 3_173_69], (3_174_00, 6_347_00, 3_173_00)),
        ([1_872_50, 3_745_00, 1_872_50], (1_873_00, 3_745_00, 1_872_00)),
        ([4_990_00, 6_979_00, 150_00, 575_77], (4_990_00, 6_979_00, 150_00, 575_00)),
        ([4_990_00, -500_50], (4_990_00, -501_00)),
        ([], ()),
    ],
)
def test_whole_dollars_of_parts(parts_cents: list[int], shown: tuple[int, ...]) -> None:
    assert in_whole_dollars(parts_cents) == shown


@pytest.mark.req("TRUTH-04.1")
@given(parts_cents=st.lists(CENTS, max_size=12))
def test_whole_dollars_sum_to_the_cut_total_and_none_is_a_dollar_off(
    parts_cents: list[int],
) -> None:
    shown = in_whole_dollars(parts_cents)

    assert sum(shown) == sum(parts_cents) // 100 * 100
    for cents, shown_cents in zip(parts_cents, shown, strict=True):
        assert shown_cents % 100 == 0
        assert abs(shown_cents - cents) < 100
        assert cents % 100 or shown_cents == cents  # whole dollars stay


@given(total_cents=st.integers(min_value=0, max_value=10**12), first=st.integers(0, 100))
def test_shares_in_whole_dollars_sum_to_the_total_in_whole_dollars(
    total_cents: int, first: int
) -> None:
    shares = shares_of(total_cents, percents={"acceptance": first, "completion": 100 - first})

    assert sum(in_whole_dollars([cents for *_, cents in shares])) == total_cents // 100 * 100
