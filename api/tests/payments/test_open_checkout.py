"""A visitor goes to pay."""

from datetime import timedelta
from pathlib import Path

import pytest
from bookings import (
    NOW,
    SITE,
    CardsAreDown,
    appointment_of,
    only_page,
    open_page,
    pay,
    reserve,
    reserve_other_seats,
    set_rule,
    settle,
)

from standby.orders.services.appointments import HoldExpired
from standby.payments.models import CheckoutSession
from standby.payments.providers.cards import CardsDown, Checkout, CheckoutRequest
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services.charges import AlreadyPaid, NothingDue
from standby.payments.services.open_checkout import open_checkout

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
def test_the_page_asks_for_the_fee_comes_back_to_the_site_and_is_used_again(tmp_path: Path) -> None:
    order, cards = reserve(), Recording(tmp_path)

    first = open_page(order, cards=cards)
    again = open_page(order, cards=cards, now=NOW + timedelta(minutes=10))

    [request] = cards.requests
    assert first == again
    assert only_page().url.endswith(f"/{first}")
    assert (request.amount_cents, request.currency) == (100_00, "usd")
    assert request.order_id == str(order.public_id)
    assert request.expires_at >= NOW + timedelta(minutes=30)
    assert request.success_url == (
        "https://site.test/visit-payment-success?session_id={CHECKOUT_SESSION_ID}"
    )
    assert request.cancel_url == "https://site.test/visit-payment-cancelled"


@pytest.mark.req("FIN-01.4")
def test_the_first_acceptance_of_the_agreements_is_kept(cards: TestCards) -> None:
    order = reserve()

    for minute in (1, 2):
        open_checkout(
            order,
            agreed_to={"terms_of_use": f"version {minute}"},
            cards=cards,
            site_url=SITE,
            now=NOW + timedelta(minutes=minute),
        )

    order.refresh_from_db()
    assert order.agreements_accepted_at == NOW + timedelta(minutes=1)
    assert order.agreement_versions == {"terms_of_use": "version 1"}


def test_a_page_about_to_close_is_not_used_again(cards: TestCards) -> None:
    order = reserve()
    first = open_page(order, cards=cards)

    second = open_page(order, cards=cards, now=NOW + timedelta(minutes=31))

    assert first != second
    assert sorted(CheckoutSession.objects.values_list("status", flat=True)) == ["expired", "open"]


@pytest.mark.parametrize(("seconds", "statuses"), [(10, ["open"]), (60, ["expired", "open"])])
def test_after_an_outage_the_same_page_is_asked_for_again_and_given_up_after_a_while(
    cards: TestCards, tmp_path: Path, seconds: int, statuses: list[str]
) -> None:
    order = reserve()
    with pytest.raises(CardsDown):
        open_page(order, cards=CardsAreDown(folder=tmp_path, secret="s" * 50))
    reference = only_page().reference

    open_page(order, cards=cards, now=NOW + timedelta(seconds=seconds))

    pages = CheckoutSession.objects.order_by("pk")
    assert [page.status for page in pages] == statuses
    assert pages[0].reference == reference


@pytest.mark.req("BOOK-02.2")
@pytest.mark.parametrize(("minutes", "renewals"), [(1, 0), (30, 1)])
def test_the_date_is_held_while_the_page_lives(
    cards: TestCards, minutes: int, renewals: int
) -> None:
    order = reserve()

    open_page(order, cards=cards, now=NOW + timedelta(minutes=minutes))

    held_until = appointment_of(order).seat.hold_expires_at
    assert held_until is not None
    assert held_until > only_page().expires_at
    assert appointment_of(order).hold_renewals == renewals


def test_a_date_that_ran_out_is_taken_again_only_while_it_is_free(cards: TestCards) -> None:
    order = reserve()
    reserve_other_seats(2, now=LATER)

    with pytest.raises(HoldExpired):
        open_page(order, cards=cards, now=LATER)
    assert not CheckoutSession.objects.exists()
    set_rule("scheduling", "crews_per_day", 3)
    open_page(order, cards=cards, now=LATER)

    assert appointment_of(order).status == "held"


def test_a_hold_is_renewed_three_times_at_most(cards: TestCards) -> None:
    order = reserve()
    for minutes in (31, 62, 93):
        open_page(order, cards=cards, now=NOW + timedelta(minutes=minutes))

    with pytest.raises(HoldExpired):
        open_page(order, cards=cards, now=NOW + timedelta(minutes=124))


def test_neither_what_is_paid_nor_a_free_visit_is_to_be_paid(cards: TestCards) -> None:
    order = reserve()
    settle(pay(order, cards=cards), cards=cards)
    set_rule("pricing", "scheduling_fee", {"amount_cents": 0, "refundable": True})

    with pytest.raises(AlreadyPaid):
        open_page(order, cards=cards)
    with pytest.raises(NothingDue):
        open_page(reserve(), cards=cards)
