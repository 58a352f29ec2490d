"""The link in every message: signed, expired, revoked, and as a browser follows it."""

import base64
import logging
import secrets
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from booking_helpers import NOW, appointment_of, reserve
from django.test import Client

from standby.core.signed_ids import sign_id
from standby.orders.api.booking_access import secret_keys
from standby.orders.models import AccessLink, Appointment, Order
from standby.orders.services.access_links import (
    LinkInvalid,
    create_access_token,
    order_for_token,
    revoke_access_links,
)

pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture
def token(shop: None) -> str:
    return create_access_token(reserve(), secret_keys=secret_keys(), now=datetime.now(UTC))


def test_it_puts_the_token_into_a_cookie_and_shows_the_booking(browser: Client, token: str) -> None:
    answer = browser.get(f"/b/{token}")
    cookie = answer.cookies["mb"]
    order = Order.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/my-booking?order={order.public_id}")
    assert (answer["Cache-Control"], answer["Referrer-Policy"]) == ("no-store", "no-referrer")
    assert cookie.value == token
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")


@pytest.mark.parametrize(
    ("to", "page"),
    [
        ("photos", "/my-booking/photos?order={id}"),
        ("documents", "/my-booking?order={id}#documents"),
        ("https://evil.test", "/my-booking?order={id}"),
        ("", "/my-booking?order={id}"),
    ],
)
def test_it_leads_to_pages_of_ours_only(browser: Client, token: str, to: str, page: str) -> None:
    order = Order.objects.get()
    led_to = browser.get(f"/b/{token}", {"to": to})["Location"]
    assert led_to == page.format(id=order.public_id)


def test_f2_a_token_that_opens_nothing_is_answered_alike_whatever_the_reason(
    browser: Client, token: str
) -> None:
    now, order = datetime.now(UTC), Order.objects.get()
    revoke_access_links(order, now=now)
    expired = create_access_token(order, secret_keys=secret_keys(), now=now)
    order.links.update(expires_at=NOW)
    random = base64.urlsafe_b64encode(secrets.token_bytes(48)).decode()
    answers = [browser.get(f"/b/{sent}") for sent in (token, expired, random, "x")]
    assert {(a.status_code, a["Location"]) for a in answers} == {(303, "/my-booking?link=expired")}
    assert all("mb" not in answer.cookies for answer in answers)


def test_the_token_is_never_logged(
    browser: Client, token: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        browser.get(f"/b/{token}")
        browser.get(f"/b/{token[:-1]}")
        browser.post(f"/b/{token}")
    assert token[:40] not in caplog.text


KEYS = ["k" * 50]


def opens(signed: str, *, keys: list[str] = KEYS, later: timedelta = timedelta()) -> bool:
    try:
        return bool(order_for_token(signed, secret_keys=keys, now=NOW + later))
    except LinkInvalid:
        return False


def signed(order: Order, *, later: timedelta = timedelta()) -> str:
    return create_access_token(order, secret_keys=KEYS, now=NOW + later)


def test_an_order_has_one_link_however_often_it_is_sent() -> None:
    order = reserve()
    tokens = {signed(order) for _ in range(3)}
    assert len(tokens) == 1
    assert order_for_token(tokens.pop(), secret_keys=KEYS, now=NOW) == order
    assert AccessLink.objects.count() == 1


@pytest.mark.req("BOOK-04.2")
def test_it_lives_until_thirty_days_after_the_visit() -> None:
    order = reserve()
    end_at = appointment_of(order).end_at
    sent = signed(order)
    assert opens(sent, later=end_at + timedelta(days=30) - timedelta(seconds=1) - NOW)
    assert not opens(sent, later=end_at + timedelta(days=30) - NOW)


def test_it_lives_at_least_thirty_days_from_the_last_message() -> None:
    order = reserve()
    Appointment.objects.update(status="cancelled")
    sent = signed(order)
    assert opens(sent, later=timedelta(days=29))
    assert signed(order, later=timedelta(days=29)) == sent
    assert opens(sent, later=timedelta(days=58))
    assert not opens(sent, later=timedelta(days=59))


def test_a_message_after_the_visit_lets_it_live_thirty_days_more() -> None:
    order = reserve()
    after_visit = appointment_of(order).end_at + timedelta(days=25) - NOW
    signed(order)
    sent = signed(order, later=after_visit)
    assert opens(sent, later=after_visit + timedelta(days=29))


@pytest.mark.parametrize(("is_revoked", "days"), [(False, 90), (True, 0)])
def test_one_that_is_over_or_revoked_stays_so_and_the_next_is_another(
    is_revoked: bool, days: int
) -> None:
    order, later = reserve(), timedelta(days=days)
    sent = signed(order)
    if is_revoked:
        revoke_access_links(order, now=NOW)
    again = signed(order, later=later)
    assert again != sent
    assert (opens(sent, later=later), opens(again, later=later)) == (False, True)


@pytest.mark.req("BOOK-04.1")
def test_f2_ten_thousand_guesses_open_nothing() -> None:
    sent = signed(reserve())
    forged = sent[:22] + "".join(reversed(sent[22:]))
    guesses = [secrets.token_urlsafe(33) for _ in range(10_000)]
    unreadable = ["", "x", sent[:-1], sent + "A", sent[:-1] + "!", "\u00e9" * 44, forged]
    unmade = token_like(uuid4().bytes)
    opened = [guess for guess in [*guesses, *unreadable, unmade] if opens(guess)]
    print(f"F2: {len(guesses)} random tokens, {len(opened)} opened")
    assert opened == []


def token_like(link_id: bytes) -> str:
    """Signed with our key, for a link that is not there."""
    return sign_id(UUID(bytes=link_id), purpose=b"order link:", secret_keys=KEYS)


def test_f2_a_token_of_an_earlier_key_opens_while_that_key_is_remembered() -> None:
    sent = signed(reserve())
    assert opens(sent, keys=["n" * 50, *KEYS])
    assert not opens(sent, keys=["n" * 50])
