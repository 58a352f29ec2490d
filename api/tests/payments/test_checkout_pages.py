"""What became of the payment on one checkout page, and who may see it without a cookie."""

from datetime import timedelta
from typing import Any

import pytest
from account_helpers import a_dispute, accept, ask_back, deliver_event
from booking_client import a_body, post, post_checkout, post_order, work_off_events
from booking_helpers import NOW, send_next_refund
from django.test import Client
from whole_orders import now

from standby.orders.models import Order
from standby.payments.models import CheckoutSession, Payment
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.selectors import state_of_page

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
MILESTONE = {"purpose": "milestone", "milestone": "acceptance", "method": "debit_card"}


def press(browser: Client, page: str, *outcomes: str) -> None:
    """At the test mode's page, with what the provider then tells us."""
    for outcome in outcomes:
        browser.post(f"/test-checkout/{page}", {"outcome": outcome})
    work_off_events()


def a_fee_page(browser: Client) -> str:
    """The id of the page of a fee that is due."""
    order_id = post_order(browser, a_body(browser)).json()["orderId"]
    return str(post_checkout(browser, order_id).json()["url"]).rpartition("/")[2]


def a_paid_fee_page(browser: Client) -> str:
    page = a_fee_page(browser)
    press(browser, page, "approve")
    return page


def a_milestone_page(browser: Client, method: str = "debit_card") -> str:
    body = MILESTONE | {"method": method}
    url = post(browser, "/api/my-booking/payments", body).json()["url"]
    return str(url).rpartition("/")[2]


def order_of_page(browser: Client, page: str) -> Any:
    return browser.get(f"/api/checkout-sessions/{page}/order")


def state(browser: Client, page: str) -> str:
    return str(order_of_page(browser, page).json()["status"])


def accept_the_proposal(browser: Client) -> None:
    a_paid_fee_page(browser)
    accept(Order.objects.get(), now=now())


@pytest.mark.req("TRUTH-03.1")
def test_a_transfer_that_bounced_stays_failed_whatever_is_paid_later(browser: Client) -> None:
    accept_the_proposal(browser)
    transfer = a_milestone_page(browser, "bank")
    press(browser, transfer, "approve")
    started = state(browser, transfer)
    press(browser, transfer, "bounces")
    bounced = state(browser, transfer)

    card = a_milestone_page(browser)
    opened = state(browser, transfer)
    press(browser, card, "approve")

    assert (started, bounced, opened) == ("processing", "failed", "failed")
    assert (state(browser, transfer), state(browser, card)) == ("failed", "paid")


@pytest.mark.req("TRUTH-03.1")
def test_a_page_that_another_took_the_place_of_is_never_paid(browser: Client) -> None:
    accept_the_proposal(browser)
    debit = a_milestone_page(browser)
    credit = a_milestone_page(browser, "credit_card")
    before = state(browser, debit)
    press(browser, credit, "approve")

    assert (before, state(browser, debit), state(browser, credit)) == (
        "replaced",
        "replaced",
        "paid",
    )


def test_a_page_is_unpaid_once_the_provider_has_just_said_so(browser: Client) -> None:
    page = a_fee_page(browser)

    states = [state(browser, page) for _ in range(2)]

    assert states == ["unpaid", "processing"]  # within seconds nobody asks again
    CheckoutSession.objects.update(checked_at=now() - timedelta(seconds=5))
    browser.post(f"/test-checkout/{page}", {"outcome": "approve"})
    assert state(browser, page) == "paid"  # though its event has not come


def test_each_page_is_looked_up_itself(browser: Client) -> None:
    accept_the_proposal(browser)
    older = a_milestone_page(browser)
    diagnostic = post(browser, "/api/my-booking/payments", {"purpose": "diagnostic"}).json()["url"]
    browser.post(f"/test-checkout/{older}", {"outcome": "approve"})

    assert state(browser, older) == "paid"
    assert state(browser, diagnostic.rpartition("/")[2]) == "unpaid"


@pytest.mark.req("TRUTH-03.1")
def test_a_fee_never_paid_of_a_canceled_order_is_canceled(browser: Client) -> None:
    page = a_fee_page(browser)
    answer = post(browser, "/api/my-booking/cancel", {"refund_cents": 0})
    assert answer.status_code == 200

    found = order_of_page(browser, page).json()

    assert (found["status"], found["order_status"]) == ("canceled", "cancelled")
    assert found["total_paid_cents"] == 0


@pytest.mark.req("TRUTH-03.1")
def test_what_went_back_or_was_taken_back_is_not_paid(browser: Client) -> None:
    page = a_paid_fee_page(browser)
    cards = TestCards.from_settings()
    fee = Payment.objects.get()
    states = [state(browser, page)]
    cards.dispute(fee.provider_ref or "", a_dispute(fee))
    deliver_event(fee, payments_providers.cards(), now=now())
    states.append(state(browser, page))
    cards.dispute(fee.provider_ref or "", a_dispute(fee, "lost"))
    deliver_event(fee, payments_providers.cards(), now=now())
    states.append(state(browser, page))

    assert states == ["paid", "disputed", "returned"]
    order = browser.get(f"/api/orders/{fee.order.public_id}")
    assert (order.status_code, order.json()["scheduling_fee"]["status"]) == (200, "returned")


@pytest.mark.req("TRUTH-03.1")
def test_a_refund_is_told_from_when_it_is_asked_for(browser: Client) -> None:
    page = a_paid_fee_page(browser)
    fee = Payment.objects.get()
    ask_back(fee, 40_00, key="part")
    part = state(browser, page)
    ask_back(fee, 60_00, key="rest")
    asked = state(browser, page)
    while send_next_refund(cards=payments_providers.cards(), now=now()):
        pass

    assert (part, asked, state(browser, page)) == ("paid", "refunded", "refunded")


def a_page(status: str, *, payment: str, order: str = "scheduled", **times: Any) -> CheckoutSession:
    of = Payment(status=payment, amount_cents=100_00, order=Order(status=order))
    return CheckoutSession(status=status, payment=of, **times)


@pytest.mark.parametrize(
    ("page", "unknown", "looked_up"),
    [
        (a_page("open", payment="due"), "processing", "unpaid"),
        (a_page("expired", payment="due"), "processing", "unpaid"),
        (a_page("open", payment="due", processing_at=NOW), "processing", "processing"),
        (a_page("expired", payment="due", failed_at=NOW), "failed", "failed"),
        (a_page("complete", payment="paid"), "paid", "paid"),
        (a_page("complete", payment="paid", failed_at=NOW), "paid", "paid"),
        (a_page("complete", payment="refunded"), "refunded", "refunded"),
        (a_page("complete", payment="returned"), "returned", "returned"),
        (a_page("expired", payment="paid"), "replaced", "replaced"),
        (a_page("expired", payment="cancelled"), "replaced", "replaced"),
        (a_page("open", payment="cancelled"), "processing", "replaced"),
        (a_page("expired", payment="cancelled", order="cancelled"), "canceled", "canceled"),
        # A second charge, which goes back.
        (a_page("complete", payment="cancelled"), "refunded", "refunded"),
    ],
)
def test_the_state_of_a_page(page: CheckoutSession, unknown: str, looked_up: str) -> None:
    assert state_of_page(page, is_looked_up=False) == unknown
    assert state_of_page(page, is_looked_up=True) == looked_up


@pytest.mark.req("BOOK-05.2")
def test_the_owners_own_look_uses_up_the_first_one(browser: Client) -> None:
    page = a_paid_fee_page(browser)
    stranger = Client()

    answers = [order_of_page(one, page) for one in (browser, stranger, browser, Client())]

    assert [answer.status_code for answer in answers] == [200, 404, 200, 404]
    assert "mb" not in stranger.cookies
    assert stranger.get("/api/my-booking").status_code == 404


@pytest.mark.req("BOOK-05.2")
def test_an_owner_who_comes_after_a_stranger_still_sees_it(browser: Client) -> None:
    page = a_paid_fee_page(browser)

    answers = [order_of_page(one, page) for one in (Client(), browser, Client())]

    assert [answer.status_code for answer in answers] == [200, 200, 404]


@pytest.mark.req("BOOK-05.2")
def test_a_page_on_which_nothing_was_paid_opens_nothing(browser: Client) -> None:
    accept_the_proposal(browser)
    replaced = a_milestone_page(browser)
    press(browser, a_milestone_page(browser, "credit_card"), "approve")
    Payment.objects.filter(status="cancelled").update(paid_at=now())

    assert order_of_page(Client(), replaced).status_code == 404


def test_an_order_whose_payment_was_not_told_yet_is_looked_up(browser: Client) -> None:
    page = a_fee_page(browser)
    browser.post(f"/test-checkout/{page}", {"outcome": "approve"})
    order = Order.objects.get()

    found = browser.get(f"/api/orders/{order.public_id}").json()

    assert found["scheduling_fee"]["status"] == "paid"
    assert (found["status"], found["appointment"]["status"]) == ("scheduled", "confirmed")
