"""The process dies between our commit and the provider's answer: one page, one charge (C9)."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from accounts import a_scheduled_order, accept, balance
from bookings import OFFICE, settle, test_cards
from stripe_peer import Peer, running_peer

from standby.apps.payments.models import CheckoutSession, Payment
from standby.flows.money.pay_for_project import Wanted, pay_for_project
from standby.flows.money.request_refund import RefundWish, request_refund
from standby.flows.money.send_refund import send_next_refund
from standby.providers.cards import Checkout, CheckoutRequest, RefundRequest
from standby.providers.cards.stripe import StripeCards

pytestmark = pytest.mark.usefixtures("shop")
CRASHES = 100


class Crash(BaseException):
    """As a killed process: nothing catches it."""


class CrashingCards(StripeCards):
    """Dies before it asked, or after the provider did it and before anybody here knows."""

    def __init__(self, peer: Peer, *, crashes: int) -> None:
        super().__init__(secret_key="sk_test_1", webhook_secrets=("w",), api_base=peer.url)
        self.crashes_left = crashes
        self.chance = random.Random(9)

    def open_checkout(self, request: CheckoutRequest) -> Checkout:
        asked_first = self.chance.random() < 0.7
        page = super().open_checkout(request) if asked_first else None
        self._maybe_crash()
        return page or super().open_checkout(request)

    def refund(self, request: RefundRequest) -> str:
        sent = super().refund(request)
        self._maybe_crash()
        return sent

    def _maybe_crash(self) -> None:
        if self.crashes_left:
            self.crashes_left -= 1
            raise Crash


@pytest.fixture
def peer() -> Iterator[Peer]:
    with running_peer() as started:
        yield started


def test_however_often_it_crashes_there_is_one_page_and_one_charge(
    peer: Peer, tmp_path: Path
) -> None:
    cards, now = CrashingCards(peer, crashes=CRASHES), datetime.now(UTC)
    order = a_scheduled_order(test_cards(tmp_path))
    accept(order, now=now)
    wanted, crashes, url = Wanted(milestone="acceptance"), 0, ""
    while not url:
        try:
            url = pay_for_project(order, wanted, cards=cards, office=OFFICE, now=now)
        except Crash:
            crashes += 1
    peer.pay(url.rpartition("/")[2])
    for _ in range(2):
        settle(cards.look_up(url.rpartition("/")[2]), cards=cards, now=now)

    charges = sum(peer.charges.values())
    assert (crashes, len(peer.sessions), charges) == (CRASHES, 1, 1)
    assert CheckoutSession.objects.filter(payment__milestone__isnull=False).count() == 1
    assert balance(order) == 0
    print(f"C9: {crashes} crashes, {len(peer.sessions)} page, {charges} charge")


def test_however_often_it_crashes_a_refund_goes_once(peer: Peer, tmp_path: Path) -> None:
    cards, now = CrashingCards(peer, crashes=0), datetime.now(UTC)
    order = a_scheduled_order(test_cards(tmp_path))
    accept(order, now=now)
    url = pay_for_project(
        order, Wanted(milestone="acceptance"), cards=cards, office=OFFICE, now=now
    )
    peer.pay(url.rpartition("/")[2])
    settle(cards.look_up(url.rpartition("/")[2]), cards=cards, now=now)
    paid = Payment.objects.get(milestone__isnull=False)
    wish = RefundWish(amount_cents=1_00, reason="x", key="k", actor="staff ada")
    refund = request_refund(paid.public_id, wish, now=now)
    cards.crashes_left, crashes = 10, 0
    while True:
        type(refund).objects.filter(pk=refund.pk).update(due_at=now)
        try:
            if not send_next_refund(cards=cards, office=OFFICE, jitter=lambda _: 0, now=now):
                break
        except Crash:
            crashes += 1

    assert (crashes, len(peer.refunds)) == (10, 1)
    assert balance(order) == 0
    print(f"C13: {crashes} crashes while refunding, {len(peer.refunds)} refund")
