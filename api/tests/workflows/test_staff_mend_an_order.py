"""Staff mend how a customer is reached, send messages again, and say that the power is on."""

from datetime import datetime, timedelta
from typing import Any

import account_helpers
import pytest
from account_helpers import fresh
from booking_helpers import NOW, all_of, reserve
from django.conf import settings
from outbox_helpers import worded

from standby.messaging.kinds import KINDS
from standby.messaging.models import Consent, Message
from standby.messaging.selectors import undelivered
from standby.orders.models import Customer, Order
from standby.orders.rules.policy import TEXTS_CONSENT
from standby.orders.selectors.order_log_text import sentence
from standby.orders.services.access_links import LinkInvalid, create_access_token, order_for_token
from standby.orders.services.appointments import cancel_visits
from standby.orders.services.customers import correct_contact
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import ChangedMeanwhile, ensure_version, version_of
from standby.orders.services.orders import move_order
from standby.payments.providers.cards.test_mode import TestCards
from standby.tracking.selectors.find_orders import find_orders
from standby.workflows.receive_text import receive_text
from standby.workflows.resend_message import (
    CustomerOptedOut,
    NotToResend,
    NoWayLeft,
    open_channels,
    resend_message,
)

pytestmark = pytest.mark.usefixtures("shop")
LATER = NOW + timedelta(hours=1)
KEYS = [settings.SECRET_KEY]
NOTHING: Any = {
    "name": "", "email": "", "phone": "", "agrees_to_texts": False, "actor": "staff Jo",
    "if_version": None,
}  # fmt: skip


def correct(order: Order, **changed: object) -> Order:
    return correct_contact(fresh(order), **{**NOTHING, **changed}, now=LATER)


def test_who_saw_the_newest_goes_on_and_so_does_who_does_not_say() -> None:
    order = reserve()
    without_a_log = Order(pk=order.pk + 1)
    ensure_version(order, version_of(order), now=NOW)
    ensure_version(order, None, now=NOW)
    ensure_version(without_a_log, 0, now=NOW)
    assert version_of(without_a_log) == 0


def test_an_act_of_many_rows_is_told_by_its_first() -> None:
    order = reserve()
    seen = version_of(order)
    move_order(order, to=Order.Status.CANCELLED, actor="staff Jo", now=NOW)
    cancel_visits(order, actor="staff Jo", now=NOW)
    with pytest.raises(ChangedMeanwhile, match=r"^Jo canceled the order an hour ago\."):
        ensure_version(order, seen, now=LATER)


def a_scheduled_order(cards: TestCards) -> Order:
    order = account_helpers.a_scheduled_order(cards)
    notify_customer(order, kind="photo_link", dedupe_part="once", now=NOW)
    return order


def messages(order: Order, kind: str) -> list[Message]:
    return worded(Message.objects.filter(order_ref=order.public_id, kind=kind).order_by("pk"))


def resend(order: Order, kind: str = "photo_link", *, now: datetime = LATER) -> None:
    resend_message(str(order.public_id), kind, staff="staff Jo", now=now)


def test_a_corrected_name_is_found_and_logged_without_what_it_was() -> None:
    order = reserve()

    correct(order, name="Ada Lovelace", if_version=0)  # no change: no entry and no conflict
    assert not order.log.filter(subject="contact").exists()
    correct(order, name="Ada King")

    [entry] = order.log.filter(subject="contact")
    assert (entry.actor, entry.after, entry.note) == ("staff Jo", "corrected", "name")
    assert fresh(order).customer.name == "Ada King"
    assert find_orders(text="ada king", now=NOW)[0] == 1
    assert find_orders(text="lovelace", now=NOW)[0] == 0


def test_a_corrected_address_gets_what_waits_and_the_old_links_open_nothing() -> None:
    order = reserve()
    token = create_access_token(order, secret_keys=KEYS, now=NOW)

    correct(order, email="ada@king.example")

    customer = fresh(order).customer
    assert (customer.email, customer.email_key) == ("ada@king.example", "ada@king.example")
    [held] = [one for one in messages(order, "date_held") if one.channel == "email"]
    assert held.recipient == "ada@king.example"
    with pytest.raises(LinkInvalid):
        order_for_token(token, secret_keys=KEYS, now=LATER)


@pytest.mark.parametrize("agrees", [True, False])
def test_a_new_number_is_only_texted_when_its_owner_agreed(agrees: bool) -> None:
    order = reserve()
    correct(order, phone="(713) 555-0199", agrees_to_texts=agrees)
    customer = fresh(order).customer
    assert (customer.phone_key, customer.sms_updates) == ("7135550199", agrees)
    given = Consent.objects.filter(recipient="7135550199", page="told to staff")
    assert [consent.wording for consent in given] == ([TEXTS_CONSENT] if agrees else [])


def test_a_message_that_just_went_out_may_be_sent_again_and_two_presses_are_one(
    cards: TestCards,
) -> None:
    order = a_scheduled_order(cards)
    just_now = Message.objects.filter(kind="photo_link").latest("pk").created_at
    before = len(messages(order, "photo_link"))
    for seconds in (1, 2):
        resend(order, now=just_now + timedelta(seconds=seconds))
    assert len(messages(order, "photo_link")) == 2 * before


def test_a_message_goes_again_to_the_address_and_tells_the_date_of_today(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    correct(order, email="ada@king.example")

    resend(order)

    first, again = (one for one in messages(order, "photo_link") if one.channel == "email")
    assert (again.recipient, again.status) == ("ada@king.example", "queued")
    assert (again.text, again.email_parts) == (first.text, first.email_parts)
    [entry] = order.log.filter(subject="message")
    assert (entry.before, entry.after) == ("sent", "queued")
    assert entry.note == "photo_link by email and sms"
    order.appointments.update(**all_of(NOW.date() + timedelta(days=36)))
    resend(order, "date_confirmed")
    assert "Dec 9" in messages(order, "date_confirmed")[-1].text


def test_what_is_no_longer_so_or_was_never_sent_is_not_sent(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    for kind in ("date_held", "proposal_ready", "payment_of_no_kind", "refund_sent"):
        with pytest.raises(NotToResend):
            resend(order, kind)
    Customer.objects.update(email_updates=False, sms_updates=False)
    Consent.objects.all().delete()
    with pytest.raises(NoWayLeft, match="takes no emails and has not agreed to texts"):
        resend(order)
    receive_text(sid="SM1", sender="+12815550100", text="STOP", now=LATER)
    with pytest.raises(NoWayLeft, match=r"The customer has turned off texts\."):
        open_channels(Order.objects.get(), {"sms"}, kind="photo_link")


@pytest.mark.parametrize("kind", ["photo_link", "date_confirmed"])
def test_who_opted_out_of_texts_gets_it_by_mail_alone(cards: TestCards, kind: str) -> None:
    order = a_scheduled_order(cards)
    before = len(messages(order, kind))
    receive_text(sid="SM1", sender="+12815550100", text="STOP", now=LATER)
    resend(order, kind)
    [again] = messages(order, kind)[before:]
    assert again.channel == "email"
    assert order.log.get(subject="message").note == f"{kind} by email"


def test_staff_are_told_when_the_customer_opted_out_and_after_start_it_goes(
    cards: TestCards,
) -> None:
    order = a_scheduled_order(cards)
    Message.objects.filter(kind="photo_link", channel="email").delete()
    Message.objects.update(status="sent", sent_at=NOW)

    receive_text(sid="SM1", sender="+12815550100", text="STOP", now=LATER)
    with pytest.raises(CustomerOptedOut):
        resend(order)
    assert len(messages(order, "photo_link")) == 1
    assert not order.log.filter(subject="message").exists()
    receive_text(sid="SM2", sender="+12815550100", text="START", now=LATER)
    resend(order)

    [_, again] = messages(order, "photo_link")
    assert (again.channel, again.status) == ("sms", "queued")


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS.values() if kind.sent_by_staff])
def test_a_message_of_staff_goes_as_often_as_they_send_it_and_two_presses_are_one(
    cards: TestCards, kind: str
) -> None:
    order = a_scheduled_order(cards)
    # That a crew is on the way can be said on the day of the visit alone.
    at = order.appointments.get().start_at if kind == "on_the_way" else LATER
    for seconds in (0, 2, 60):
        resend(order, kind, now=at + timedelta(seconds=seconds))

    sent = messages(order, kind)
    assert sorted(message.channel for message in sent) == ["email", "email", "sms", "sms"]
    assert {message.stale_at for message in sent if message.created_at == at} == {
        at + timedelta(hours=12)
    }
    entries = order.log.filter(subject="message").order_by("pk")
    assert [sentence(entry) for entry in entries] == [
        "Jo sent a message.",
        "Jo sent a message again.",
    ]
    assert entries[0].note == f"{kind} by email and sms"


@pytest.mark.parametrize("status", ["dead", "suppressed"])
def test_what_was_stopped_a_second_ago_may_be_sent_again_at_once(
    cards: TestCards, status: str
) -> None:
    """A press that came to nothing never uses up the next one."""
    order = a_scheduled_order(cards)
    resend(order)
    Message.objects.filter(created_at=LATER).update(status=status, dead_at=LATER)
    resend(order, now=LATER + timedelta(seconds=1))
    assert len(messages(order, "photo_link")) == 6


def test_once_something_got_through_the_customer_is_reached(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    dead = Message.objects.get(order_ref=order.public_id, kind="photo_link", channel="email")
    Message.objects.filter(pk=dead.pk).update(status="dead", dead_at=NOW)
    assert list(undelivered(now=LATER)) == [dead]
    resend(order)
    again = messages(order, "photo_link")[-2:]
    Message.objects.filter(pk__in=[one.pk for one in again]).update(status="sent", sent_at=LATER)
    assert list(undelivered(now=LATER)) == []
