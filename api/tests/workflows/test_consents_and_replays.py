"""A homeowner chooses how to be told; staff send again what could not be sent."""

from dataclasses import replace

import pytest
from bookings import ADA, NOW, a_wish, reserve
from filled_rows import filled

from standby.messaging.models import Consent, Message, Suppression
from standby.messaging.services.outbox import MessageNotDead
from standby.orders.models import Customer, OrderLogEntry
from standby.orders.services.customers import change_consent, record_first_consent
from standby.workflows.resend_message import replay_dead_message

pytestmark = pytest.mark.usefixtures("shop")
SMS, EMAIL = Message.Channel.SMS, Message.Channel.EMAIL


@pytest.mark.parametrize(("channel", "key"), [(SMS, "2815550100"), (EMAIL, "ada@example.org")])
def test_no_more_by_one_way_and_yes_again(channel: Message.Channel, key: str) -> None:
    order = reserve(a_wish(contact=replace(ADA, sms_updates=False, email_updates=False)))

    for is_given in (False, False, True):
        change_consent(order, channel=channel, is_given=is_given, now=NOW)

    suppression = Suppression.objects.get()
    assert (suppression.recipient, suppression.lifted_at) == (key, NOW)
    given = Consent.objects.order_by("pk").values_list("is_given", "recipient", "page")
    assert list(given) == [
        (False, key, "/my-booking"),
        (False, key, "/my-booking"),
        (True, key, "/my-booking"),
    ]
    customer = Customer.objects.get()
    assert (customer.sms_updates, customer.email_updates) == (channel == SMS, channel == EMAIL)


def test_who_texted_stop_has_not_taken_it_back_by_reserving_again() -> None:
    order = reserve()
    change_consent(order, channel=Message.Channel.SMS, is_given=False, now=NOW)

    record_first_consent(order)

    assert [consent.is_given for consent in Consent.objects.all()] == [False]


def test_a_dead_message_is_sent_again_and_the_log_says_by_whom() -> None:
    order = reserve()
    dead = Message.objects.filter(order_ref=order.public_id, channel="sms")
    dead.update(status="dead", dead_at=NOW, attempts=31, last_error="503")

    again = replay_dead_message(dead.get().pk, role="owner", actor="staff grace", now=NOW)

    assert (again.status, again.attempts, again.last_error) == ("queued", 0, "")
    assert again.dead_at is None
    entry = OrderLogEntry.objects.get(subject="message")
    assert (entry.actor, entry.before, entry.after) == ("staff grace", "dead", "queued")
    assert entry.note == "date_held by sms"


def test_a_message_without_an_order_leaves_no_log() -> None:
    dead = filled(Message, status="dead", dead_at=NOW, sent_at=None, order_ref=None)

    assert (
        replay_dead_message(dead.pk, role="owner", actor="staff grace", now=NOW).status == "queued"
    )
    assert not OrderLogEntry.objects.exists()


@pytest.mark.parametrize("status", ["queued", "sent", "suppressed"])
def test_only_what_is_dead_is_sent_again(status: str) -> None:
    reserve()
    sent_at = NOW if status == "sent" else None
    Message.objects.update(status=status, sent_at=sent_at)

    with pytest.raises(MessageNotDead):
        replay_dead_message(Message.objects.first().pk, role="owner", actor="staff grace", now=NOW)  # type: ignore[union-attr]
