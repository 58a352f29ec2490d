"""The process dies between our commit and the provider's answer: one page, one charge (C9)."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from accounts import a_scheduled_order, accept, ask_back, balance
from bookings import SITE, settle
from stripe_peer import Peer, running_peer
from worked_off import send_next_refund

from standby.core.models import Job
from standby.payments.models import CheckoutSession
from standby.payments.providers.cards import Checkout, CheckoutRequest, RefundRequest
from standby.payments.providers.cards.stripe import StripeCards
from standby.payments.providers.cards.test_mode import TestCards
from standby.workflows.pay_for_project import ProjectPaymentRequest, pay_for_project

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


def test_whatever_crashes_there_is_one_page_charge_and_refund(peer: Peer, cards: TestCards) -> None:
    crashing, now = CrashingCards(peer, crashes=CRASHES), datetime.now(UTC)
    order = a_scheduled_order(cards)
    accept(order, now=now)
    wanted, crashes, url = ProjectPaymentRequest(milestone="acceptance"), 0, ""
    while not url:
        try:
            url = pay_for_project(order, wanted, cards=crashing, site_url=SITE, now=now)
        except Crash:
            crashes += 1
    page_id = url.rpartition("/")[2]
    peer.pay(page_id)
    for _ in range(2):
        settle(crashing.look_up(page_id), cards=crashing, now=now)

    charges = sum(peer.charges.values())
    assert (crashes, len(peer.sessions), charges) == (CRASHES, 1, 1)
    page = CheckoutSession.objects.get(payment__milestone__isnull=False)
    assert balance(order) == 0
    print(f"C9: {crashes} crashes, {len(peer.sessions)} page, {charges} charge")

    ask_back(page.payment, 1_00, now=now)
    crashing.crashes_left, crashes, is_sent = 10, 0, True
    while is_sent:
        Job.objects.filter(kind="refund").update(leased_until=None)
        try:
            is_sent = send_next_refund(cards=crashing, now=now)
        except Crash:
            crashes += 1

    assert (crashes, len(peer.refunds)) == (10, 1)
    assert balance(order) == 0
    print(f"C13: {crashes} crashes while refunding, {len(peer.refunds)} refund")
