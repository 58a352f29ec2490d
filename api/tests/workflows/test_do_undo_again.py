"""What is done, undone and done again is done as it was the first time (UNDO-01)."""

from collections import Counter
from typing import get_args

import pytest
from access_helpers import operations
from console_undos import ONE_WAY, PAIRS
from table_rows import Change, Rows, as_answered, as_multiset, changes, rows
from undo_scenarios import TAKEN_BACK, UNDONE, Scenario

from standby.orders.models import UndoableAction
from standby.workflows import undo_action
from standby.workflows.undo_action import Returnable

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
OF_ORDERS = {
    **{f"undo {action}": story for action, story in UNDONE.items()},
    **{f"take back {what}": story for what, story in TAKEN_BACK.items()},
}


def test_each_act_has_its_story() -> None:
    assert set(UNDONE) == set(UndoableAction.Action) == set(undo_action._REVERSALS)
    assert set(TAKEN_BACK) == set(get_args(Returnable))


def test_each_call_of_staff_has_a_story_or_a_reason_why_nothing_takes_it_back() -> None:
    calls = {call for call, _ in operations() if " /api/staff/" in call and call[:4] != "GET "}

    assert calls - PAIRS.keys() - ONE_WAY.keys() == set()
    assert {call for call in PAIRS.keys() | ONE_WAY if " /api/staff/" in call} == calls
    assert PAIRS.keys() & ONE_WAY.keys() == set()


def left_by(story: Scenario, before: Rows, after: Rows) -> list[Change]:
    """What is not as it was, without what the story says is kept."""
    return [
        change
        for change in changes(before, after)
        if not (change.kind == "new" and change.table in story.grows)
        and not (
            change.kind == "changed"
            and set(change.columns) <= story.differs.get(change.table, frozenset())
        )
    ]


def ensure_done_again_is_done(story: Scenario) -> None:
    world = story.begin()
    before = rows()
    first = story.do(world)
    assert first.status_code < 300, first.content
    done = rows()
    undone = story.undo(world, first)
    assert undone.status_code < 300, undone.content
    after = rows()
    again = story.do(world)
    assert again.status_code == first.status_code, again.content
    done_again = rows()

    left = left_by(story, before, after)
    assert left == []
    assert as_answered(again.json()) == as_answered(first.json())
    once = as_multiset(changes(before, done), differs=story.differs)
    twice = as_multiset(changes(after, done_again), differs=story.differs)
    assert (once - twice, twice - once) == (Counter(), Counter())
    assert once


@pytest.mark.req("UNDO-01.2")
@pytest.mark.parametrize("story", OF_ORDERS.values(), ids=OF_ORDERS.keys())
def test_an_act_is_done_undone_and_done_again(story: Scenario) -> None:
    ensure_done_again_is_done(story)


@pytest.mark.parametrize("story", PAIRS.values(), ids=PAIRS.keys())
def test_a_call_that_another_takes_back_is_made_again(story: Scenario) -> None:
    ensure_done_again_is_done(story)
