"""The way back by docs/operating.md alone: its commands are run as they stand there (RUN-05, L3).

The machine's folders are put in place of those that the page names. No systemd and no Docker runs
in a test: programs of their names note what they were told, and `docker compose run` runs the
command here, with the folders that compose.yaml mounts.
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pyrage
import pytest
from backup_contents import SHOWN, copy_erasure, erase, reserve_with_photo
from buyers import Buyer, open_days
from ops.tools import ROOT
from shop import Shop, report

pytestmark = [pytest.mark.slow, pytest.mark.nightly]
SECRET = "the-secret-key-of-the-lost-machine-" * 2
MACHINE = "on a machine"
CONTAINERS = "in containers"
_NOTED = """#!/bin/bash
echo "{name} $*" >> "{log}"
"""
_SYSTEMCTL = (
    _NOTED
    + """case "$1" in
  is-active) test -e "{folder}/running" ;;
  stop)
    group=$(cat "{folder}/running") && rm "{folder}/running" && kill -9 -- "-$group"
    while ps -o stat= -g "$group" | grep -qv Z; do sleep 0.05; done ;;
esac
"""
)
_DOCKER = (
    _NOTED
    + """[ "$2" = run ] || exit 0
shift 6  # compose run --rm -T --no-deps, and the name of the service
[ "$1" = tar ] && exec tar -x -C "{vault}"
cd "{root}" && exec $(echo "$*" | sed 's#/backups#{vault}#')
"""
)
_LOOK = "docker compose run --rm -T --no-deps web ./standby outbox\n"


def page_commands(way: str) -> tuple[str, str]:
    """The shell blocks below "Restore": until the outbox is looked at, and from there on."""
    page = (ROOT / "docs" / "operating.md").read_text()
    section = page.split("### Restore")[1].split("\n## ")[0]
    restore, release, in_containers = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    if way == MACHINE:
        return restore, release
    before, after = in_containers.split(_LOOK)
    return before, _LOOK + after


@dataclass
class Host:
    """A machine to come back on: its folder stands for the root folder of the page."""

    folder: Path
    shop: Shop

    @property
    def vault(self) -> Path:
        return self.folder / "vault"

    @property
    def log(self) -> Path:
        return self.folder / "log"

    def settle(self) -> None:
        """As deploying.md does: the settings in one file, and systemd or Docker."""
        settings = {
            "STANDBY_ENV": "local",
            "STANDBY_SECRET_KEY": SECRET,
            **{
                name: text
                for name, text in self.shop.environment().items()
                if name.startswith(("STANDBY_", "DATABASE_"))
            },
        }
        lines = [f"{name}={text}\n" for name, text in settings.items()]
        (self.folder / "standby.env").write_text("".join(lines))
        (self.folder / "bin").mkdir()
        for name, text in {"systemctl": _SYSTEMCTL, "docker": _DOCKER}.items():
            program = self.folder / "bin" / name
            program.write_text(
                text.format(
                    name=name, log=self.log, folder=self.folder, vault=self.vault, root=ROOT
                )
            )
            program.chmod(0o700)

    def follow(self, block: str, *, answer: str = "") -> "subprocess.CompletedProcess[str]":
        places = {
            "/var/backups/standby": self.vault,
            "/root/key.txt": self.folder / "key.txt",
            "/opt/standby": ROOT,
        }
        for named, place in places.items():
            block = block.replace(named, str(place))
        path = f"{self.folder / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}"
        return subprocess.run(
            ["bash", "-e", "-c", block],
            cwd=self.folder,
            env={"PATH": path, "STANDBY_ENV_FILE": str(self.folder / "standby.env")},
            input=answer,
            capture_output=True,
            text=True,
        )


@dataclass(frozen=True, kw_only=True)
class Lost:
    """What a crashed machine leaves: its vault, and who was erased after the last snapshot."""

    vault: Path
    identity: str
    orders: int
    erased: Buyer


def a_crash(folder: Path) -> Lost:
    """A snapshot, then an erasure that reaches the vault, then an order that is lost."""
    folder.mkdir()
    identity = pyrage.x25519.Identity.generate()
    told = {
        "STANDBY_SECRET_KEY": SECRET,
        "STANDBY_BACKUP_RECIPIENT": str(identity.to_public()),
        "STANDBY_BACKUP_SECONDS": "86400",
    }
    with Shop(data=folder, settings=told) as shop:
        reserve_with_photo(shop)
        gone = reserve_with_photo(shop)
        orders = shop.number("SELECT COUNT(*) FROM orders")
        shop.manage("backup", str(folder / "vault"))
        erase(shop, gone)
        copy_erasure(shop, folder / "vault", recipient=told["STANDBY_BACKUP_RECIPIENT"])
        assert Buyer(open_days(shop)[1]).reserve(shop).status == 201
    return Lost(vault=folder / "vault", identity=str(identity), orders=orders, erased=gone)


def what_came_back(shop: Shop, lost: Lost) -> dict[str, object]:
    emails = {email for (email,) in shop.rows("SELECT email FROM customers")}
    waiting = "SELECT COUNT(*) FROM messages WHERE status = 'queued'"
    return {
        "orders": shop.number("SELECT COUNT(*) FROM orders") - lost.orders,
        "the erased customer": [email for email in emails if email == lost.erased.email],
        "customers with a name": len(emails - {""}),
        "holds": shop.number("SELECT COUNT(*) FROM outbox_holds WHERE released_at IS NULL"),
        "waiting": shop.number(waiting),
        "photos": [path.read_bytes() for path in (shop.data / "files").rglob("*.jpg")],
    }


def carry_over(lost: Lost, host: Host, *, way: str) -> None:
    """The vault and the key, to where the page wants them."""
    (host.folder / "key.txt").write_text(lost.identity)
    if way == MACHINE:
        lost.vault.rename(host.vault)
        return
    host.vault.mkdir()
    packed = host.folder / "backups.tar"
    subprocess.run(["tar", "-c", "-C", lost.vault, "-f", packed, "."], check=True)


@pytest.mark.req("RUN-03.5", "RUN-05.4")
@pytest.mark.parametrize("way", [MACHINE, CONTAINERS])
def test_l3_by_the_page_on_an_empty_machine(tmp_path: Path, way: str) -> None:
    lost = a_crash(tmp_path / "lost")
    (tmp_path / "data").mkdir()
    with Shop(data=tmp_path / "data", is_prepared=False) as shop:
        host = Host(tmp_path, shop)
        host.settle()
        carry_over(lost, host, way=way)
        restore, release = page_commands(way)

        restored = host.follow(restore, answer="restore\n" if way == MACHINE else "")
        assert restored.returncode == 0, restored.stdout + restored.stderr
        back = what_came_back(shop, lost)
        host.follow(f"cd {ROOT} && ./standby work --once")
        worked = what_came_back(shop, lost)
        opened = host.follow(release)
        assert opened.returncode == 0, opened.stdout + opened.stderr
        report("L3 by the page, " + way, shop, f"{back}")

        waiting = back.pop("waiting")
        assert back == {
            "orders": 0,
            "the erased customer": [],
            "customers with a name": 1,
            "holds": 1,
            "photos": [SHOWN],
        }
        assert worked["waiting"] >= waiting > 0  # type: ignore[operator]
        assert what_came_back(shop, lost)["holds"] == 0
        assert "CLOSE: order" in restored.stdout
        assert "The outbox is HELD since" in opened.stdout
        last = host.log.read_text().splitlines()[-1]
        assert last.startswith(("systemctl start standby-web.socket", "docker compose up -d"))


def test_l3_on_a_machine_that_runs_already_the_services_are_stopped_and_nothing_is_lost(
    tmp_path: Path,
) -> None:
    """As whoever has just followed deploying.md: standby-web has prepared the database."""
    lost = a_crash(tmp_path / "lost")
    (tmp_path / "data").mkdir()
    with Shop(data=tmp_path / "data", settings={"STANDBY_SECRET_KEY": SECRET}, size=1) as shop:
        mine = reserve_with_photo(shop)
        host = Host(tmp_path, shop)
        host.settle()
        carry_over(lost, host, way=MACHINE)
        command, _ = page_commands(MACHINE)

        refused = host.follow(command, answer="restore\n")
        (tmp_path / "running").write_text(str(shop.servers[0].pid))
        unsure = host.follow(command, answer="no\n")
        mine_still = shop.number("SELECT COUNT(*) FROM orders")
        restored = host.follow(command, answer="restore\n")
        shop.servers[0].wait()
        shop.servers.clear()
        back = what_came_back(shop, lost)
        second = host.follow(command, answer="restore\n")

        assert "still in use" in refused.stderr
        assert "Nothing was changed" in unsure.stderr
        assert mine_still == 1
        assert restored.returncode == 0, restored.stdout + restored.stderr
        assert back["orders"] == 0
        assert second.returncode == 0, second.stdout + second.stderr
        [aside, _] = re.findall(r"Moved aside: (.*)", restored.stdout)
        assert mine_still == orders_aside(shop, aside)
        assert mine.email not in str(shop.rows("SELECT email FROM customers"))


def orders_aside(shop: Shop, place: str) -> int:
    """In the database that was moved aside, wherever it was moved to."""
    if place.startswith("schema "):
        return shop.number(f'SELECT COUNT(*) FROM "{place.removeprefix("schema ")}".orders')
    aside = Shop(data=Path(place).parent, database_url="")
    return aside.number("SELECT COUNT(*) FROM orders")
