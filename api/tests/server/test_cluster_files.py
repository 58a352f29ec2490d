"""The files of deploy/cluster, filled in for machines of their own (docs/scaling.md)."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from environment_helpers import environment_of
from ops.cluster import HOSTS, NODES, files, write_files_of_machines
from test_environment import PRODUCTION

ADDRESSES = {machine: f"10.0.0.{last}" for last, machine in enumerate((*NODES, *HOSTS), start=11)}


@pytest.fixture
def filled_in(tmp_path: Path) -> Path:
    write_files_of_machines(tmp_path, ADDRESSES, "10.0.0.0/24")
    return tmp_path


def test_each_file_is_whole_and_names_no_other_machine(filled_in: Path) -> None:
    texts = {file: file.read_text() for file in filled_in.rglob("*/*")}

    unfilled = {file.name: re.findall(r"\$\{[A-Z_0-9]+\}", text) for file, text in texts.items()}
    named = {found for text in texts.values() for found in re.findall(r"\d+(?:\.\d+){3}", text)}

    assert [name for name, found in unfilled.items() if found] == []
    assert named == {*ADDRESSES.values(), "10.0.0.0"}
    assert {file.stat().st_mode & 0o077 for file in texts} == {0}


def test_a_web_host_is_told_no_password(filled_in: Path) -> None:
    of_a_host = {file.name for file in (filled_in / "host1").iterdir()}
    nodes_file = (filled_in / "node1" / "patroni.yml").read_text()
    [password] = set(re.findall(r"username: postgres, password: (\w+)", nodes_file))

    assert of_a_host == {"haproxy.cfg", "start", "standby-database@.service"}
    assert password not in "".join(file.read_text() for file in (filled_in / "host1").iterdir())


def test_all_nodes_are_told_the_same_passwords_also_the_next_time(filled_in: Path) -> None:
    before = (filled_in / "node1" / "userlist.txt").read_text()

    settings = write_files_of_machines(filled_in, ADDRESSES, "10.0.0.0/24")

    told = {(filled_in / node / "userlist.txt").read_text() for node in NODES}
    [password] = set(re.findall(r'" "(\w+)"', before))
    assert told == {before}
    assert f":{password}@10.0.0.14:5000,10.0.0.15:5000/standby" in settings
    assert settings.endswith("DATABASE_POOLER=on\nSTANDBY_PRIVATE_HOSTS=10.0.0.14,10.0.0.15")


def test_production_starts_with_the_settings_that_a_web_host_is_told(
    filled_in: Path, tmp_path: Path
) -> None:
    printed = write_files_of_machines(filled_in, ADDRESSES, "10.0.0.0/24")
    told = dict(line.split("=", 1) for line in printed.splitlines())

    found = environment_of(PRODUCTION | told | {"STANDBY_DATA": str(tmp_path)})

    assert found.database_pooler
    assert found.private_hosts == ("10.0.0.14", "10.0.0.15")


def test_a_machine_without_an_address_is_named_with_an_example() -> None:
    with pytest.raises(SystemExit, match=r"node1=10\.0\.0\.11 .* host2=10\.0\.0\.22"):
        files("network=10.0.0.0/24", "node1=10.0.0.1")


@pytest.mark.parametrize("file", ["start", "restore-to", "disk-guard", "create-database"])
def test_each_script_can_be_read_by_the_shell(filled_in: Path, file: str) -> None:
    checked = subprocess.run(["sh", "-n", filled_in / "node1" / file], check=False)

    assert checked.returncode == 0


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="this machine has no systemd")
def test_systemd_takes_the_units_of_the_nodes(filled_in: Path) -> None:
    root = filled_in / "root"
    places = root / "etc" / "systemd" / "system"
    places.mkdir(parents=True)
    (root / "bin").mkdir()
    shutil.copy("/bin/true", root / "bin" / "sh")
    for unit in (filled_in / "node1").glob("standby-*"):
        shutil.copy(unit, places)
    for target in ("sysinit", "basic", "shutdown", "network-online", "multi-user", "timers"):
        (places / f"{target}.target").write_text("[Unit]\nDefaultDependencies=no\n")

    verified = subprocess.run(
        [
            *("systemd-analyze", "verify", "--man=no", f"--root={root}"),
            *("standby-database@etcd.service", "standby-full-copy.timer"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )

    ours = [line for line in verified.stderr.splitlines() if "standby" in line]
    assert ours == [], verified.stderr
