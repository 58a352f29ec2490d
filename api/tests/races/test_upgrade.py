"""The release before and this one serve together on one database while visitors come (RUN-08.2)."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from buyers import NEVER as BOOKED_NEVER
from buyers import Buyer, lost_of, open_days, with_crews
from ops.releases import last_release
from ops.served import Site, nginx
from ops.tools import ROOT
from release_hosts import ReleaseHosts
from shop import report, until
from storm import Storm, Told
from visitors import Browser, Outside, outside

pytestmark = [pytest.mark.slow, pytest.mark.nightly]
A_SECOND = 2  # visitors, each to the paid fee
SETTLES_S = 5  # before, between and after the steps
CREWS, DRAINED_WITHIN_S = 400, 180
STEP_BACK_WITHIN_S = 120  # as docs/deploying.md promises
PAGES = ("/", "/installation-wizard", "/my-booking", "/staff")
EVENTS = "SELECT COUNT(*) FROM card_events WHERE processed_at IS NULL"
NEVER = BOOKED_NEVER | {
    "days overbooked": "SELECT COUNT(*) FROM (SELECT day FROM crew_seats "
    "JOIN crew_days USING (day) WHERE afternoon_id IS NOT NULL "
    "GROUP BY day, crews HAVING COUNT(*) > crews) overbooked"
}


@dataclass
class Readers:
    """Visitors who open pages with everything that these load, until it is over."""

    site: Site
    over: threading.Event
    read: int = 0
    failed: list[str] = field(default_factory=list)

    def come(self) -> None:
        while not self.over.is_set():
            for page in PAGES:
                with Browser(self.site, Buyer("2026-01-01")) as browser:
                    self._read(browser, page)
            time.sleep(0.2)  # the pace of the load, not a wait for anything

    def _read(self, browser: Browser, page: str) -> None:
        html = browser.ask("GET", page).text
        for path in (page, *sorted(set(re.findall(r"/_astro/[\w.-]+\.(?:js|css)", html)))):
            status = browser.ask("GET", path).status_code
            self.read += 1
            if status != 200:
                self.failed.append(f"{path} of {page}: {status}")


@dataclass(frozen=True)
class Rig:
    hosts: ReleaseHosts
    outside: Outside
    site: Site
    days: list[str]

    def blow_while(self, action: Callable[[], None]) -> tuple[Told, Readers]:
        """Visitors come at a steady rate until the act is over."""
        day = self.days.pop(0)
        with_crews(self.hosts, [day], CREWS)
        over = threading.Event()
        storm, readers = Storm(self.site, self.outside.cards, [day]), Readers(self.site, over)
        given = {"per_second": A_SECOND, "over": over}
        crowd = (
            threading.Thread(target=storm.blow, kwargs=given),
            threading.Thread(target=readers.come),
        )
        for thread in crowd:
            thread.start()
        try:
            action()
        finally:
            over.set()
            for thread in crowd:
                thread.join()
        return storm.told, readers


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    before = last_release()
    with ExitStack() as opened:
        peers = opened.enter_context(outside())
        settings = peers.settings | {"STANDBY_RATE_LIMITS": "off"}
        made = ReleaseHosts(data=tmp_path / "hosts", settings=settings, before=before)
        hosts = opened.enter_context(made)
        (tmp_path / "nginx").mkdir()
        site = opened.enter_context(nginx(hosts.ports, tmp_path / "nginx"))
        yield Rig(hosts, peers, site, open_days(hosts))


@pytest.mark.req("RUN-08.2")
def test_no_request_fails_in_an_upgrade_nor_in_the_step_back(rig: Rig) -> None:
    hosts = rig.hosts
    took_s: list[float] = []

    def upgrade_and_step_back() -> None:
        for number, release in ((0, ROOT), (1, ROOT), (0, hosts.before)):
            time.sleep(SETTLES_S)
            began = time.monotonic()
            hosts.exchange_host(number, release)
            took_s.append(time.monotonic() - began)
        time.sleep(SETTLES_S)

    told, readers = rig.blow_while(upgrade_and_step_back)
    until(lambda: hosts.number(EVENTS) == 0, within_s=DRAINED_WITHIN_S)

    lost = lost_of([order for _, order in told.reserved], hosts)
    never = {name: hosts.number(asked) for name, asked in NEVER.items()}
    report(
        "K2 upgrade of two hosts, and a step back of one",
        hosts,
        f"{len(told.reserved)} reserved, {len(lost)} lost, {readers.read} files of pages; "
        f"{len(told.failed) + len(readers.failed)} failed, {told.repeated} calls repeated",
    )
    report("K4 step back of a host under load", hosts, f"{took_s[-1]:.0f} s")
    assert took_s[-1] <= STEP_BACK_WITHIN_S
    assert told.failed == []
    assert readers.failed == []
    assert lost == set()
    assert never == dict.fromkeys(NEVER, 0)
    assert len(told.paid) >= A_SECOND * SETTLES_S * 4


def test_a_column_that_goes_too_early_fails_the_release_before(rig: Rig) -> None:
    """The control: the same visitors notice what only a later release may take away."""

    def contract_too_early() -> None:
        rig.hosts.exchange_host(0, ROOT)
        rig.hosts.write("ALTER TABLE wizard_sessions RENAME COLUMN current_step TO step")

    told, _ = rig.blow_while(contract_too_early)

    report("K2 control: a column goes too early", rig.hosts, f"{len(told.failed)} visitors failed")
    assert told.failed
