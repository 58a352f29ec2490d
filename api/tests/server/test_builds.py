"""Each build has a folder of its own; links are switched, unused old builds go (RUN-06)."""

import fcntl
import os
from pathlib import Path

import pytest
from ops.build import remove_old_builds, switch_link


def make_builds(folder: Path, count: int) -> list[Path]:
    """The oldest first."""
    builds = [folder / f"build-{number}" for number in range(count)]
    for number, build in enumerate(builds):
        build.mkdir()
        os.utime(build, (number, number))
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
    (build,) = make_builds(tmp_path, 1)
    link = tmp_path / "dist"
    link.mkdir()
    (link / "index.html").write_text("built in place")

    switch_link(link, to=build)

    assert link.is_symlink()
    assert link.resolve() == build


def test_old_builds_go_but_for_those_that_a_link_leads_to(tmp_path: Path) -> None:
    builds = make_builds(tmp_path, 5)
    switch_link(tmp_path / "for-settings", to=builds[0])

    remove_old_builds(tmp_path, kept=2)

    assert [build.exists() for build in builds] == [True, False, False, True, True]


@pytest.mark.req("RUN-06.2")
def test_a_build_that_is_served_stays(tmp_path: Path) -> None:
    """Until its last server has stopped."""
    builds = make_builds(tmp_path, 3)
    held = os.open(builds[0], os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_SH)

    remove_old_builds(tmp_path, kept=1)
    assert [build.exists() for build in builds] == [True, False, True]

    os.close(held)
    remove_old_builds(tmp_path, kept=1)
    assert [build.exists() for build in builds] == [False, False, True]
