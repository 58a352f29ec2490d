"""Which sentences of the requirements tests name, and what is no such name."""

import pytest
from ops.requirements import Named, named_in_python, named_in_titles, what_is_wrong

PYTHON = """
import pytest

pytestmark = [pytest.mark.req("RUN-01.2"), pytest.mark.slow]

@pytest.mark.slow
@pytest.mark.req("NAV-01.3", "WIZ-07")
def test_one() -> None: ...

@pytest.mark.parametrize("word", ["NAV-02.1"])
async def test_another(word: str) -> None: ...

many = pytest.mark.req("API-01.1")
"""
TITLES = """
describe("PAY-04.2 refunds", () => {
  test("NAV-01.10 API-02 an unknown path", () => {});
  test.each([["a", 1], ["b", 2]])(
    `WIZ-07 %s is taken`, () => {});
  test("what NAV-03 says in its middle", () => expect(tag("AW-10")).toBe("UTF-8 text"));
});
describe.each(["x"])("OPS-12 lists", () => {});
"""


def test_a_mark_of_python_counts_on_a_test_alone() -> None:
    assert sorted(named_in_python(PYTHON)) == [
        Named("API-01.1", 13, by_one_test=False),
        Named("NAV-01.3", 7),
        Named("RUN-01.2", 4, by_one_test=False),
        Named("WIZ-07", 7),
    ]


def test_a_title_counts_by_what_it_begins_with() -> None:
    assert sorted(named_in_titles(TITLES)) == [
        Named("API-02", 3),
        Named("NAV-01.10", 3),
        Named("OPS-12", 8, by_one_test=False),
        Named("PAY-04.2", 2, by_one_test=False),
        Named("WIZ-07", 5),
    ]


@pytest.mark.parametrize(
    ("one", "error"),
    [
        (Named("NAV-01.1", 1), None),
        (Named("NAV-02", 1), None),
        (Named("NAV-01", 1), "NAV-01 has several sentences; name the one that is shown"),
        (Named("NAV-01.2", 1), "NAV-01.2 is not in docs/requirements.csv"),
        (Named("NAV-02", 1, by_one_test=False), "NAV-02 belongs on the one test that shows it"),
    ],
)
def test_what_names_no_sentence_is_an_error(one: Named, error: str | None) -> None:
    assert what_is_wrong(one, {"NAV-01.1", "NAV-02"}) == error
