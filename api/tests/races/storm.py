"""Visitors who come at a steady rate, whatever happens to the machines behind the site."""

import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import cycle, pairwise

from buyers import PATH, Buyer
from ops.served import Site
from stripe_peer import Peer
from visitors import Browser, look_around, pay

AT_ONCE = 8


@dataclass
class Told:
    """What visitors were told, with the moment (of the monotonic clock) at which they were."""

    reserved: list[tuple[float, str]] = field(default_factory=list)
    paid: list[str] = field(default_factory=list)
    full: int = 0
    repeated: int = 0
    failed: list[str] = field(default_factory=list)

    def longest_pause_after(self, moment: float) -> float:
        """The longest time, in seconds, in which nobody could reserve."""
        at = [moment, *sorted(each for each, _ in self.reserved if each > moment)]
        return max((later - earlier for earlier, later in pairwise(at)), default=0)


def visit(site: Site, buyer: Buyer, cards: Peer, told: Told) -> None:
    """From the address to the fee that the card provider took."""
    with Browser(site, buyer) as browser:
        try:
            _visit(browser, cards, told)
        finally:
            told.repeated += browser.repeated


def _visit(browser: Browser, cards: Peer, told: Told) -> None:
    buyer = browser.buyer
    look_around(browser, buyer)
    order = browser.ask("POST", PATH, buyer.request(), key=buyer.key)
    if order.status_code == 409 and order.json()["code"] == "day_full":
        told.full += 1
        return
    assert order.status_code == 201, order.text
    order_id = str(order.json()["orderId"])
    told.reserved.append((time.monotonic(), order_id))
    pay(browser, order_id, cards)
    told.paid.append(order_id)


@dataclass
class Storm:
    """Who comes, and to which days."""

    site: Site
    cards: Peer
    days: Sequence[str]
    told: Told = field(default_factory=Told)

    def capacity(self, *, seconds: float) -> float:
        """Visits a second when somebody comes as soon as somebody leaves."""
        before, began_at = len(self.told.paid), time.monotonic()
        over = threading.Event()

        def come(day: str) -> None:
            while not over.is_set():
                self._visit(day)

        with ThreadPoolExecutor(AT_ONCE) as crowd:
            for day, _ in zip(cycle(self.days), range(AT_ONCE), strict=False):
                crowd.submit(come, day)
            over.wait(seconds)
            came = len(self.told.paid) - before
            elapsed = time.monotonic() - began_at
            over.set()
        return came / elapsed

    def blow(self, *, per_second: float, over: threading.Event) -> None:
        """Visitors come until it is over. Return when the last one has been served."""
        days = cycle(self.days)
        with ThreadPoolExecutor(200) as crowd:
            visits, began_at = list[Future[None]](), time.monotonic()
            while not over.wait(max(0, began_at + len(visits) / per_second - time.monotonic())):
                visits.append(crowd.submit(self._visit, next(days)))
            wait(visits)

    def _visit(self, day: str) -> None:
        try:
            visit(self.site, Buyer(day), self.cards, self.told)
        except Exception as error:  # noqa: BLE001 - told, and counted by the test
            self.told.failed.append(f"{type(error).__name__}: {error}"[:500])
