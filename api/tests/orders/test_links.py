"""The homeowner's own link: what opens it, and what does not."""

import base64
import secrets
from datetime import timedelta
from uuid import uuid4

import pytest
from bookings import NOW, appointment_of, reserve

from standby.orders.models import AccessLink, Appointment, Order
from standby.orders.services.access_links import (
    LinkNotFound,
    _signature,
    create_access_token,
    order_for_token,
    revoke_access_links,
)

pytestmark = pytest.mark.usefixtures("shop")
KEYS = ["k" * 50]


def opens(token: str, *, keys: list[str] = KEYS, later: timedelta = timedelta()) -> bool:
    try:
        return bool(order_for_token(token, secret_keys=keys, now=NOW + later))
    except LinkNotFound:
        return False


def token(order: Order, *, later: timedelta = timedelta()) -> str:
    return create_access_token(order, secret_keys=KEYS, now=NOW + later)


def test_an_order_has_one_link_however_often_it_is_sent() -> None:
    order = reserve()

    tokens = {token(order) for _ in range(3)}

    assert len(tokens) == 1
    assert order_for_token(tokens.pop(), secret_keys=KEYS, now=NOW) == order
    assert AccessLink.objects.count() == 1


@pytest.mark.req("BOOK-04.2")
def test_it_lives_until_thirty_days_after_the_visit() -> None:
    order = reserve()
    end_at = appointment_of(order).end_at
    sent = token(order)

    assert opens(sent, later=end_at + timedelta(days=30) - timedelta(seconds=1) - NOW)
    assert not opens(sent, later=end_at + timedelta(days=30) - NOW)


def test_it_lives_at_least_thirty_days_from_the_last_message() -> None:
    order = reserve()
    Appointment.objects.update(status="cancelled")
    sent = token(order)

    assert opens(sent, later=timedelta(days=29))
    assert token(order, later=timedelta(days=29)) == sent
    assert opens(sent, later=timedelta(days=58))
    assert not opens(sent, later=timedelta(days=59))


def test_a_message_after_the_visit_lets_it_live_thirty_days_more() -> None:
    order = reserve()
    after_visit = appointment_of(order).end_at + timedelta(days=25) - NOW
    token(order)

    sent = token(order, later=after_visit)

    assert opens(sent, later=after_visit + timedelta(days=29))


@pytest.mark.parametrize(("is_revoked", "days"), [(False, 90), (True, 0)])
def test_one_that_is_over_or_revoked_stays_so_and_the_next_is_another(
    is_revoked: bool, days: int
) -> None:
    order, later = reserve(), timedelta(days=days)
    sent = token(order)
    if is_revoked:
        revoke_access_links(order, now=NOW)

    again = token(order, later=later)

    assert again != sent
    assert (opens(sent, later=later), opens(again, later=later)) == (False, True)


@pytest.mark.req("BOOK-04.1")
def test_f2_ten_thousand_guesses_open_nothing() -> None:
    sent = token(reserve())
    forged = sent[:22] + "".join(reversed(sent[22:]))
    guesses = [secrets.token_urlsafe(33) for _ in range(10_000)]
    unreadable = ["", "x", sent[:-1], sent + "A", sent[:-1] + "!", "\u00e9" * 44, forged]
    unmade = token_like(uuid4().bytes)

    opened = [guess for guess in [*guesses, *unreadable, unmade] if opens(guess)]

    print(f"F2: {len(guesses)} random tokens, {len(opened)} opened")
    assert opened == []


def token_like(link_id: bytes) -> str:
    """Signed with our key, for a link that is not there."""
    return base64.urlsafe_b64encode(link_id + _signature(link_id, secret_key=KEYS[0])).decode()


def test_f2_a_token_of_an_earlier_key_opens_while_that_key_is_remembered() -> None:
    sent = token(reserve())

    assert opens(sent, keys=["n" * 50, *KEYS])
    assert not opens(sent, keys=["n" * 50])
