"""A chain shows what was changed, taken out or put between; acts read as sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standby.audit.rules import BEGINNING, describe_audit_event, hash_row, hash_text

ROWS = st.lists(st.dictionaries(st.text(), st.text() | st.integers() | st.none()), min_size=1)


def heads(rows: list[dict[str, object]]) -> list[str]:
    found = [BEGINNING]
    for row in rows:
        found.append(hash_row(row, after=found[-1]))
    return found[1:]


@given(ROWS, st.data())
def test_a_changed_row_changes_every_seal_from_there_on(
    rows: list[dict[str, object]], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(rows) - 1))
    forged = [row | {"forged": True} if n == at else row for n, row in enumerate(rows)]

    before, after = heads(rows), heads(forged)

    assert before[:at] == after[:at]
    assert not set(before[at:]) & set(after[at:])


def test_the_order_in_which_a_row_names_its_values_does_not_matter() -> None:
    assert hash_row({"a": 1, "b": "é"}, after="x") == hash_row({"b": "é", "a": 1}, after="x")


def test_words_are_sealed_by_their_salt_and_no_words_by_nothing() -> None:
    assert hash_text("", salt="") == ""
    assert hash_text("call Ada", salt="1") != hash_text("call Ada", salt="2")


@pytest.mark.parametrize(
    ("actor", "action", "status", "sentence"),
    [
        ("staff jo", "get_staff_order", 200, "jo looked at an order."),
        ("staff jo", "request_refund", 403, "jo asked for a refund, and was refused (403)."),
        ("staff jo", "paint_a_wall", None, "jo called “paint a wall”."),
        ("nobody", "sign_in_failed", None, "Somebody unknown tried to sign in and failed."),
        ("operator", "role_given", None, "The operator gave a role."),
        ("clock", "trail_verified", None, "The system proved the trail."),
    ],
)
def test_an_act_is_a_sentence(actor: str, action: str, status: int | None, sentence: str) -> None:
    assert describe_audit_event(actor=actor, action=action, status=status) == sentence
