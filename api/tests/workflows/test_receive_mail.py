"""Emails of customers become part of the conversation; bounces and opting out are understood."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from bookings import NOW, reserve
from whole_orders import a_message

from standby.messaging.models import InboundMessage, InboxPosition, Message, Suppression
from standby.messaging.providers.inbox import InboxDown, ReadMails, ReceivedMail
from standby.messaging.services.inbound import InboundMessageNotFound, mark_answered
from standby.orders.models import Order
from standby.tracking.selectors.conversation import conversation_of
from standby.workflows.receive_mail import read_inbox, receive_mail
from standby.workflows.write_to_customer import write_to_customer

pytestmark = pytest.mark.usefixtures("shop")
OURS = "<ours@standby.test>"
MAIL = ReceivedMail(
    message_id="<1@example.org>",
    sender="Ada@example.org",
    subject="Re: Your job",
    text="Come at ten, please.\n\nOn Tue, Nov 24, 2026 at 9:31 AM Standby <a@b.c> wrote:\n> Nine\n",
    answers=(OURS,),
)


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


class Mailbox:
    def __init__(self, *reads: ReadMails | InboxDown) -> None:
        self._reads = list(reads)
        self.asked: list[tuple[int, int]] = []

    def read_after(self, uid_validity: int, last_uid: int) -> ReadMails:
        self.asked.append((uid_validity, last_uid))
        read = self._reads.pop(0)
        if isinstance(read, InboxDown):
            raise read
        return read


@pytest.mark.req("OPS-21.3")
def test_a_reply_by_email_is_in_the_thread_of_its_order_without_what_it_quotes(
    order: Order,
) -> None:
    for _ in range(2):
        receive_mail(MAIL, now=NOW + timedelta(minutes=1))
    by_other = replace(MAIL, message_id="<2@x>", sender="Bob@home.test", text="Or eleven")
    receive_mail(by_other, now=NOW + timedelta(minutes=2))

    thread = conversation_of(order, kinds={"date_held"})

    assert [(one.channel, one.text, one.sender, one.is_to_answer) for one in thread[1:]] == [
        ("email", "Come at ten, please.", "Ada@example.org", True),
        ("email", "Or eleven", "Bob@home.test", True),
    ]


@pytest.mark.req("OPS-21.3")
def test_an_answer_by_email_answers_the_emails_about_the_order(order: Order) -> None:
    receive_mail(MAIL, now=NOW)
    receive_mail(replace(MAIL, message_id="<2@x>", sender="bob@home.test"), now=NOW)

    write_to_customer(
        str(order.public_id), channel="email", subject="Ten", text="Yes.", staff="Jo", now=NOW
    )

    assert {row.answered_by for row in InboundMessage.objects.all()} == {"Jo"}


def test_a_mail_is_marked_as_answered_with_the_earlier_ones_of_its_sender(order: Order) -> None:
    receive_mail(MAIL, now=NOW)
    receive_mail(replace(MAIL, message_id="<2@x>", sender="ada@EXAMPLE.org"), now=NOW)
    receive_mail(replace(MAIL, message_id="<3@x>", sender="bob@home.test"), now=NOW)

    mark_answered(InboundMessage.objects.get(provider_ref="<2@x>").pk, actor="Jo", now=NOW)

    answered = InboundMessage.objects.order_by("pk").values_list("answered_by", flat=True)
    assert list(answered) == ["Jo", "Jo", ""]
    with pytest.raises(InboundMessageNotFound):
        mark_answered(0, actor="Jo", now=NOW)


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ({"answers": ()}, [("Ada@example.org", "Come at ten, please.", False)]),
        ({"answers": (), "sender": "stranger@x.test"}, []),
        ({"is_automatic": True}, []),
        (
            {"message_id": "", "text": "> only a quote"},
            [("Ada@example.org", "> only a quote", True)],
        ),
    ],
)
def test_what_is_kept_of_a_mail(
    order: Order, change: dict[str, object], kept: Sequence[object]
) -> None:
    receive_mail(replace(MAIL, **change), now=NOW)  # type: ignore[arg-type]

    assert received() == kept


def test_a_reply_to_mail_for_staff_is_not_a_customers(order: Order) -> None:
    Message.objects.update(kind="staff_needed")
    receive_mail(replace(MAIL, sender="jo@standby.test"), now=NOW)

    assert received() == []


@pytest.mark.req("OPS-21.3")
def test_a_mail_that_came_back_is_shown_as_not_delivered_and_staff_are_told(order: Order) -> None:
    bounce = replace(MAIL, sender="MAILER-DAEMON@mx.test", bounced=OURS, is_automatic=True)
    for _ in range(2):
        receive_mail(bounce, now=NOW)
    receive_mail(replace(bounce, bounced="<unknown@x>"), now=NOW)

    [ours] = conversation_of(order, kinds={"date_held"})
    assert ours.outcome == "undelivered"
    [told] = Message.objects.filter(kind="staff_needed")
    assert "came back" in told.text
    assert received() == []


def test_a_bounce_of_mail_about_no_order_tells_nobody() -> None:
    sent = {"kind": "quote_saved", "channel": "email", "status": "sent", "sent_at": NOW}
    Message.objects.create(
        recipient="a@b.c", text="x", provider_ref=OURS, dedupe_key="q", created_at=NOW, **sent
    )
    receive_mail(replace(MAIL, bounced=OURS), now=NOW)

    assert not Message.objects.filter(kind="staff_needed").exists()


@pytest.mark.req("OPS-21.3")
def test_unsubscribe_as_mail_programs_write_it_ends_emails(order: Order) -> None:
    receive_mail(replace(MAIL, subject="unsubscribe", answers=()), now=NOW)

    [suppression] = Suppression.objects.all()
    assert (suppression.channel, suppression.recipient) == ("email", "ada@example.org")
    assert received() == []


def test_the_mailbox_is_read_on_from_where_it_was_left(order: Order) -> None:
    inbox = Mailbox(
        ReadMails(uid_validity=7, last_uid=40),
        InboxDown("TimeoutError"),
        ReadMails(uid_validity=7, last_uid=41, mails=[MAIL]),
    )

    read = [read_inbox(inbox=inbox, mailbox="hello", now=NOW) for _ in range(2)]
    down = InboxPosition.objects.get()
    assert (down.last_uid, down.failed_at, down.last_error) == (40, NOW, "TimeoutError")
    read.append(read_inbox(inbox=inbox, mailbox="hello", now=NOW))

    position = InboxPosition.objects.get()
    assert inbox.asked == [(0, 0), (7, 40), (7, 40)]
    assert read == [0, 0, 1]
    assert (position.last_uid, position.read_at, position.last_error) == (41, NOW, "")
    assert len(received()) == 1
