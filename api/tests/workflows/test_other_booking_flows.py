"""Confirming what is free, asking after payments, releasing holds."""

from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from bookings import (
    HOLD,
    NOW,
    CardsAreDown,
    appointment_of,
    only_page,
    open_page,
    pay,
    reserve,
    reserve_other_seats,
    set_rule,
    settle,
    taken_seats,
    test_cards,
)

from standby.messaging.models import Message
from standby.orders.models import Appointment, CrewSeat, Order
from standby.orders.services.appointments import HoldExpired
from standby.payments.models import CheckoutSession, Payment
from standby.payments.providers.cards import CardsDown, CheckoutState
from standby.payments.providers.cards.test_mode import TestCards
from standby.workflows.look_up_payment import (
    reconcile_payments,
    refresh_payment_best_effort,
    settle_pages_since,
)
from standby.workflows.release_holds import release_hold
from standby.workflows.reserve_appointment import confirm_order

pytestmark = pytest.mark.usefixtures("shop")
LATER = NOW + HOLD + timedelta(minutes=1)
SOON = NOW + timedelta(minutes=5)
LONG_BEFORE = NOW - timedelta(days=3650)


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
    assert "site-visit fee" not in Message.objects.get(kind="date_confirmed", channel="email").text


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
    CrewSeat.objects.filter(appointment__order=order).update(hold_expires_at=SOON)
    return order, page_id


def release(cards: TestCards, *, now: datetime = SOON + timedelta(minutes=1)) -> None:
    seat = CrewSeat.objects.select_related("appointment").get(appointment__isnull=False)
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
    free = CrewSeat.objects.get(appointment=None)
    release_hold(free, cards=test_cards(tmp_path), now=LATER)
    assert Appointment.objects.get().status == "held"
