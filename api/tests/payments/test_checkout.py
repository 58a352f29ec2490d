"""Checkout pages: opened, reused and paid, as services and over HTTP."""

import hashlib
import re
from base64 import b64encode
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from booking_client import a_body, deliver, post_checkout, post_order, work_off_events
from booking_helpers import (
    HOLD,
    NOW,
    OTHER_DAY,
    SITE,
    CardsAreDown,
    a_request,
    appointment_of,
    only_page,
    open_page,
    pay,
    reserve,
    reserve_other_seats,
    set_rule,
    settle,
)
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from standby.core.styled_page import FONT
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services.appointments import HoldExpired
from standby.payments.models import CheckoutSession, Payment, PaymentEvent
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards import CardsDown, CheckoutRequest
from standby.payments.providers.cards.stripe_events import sign
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services.charges import AlreadyPaid, NothingDue
from standby.payments.services.checkouts import open_checkout

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
SITE_FONT = Path(__file__).parents[3] / "web" / "src" / "assets" / "fonts" / "figtree.woff2"
LATER = NOW + HOLD + timedelta(minutes=1)


class Recording(TestCards):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder=folder, secret="s" * 50)
        self.requests: list[CheckoutRequest] = []

    def open_checkout(self, request: CheckoutRequest) -> tuple[str, str]:
        self.requests.append(request)
        return super().open_checkout(request)


@pytest.mark.req("FEE-01.1")
def test_the_line_on_the_card_page_names_the_fee_the_day_and_the_installation(
    tmp_path: Path,
) -> None:
    order, cards = reserve(), Recording(tmp_path)

    open_page(order, cards=cards)

    [request] = cards.requests
    assert request.title == (
        f"Reservation fee for {order.appointments.get().day:%a, %b %-d}: "
        "installation of a 22 kW generator (site visit included)"
    )


def test_a_page_that_was_opened_for_another_day_is_not_used_again(tmp_path: Path) -> None:
    request, cards = a_request(), Recording(tmp_path)
    order = reserve(request)
    open_page(order, cards=cards)
    later = NOW + timedelta(minutes=2)
    reserve(replace(request, slot=Slot(OTHER_DAY, TimeWindow.MORNING)), now=later)

    open_page(order, cards=cards, now=later)

    assert [f"{OTHER_DAY:%b %-d}" in each.title for each in cards.requests] == [False, True]


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
        "https://site.test/visit-payment-success?sessionId={checkout_id}"
    )
    assert request.cancel_url == (
        f"https://site.test/visit-payment-cancelled?order={order.public_id}"
    )


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


AGREED = {
    "terms_accepted": True,
    "privacy_policy_accepted": True,
    "scheduling_fee_acknowledged": True,
}
EMAIL = {"email": "ada@example.org"}
SECRET = "whsec_test"


def an_order(browser: Client) -> str:
    return str(post_order(browser, a_body(browser)).json()["orderId"])


def a_page(browser: Client) -> str:
    url = str(post_checkout(browser, an_order(browser)).json()["url"])
    return url.removeprefix("http://testserver")


def press(browser: Client, page: str, outcome: str) -> Any:
    return browser.post(page, {"outcome": outcome})


def test_whether_there_is_a_page_to_ask_about_and_the_same_page_again_take_few_statements(
    browser: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    order_id = an_order(browser)

    with django_assert_num_queries(2):
        browser.get("/api/appointments/latest", EMAIL)
    post_checkout(browser, order_id)
    with django_assert_num_queries(9):
        post_checkout(browser, order_id)


@pytest.mark.req("FIN-01.5")
def test_a_checkout_is_opened_and_the_agreements_are_kept(browser: Client) -> None:
    order_id = an_order(browser)

    answer = post_checkout(browser, order_id, agreements=AGREED)

    assert answer.status_code == 201
    assert answer.json()["url"] == CheckoutSession.objects.get().url
    order = browser.get(f"/api/orders/{order_id}").json()
    assert order["agreements"]["accepted_at"] is not None


@pytest.mark.req("FIN-01.3")
def test_every_agreement_that_is_not_accepted_is_named(browser: Client) -> None:
    answer = post_checkout(
        browser, an_order(browser), agreements={"terms_accepted": True, "x": True}
    )

    assert answer.status_code == 422
    assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [
        ("agreements.privacy_policy_accepted", "agreement_missing"),
        ("agreements.scheduling_fee_acknowledged", "agreement_missing"),
    ]
    assert not CheckoutSession.objects.exists()


@pytest.mark.req("PAY-01.5")
def test_the_test_page_says_what_it_is_and_allows_its_own_style_alone(browser: Client) -> None:
    page = browser.get(a_page(browser))

    html, policy = page.content.decode(), page["Content-Security-Policy"]
    for shown in ("TEST MODE", "$100.00", "Approve", "Decline", "Insufficient funds", "Cancel"):
        assert shown in html
    assert "Close this window" in html
    assert "<script" not in html
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
    assert style is not None
    digest = b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    for part in (f"style-src 'sha256-{digest}'", "default-src 'none'", "frame-ancestors 'none'"):
        assert part in policy
    # In the site's own typeface, which the page carries.
    assert "font-src data:" in policy
    assert b64encode(FONT.read_bytes()).decode() in style[1]
    assert FONT.read_bytes() == SITE_FONT.read_bytes()
    assert (page["Referrer-Policy"], page["Cache-Control"]) == ("no-referrer", "no-store")


@pytest.mark.req("PAY-01.4")
def test_approving_pays_once_by_a_signed_event_and_confirms_the_date(browser: Client) -> None:
    page = a_page(browser)

    approved, again = press(browser, page, "approve"), press(browser, page, "approve")

    assert approved.status_code == 303
    assert approved["Location"] == again["Location"]
    assert approved["Location"].startswith(
        "http://testserver/visit-payment-success?sessionId=cs_test_"
    )
    assert PaymentEvent.objects.get().type == "checkout.session.completed"
    assert Payment.objects.get().status == "due"
    assert "This has already been paid" in browser.get(page).content.decode()
    work_off_events()
    found = browser.get("/api/appointments/latest", EMAIL).json()
    assert (found["status"], Payment.objects.get().status) == ("confirmed", "paid")


@pytest.mark.req("PAY-01.4")
@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ("decline", "The card was declined. No charge was made."),
        ("insufficient_funds", "insufficient funds. No charge was made."),
        ("close", "You left the checkout. Nothing was charged."),
        ("something else", "Please choose one of the buttons."),
    ],
)
def test_every_other_outcome_charges_nothing_says_so_and_can_be_followed_by_an_approved_one(
    browser: Client, outcome: str, words: str
) -> None:
    page = a_page(browser)
    answer = press(browser, page, outcome)

    assert answer.status_code == 200
    assert words in answer.content.decode()
    assert Payment.objects.get().status == "due"
    assert not PaymentEvent.objects.exists()
    assert press(browser, page, "approve").status_code == 303


@pytest.mark.req("PAY-01.4")
def test_cancel_goes_to_its_page_and_a_new_try_finds_the_same_checkout(browser: Client) -> None:
    order_id = an_order(browser)
    url = post_checkout(browser, order_id).json()["url"]

    cancelled = press(browser, url.removeprefix("http://testserver"), "cancel")

    assert cancelled["Location"] == (f"http://testserver/visit-payment-cancelled?order={order_id}")
    assert post_checkout(browser, order_id).json()["url"] == url


def test_an_expired_page_says_so(browser: Client) -> None:
    page = a_page(browser)
    TestCards.from_settings().close_checkout(page.rpartition("/")[2])

    assert "This checkout has expired" in press(browser, page, "approve").content.decode()
    assert not PaymentEvent.objects.exists()


@pytest.mark.parametrize("name", ["cs_test_none", "..%2f..%2fetc", "cs_test_" + "g" * 48])
def test_a_page_that_is_not_there_is_the_404_page(browser: Client, name: str) -> None:
    assert browser.get(f"/test-checkout/{name}").status_code == 404


@pytest.fixture
def stripe_secrets(settings: Settings) -> None:
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={
            "cards": "stripe",
            "stripe_secret_key": "sk_live_1234",
            "stripe_webhook_secrets": ("whsec_old", SECRET),
        }
    )
    payments_providers.cards.cache_clear()


@pytest.mark.req("PAY-01.6")
def test_real_cards_have_no_test_page(browser: Client, request: pytest.FixtureRequest) -> None:
    page = a_page(browser)
    request.getfixturevalue("stripe_secrets")

    assert browser.get(page).status_code == 404
    assert press(browser, page, "approve").status_code == 404


def signed(raw: bytes, *, secret: str = SECRET) -> str:
    return sign(raw, secret=secret, now=datetime.now(UTC))


@pytest.mark.req("PAY-02.4")
@pytest.mark.usefixtures("stripe_secrets")
@pytest.mark.parametrize("secret", ["whsec_old", SECRET])
def test_an_event_signed_by_either_secret_is_kept_once_and_no_other(secret: str) -> None:
    raw = b'{"id": "evt_1", "type": "customer.created", "data": {"object": {"id": "cus_1"}}}'

    forged = deliver(raw, signed(raw, secret="whsec_other"))
    answers = [deliver(raw, signed(raw, secret=secret)) for _ in range(3)]

    assert (forged.status_code, forged.json()["code"]) == (400, "event_forged")
    assert [(answer.status_code, answer.json()) for answer in answers] == [(200, {})] * 3
    assert PaymentEvent.objects.get().event_id == "evt_1"


def test_an_event_larger_than_any_is_refused_unread() -> None:
    assert deliver(b"x" * (256 * 1024 + 1), "t=1,v1=1").status_code == 413
    assert deliver(b"x" * 256 * 1024, "t=1,v1=1").json()["code"] == "event_forged"


def test_in_test_mode_an_event_needs_the_test_modes_own_signature(browser: Client) -> None:
    page_id = a_page(browser).rpartition("/")[2]
    approved = TestCards.from_settings().approve(page_id, now=datetime.now(UTC))
    assert approved is not None
    raw, signature = approved

    assert deliver(raw, signed(raw)).status_code == 400
    assert deliver(raw, signature).status_code == 200
    work_off_events()
    assert Payment.objects.get().status == "paid"
