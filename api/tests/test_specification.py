"""docs/specification.md says what the list, the tests and the list of differences say."""

import pytest
from ops.requirements import listed, shown_by
from ops.specification import (
    BETTER,
    DOCUMENT,
    HOLDS,
    NOT_YET,
    ON_PURPOSE,
    differences,
    verdicts,
    written,
)


@pytest.mark.req("DOC-01.1")
def test_the_document_has_each_requirement_with_its_check_and_verdict() -> None:
    page = DOCUMENT.read_text()

    assert page == written(), "run `make requirements`"
    for row in listed():
        assert f"| {row['id']} |" in page


@pytest.mark.req("DOC-01.2")
def test_each_deliberate_difference_stands_there_with_its_reason() -> None:
    page, known = DOCUMENT.read_text(), {row["id"] for row in listed()}

    for one in differences():
        assert one.verdict in (BETTER, ON_PURPOSE, NOT_YET)
        assert set(one.ids) <= known
        assert len(one.reason) > 20
        assert one.reason in page
        assert one.what in page


def test_what_no_test_shows_is_not_said_to_hold() -> None:
    rows = [{"id": "NAV-01.1", "when": "now"}, {"id": "NAV-02", "when": "later"}]

    assert verdicts(rows, {})["NAV-01.1"][0] == NOT_YET
    assert verdicts(rows, {"NAV-01.1": ["test_a.py"]})["NAV-01.1"] == (HOLDS, "")
    assert verdicts(rows, {"NAV-02": ["test_a.py"]})["NAV-02"][0] == NOT_YET


def test_a_test_counts_for_the_sentence_that_it_names() -> None:
    shown, errors = shown_by(known={row["id"] for row in listed()})

    assert errors == []
    assert "api/tests/test_specification.py" in shown["DOC-01.1"]
