"""`./standby`: one command line that has the settings of the service, whoever calls it (RUN-05)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SHOWN = ("STANDBY_ENV", "STANDBY_DATA", "MAIL_FROM", "SMTP_PASSWORD")
SETTINGS = """\
# a comment
STANDBY_ENV=production
STANDBY_DATA={data}

MAIL_FROM=Standby <hello@example.com>
SMTP_PASSWORD="a=b $c # d"
"""


def standby(*words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [ROOT / "standby", *words],
        env={"PATH": f"{Path(sys.executable).parent}:{os.defpath}", **environment},
        capture_output=True,
        text=True,
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    place = tmp_path / "standby.env"
    place.write_text(SETTINGS.format(data=tmp_path / "data"))
    return place


def shown(**environment: str) -> dict[str, str]:
    """The settings that a program sees when ./standby starts it."""
    ran = standby("exec", "env", **environment)
    assert ran.returncode == 0, ran.stderr
    every = dict(line.split("=", 1) for line in ran.stdout.splitlines() if "=" in line)
    return {name: every[name] for name in SHOWN if name in every}


def test_every_program_has_the_settings_of_the_file_as_systemd_and_docker_read_them(
    file: Path, tmp_path: Path
) -> None:
    assert shown(STANDBY_ENV_FILE=str(file)) == {
        "STANDBY_ENV": "production",
        "STANDBY_DATA": str(tmp_path / "data"),
        "MAIL_FROM": "Standby <hello@example.com>",
        "SMTP_PASSWORD": "a=b $c # d",
    }


def test_what_the_caller_sets_wins(file: Path) -> None:
    found = shown(STANDBY_ENV_FILE=str(file), STANDBY_DATA="/elsewhere")

    assert (found["STANDBY_DATA"], found["STANDBY_ENV"]) == ("/elsewhere", "production")


@pytest.mark.parametrize("name", ["STANDBY_ENV", "STANDBY_DATA"])
def test_a_file_that_does_not_say_which_database_it_is_about_is_refused(
    file: Path, name: str
) -> None:
    """Else a command would work on another database than the service."""
    file.write_text(file.read_text().replace(f"{name}=", "OTHER="))

    ran = standby("exec", "env", STANDBY_ENV_FILE=str(file))

    assert ran.returncode == 1
    assert f"does not say {name}" in ran.stderr


def test_a_file_that_is_named_and_not_there_is_refused(tmp_path: Path) -> None:
    ran = standby("exec", "env", STANDBY_ENV_FILE=str(tmp_path / "none"))

    assert ran.returncode == 1
    assert "is not there" in ran.stderr


_BECOMES = """
import os, runpy, sys
script = runpy.run_path(sys.argv[1])
script["become_owner_of_data"]()
print(os.getuid(), os.getgid(), os.getgroups())
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
@pytest.mark.parametrize(("owner", "becomes"), [(65534, "65534 65534 []"), (0, "0 0")])
def test_root_becomes_the_owner_of_the_data_so_that_no_file_is_roots(
    tmp_path: Path, owner: int, becomes: str
) -> None:
    os.chown(tmp_path, owner, owner)

    ran = subprocess.run(
        [sys.executable, "-c", _BECOMES, str(ROOT / "standby")],
        env={"STANDBY_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
    )

    assert ran.stdout.startswith(becomes), ran.stderr


def test_every_command_is_named_by_its_help() -> None:
    told = standby().stdout

    for command in ("serve", "work", "backup", "restore", "outbox", "staff_user", "prepare"):
        assert f"./standby {command}" in told
