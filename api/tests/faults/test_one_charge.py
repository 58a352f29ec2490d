"""Servers are killed and Stripe is ill while visitors pay: one page, one charge each (B6, C9)."""

import json
import os
import random
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from bad_line import Fault
from buyers import Buyer, deliver_event, insist, open_days
from ops.postgresql import crash, start
from outside import WEBHOOK_SECRET, Outside, in_table, reserve, working
from sampling import SEED, WHOLE
from shop import Shop, at_once, report, until

from standby.payments.providers.cards.stripe_events import sign

pytest_plugins = ("fault_fixtures",)
pytestmark = pytest.mark.slow
AT_ONCE, KILLS = (6, 3) if WHOLE else (4, 1)
PAYERS = AT_ONCE * (KILLS + 1)
ILL = (Fault.RESET, Fault.TRUNCATED, Fault.ERROR, Fault.DOWN)  # and killed while it is slow
EVENTS = 100
GIVE_UP_S = 120


@dataclass
class Crowd:
    """Who pays, a wave for each kill and one that nothing happens to."""

    waves: list[threading.Event] = field(
        default_factory=lambda: [threading.Event() for _ in range(KILLS + 1)]
    )
    paid: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def have_paid(self, count: int) -> bool:
        return len(self.paid) >= count

    def buy(self, shop: Shop, outside: Outside, day: str, number: int) -> None:
        """Reserves, asks in two tabs at once, and pays on whatever page each of them shows."""
        assert self.waves[number // AT_ONCE].wait(GIVE_UP_S)
        buyer = Buyer(day)
        order = str(insist(lambda: buyer.reserve(shop)).body["orderId"])

        def tab(_: int) -> str:
            answer = insist(
                lambda: buyer.open_checkout(shop, order),
                refused=lambda: self.refused.append(order),
            )
            return answer.page_id

        for page in set(at_once(tab, range(2))):
            outside.stripe.pay(page)
        self.paid.append(order)


def harm(shop: Shop, outside: Outside, crowd: Crowd) -> None:
    """A wave comes while Stripe is ill; the servers are killed while an answer is under way."""
    chance = random.Random(SEED)
    for kills in range(KILLS):
        refused = len(crowd.refused)
        outside.cards.suffer(chance.choice(ILL))
        crowd.waves[kills].set()
        until(lambda: len(crowd.refused) > refused)  # noqa: B023
        outside.cards.suffer(Fault.LATENCY)
        asked = outside.cards.connections
        outside.breakers_have_rested()
        until(lambda: outside.cards.connections > asked)  # noqa: B023
        shop.kill()
        if kills == 1 and "POSTGRESQL_FOLDER" in os.environ:
            crash(Path(os.environ["POSTGRESQL_FOLDER"]))
            start(Path(os.environ["POSTGRESQL_FOLDER"]))
        shop.start()
        shop.wait_until_ready()
        outside.be_well()
        until(partial(crowd.have_paid, (kills + 1) * AT_ONCE))
    crowd.waves[KILLS].set()


def event_of(page: dict[str, object], number: str) -> tuple[bytes, str]:
    event = {"id": number, "type": "checkout.session.completed", "data": {"object": page}}
    raw = json.dumps(event).encode()
    return raw, sign(raw, secret=WEBHOOK_SECRET, now=datetime.now(UTC))


def test_b6_c9_through_kills_and_illness_each_pays_once(ill_shop: Shop, outside: Outside) -> None:
    """Of every second payment no event is delivered at all: reconciliation finds it (C7)."""
    day, crowd = open_days(ill_shop)[1], Crowd()
    with ThreadPoolExecutor(AT_ONCE + 1) as hands:
        harmed = hands.submit(harm, ill_shop, outside, crowd)
        list(hands.map(lambda number: crowd.buy(ill_shop, outside, day, number), range(PAYERS)))
        harmed.result()
    orders = crowd.paid
    told_of = orders[::2]
    for order in told_of:
        for page in outside.pages_of(order):  # some events come twice, in any order
            event = event_of(outside.stripe.sessions[page], f"evt_b6_{page}")
            assert deliver_event(ill_shop, *event).status == 200
    known = [paid(ill_shop, orders)]
    ill_shop.write("DELETE FROM sweeps WHERE name = 'reconciliation'")  # its 15 minutes are over
    assert ill_shop.run("manage.py", "work", "--once").returncode == 0
    known.append(paid(ill_shop, orders))

    charges = Counter(charged_pages(outside, order) for order in orders)
    pages = Counter(len(outside.pages_of(order)) for order in orders)
    owed = ill_shop.number("SELECT COALESCE(SUM(amount_cents), 0) FROM ledger_entries")
    report(
        f"B6 C9 {PAYERS} pay in two tabs each",
        ill_shop,
        f"{KILLS} kills of all servers, Stripe ill between; charges per order {dict(charges)}, "
        f"pages per order {dict(pages)}, paid twice {sum(charges.values()) - charges[1]}",
    )
    report(
        "C7 half of the events never come",
        ill_shop,
        f"{len(told_of)} events of {PAYERS}; {known[1]} known as paid, {known[0]} before asking",
    )
    assert charges == {1: PAYERS}
    assert max(outside.stripe.charges.values()) == 1
    assert known == [0, PAYERS]
    assert owed == 0


def paid(shop: Shop, orders: list[str]) -> int:
    ours = ", ".join(f"'{in_table(order, shop)}'" for order in orders)
    return shop.number(
        "SELECT COUNT(*) FROM payments JOIN orders ON orders.id = payments.order_id "
        f"WHERE payments.status = 'paid' AND orders.public_id IN ({ours})"
    )


def charged_pages(outside: Outside, order: str) -> int:
    return sum(
        outside.stripe.sessions[page]["payment_status"] == "paid"
        for page in outside.pages_of(order)
    )


def test_b6_without_one_key_for_one_page_two_tabs_pay_twice(
    careless_shop: Shop, outside: Outside
) -> None:
    day, crowd = open_days(careless_shop)[1], Crowd()
    crowd.waves[0].set()

    for _ in range(4):
        crowd.buy(careless_shop, outside, day, 0)

    charges = Counter(charged_pages(outside, order) for order in crowd.paid)
    report("B6 control: a new key each time", careless_shop, f"charges per order {dict(charges)}")
    assert sum(charges.values()) > charges[1]


@pytest.mark.nightly
def test_c6_events_are_taken_while_all_outside_is_silent(ill_shop: Shop, outside: Outside) -> None:
    buyer, order = reserve(ill_shop)
    page = outside.stripe.sessions[buyer.open_checkout(ill_shop, order).page_id]
    outside.suffer(Fault.BLACK_HOLE)
    with working(ill_shop, outside), ThreadPoolExecutor(2) as payers:
        others = [reserve(ill_shop) for _ in range(2)]
        waiting = [payers.submit(buyer.open_checkout, ill_shop, order) for buyer, order in others]
        until(lambda: outside.mail.connections + outside.texts.connections > 0)
        told = Counter(
            deliver_event(ill_shop, *event_of(page, f"evt_c6_{event}")).status
            for event in range(EVENTS)
        )
        statuses = {one.result().status for one in waiting}

    report(f"C6 {EVENTS} events, all outside in a black hole", ill_shop, f"{dict(told)}")
    assert told == {200: EVENTS}
    assert statuses == {503}
