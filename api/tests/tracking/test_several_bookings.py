"""One browser with several bookings: each page and call shows the one that it is about."""

from datetime import timedelta
from typing import Any

import pytest
from booking_client import body_for, first_open_days, post_checkout, post_order, work_off_events
from django.test import Client
from whole_orders import confirm, now, reserve

from standby.orders.api.booking_access import secret_keys
from standby.orders.models import Appointment, CrewSeat, Order
from standby.orders.services.access_links import create_access_token, revoke_access_links
from standby.payments.models import Payment

pytestmark = pytest.mark.usefixtures("shop", "own_folder")


@pytest.fixture
def first(browser: Client) -> Order:
    return reserve(browser)


@pytest.fixture
def second(browser: Client, first: Order) -> Order:
    return reserve(browser)


def reserve_on(day: str, *, browser: Client) -> Order:
    answer = post_order(browser, body_for(day))
    return Order.objects.get(public_id=answer.json()["orderId"])


def link_of(order: Order) -> str:
    return f"/b/{create_access_token(order, secret_keys=secret_keys(), now=now())}"


def listed(browser: Client) -> list[dict[str, Any]]:
    answer = browser.get("/api/my-bookings")
    assert answer.status_code == 200
    found: list[dict[str, Any]] = answer.json()
    return found


def ids(orders: list[Order]) -> list[str]:
    return [str(order.public_id) for order in orders]


def pay(browser: Client, order: Order) -> str:
    """At the test mode's page, from the button to its way back. Returns the checkout's id."""
    url = post_checkout(browser, str(order.public_id)).json()["url"]
    back = browser.post(url.removeprefix("http://testserver"), {"outcome": "approve"})
    work_off_events()
    page, _, session_id = back["Location"].partition("?sessionId=")
    assert page == "http://testserver/visit-payment-success"
    return session_id


@pytest.mark.req("TRUTH-02.1")
def test_after_paying_for_the_first_of_two_the_page_of_its_checkout_shows_it(
    browser: Client, first: Order, second: Order
) -> None:
    session_id = pay(browser, first)

    shown = browser.get(f"/api/checkout-sessions/{session_id}/order").json()

    assert (shown["id"], shown["code"]) == (str(first.public_id), first.confirmation_code)
    assert shown["appointment"]["order_id"] == str(first.public_id)
    assert (shown["appointment"]["status"], shown["status"]) == ("confirmed", "paid")
    assert Payment.objects.get(order=second).status == "due"


@pytest.mark.req("TRUTH-02.2")
def test_both_are_listed_newest_first_each_with_its_own_state(
    browser: Client, first: Order, second: Order
) -> None:
    confirm(first)
    Payment.objects.filter(order=first).update(
        status="paid", paid_at=now(), provider="test", provider_ref="ch_1"
    )

    newest, older = listed(browser)

    assert [newest["id"], older["id"]] == ids([second, first])
    assert (newest["code"], older["code"]) == (second.confirmation_code, first.confirmation_code)
    assert (newest["next_step"], older["next_step"]) == ("pay_fee", "send_photos")
    assert newest["held_until"]
    assert older["held_until"] is None
    assert newest["address"] == "24 Waterway Ave, The Woodlands, TX 77380"
    assert newest["total_cents"] == 12_694_77


@pytest.mark.req("TRUTH-02.3")
def test_a_hold_that_has_run_out_is_no_longer_held(browser: Client, first: Order) -> None:
    [held] = listed(browser)
    CrewSeat.objects.filter(afternoon__order=first).update(
        hold_expires_at=now() - timedelta(minutes=1)
    )
    [over] = listed(browser)
    Appointment.objects.filter(order=first).update(status="expired")
    [expired] = listed(browser)

    assert held["held_until"] is not None
    assert (over["visit_status"], over["held_until"]) == ("held", None)
    assert (expired["visit_status"], expired["held_until"]) == ("expired", None)


def test_a_payment_whose_event_is_late_is_looked_up_before_the_day_is_called_unpaid(
    browser: Client, first: Order
) -> None:
    url = post_checkout(browser, str(first.public_id)).json()["url"]
    browser.post(url.removeprefix("http://testserver"), {"outcome": "approve"})

    [shown] = listed(browser)

    assert (shown["next_step"], shown["held_until"]) == ("send_photos", None)


def test_the_address_names_the_booking_and_without_a_name_it_is_the_newest(
    browser: Client, first: Order, second: Order
) -> None:
    for order in (first, second):
        named = {"order": str(order.public_id)}
        assert browser.get("/api/my-booking", named).json()["id"] == str(order.public_id)
        link = browser.post(
            f"/api/my-booking/access-link?order={order.public_id}",
            {"page": "booking"},
            content_type="application/json",
        )
        phone = Client()
        phone.get(link.json()["url"].removeprefix("http://testserver"))
        assert phone.get("/api/my-booking").json()["id"] == str(order.public_id)

    assert browser.get("/api/my-booking").json()["id"] == str(second.public_id)


@pytest.mark.req("TRUTH-02.2")
def test_links_opened_one_after_the_other_are_kept_beside_each_other(browser: Client) -> None:
    theirs = [reserve(Client(), phone=f"281-555-013{number}") for number in range(2)]
    confirm(theirs[0])  # so that one more may be held
    own = reserve_on(first_open_days(browser)[1], browser=browser)

    opened = [browser.get(link_of(order)) for order in theirs]

    assert [answer["Location"].partition("order=")[2] for answer in opened] == ids(theirs)
    assert browser.get("/api/my-booking").json()["id"] == ids(theirs)[1]
    assert [one["id"] for one in listed(browser)] == ids([own, theirs[1], theirs[0]])
    for order in (own, *theirs):
        named = browser.get("/api/my-booking", {"order": str(order.public_id)}).json()
        assert named["id"] == str(order.public_id)


def test_who_reserves_after_opening_a_link_sees_their_own_and_keeps_the_link(
    browser: Client,
) -> None:
    linked = reserve(Client(), phone="281-555-0133")
    browser.get(link_of(linked))

    own = reserve(browser)

    assert browser.get("/api/my-booking").json()["id"] == str(own.public_id)
    assert [one["id"] for one in listed(browser)] == ids([own, linked])
    browser.get(link_of(linked))
    assert browser.get("/api/my-booking").json()["id"] == str(linked.public_id)


def test_a_link_opens_its_booking_however_the_address_spells_its_id() -> None:
    order, browser = reserve(Client()), Client()
    browser.get(link_of(order))

    for spelling in (str(order.public_id).upper(), order.public_id.hex):
        shown = browser.get("/api/my-booking", {"order": spelling})
        assert shown.json()["id"] == str(order.public_id)
    unreadable = browser.get("/api/my-booking", {"order": "x"})
    assert (unreadable.status_code, unreadable.json()["code"]) == (404, "order_not_found")


def test_a_revoked_link_is_listed_no_more_and_names_nothing(browser: Client) -> None:
    linked = reserve(Client(), phone="281-555-0133")
    browser.get(link_of(linked))

    revoke_access_links(linked, now=now())

    assert listed(browser) == []
    named = browser.get("/api/my-booking", {"order": str(linked.public_id)})
    assert (named.status_code, named.json()["code"]) == (404, "order_not_found")


def test_the_hint_for_static_pages_comes_with_a_booking_and_goes_with_the_last(
    browser: Client,
) -> None:
    assert "booked" not in browser.cookies
    order = reserve(browser)
    hint = browser.cookies["booked"]
    assert (hint.value, hint["httponly"], hint["samesite"]) == ("1", "", "Lax")
    assert hint["max-age"] == browser.cookies["wz"]["max-age"]  # as long as the booking opens

    phone = Client()
    phone.get(link_of(order))
    assert phone.cookies["booked"].value == "1"
    revoke_access_links(order, now=now())
    listed(phone)
    assert phone.cookies["booked"].value == ""


def test_the_cookie_keeps_the_six_links_opened_last(browser: Client, first: Order) -> None:
    links = []
    for _ in range(8):
        revoke_access_links(first, now=now())
        links.append(link_of(first).removeprefix("/b/"))
        browser.get(f"/b/{links[-1]}")

    assert browser.cookies["mb"].value.split(".") == links[:1:-1]
