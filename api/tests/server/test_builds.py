"""Builds beside each other: which one a link leads to, and how long one stays."""

import os
import time
from pathlib import Path

import pytest
from ops import build
from ops.build import remove_old_builds, switch_link


def make_builds(folder: Path, count: int) -> list[Path]:
    """The oldest first."""
    builds = [folder / f"build-{number}" for number in range(count)]
    for number, each in enumerate(builds):
        each.mkdir()
        os.utime(each, (number, number))
    return builds


@pytest.mark.req("RUN-06.1")
def test_a_link_is_switched_from_one_build_to_the_next(tmp_path: Path) -> None:
    first, second = make_builds(tmp_path, 2)
    link = tmp_path / "dist"

    switch_link(link, to=first)
    switch_link(link, to=second)

    assert link.resolve() == second
    assert sorted(path.name for path in tmp_path.iterdir()) == ["build-0", "build-1", "dist"]


def test_a_folder_that_was_built_in_place_becomes_a_link(tmp_path: Path) -> None:
    (pages,) = make_builds(tmp_path, 1)
    link = tmp_path / "dist"
    link.mkdir()
    (link / "index.html").write_text("built in place")

    switch_link(link, to=pages)

    assert link.is_symlink()
    assert link.resolve() == pages


def test_pages_that_the_settings_name_are_a_link_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two markets that are served from one checkout have one each."""
    (pages,) = make_builds(tmp_path, 1)
    monkeypatch.setattr(build, "build_for_these_settings", lambda: pages)
    monkeypatch.setattr(build, "DIST", tmp_path / "dist")
    monkeypatch.setenv("STANDBY_PAGES", str(tmp_path / "dallas"))

    build.build()

    assert (tmp_path / "dallas").resolve() == pages
    assert not (tmp_path / "dist").exists()

    monkeypatch.setenv("STANDBY_PAGES", str(pages))
    with pytest.raises(SystemExit, match="is a folder"):
        build.build()


def test_old_builds_go_but_for_those_that_a_link_leads_to(tmp_path: Path) -> None:
    builds = make_builds(tmp_path, 5)
    switch_link(tmp_path / "for-settings", to=builds[0])

    remove_old_builds(tmp_path, kept=2)

    assert [each.exists() for each in builds] == [True, False, False, True, True]


@pytest.mark.req("RUN-06.2")
def test_a_build_that_may_be_served_stays(tmp_path: Path) -> None:
    """For a week after it was last chosen: a server may still go on with it."""
    week_ago = time.time() - build.KEPT_FOR_S
    builds = make_builds(tmp_path, 4)
    for each, age_s in zip(builds, (60, -60, -120, -180), strict=True):
        os.utime(each, (week_ago - age_s, week_ago - age_s))

    remove_old_builds(tmp_path, kept=1)

    assert [each.exists() for each in builds] == [False, True, True, True]
