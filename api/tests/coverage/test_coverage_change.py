"""What a list of ZIP codes would change, said before it does."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standby.coverage.rules.coverage_change import ZipListDiff, ZipRecord, diff_zip_list
from standby.coverage.rules.zip_list import read_zip_list

HOUSTON = ZipRecord(
    zip_code="77002",
    city="Houston",
    state="TX",
    county="Harris",
    region="Central Houston",
    middle=(29.75, -95.36),
    is_served=True,
)
SPRING = replace(HOUSTON, zip_code="77380", city="Spring", region="North", middle=(30.1, -95.4))
LISTED = {one.zip_code: one for one in (HOUSTON, SPRING)}
HEAD = "zip_code,city,state,county,region,lat,lon,status\n"


def compared(
    lines: str, *, zips: Mapping[str, ZipRecord] = LISTED, is_whole_list: bool = False
) -> ZipListDiff:
    return diff_zip_list(zips, read_zip_list((HEAD + lines).encode()), is_whole_list=is_whole_list)


@pytest.mark.parametrize(("state", "status"), [("TX", ""), ("", "inactive")])
def test_a_new_zip_opens_where_it_is_served(state: str, status: str) -> None:
    line = f"77833,Brenham,{state},Washington,Northwest,30.17,-96.40,{status}\n"

    [change] = compared(line).changes

    assert change.before is None
    assert (change.opens, change.closes, change.fields) == (status == "", False, {})
    assert (change.after.city, change.after.state) == ("Brenham", "TX")
    assert change.after.is_served == change.opens


def test_a_new_zip_without_a_middle_stands_in_that_of_its_region() -> None:
    [_, change] = compared("77381,Spring,,,North,30.3,-95.6\n77382,Spring,,,North\n").changes

    assert change.after.middle == pytest.approx((30.2, -95.5))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("77833,,,,,30.17,-96.40", "It is new to the list: it needs its city."),
        (
            "77833,Brenham,,,Nowhere",
            "It is new to the list: it needs its latitude and longitude, or a region that has "
            "others.",
        ),
    ],
)
def test_a_new_zip_of_which_too_little_is_told_is_a_bad_line(line: str, reason: str) -> None:
    found = compared(f"x,Houston\n{line}\n")

    assert found.changes == ()
    assert [(bad.line, bad.reason) for bad in found.bad][1] == (3, reason)


def test_what_is_empty_stays_and_what_differs_is_told() -> None:
    [change] = compared("77002,Houston,,,Downtown,29.76,-95.37\n").changes

    assert change.fields == {
        "region": ("Central Houston", "Downtown"),
        "middle": ((29.75, -95.36), (29.76, -95.37)),
    }
    assert change.after.county == "Harris"
    assert not change.opens


def test_the_same_again_changes_nothing() -> None:
    found = compared("77002,Houston\n77380\n")

    assert (found.changes, found.unchanged) == ((), 2)


def test_a_line_may_close_and_open_again() -> None:
    closed = {"77002": replace(HOUSTON, is_served=False)}

    [closing] = compared("77002,,,,,,,inactive\n").changes
    [opening] = compared("77002\n", zips=closed).changes

    assert (closing.closes, closing.opens) == (True, False)
    assert (opening.closes, opening.opens) == (False, True)


def test_a_whole_list_closes_what_it_does_not_name_once_and_nothing_while_a_line_is_bad() -> None:
    closed = {**LISTED, "77380": replace(SPRING, is_served=False)}

    found = compared("77002\n", is_whole_list=True)
    bad = compared("77002\n7738O,Spring\n", is_whole_list=True)

    assert [change.after.zip_code for change in found.changes if change.closes] == ["77380"]
    assert compared("77002\n").changes == ()
    assert compared("77002\n", zips=closed, is_whole_list=True).changes == ()
    assert (bad.changes, bad.left_open) == ((), ("77380",))


@given(
    st.lists(st.integers(77001, 77020), unique=True),
    st.lists(st.integers(77001, 77020), unique=True),
    st.booleans(),
)
def test_afterwards_the_list_is_what_was_named_and_doing_it_twice_changes_nothing(
    before: list[int], named: list[int], is_whole_list: bool
) -> None:
    listed = {str(code): replace(HOUSTON, zip_code=str(code)) for code in before}
    lines = "".join(f"{code},Houston,,,,29.75,-95.36\n" for code in named)

    found = compared(lines, zips=listed, is_whole_list=is_whole_list)
    after = {**listed, **{change.after.zip_code: change.after for change in found.changes}}

    served = {int(code) for code, one in after.items() if one.is_served}
    assert served == (set(named) if is_whole_list else set(before) | set(named))
    assert compared(lines, zips=after, is_whole_list=is_whole_list).changes == ()
