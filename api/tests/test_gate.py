"""The gate itself: it stops at the first red part, hides nothing and can be repeated."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from ops import affected, checks, mutants
from ops.checks import POSTGRESQL, SQLITE, Part, run
from ops.promises import figures_in, promises
from ops.releases import both_answered, releases
from ops.requirements import Named, named_in_python, named_in_titles, what_is_wrong
from ops.tools import API, ROOT, WEB

RED = Part("red", "python -c 'raise SystemExit(\"broken here\")'")
GREEN = Part("green", "echo fine")
LATER = Part("later", "echo never printed")


def test_a_red_part_leaves_out_what_comes_later_and_says_how_to_run_it_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TEST_SEED", "7")

    code = run(((GREEN, RED), (LATER,)))

    printed = capsys.readouterr().out
    assert code == 1
    assert 'Alone: TEST_SEED=7 make test PART="red"' in printed
    assert "broken here" in printed
    assert "left out" in printed.split("later")[1].splitlines()[0]
    assert "never printed" not in printed


def test_green_parts_all_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(((GREEN,), (GREEN,))) == 0
    assert "All passed." in capsys.readouterr().out


def test_every_night_all_is_tried_also_after_a_red_part(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(((RED,), (LATER,)), stops_at_red=False) == 1
    assert "later  passed" in " ".join(capsys.readouterr().out.split(" ")).replace("   ", "  ")


def test_what_is_skipped_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    line = "SKIPPED [2] api/tests/core/test_limits.py:230: others do not wait"
    run(((Part("units", f"echo '{line}'"),),))

    assert f"skipped in units: {line}" in capsys.readouterr().out


@pytest.mark.req("RUN-02.4")
@pytest.mark.parametrize(
    ("seed", "changed", "databases"),
    [
        ("8", "docs/glossary.md", (SQLITE,)),
        ("9", "docs/glossary.md", (POSTGRESQL,)),
        ("8", "api/standby/payments/services/ledger.py", (SQLITE, POSTGRESQL)),
        ("9", "api/standby/payments/services/ledger.py", (POSTGRESQL, SQLITE)),
    ],
)
def test_the_seed_chooses_the_database_but_seats_money_and_tables_are_tried_on_both(
    seed: str, changed: str, databases: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEST_SEED", seed)
    monkeypatch.setattr(checks, "_git", lambda *_: changed)

    names = {part.name for stage in checks.stages_in_ci() for part in stage}

    assert checks.databases() == databases
    assert {one for one in (SQLITE, POSTGRESQL) if f"races on {one}" in names} == set(databases)
    assert [name for name in sorted(names) if "fuzz" in name] == [f"fuzz on {databases[0]}"]


@pytest.mark.req("RUN-07.4")
def test_nothing_is_tried_again() -> None:
    assert "retries: 0," in (WEB / "playwright.config.ts").read_text()
    assert "retry" not in (WEB / "vitest.config.ts").read_text()
    assert "rerun" not in (API / "uv.lock").read_text()


def test_no_part_of_the_gate_has_the_name_of_another() -> None:
    names = [part.name for stage in checks.stages_in_ci() for part in stage]

    assert len(set(names)) == len(names)


@pytest.mark.req("RUN-02.4")
@pytest.mark.django_db
def test_what_asks_the_database_is_tried_on_both(request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("database")
    assert f"database and {checks.UNITS}" in checks.UNITS_ON_POSTGRESQL.command
    writes_sql = re.compile(r"select_for_update|cursor\(\)|RawSQL|\.vendor")
    modules = {
        path.relative_to(API / "standby").parts[0]
        for path in (API / "standby").glob("*/**/*.py")
        if writes_sql.search(path.read_text())
    }
    with_tests = {path.name for path in (API / "tests").iterdir()} - {"server"}
    assert modules & with_tests <= {Path(folder).name for folder in checks.WITH_SQL.split()}


@pytest.mark.req("RUN-02.4")
def test_what_asks_no_database_is_tried_once(request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("database") is None


def test_each_tag_of_a_release_is_the_commit_that_the_changelog_names() -> None:
    named = {f"v{one.version}": one.commit for one in releases()}
    listed = ["git", "for-each-ref", "--format=%(refname:short) %(*objectname)", "refs/tags/v*"]
    tags = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True).stdout

    assert "v0.1.0" in named
    assert [tag for tag in tags.splitlines() if named[tag.split()[0]] not in tag] == []


def test_every_pattern_of_mutants_names_files() -> None:
    folders = {API / "standby": mutants.PYTHON_FILES, ROOT: mutants.WEB_FILES}
    patterns = [(folder, each) for folder, listed in folders.items() for each in listed.split()]

    assert [pattern for folder, pattern in patterns if not [*folder.glob(pattern)]] == []


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


TABLES = (ROOT / "docs" / "promises.md").read_text()
PROMISED = {promise.id for promise in promises()}
# What a test prints or reports: "C8: …", f"\nB3 control: …", "L1 snapshot under load".
_TOLD = re.compile(
    r'(?:(?:print|report|race)\(\s*|name = )f?"(?:\\n)?((?:[A-M]\d+ (?:and )?)*[A-M]\d+)\b'
)


def told() -> set[str]:
    """The ids of the lines that `make faults` lists."""
    sources = [*ROOT.glob("api/tests/**/*.py"), *ROOT.glob("ops/*.py")]
    found = {ids for source in sources for ids in _TOLD.findall(source.read_text())}
    return {one for ids in found for one in re.findall(r"[A-M]\d+", ids)}


def test_every_file_that_shows_a_promise_exists() -> None:
    named = set(re.findall(r"`((?:api|web|ops)/[^`]+)`", TABLES))

    assert named
    assert [name for name in sorted(named) if not (ROOT / name).is_file()] == []


def test_every_promise_that_a_test_tells_of_is_in_the_tables() -> None:
    assert {"A3", "B3", "E9", "F8", "L1"} <= told()
    assert told() - PROMISED == set()


def test_every_promise_stands_once_and_names_where_it_is_shown() -> None:
    assert [promise.id for promise in promises() if not promise.shown_in] == []
    assert len(promises()) == len(PROMISED)


def test_the_table_has_what_tests_tell_and_nothing_that_pytest_does() -> None:
    printed = """.A5: 328 events in any order, 0 contradictions
B3 control: 24 of 24 lost
12 appointments moved from two tabs   PostgreSQL  {'409 day_full': 20, '200': 4}
C10: 16 ask for 3 uses of a coupon    PostgreSQL  {'409 coupon_used_up': 65, '201': 15}
12.34s call     tests/attacks/test_guesses.py
INFO    werkzeug: 127.0.0.1 - - "GET /hosts HTTP/1.1" 200 -
....                                                                     [100%]
"""

    found = figures_in(printed)

    assert [(one.name, one.figure) for one in found] == [
        ("A5", "328 events in any order, 0 contradictions"),
        ("B3 control", "24 of 24 lost"),
        ("12 appointments moved from two tabs", "{'409 day_full': 20, '200': 4}"),
        ("C10: 16 ask for 3 uses of a coupon", "{'409 coupon_used_up': 65, '201': 15}"),
    ]


def test_each_promise_is_read_with_its_files_and_its_control() -> None:
    assert set(re.findall(r"^\| ([A-M]\d+) \|", TABLES, re.M)) == PROMISED
    [first] = [promise for promise in promises() if promise.id == "A1"]
    assert first.shown_in == (
        "api/tests/races/test_at_once.py",
        "api/tests/races/test_half_days_at_once.py",
    )
    assert first.control == "A2"


def test_walks_on_two_releases_fail_where_one_alone_answered(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def told(hosts: str, statuses: str) -> str:
        return json.dumps({"hosts": hosts, "host_statuses": statuses}) + "\n"

    from_cache, now, before = told("", ""), told("h:1", "200"), told("h:2", "304")
    one_is_down = told("h:2, h:1", "502, 200")

    assert both_answered([from_cache + now + before, before + now + now])
    assert "K2 calls answered by each release: 1 and 2" in capsys.readouterr().out
    assert not both_answered([now + before, from_cache + now + one_is_down])
    assert not both_answered([])


@pytest.mark.req("RUN-09.2")
@pytest.mark.parametrize(
    ("changed", "ran", "left_out"),
    [
        (("api/standby/core/money.py",), {"units": "--testmon-forceselect"}, {"web: units"}),
        (("market/houston/packages.json",), {"units": "--testmon-noselect"}, set()),
        (("web/src/lib/money.ts",), {"web: units": "related --run"}, {"units"}),
        (("web/src/messages/en.json",), {"web: units": "vitest run"}, {"units"}),
        (("web/src/pages/faq.astro",), {"web: types of pages": "astro check"}, {"units"}),
        (("docs/glossary.md",), {"house": "test_house"}, {"units", "web: units"}),
        ((), {"house": "test_house", "web: types": "--incremental"}, {"units", "web: units"}),
    ],
)
def test_a_check_runs_what_the_changes_can_have_broken(
    changed: tuple[str, ...], ran: dict[str, str], left_out: set[str]
) -> None:
    stages = checks.stages_of_check(affected.of_files(changed))
    commands = {part.name: part.command for stage in stages for part in stage}

    assert all(words in commands[name] for name, words in ran.items())
    assert not left_out & commands.keys()


def test_a_check_without_one_before_it_runs_everything() -> None:
    stages = checks.stages_of_check(affected.Changes(None, None))

    names = {part.name for stage in stages for part in stage}
    assert names == {part.name for stage in checks.COVERED for part in stage} | {"house"}


def test_files_that_are_not_committed_are_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(affected, "ROOT", tmp_path)
    monkeypatch.setattr(affected, "PASSED", tmp_path / ".git" / "checked")
    me = ["-c", "user.name=Pat", "-c", "user.email=pat@site.test"]
    for command in (["init", "--quiet"], [*me, "commit", "--quiet", "--allow-empty", "-m", "one"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    assert affected.changes() == affected.Changes(None, None)
    affected.remember(affected.working_tree())
    assert affected.changes() == affected.Changes((), ())

    (tmp_path / "api").mkdir()
    (tmp_path / "api" / "new.py").touch()

    assert affected.changes() == affected.Changes(("api/new.py",), ())
