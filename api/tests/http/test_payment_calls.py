"""Opening a checkout, the test mode's own page, and the provider's signed events."""

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from booking_client import a_body, post_checkout, post_order
from bookings import OFFICE, CardsAreDown, set_rule
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings
from windows import in_one_window

from standby import providers
from standby.apps.booking.models import Appointment, CrewSeat
from standby.apps.payments.models import CardEvent, CheckoutSession, Payment
from standby.providers.cards.signature import sign
from standby.worker.card_events import work_out_next_event

pytestmark = pytest.mark.usefixtures("shop", "own_folder")

AGREED = {
    "terms_accepted": True,
    "privacy_policy_accepted": True,
    "scheduling_fee_acknowledged": True,
}
EMAIL = {"email": "ada@example.org"}


def an_order(browser: Client) -> str:
    return str(post_order(browser, a_body(browser)).json()["orderId"])


def a_page(browser: Client) -> str:
    url = str(post_checkout(browser, an_order(browser)).json()["url"])
    return url.removeprefix("http://testserver")


def press(browser: Client, page: str, outcome: str) -> Any:
    return browser.post(page, {"outcome": outcome})


def work_off_events() -> None:
    now = datetime.now(UTC) + timedelta(seconds=1)
    while work_out_next_event(cards=providers.cards(), office=OFFICE, now=now):
        pass


def test_looking_at_an_order_and_paying_for_it_take_few_statements(
    browser: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    order_id = an_order(browser)

    with django_assert_num_queries(3):  # the order, its appointment with the seat, its fee
        browser.get(f"/api/orders/{order_id}")
    with django_assert_num_queries(2):  # the appointment, whether there is a page to ask about
        browser.get("/api/appointments/latest", EMAIL)
    with django_assert_num_queries(13):
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


def test_only_the_scheduling_fee_is_paid_here(browser: Client) -> None:
    assert post_checkout(browser, an_order(browser), purpose="milestone").status_code == 422


def test_a_checkout_for_a_free_visit_is_refused(browser: Client) -> None:
    set_rule("pricing", "scheduling_fee", {"amount_cents": 0, "refundable": True})

    answer = post_checkout(browser, an_order(browser))

    assert (answer.status_code, answer.json()["code"]) == (409, "nothing_due")


def test_a_date_that_is_gone_cannot_be_paid(browser: Client) -> None:
    order_id = an_order(browser)
    Appointment.objects.update(status="expired")
    CrewSeat.objects.all().delete()
    set_rule("scheduling", "crews_per_day", 0)

    answer = post_checkout(browser, order_id)

    assert (answer.status_code, answer.json()["code"]) == (409, "hold_expired")


def test_opening_checkouts_too_often_is_refused_for_a_while(browser: Client) -> None:
    in_one_window()
    order_id = an_order(browser)

    statuses = [post_checkout(browser, order_id).status_code for _ in range(6)]

    assert statuses == [201] * 5 + [429]


@pytest.mark.req("PAY-01.5")
def test_the_test_page_says_what_it_is_and_works_without_script(browser: Client) -> None:
    page = browser.get(a_page(browser))

    html = page.content.decode()
    assert "TEST MODE" in html
    assert "$100.00" in html
    assert "<script" not in html
    for button in ("Approve", "Decline", "Insufficient funds", "Cancel", "Close this window"):
        assert button in html


def test_the_test_page_allows_its_own_style_and_nothing_else(browser: Client) -> None:
    page = browser.get(a_page(browser))

    policy = page["Content-Security-Policy"]
    style = re.search(r"<style>(.*?)</style>", page.content.decode(), re.DOTALL)
    assert style is not None
    digest = b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert page["Referrer-Policy"] == "no-referrer"
    assert page["Cache-Control"] == "no-store"


@pytest.mark.req("PAY-01.4")
def test_approving_pays_by_a_signed_event_and_confirms_the_date(browser: Client) -> None:
    page = a_page(browser)

    approved = press(browser, page, "approve")

    assert approved.status_code == 303
    assert approved["Location"].startswith(
        "http://testserver/visit-payment-success?session_id=cs_test_"
    )
    assert CardEvent.objects.get().type == "checkout.session.completed"
    assert Payment.objects.get().status == "due"
    work_off_events()
    found = browser.get("/api/appointments/latest", EMAIL).json()
    assert found["status"] == "confirmed"
    assert Payment.objects.get().status == "paid"


def test_a_visitor_who_comes_back_before_the_event_is_confirmed_by_asking(
    browser: Client,
) -> None:
    press(browser, a_page(browser), "approve")
    CardEvent.objects.all().delete()

    found = browser.get("/api/appointments/latest", EMAIL).json()

    assert found["status"] == "confirmed"


def test_pressing_approve_twice_pays_once(browser: Client) -> None:
    page = a_page(browser)

    first, second = press(browser, page, "approve"), press(browser, page, "approve")

    assert first["Location"] == second["Location"]
    assert CardEvent.objects.count() == 1


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
def test_every_other_outcome_charges_nothing_and_says_so(
    browser: Client, outcome: str, words: str
) -> None:
    answer = press(browser, a_page(browser), outcome)

    assert answer.status_code == 200
    assert words in answer.content.decode()
    assert Payment.objects.get().status == "due"
    assert not CardEvent.objects.exists()


@pytest.mark.req("PAY-01.4")
def test_cancel_goes_to_the_cancelled_page_and_a_new_try_finds_the_same_checkout(
    browser: Client,
) -> None:
    order_id = an_order(browser)
    url = post_checkout(browser, order_id).json()["url"]

    cancelled = press(browser, url.removeprefix("http://testserver"), "cancel")

    assert cancelled["Location"] == "http://testserver/visit-payment-cancelled"
    assert post_checkout(browser, order_id).json()["url"] == url


def test_a_declined_card_can_be_followed_by_an_approved_one(browser: Client) -> None:
    page = a_page(browser)
    press(browser, page, "decline")

    assert press(browser, page, "approve").status_code == 303


def test_a_paid_page_and_an_expired_one_say_so(browser: Client) -> None:
    page = a_page(browser)
    press(browser, page, "approve")
    paid = browser.get(page).content.decode()
    other = Client()
    closed_page = a_page(other)
    providers.test_cards().close_checkout(closed_page.rpartition("/")[2])

    after = press(other, closed_page, "approve")

    assert "This has been paid already" in paid
    assert "This checkout has expired" in after.content.decode()
    assert CardEvent.objects.count() == 1


@pytest.mark.parametrize("name", ["cs_test_none", "..%2f..%2fetc", "cs_test_" + "g" * 48])
def test_a_page_that_is_not_there_is_the_404_page(browser: Client, name: str) -> None:
    assert browser.get(f"/test-checkout/{name}").status_code == 404


@pytest.mark.req("PAY-01.6")
def test_with_real_cards_there_is_no_test_page(browser: Client, settings: Settings) -> None:
    page = a_page(browser)
    settings.ENVIRONMENT = replace(
        settings.ENVIRONMENT,
        cards="stripe",
        stripe_secret_key="sk_live_1234",
        stripe_webhook_secrets=("whsec_1",),
    )
    providers.cards.cache_clear()

    assert browser.get(page).status_code == 404
    assert press(browser, page, "approve").status_code == 404


def test_cards_that_are_down_are_a_503_and_the_order_stays(
    browser: Client, monkeypatch: pytest.MonkeyPatch, own_folder: Any
) -> None:
    order_id = an_order(browser)
    down = CardsAreDown(folder=own_folder, secret="s")
    monkeypatch.setattr(providers, "cards", lambda: down)

    answer = post_checkout(browser, order_id)

    assert (answer.status_code, answer.json()["code"]) == (503, "cards_down")
    assert int(answer["Retry-After"]) > 0
    assert browser.get(f"/api/orders/{order_id}").json()["status"] == "reserved"


SECRET = "whsec_test"


@pytest.fixture
def stripe_secrets(settings: Settings) -> None:
    settings.ENVIRONMENT = replace(
        settings.ENVIRONMENT,
        cards="stripe",
        stripe_secret_key="sk_test_1",
        stripe_webhook_secrets=("whsec_old", SECRET),
    )
    providers.cards.cache_clear()


def an_event(**changed: Any) -> bytes:
    event = {"id": "evt_1", "type": "customer.created", "data": {"object": {"id": "cus_1"}}}
    return json.dumps(event | changed).encode()


def deliver(raw: bytes, signature: str) -> Any:
    return Client().post(
        "/api/webhooks/stripe",
        data=raw,
        content_type="application/json",
        headers={"Stripe-Signature": signature},
    )


def signed(raw: bytes, *, secret: str = SECRET, late_s: int = 0) -> str:
    return sign(raw, secret=secret, now=datetime.now(UTC) - timedelta(seconds=late_s))


FORGED: Final[dict[str, Callable[[], str]]] = {
    "empty": lambda: "",
    "nonsense": lambda: "nonsense",
    "no signature": lambda: "t=1,v1=2",
    "no time": lambda: "t=x,v1=2",
    "another secret": lambda: signed(an_event(), secret="whsec_other"),
    "too old": lambda: signed(an_event(), late_s=301),
    "from the future": lambda: signed(an_event(), late_s=-900),
    "another body": lambda: signed(an_event(id="evt_2")),
    "an old scheme": lambda: signed(an_event()).replace("v1", "v0"),
    "two times": lambda: signed(an_event()) + ",t=1",
    "endless": lambda: "t=" + "9" * 5000 + ",v1=aa",
    "not ASCII": lambda: signed(an_event()).replace("v1=", "v1=ü"),
}


@pytest.mark.usefixtures("stripe_secrets")
@pytest.mark.parametrize("secret", ["whsec_old", SECRET])
def test_an_event_signed_by_either_secret_is_kept_once(secret: str) -> None:
    raw = an_event()

    answers = [deliver(raw, signed(raw, secret=secret)) for _ in range(3)]

    assert [(answer.status_code, answer.json()) for answer in answers] == [(200, {})] * 3
    assert CardEvent.objects.get().event_id == "evt_1"


@pytest.mark.req("PAY-02.4")
@pytest.mark.usefixtures("stripe_secrets")
@pytest.mark.parametrize("how", FORGED)
def test_a_forged_event_is_refused_and_not_kept(how: str) -> None:
    forged = FORGED[how]()  # by the clock of this test: signed at import it would be too old

    answer = deliver(an_event(), forged)

    assert (answer.status_code, answer.json()["code"]) == (400, "event_forged")
    assert not CardEvent.objects.exists()
    assert deliver(an_event(), signed(an_event())).status_code == 200


@pytest.mark.usefixtures("stripe_secrets")
@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"not json",
        b"[]",
        b"{}",
        an_event(id=5),
        an_event(id=""),
        an_event(id="x" * 300),
        an_event(type=None),
        an_event(data=[]),
        an_event(data={"object": "cus_1"}),
    ],
)
def test_what_is_signed_but_no_event_is_refused(raw: bytes) -> None:
    assert deliver(raw, signed(raw)).status_code == 400


@pytest.mark.usefixtures("stripe_secrets")
def test_an_event_is_signed_to_the_byte() -> None:
    raw = an_event()
    respaced = json.dumps(json.loads(raw), separators=(",", ":")).encode()

    assert deliver(respaced, signed(raw)).status_code == 400


def test_an_event_larger_than_any_is_refused_unread() -> None:
    assert deliver(b"x" * (256 * 1024 + 1), "t=1,v1=1").status_code == 413


def test_in_test_mode_an_event_needs_the_test_modes_own_signature(browser: Client) -> None:
    page = a_page(browser)
    page_id = page.rpartition("/")[2]
    signed_bytes = providers.test_cards().approve(page_id, now=datetime.now(UTC))
    assert signed_bytes is not None
    raw, signature = signed_bytes

    assert deliver(raw, signed(raw)).status_code == 400
    assert deliver(raw, signature).status_code == 200
    work_off_events()
    assert Payment.objects.get().status == "paid"
