"""Runs, steps and bands."""

from typing import Any

import pytest

from standby.pricing.rules.distance import (
    DistanceBand,
    RunMissing,
    RunNotQuoted,
    RunTooLong,
    band_for,
    band_for_max_distance,
    feet_from_steps,
    manual_quote_run_ft,
)


@pytest.mark.req("DIST-01.3", "DIST-01.4")
@pytest.mark.parametrize(
    ("run_ft", "band"),
    [(0, "close"), (25, "close"), (26, "medium"), (50, "medium"), (51, "far"), (150, "far")],
)
def test_an_edge_belongs_to_the_nearer_band_and_over_150_ft_none_is_sold(
    run_ft: int, band: str
) -> None:
    assert band_for(run_ft) == band
    with pytest.raises(RunTooLong) as refusal:
        band_for(run_ft + 151)
    assert refusal.value.code == "run_too_long"


@pytest.mark.parametrize(("named", "band"), [("25", "close"), (50, "medium"), ("far", "far")])
def test_a_band_is_also_named_by_its_farthest_foot(named: Any, band: str) -> None:
    assert DistanceBand(named) == band


@pytest.mark.parametrize("named", ["", "26", 0, None, True, "CLOSE "])
def test_nothing_else_names_a_band(named: Any) -> None:
    with pytest.raises(ValueError, match="is not a valid DistanceBand"):
        DistanceBand(named)


@pytest.mark.req("DIST-01.2")
@pytest.mark.parametrize(
    ("steps", "feet"), [(-1, 0), (0, 0), (1, 3), (8, 24), (80, 240), (81, 240)]
)
def test_a_step_is_3_ft_and_steps_are_clamped_to_80(steps: int, feet: int) -> None:
    assert feet_from_steps(steps) == feet


@pytest.mark.parametrize(("feet", "band"), [(25, "close"), (50, "medium"), (150, "far")])
def test_a_package_of_a_distance_serves_its_band(feet: int, band: str) -> None:
    assert band_for_max_distance(feet) == band


@pytest.mark.parametrize(
    ("run_ft", "steps", "feet"), [(151, None, 151), (2000, None, 2000), (None, 51, 153)]
)
def test_a_run_that_no_band_holds_is_told_in_feet_or_in_steps(
    run_ft: int | None, steps: int | None, feet: int
) -> None:
    assert manual_quote_run_ft(run_ft=run_ft, steps=steps) == feet


@pytest.mark.parametrize(
    ("run_ft", "steps", "field"),
    [(150, None, "run_ft"), (2001, None, "run_ft"), (-1, None, "run_ft"), (None, 50, "steps")],
)
def test_a_run_that_a_band_holds_is_not_quoted_by_hand(
    run_ft: int | None, steps: int | None, field: str
) -> None:
    with pytest.raises(RunNotQuoted) as refusal:
        manual_quote_run_ft(run_ft=run_ft, steps=steps)

    assert refusal.value.field == field


@pytest.mark.parametrize(("run_ft", "steps"), [(None, None), (200, 60)])
def test_a_run_is_told_once(run_ft: int | None, steps: int | None) -> None:
    with pytest.raises(RunMissing):
        manual_quote_run_ft(run_ft=run_ft, steps=steps)
