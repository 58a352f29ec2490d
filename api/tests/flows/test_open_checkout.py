"""A visitor goes to pay."""

from datetime import timedelta
from pathlib import Path

import pytest
from bookings import (
    NOW,
    OFFICE,
    CardsAreDown,
    a_wish,
    appointment_of,
    only_page,
    open_page,
    pay,
    reserve,
    reserve_other_seats,
    set_rule,
    settle,
    test_cards,
)

from standby.apps.booking.services.appointments import HoldExpired
from standby.apps.payments.models import CheckoutSession
from standby.apps.payments.services import AlreadyPaid, NothingDue
from standby.flows.money.open_checkout import open_checkout
from standby.providers.cards import CardsDown, Checkout, CheckoutRequest
from standby.providers.cards.test_mode import TestCards

pytestmark = pytest.mark.usefixtures("shop")
LATER = NOW + timedelta(minutes=36)


class Recording(TestCards):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder=folder, secret="s" * 50)
        self.requests: list[CheckoutRequest] = []

    def open_checkout(self, request: CheckoutRequest) -> Checkout:
        self.requests.append(request)
        return super().open_checkout(request)


@pytest.mark.req("FIN-01.6")
def test_the_page_asks_for_the_fee_and_comes_back_to_the_site(tmp_path: Path) -> None:
    order, cards = reserve(), Recording(tmp_path)

    url = open_checkout(order, agreed_to=None, cards=cards, office=OFFICE, now=NOW)

    [request] = cards.requests
    assert url == only_page().url
    assert (request.amount_cents, request.currency) == (100_00, "usd")
    assert request.order_id == str(order.public_id)
    assert request.expires_at >= NOW + timedelta(minutes=30)
    assert request.success_url == (
        "https://site.test/visit-payment-success?session_id={CHECKOUT_SESSION_ID}"
    )
    assert request.cancel_url == "https://site.test/visit-payment-cancelled"


@pytest.mark.req("FIN-01.4")
def test_the_first_acceptance_of_the_agreements_is_kept(tmp_path: Path) -> None:
    order, cards = reserve(), test_cards(tmp_path)

    for minute in (1, 2):
        open_checkout(
            order,
            agreed_to={"terms_of_use": f"version {minute}"},
            cards=cards,
            office=OFFICE,
            now=NOW + timedelta(minutes=minute),
        )

    order.refresh_from_db()
    assert order.agreements_accepted_at == NOW + timedelta(minutes=1)
    assert order.agreement_versions == {"terms_of_use": "version 1"}


def test_the_open_page_is_used_again(tmp_path: Path) -> None:
    order, cards = reserve(), Recording(tmp_path)

    first = open_page(order, cards=cards)
    again = open_page(order, cards=cards, now=NOW + timedelta(minutes=10))

    assert first == again
    assert len(cards.requests) == 1


def test_a_page_about_to_close_is_not_used_again(tmp_path: Path) -> None:
    order, cards = reserve(), test_cards(tmp_path)
    first = open_page(order, cards=cards)

    second = open_page(order, cards=cards, now=NOW + timedelta(minutes=31))

    assert first != second
    assert sorted(CheckoutSession.objects.values_list("status", flat=True)) == ["expired", "open"]


def test_after_an_outage_the_same_page_is_asked_for_again(tmp_path: Path) -> None:
    order = reserve()
    down = CardsAreDown(folder=tmp_path, secret="s" * 50)
    with pytest.raises(CardsDown):
        open_page(order, cards=down)
    reference = only_page().reference

    open_page(order, cards=test_cards(tmp_path), now=NOW + timedelta(seconds=10))

    page = only_page()
    assert (page.reference, page.status) == (reference, "open")


def test_a_page_that_never_opened_is_given_up_after_a_while(tmp_path: Path) -> None:
    order = reserve()
    with pytest.raises(CardsDown):
        open_page(order, cards=CardsAreDown(folder=tmp_path, secret="s" * 50))

    open_page(order, cards=test_cards(tmp_path), now=NOW + timedelta(minutes=1))

    assert sorted(CheckoutSession.objects.values_list("status", flat=True)) == ["expired", "open"]


@pytest.mark.req("BOOK-02.2")
def test_the_date_is_held_for_as_long_as_the_page_lives(tmp_path: Path) -> None:
    order = reserve()

    open_page(order, cards=test_cards(tmp_path), now=NOW + timedelta(minutes=30))

    held_until = appointment_of(order).seat.hold_expires_at
    assert held_until is not None
    assert held_until > only_page().expires_at
    assert appointment_of(order).hold_renewals == 1


def test_a_fresh_hold_is_not_renewed(tmp_path: Path) -> None:
    order = reserve()

    open_page(order, cards=test_cards(tmp_path), now=NOW + timedelta(minutes=1))

    assert appointment_of(order).hold_renewals == 0


def test_a_date_that_ran_out_is_taken_again_while_it_is_free(tmp_path: Path) -> None:
    order = reserve()
    reserve_other_seats(2, now=LATER)
    set_rule("scheduling", "crews_per_day", 3)

    open_page(order, cards=test_cards(tmp_path), now=LATER)

    assert appointment_of(order).status == "held"


def test_a_date_that_others_took_cannot_be_paid(tmp_path: Path) -> None:
    order = reserve()
    reserve_other_seats(2, now=LATER)

    with pytest.raises(HoldExpired):
        open_page(order, cards=test_cards(tmp_path), now=LATER)

    assert not CheckoutSession.objects.exists()


def test_a_hold_is_renewed_three_times_at_most(tmp_path: Path) -> None:
    order, cards = reserve(), test_cards(tmp_path)
    for minutes in (31, 62, 93):
        open_page(order, cards=cards, now=NOW + timedelta(minutes=minutes))

    with pytest.raises(HoldExpired):
        open_page(order, cards=cards, now=NOW + timedelta(minutes=124))


def test_what_is_paid_is_not_paid_again(tmp_path: Path) -> None:
    order, cards = reserve(), test_cards(tmp_path)
    settle(pay(order, cards=cards), cards=cards)

    with pytest.raises(AlreadyPaid):
        open_page(order, cards=cards)


def test_a_free_visit_has_nothing_to_pay(tmp_path: Path) -> None:
    set_rule("pricing", "scheduling_fee", {"amount_cents": 0, "refundable": True})
    order = reserve(a_wish())

    with pytest.raises(NothingDue):
        open_page(order, cards=test_cards(tmp_path))
