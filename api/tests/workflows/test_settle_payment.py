"""Pages are paid, as the provider says or as we ask; what is free is confirmed, holds run out."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from account_helpers import a_scheduled_order, accept, ask_back, balance
from booking_helpers import (
    HOLD,
    NOW,
    SITE,
    CardsAreDown,
    appointment_of,
    only_page,
    open_page,
    pay,
    reserve,
    reserve_other_seats,
    send_next_refund,
    set_rule,
    settle,
    taken_seats,
    test_cards,
)
from outbox_helpers import the_message
from stripe_peer import Peer, running_peer

from standby.core.models import Job
from standby.messaging.models import Message
from standby.orders.models import Appointment, CrewSeat, Order
from standby.orders.services.appointments import HoldExpired
from standby.orders.services.crew_seats import release_seat
from standby.payments.models import CheckoutSession, Payment
from standby.payments.providers.cards import (
    CardsDown,
    CheckoutRequest,
    CheckoutState,
    PageStatus,
    RefundRequest,
)
from standby.payments.providers.cards.stripe import StripeCards
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services.charges import SettlementOutcome
from standby.workflows.look_up_payment import (
    reconcile_payments,
    refresh_payment_best_effort,
    settle_pages_since,
)
from standby.workflows.pay_for_project import pay_for_project
from standby.workflows.release_holds import release_hold
from standby.workflows.reserve_appointment import confirm_order

pytestmark = pytest.mark.usefixtures("columns_kept")
LATER = NOW + HOLD + timedelta(minutes=1)
SOON = NOW + timedelta(minutes=5)
LONG_BEFORE = NOW - timedelta(days=3650)


@pytest.mark.req("PAY-02.1")
def test_a_paid_fee_makes_the_date_certain_and_word_of_it_is_queued(cards: TestCards) -> None:
    order = reserve()

    settled = settle(pay(order, cards=cards), cards=cards)

    fee = Payment.objects.get()
    order.refresh_from_db()
    assert settled == SettlementOutcome.CONFIRMED
    assert (fee.status, fee.provider, fee.paid_at) == ("paid", "test", NOW)
    assert fee.provider_ref
    assert fee.provider_ref.startswith("pi_test_")
    assert appointment_of(order).status == "confirmed"
    assert appointment_of(order).seat.hold_expires_at is None
    assert (order.status, only_page().status) == ("scheduled", "complete")
    mail = the_message(kind="date_confirmed", channel="email")
    assert "confirmed for Thursday, November 20, 2025" in mail.text
    assert order.confirmation_code in mail.text
    assert "comes off your bill if you go ahead within 30 days" in mail.text


@pytest.mark.req("PAY-02.3")
def test_hearing_of_it_again_changes_nothing_but_a_second_charge_is_told(cards: TestCards) -> None:
    order = reserve()
    state = pay(order, cards=cards)
    settle(state, cards=cards)
    messages = Message.objects.count()

    again = settle(state, cards=cards, now=LATER)
    told = Message.objects.count()
    other = settle(replace(state, charge="pi_another"), cards=cards)

    assert (again, told, other) == (SettlementOutcome.BEFORE, messages, SettlementOutcome.TWICE)
    assert Payment.objects.get().paid_at == NOW
    assert "paid twice" in Message.objects.get(kind="staff_needed").text


@pytest.mark.req("BOOK-02.4")
@pytest.mark.parametrize("others", [0, 1])
def test_a_payment_after_the_hold_takes_a_seat_that_is_left(cards: TestCards, others: int) -> None:
    order = reserve()
    state = pay(order, cards=cards)
    if others:
        reserve_other_seats(others, now=LATER)
        release_seat(appointment_of(order))
        Appointment.objects.filter(order=order).update(status="expired")

    assert settle(state, cards=cards, now=LATER) == SettlementOutcome.CONFIRMED

    assert taken_seats() == 1 + others


@pytest.mark.req("BOOK-02.5")
def test_a_payment_for_a_date_that_is_gone_is_kept_and_everybody_is_told(cards: TestCards) -> None:
    order = reserve()
    state = pay(order, cards=cards)
    reserve_other_seats(2, now=LATER)

    settled = settle(state, cards=cards, now=LATER)

    order.refresh_from_db()
    assert settled == SettlementOutcome.DATE_LOST
    assert Payment.objects.get(order=order).status == "paid"
    assert (appointment_of(order).status, order.status) == ("needs_new_date", "reserved")
    lost = the_message(kind="date_lost", channel="email")
    assert "[[my-booking]]" in lost.text
    staff = Message.objects.get(kind="staff_needed")
    assert staff.recipient == "staff@site.test"
    assert order.confirmation_code in staff.text


def test_a_payment_after_the_appointment_was_cancelled_is_kept(cards: TestCards) -> None:
    order = reserve()
    state = pay(order, cards=cards)
    Appointment.objects.filter(order=order).update(status="cancelled")
    settled = settle(state, cards=cards)
    assert settled == SettlementOutcome.DATE_LOST
    assert Payment.objects.get().status == "paid"
    assert Message.objects.filter(kind="staff_needed").count() == 1
    assert taken_seats() == 1


@pytest.mark.parametrize(
    "changed",
    [
        {"amount_cents": 99_99},
        {"amount_cents": 100_01},
        {"amount_cents": None},
        {"currency": "eur"},
        {"is_live": True},
        {"charge": None},
        {"metadata": {}},
        {"metadata": {"order_id": "x", "payment_id": "x"}},
    ],
    ids=["less", "more", "no amount", "euros", "live", "no charge", "no metadata", "another order"],
)
def test_other_money_never_pays(cards: TestCards, changed: dict[str, object]) -> None:
    order = reserve()
    state: CheckoutState = replace(pay(order, cards=cards), **changed)  # type: ignore[arg-type]
    settled = settle(state, cards=cards)
    assert settled == SettlementOutcome.MISMATCH
    assert Payment.objects.get().status == "due"
    assert appointment_of(order).status == "held"
    assert Message.objects.filter(kind="staff_needed").count() == 1


def test_a_page_of_nobodys_is_nothing_of_ours(cards: TestCards) -> None:
    order = reserve()
    state = replace(pay(order, cards=cards), id="cs_other", metadata={"payment_id": "none"})
    assert settle(state, cards=cards) == SettlementOutcome.UNKNOWN
    assert Payment.objects.get().status == "due"


def test_a_payment_is_found_by_its_own_id_when_the_pages_answer_was_lost(cards: TestCards) -> None:
    order = reserve()
    state = pay(order, cards=cards)
    known = CheckoutSession.objects.get()
    CheckoutSession.objects.all().delete()
    known.pk, known.status, known.stripe_session_id, known.url = None, "opening", None, ""
    known.save(force_insert=True)

    settled = settle(state, cards=cards)

    assert settled == SettlementOutcome.CONFIRMED
    assert only_page().status == "complete"


def test_neither_an_open_page_nor_an_expired_one_pays(cards: TestCards) -> None:
    order = reserve()
    page_id = open_page(order, cards=cards)
    assert settle(cards.look_up(page_id), cards=cards) == SettlementOutcome.NOT_PAID
    assert only_page().status == "open"
    cards.close_checkout(page_id)
    settle(cards.look_up(page_id), cards=cards)
    assert only_page().status == "expired"


@pytest.mark.req("PAY-02.2")
@pytest.mark.parametrize(
    "order_of_events", [*itertools.permutations(["paid", "paid again", "unpaid", "expired"])]
)
def test_events_end_the_same_in_any_order(
    cards: TestCards, order_of_events: tuple[str, ...]
) -> None:
    order = reserve()
    paid = pay(order, cards=cards)
    events = {
        "paid": paid,
        "paid again": paid,
        "unpaid": replace(paid, is_paid=False),
        "expired": replace(paid, is_paid=False, status=PageStatus.EXPIRED),
    }

    for name in order_of_events:
        settle(events[name], cards=cards)

    assert Payment.objects.get().status == "paid"
    assert appointment_of(order).status == "confirmed"
    assert only_page().status == "complete"


@pytest.fixture
def free_visit(shop: None) -> None:
    set_rule("pricing", "scheduling_fee", {"amount_cents": 0, "refundable": True})


@pytest.mark.usefixtures("free_visit")
def test_a_free_visit_is_confirmed_once_by_the_visitor() -> None:
    order = reserve()
    appointment = confirm_order(order, now=NOW)
    confirm_order(order, now=LATER)
    order.refresh_from_db()
    assert (appointment.status, order.status) == ("confirmed", "scheduled")
    assert (appointment.seat.hold_expires_at, appointment_of(order).confirmed_at) == (None, NOW)
    assert Message.objects.filter(kind="date_confirmed").count() == 2
    assert "reservation fee" not in the_message(kind="date_confirmed", channel="email").text


def test_a_paid_order_is_confirmed_already(cards: TestCards) -> None:
    order = reserve()
    settle(pay(order, cards=cards), cards=cards)
    assert confirm_order(order, now=LATER).status == "confirmed"


@pytest.mark.usefixtures("free_visit")
def test_a_free_visit_whose_day_is_taken_asks_for_another() -> None:
    order = reserve()
    reserve_other_seats(2, now=LATER)
    with pytest.raises(HoldExpired):
        confirm_order(order, now=LATER)


def test_a_lost_event_is_made_good_by_asking(cards: TestCards) -> None:
    order = reserve()
    pay(order, cards=cards)
    refresh_payment_best_effort(order, cards=cards, now=NOW)
    assert Payment.objects.get().status == "paid"


class CountingCards(CardsAreDown):
    asked = 0

    def look_up(self, checkout_id: str) -> CheckoutState:
        self.asked += 1
        return super().look_up(checkout_id)


def test_the_provider_is_asked_about_a_page_every_few_seconds_at_most_and_may_be_down(
    tmp_path: Path,
) -> None:
    order, cards = reserve(), CountingCards(folder=tmp_path, secret="s" * 50)
    refresh_payment_best_effort(order, cards=cards, now=NOW)
    assert cards.asked == 0
    open_page(order, cards=test_cards(tmp_path))
    for seconds in (0, 1, 3, 5, 6):
        refresh_payment_best_effort(order, cards=cards, now=NOW + timedelta(seconds=seconds))
    assert cards.asked == 2
    assert Payment.objects.get().status == "due"


def test_reconciliation_finds_what_no_event_told(cards: TestCards) -> None:
    paid, unpaid = reserve_other_seats(2)
    pay(paid, cards=cards)
    open_page(unpaid, cards=cards)
    looked_up = reconcile_payments(cards=cards, now=LATER)
    assert looked_up == 2
    assert appointment_of(paid).status == "confirmed"
    assert appointment_of(unpaid).status == "held"


def test_a_page_that_the_provider_does_not_know_keeps_no_other_waiting(cards: TestCards) -> None:
    lost, paid = reserve_other_seats(2)
    pay(lost, cards=cards)
    pay(paid, cards=cards)
    CheckoutSession.objects.filter(payment__order=lost).update(
        stripe_session_id="cs_live_elsewhere"
    )

    reconcile_payments(cards=cards, now=LATER)

    assert appointment_of(lost).status == "held"
    assert appointment_of(paid).status == "confirmed"


def lose(order: Order) -> None:
    """As a restore of an older snapshot does; the provider goes on knowing its page."""
    CheckoutSession.objects.filter(payment__order=order).delete()
    Payment.objects.filter(order=order).update(public_id=uuid4())


def test_after_a_restore_what_was_paid_is_settled_and_of_lost_orders_told(cards: TestCards) -> None:
    set_rule("scheduling", "crews_per_day", 4)
    known, page_forgotten, lost, left_open = reserve_other_seats(4)
    for order in (known, page_forgotten, lost):
        pay(order, cards=cards)
    open_page(left_open, cards=cards)
    CheckoutSession.objects.filter(payment__order=page_forgotten).delete()
    for order in (lost, left_open):
        lose(order)

    without_owner = settle_pages_since(LONG_BEFORE, cards=cards, now=LATER)

    assert [page.metadata["order_id"] for page in without_owner] == [str(lost.public_id)]
    assert without_owner[0].is_paid
    fees = dict(Payment.objects.values_list("order", "status"))
    assert [fees[order.pk] for order in (known, page_forgotten)] == ["paid", "paid"]
    assert [fees[order.pk] for order in (lost, left_open)] == ["due", "due"]


@pytest.mark.req("BOOK-02.3")
def test_a_hold_that_ran_out_is_released() -> None:
    order = reserve()
    release(CardsAreDown(folder=Path(), secret=""), now=LATER)
    assert appointment_of(order).status == "expired"
    assert taken_seats() == 0


def a_page_that_outlives_its_hold(cards: TestCards) -> tuple[Order, str]:
    order = reserve()
    page_id = open_page(order, cards=cards)
    CrewSeat.objects.filter(afternoon__order=order).update(hold_expires_at=SOON)
    return order, page_id


def release(cards: TestCards, *, now: datetime = SOON + timedelta(minutes=1)) -> None:
    seat = CrewSeat.objects.select_related("afternoon").get(afternoon__isnull=False)
    release_hold(seat, cards=cards, now=now)


def test_the_page_is_closed_before_the_seat_is_free(cards: TestCards) -> None:
    _, page_id = a_page_that_outlives_its_hold(cards)
    release(cards)
    assert cards.look_up(page_id).status == only_page().status == "expired"
    assert taken_seats() == 0


def test_a_page_paid_in_the_last_moment_keeps_its_seat(cards: TestCards) -> None:
    order, page_id = a_page_that_outlives_its_hold(cards)
    cards.approve(page_id, now=NOW)
    release(cards)
    assert appointment_of(order).status == "confirmed"
    assert taken_seats() == 1


def test_a_seat_whose_page_cannot_be_closed_stays_as_it_is(tmp_path: Path) -> None:
    order, _ = a_page_that_outlives_its_hold(test_cards(tmp_path))
    with pytest.raises(CardsDown):
        release(CardsAreDown(folder=tmp_path, secret="s" * 50))
    assert appointment_of(order).status == "held"


def test_a_free_seat_has_nothing_to_release(tmp_path: Path) -> None:
    reserve()
    free = CrewSeat.objects.get(afternoon=None)
    release_hold(free, cards=test_cards(tmp_path), now=LATER)
    assert Appointment.objects.get().status == "held"


CRASHES = 100


class Crash(BaseException):
    """As a killed process: nothing catches it."""


class CrashingCards(StripeCards):
    """Dies before it asked, or after the provider did it and before anybody here knows."""

    def __init__(self, peer: Peer, *, crashes: int) -> None:
        super().__init__(secret_key="sk_test_1", webhook_secrets=("w",), api_base=peer.url)
        self.crashes_left = crashes
        self.chance = random.Random(9)

    def open_checkout(self, request: CheckoutRequest) -> tuple[str, str]:
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
    crashes, url = 0, ""
    while not url:
        try:
            url = pay_for_project(
                order, milestone="acceptance", cards=crashing, site_url=SITE, now=now
            )
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
