"""Who guesses gets nowhere, and whoever had a link of ours is locked out of nothing (F2)."""

import base64
import secrets
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

import pytest
from access_helpers import with_cookie
from booking_helpers import reserve
from django.conf import settings as django_settings
from django.test import Client
from pytest_django import Settings
from rate_limit_windows import in_one_window
from whole_orders import now

from standby.core.models import RateLimitBucket
from standby.orders.api.booking_access import secret_keys
from standby.orders.rules.policy import LINK_GUESSES_PER_CLIENT
from standby.orders.services.access_links import (
    LinkForged,
    LinkInvalid,
    create_access_token,
    order_for_token,
    revoke_access_links,
)

pytestmark = pytest.mark.usefixtures("shop")


def by_cookie(guess: str, address: str = "198.51.100.7") -> Any:
    return with_cookie("mb", guess).get("/api/my-booking", REMOTE_ADDR=address)


def by_link(guess: str, address: str = "198.51.100.7") -> Any:
    return Client().get(f"/b/{guess}", REMOTE_ADDR=address)


def made_up() -> str:
    return secrets.token_urlsafe(33)


WAYS: Final[dict[str, Callable[[str, str], Any]]] = {"cookie": by_cookie, "link": by_link}


@pytest.fixture(autouse=True)
def _counted_in_one_window() -> None:
    in_one_window()


@pytest.mark.parametrize("address", ["198.51.100.7", "2001:db8::{:x}"])
@pytest.mark.parametrize("way", WAYS)
def test_f2_twenty_guesses_are_answered_and_no_more(way: str, address: str) -> None:
    statuses = [WAYS[way](made_up(), address.format(each)).status_code for each in range(25)]

    assert statuses == [statuses[0]] * LINK_GUESSES_PER_CLIENT.limit + [429] * 5


def test_f2_guesses_count_together_however_they_are_made() -> None:
    statuses = [
        (by_cookie if number % 2 else by_link)(made_up()).status_code for number in range(25)
    ]

    assert Counter(statuses) == {303: 10, 404: 10, 429: 5}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("ended", ["expired", "revoked"])
def test_f2_a_link_that_was_ours_costs_nothing(ended: str, way: str) -> None:
    order = reserve()
    token = create_access_token(order, secret_keys=secret_keys(), now=now())
    if ended == "expired":
        order.links.update(expires_at=now() - timedelta(days=1))
    else:
        revoke_access_links(order, now=now())

    statuses = {WAYS[way](token, "198.51.100.7").status_code for _ in range(30)}

    assert statuses == {404 if way == "cookie" else 303}
    assert not RateLimitBucket.objects.filter(rule=LINK_GUESSES_PER_CLIENT.name).exists()


def test_f2_a_guesser_in_the_same_house_locks_nobody_out() -> None:
    """Their own booking stays open to whoever has it: the signature alone decides."""
    token = create_access_token(reserve(), secret_keys=secret_keys(), now=now())
    no_token = {by_cookie("x" * 63).status_code for _ in range(25)}
    for _ in range(25):
        by_cookie(made_up())

    assert no_token == {404}, "what can be no token of ours is no guess"
    assert by_cookie(token).status_code == 200
    assert "mb" in by_link(token).cookies
    assert Client().get("/api/my-booking").status_code == 404


@pytest.mark.req("BOOK-04.1")
def test_f2_one_changed_bit_anywhere_is_a_forgery() -> None:
    """All 264 bits count: the id's as much as the signature's."""
    token = create_access_token(reserve(), secret_keys=secret_keys(), now=now())
    raw = base64.urlsafe_b64decode(token)

    opened = []
    for bit in range(len(raw) * 8):
        changed = bytearray(raw)
        changed[bit // 8] ^= 1 << bit % 8
        try:
            order_for_token(
                base64.urlsafe_b64encode(bytes(changed)).decode(),
                secret_keys=secret_keys(),
                now=now(),
            )
        except LinkForged:
            continue
        opened.append(bit)

    print(f"\nF2 forgery: {len(raw) * 8} changed bits, {len(opened)} opened anything")
    assert opened == []
    assert issubclass(LinkForged, LinkInvalid), "outside, one refusal"


def test_f2_an_earlier_key_is_remembered_and_loses_nobody(settings: Settings) -> None:
    """H5: the key is changed, the one before it kept beside it."""
    order = reserve()
    token = create_access_token(order, secret_keys=secret_keys(), now=now())
    settings.SECRET_KEY_FALLBACKS = [django_settings.SECRET_KEY]
    settings.SECRET_KEY = "n" * 50

    assert by_cookie(token).status_code == 200
    assert create_access_token(order, secret_keys=secret_keys(), now=now()) != token


def test_f2_control_without_limits_every_guess_is_judged(settings: Settings) -> None:
    settings.ENVIRONMENT = django_settings.ENVIRONMENT.model_copy(update={"rate_limits": False})

    assert {by_cookie(made_up()).status_code for _ in range(25)} == {404}
