"""Which pages Lighthouse measures, and what it lets pass (ops/lighthouse.py)."""

from typing import Any, Final

import pytest
from ops.lighthouse import ALWAYS, OTHERS, is_good

GOOD: Final[dict[str, Any]] = {
    "scores": {"accessibility": 1, "best-practices": 1, "seo": 1},
    "lcpMs": 2040,
    "tbtMs": 150,
    "shift": 0.02,
}
STEPS: Final = {
    *("/installation-wizard", "/generator-selection", "/installation-date"),
    *("/finalize-installation", "/confirm-appointment"),
}


@pytest.mark.parametrize(
    ("miss", "is_kept_on_a_busy_machine"),
    [({"lcpMs": 2060}, True), ({"tbtMs": 151}, True), ({"shift": 0.021}, False)],
)
def test_a_page_that_misses_a_goal_is_broken(
    miss: dict[str, float], is_kept_on_a_busy_machine: bool
) -> None:
    assert is_good(GOOD, by_time=True)
    assert not is_good(GOOD | miss, by_time=True)
    assert is_good(GOOD | miss, by_time=False) is is_kept_on_a_busy_machine


def test_each_step_is_opened_directly_and_those_with_a_form_with_a_draft_too() -> None:
    measured = {(page.path, page.visitor) for page in (*ALWAYS, *OTHERS)}

    assert {path for path, visitor in measured if visitor == "new"} >= STEPS
    assert {path for path, visitor in measured if visitor == "draft"} == {
        *("/installation-wizard", "/generator-selection", "/installation-date")
    }
