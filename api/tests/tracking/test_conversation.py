"""Texts and emails with a customer are one thread, answered from the order (OPS-21.1)."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from access_helpers import signed_in
from booking_helpers import NOW, a_request, reserve
from django.test import Client
from outbox_helpers import Way, a_post, send_all
from whole_orders import a_message

from standby.core.roles import Role
from standby.messaging.kinds import FOR_STAFF, READABLE_KINDS
from standby.messaging.models import InboundMessage, Message
from standby.orders.models import Order
from standby.tracking.selectors.conversation import conversation_of
from standby.workflows.receive_text import receive_text
from standby.workflows.resend_message import CustomerOptedOut
from standby.workflows.write_to_customer import TextTooLong, write_to_customer

pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture
def order() -> Order:
    order = reserve()
    Message.objects.all().delete()
    return order


def write(order: Order, text: str = "We come at nine.", channel: str = "sms") -> Message:
    return write_to_customer(
        str(order.public_id),
        channel=channel,
        subject="Your job",
        text=text,
        staff="staff Jo",
        now=NOW,
    )


def ask(browser: Client, role: Role, order: Order, **body: Any) -> Any:
    headers = {"Authorization": f"Bearer {signed_in(role)}", "Idempotency-Key": uuid4().hex}
    path = f"/api/staff/orders/{order.public_id}/conversation"
    if not body:
        return browser.get(path, headers=headers)
    return browser.post(path, body, content_type="application/json", headers=headers)


@pytest.mark.req("OPS-21.1")
def test_texts_and_mails_of_all_their_orders_are_one_thread_in_order(order: Order) -> None:
    again = reserve(a_request(address="1 Main St, Spring, TX 77380"))
    Message.objects.all().delete()
    sent: dict[str, Any] = {"status": "sent", "channel": "sms", "now": NOW}
    a_message(order, text="one", delivery="delivered", sent_at=NOW, **sent)
    receive_text(sid="SM1", sender="+12815550100", text="two", now=NOW + timedelta(minutes=1))
    a_message(again, text="three", status="dead", dead_at=NOW, now=NOW + timedelta(minutes=2))
    a_message(order, kind="staff_needed", text="for staff only", now=NOW)

    thread = conversation_of(order, kinds=READABLE_KINDS - set(FOR_STAFF), now=NOW)

    assert [entry.text for entry in thread] == ["one", "two", "three"]
    assert [entry.outcome for entry in thread] == ["delivered", "", "dead"]
    assert [entry.is_to_answer for entry in thread] == [False, True, False]
    assert thread[2].code == again.confirmation_code


@pytest.mark.req("OPS-21.1")
def test_what_staff_write_is_sent_and_answers_what_waited(order: Order) -> None:
    receive_text(sid="SM1", sender="+12815550100", text="When?", now=NOW)
    write(order)
    write(order, "Dear Ada,\n\nwe come at nine. [[booking]]", channel="email")
    mails, sms = Way(), Way()

    send_all(a_post(mails, sms), now=NOW)

    texts = [sent.text for sent in (*mails.taken, *sms.taken)]
    assert any(text == "Standby: We come at nine." for text in texts)
    mail = next(text for text in texts if "Dear Ada" in text)
    assert "[[" not in mail
    assert "((booking]]" in mail
    assert InboundMessage.objects.get().answered_by == "staff Jo"
    assert order.log.filter(subject="message", actor="staff Jo").count() == 2


@pytest.mark.req("OPS-21.1")
def test_who_stopped_texts_is_not_written_to_and_the_reason_is_told(
    browser: Client, order: Order
) -> None:
    receive_text(sid="SM1", sender="+12815550100", text="STOP", now=NOW)
    with pytest.raises(CustomerOptedOut):
        write(order)
    ways = {
        way["channel"]: way["why_not"] for way in ask(browser, Role.VIEWER, order).json()["ways"]
    }
    assert "texting START" in ways["sms"]
    assert ways["email"] == ""
    refused = ask(browser, Role.DISPATCHER, order, channel="sms", text="Hello")
    assert (refused.status_code, refused.json()["code"]) == (409, "customer_opted_out")


def test_two_segments_are_the_most_of_a_text(order: Order) -> None:
    write(order, "a" * 290)
    with pytest.raises(TextTooLong):
        write(order, "a" * 310)
    with pytest.raises(TextTooLong):
        write(order, "\N{GRINNING FACE}" * 70)


def test_a_mail_needs_a_subject(browser: Client, order: Order) -> None:
    answer = ask(browser, Role.DISPATCHER, order, channel="email", text="Hello")
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"].endswith("subject")
