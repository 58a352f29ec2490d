"""The link in every message, as a browser follows it."""

import base64
import logging
import secrets
from datetime import UTC, datetime

import pytest
from bookings import NOW, reserve
from django.test import Client

from standby.orders.api.booking_access import secret_keys
from standby.orders.models import Order
from standby.orders.services.access_links import create_access_token, revoke_access_links

pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture
def token(shop: None) -> str:
    return create_access_token(reserve(), secret_keys=secret_keys(), now=datetime.now(UTC))


def test_it_puts_the_token_into_a_cookie_and_shows_the_booking(browser: Client, token: str) -> None:
    answer = browser.get(f"/b/{token}")

    cookie = answer.cookies["mb"]
    assert (answer.status_code, answer["Location"]) == (303, "/my-booking")
    assert (answer["Cache-Control"], answer["Referrer-Policy"]) == ("no-store", "no-referrer")
    assert cookie.value == token
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")


@pytest.mark.parametrize(
    ("to", "page"),
    [("photos", "/my-booking/photos"), ("https://evil.test", "/my-booking"), ("", "/my-booking")],
)
def test_it_leads_to_pages_of_ours_only(browser: Client, token: str, to: str, page: str) -> None:
    assert browser.get(f"/b/{token}", {"to": to})["Location"] == page


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
