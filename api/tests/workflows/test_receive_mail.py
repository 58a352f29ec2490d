"""Emails of customers become part of the conversation; bounces are understood, and no more."""

from datetime import timedelta

import pytest
from booking_helpers import NOW, reserve
from mail_helpers import OURS, a_mail, a_report, receive
from whole_orders import a_message

from standby.inbox.models import Item
from standby.messaging.models import InboundMessage, Message, Suppression
from standby.messaging.services.inbound import InboundMessageNotFound, mark_answered
from standby.orders.models import Order
from standby.tracking.selectors.conversation import conversation_of
from standby.workflows.write_to_customer import write_to_customer

pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture
def order() -> Order:
    order = reserve()
    Message.objects.all().delete()
    sent = {"kind": "date_held", "channel": "email", "status": "sent", "sent_at": NOW}
    a_message(order, provider_ref=OURS, now=NOW, **sent)
    return order


def received() -> list[tuple[str, str, bool]]:
    rows = InboundMessage.objects.order_by("pk")
    return [(row.sender, row.text, row.order_ref is not None) for row in rows]


@pytest.mark.req("OPS-21.3")
def test_a_reply_by_email_is_in_the_thread_of_its_order(order: Order) -> None:
    for _ in range(2):
        receive(a_mail(), now=NOW + timedelta(minutes=1))
    by_other = a_mail("Or eleven", Message_ID="<2@x>", From="Bob@home.test")
    receive(by_other, now=NOW + timedelta(minutes=2))

    thread = conversation_of(order, kinds={"date_held"}, now=NOW)

    assert [(one.channel, one.text, one.sender, one.is_to_answer) for one in thread[1:]] == [
        ("email", "Come at ten, please.", "Ada@example.org", True),
        ("email", "Or eleven", "Bob@home.test", True),
    ]


@pytest.mark.req("OPS-21.3")
def test_an_answer_by_email_answers_the_emails_about_the_order(order: Order) -> None:
    receive(a_mail(), a_mail(Message_ID="<2@x>", From="bob@home.test"))

    write_to_customer(
        str(order.public_id), channel="email", subject="Ten", text="Yes.", staff="Jo", now=NOW
    )

    assert {row.answered_by for row in InboundMessage.objects.all()} == {"Jo"}


def test_a_mail_is_marked_as_answered_with_the_earlier_ones_of_its_sender(order: Order) -> None:
    receive(
        a_mail(),
        a_mail(Message_ID="<2@x>", From="ada@EXAMPLE.org"),
        a_mail(Message_ID="<3@x>", From="bob@home.test"),
    )

    mark_answered(InboundMessage.objects.get(provider_ref="<2@x>").pk, actor="Jo", now=NOW)

    answered = InboundMessage.objects.order_by("pk").values_list("answered_by", flat=True)
    assert list(answered) == ["Jo", "Jo", ""]
    with pytest.raises(InboundMessageNotFound):
        mark_answered(0, actor="Jo", now=NOW)


@pytest.mark.parametrize(
    ("headers", "verdict", "is_of_order"),
    [
        ({}, "taken", True),
        ({"In_Reply_To": "", "References": f"<x@y> {OURS}"}, "taken", True),
        ({"In_Reply_To": ""}, "taken", False),
        ({"Message_ID": ""}, "taken", True),
        ({"In_Reply_To": "", "From": "stranger@x.test"}, "nobody", False),
        ({"In_Reply_To": "", "From": ""}, "nobody", False),
        ({"Auto_Submitted": "auto-replied"}, "ignored", False),
        ({"Auto_Submitted": "no"}, "taken", True),
        ({"X_Autoreply": "yes"}, "ignored", False),
        ({"Precedence": "auto_reply"}, "ignored", False),
        ({"List_Id": "<news.example.org>"}, "ignored", False),
        ({"Return_Path": "<>"}, "ignored", False),
    ],
)
def test_what_becomes_of_a_mail(
    order: Order, headers: dict[str, str], verdict: str, is_of_order: bool
) -> None:
    [item] = receive(a_mail(**headers))

    assert item.verdict == verdict
    assert (item.order_ref == order.public_id) is is_of_order
    assert (item.message is not None) == (verdict == "taken")
    assert len(received()) == (verdict == "taken")


def test_two_mails_with_the_same_id_are_both_in_the_conversation(order: Order) -> None:
    receive(a_mail(), a_mail("Another"), a_mail("Another", X_Spam="no"))

    assert [text for _, text, _ in received()] == ["Come at ten, please.", "Another"]


def test_a_reply_to_mail_for_staff_is_not_a_customers(order: Order) -> None:
    Message.objects.update(kind="staff_needed")
    receive(a_mail(From="jo@standby.test"))

    assert received() == []


@pytest.mark.req("OPS-21.3")
def test_a_mail_that_came_back_is_shown_as_not_delivered_and_staff_are_told(order: Order) -> None:
    items = receive(a_report(), a_report() + b"\n", a_report(message_id="<unknown@x>"))

    [ours] = conversation_of(order, kinds={"date_held"}, now=NOW)
    assert ours.outcome == "undelivered"
    [told] = Message.objects.filter(kind="staff_needed")
    assert "came back" in told.text
    assert received() == []
    assert [item.verdict for item in items] == ["taken", "ignored", "ignored"]


QMAIL = f"""From: MAILER-DAEMON@example.org
Subject: failure notice

Hi. This is the qmail-send program at example.org.
I'm afraid I wasn't able to deliver your message to the following addresses.

<ada@example.org>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Return-Path: <hello@standby.test>
Message-ID: {OURS}
Subject: Your reservation

x
"""
EXIM = f"""From: Mail Delivery System <Mailer-Daemon@mx.test>
Subject: Mail delivery failed: returning message to sender

A message that you sent could not be delivered to one or more of its recipients.

------ This is a copy of the message, including all the headers. ------

Message-Id: <changed-by-a-relay@mx.test>
References: {OURS}
"""
WHOLE = f"""From: postmaster@mx.test
Content-Type: multipart/report; boundary=x

--x
Content-Type: message/delivery-status

Action: failed
--x
Content-Type: message/rfc822

Message-ID: {OURS}
Subject: Your job

Hello
--x--
"""


@pytest.mark.parametrize("report", [QMAIL, EXIM, WHOLE], ids=["qmail", "exim", "whole"])
def test_a_bounce_of_any_form_is_understood(order: Order, report: str) -> None:
    receive(report.encode())

    assert Message.objects.get(provider_ref=OURS).delivery == "undelivered"


@pytest.mark.req("IN-03.1")
@pytest.mark.parametrize(
    "report",
    [
        a_report("delayed"),
        a_report(message_id="<guessed@standby.test>"),
        QMAIL.replace("MAILER-DAEMON@example.org", "mallory@hostile.test").encode(),
        QMAIL.replace(OURS, "").encode(),
    ],
    ids=["late", "another id", "not from a mail server", "no id"],
)
def test_what_does_not_name_the_very_mail_is_no_bounce(order: Order, report: bytes) -> None:
    receive(report)

    assert Message.objects.get(provider_ref=OURS).delivery == ""
    assert not Message.objects.filter(kind="staff_needed").exists()


def test_a_bounce_of_mail_about_no_order_tells_nobody() -> None:
    sent = {"kind": "quote_saved", "channel": "email", "status": "sent", "sent_at": NOW}
    Message.objects.create(
        recipient="a@b.c", text="x", provider_ref=OURS, dedupe_key="q", created_at=NOW, **sent
    )
    [item] = receive(a_report())

    assert item.verdict == "taken"
    assert not Message.objects.filter(kind="staff_needed").exists()


@pytest.mark.req("IN-03.2")
@pytest.mark.parametrize("sender", ["Ada@example.org", "staff@site.test", "owner@x.test"])
def test_no_mail_opts_anybody_out(order: Order, sender: str) -> None:
    """One forged mail with this subject silenced the whole company."""
    items = receive(
        *(
            a_mail("stop", Subject=subject, From=sender, In_Reply_To=answers, Message_ID=f"<{n}@x>")
            for n, (subject, answers) in enumerate(
                [("unsubscribe", ""), ("UNSUBSCRIBE", OURS), ("Re: unsubscribe", "")]
            )
        )
    )

    assert not Suppression.objects.exists()
    assert all(item.verdict in {"taken", "nobody"} for item in items)
    assert Item.objects.count() == 3


def test_an_email_is_shown_by_what_its_sender_wrote_and_kept_whole(order: Order) -> None:
    quoted = "On Tue, Nov 24, 2026 at 9:31 AM Standby <a@b.c> wrote:\n> Nine"
    receive(a_mail(f"Come at ten, please.\n\n{quoted}\n"))

    [entry] = [one for one in conversation_of(order, kinds={}, now=NOW) if one.is_from_customer]

    assert (entry.text, entry.proof) == ("Come at ten, please.", "token")
    assert [(each.text, each.is_folded) for each in entry.passages] == [
        ("Come at ten, please.", False),
        (quoted, True),
    ]


@pytest.mark.req("IN-03.3")
def test_a_mail_says_how_far_its_sender_is_proven(order: Order) -> None:
    answered, claimed = receive(a_mail(), a_mail(In_Reply_To="", Message_ID="<2@x>"))

    assert (answered.proof, claimed.proof) == ("token", "claimed")
