"""What follows when a message is not sent because its recipient gets nothing (MSG-04)."""

from datetime import timedelta
from typing import Any, Final

import pytest
from account_helpers import a_scheduled_order
from booking_helpers import ADA, NOW, reserve
from django.db import connection
from outbox_helpers import PHONE, Way, a_post, queue, send_all

from standby.messaging.models import InboundMessage, Message, Suppression
from standby.messaging.providers.mail import MailRefused
from standby.messaging.providers.texts import TextUnwanted
from standby.messaging.services import consents, outbox
from standby.messaging.services.consents import confirm_number
from standby.messaging.services.suppressions import unsent_for_us
from standby.orders.models import Order
from standby.orders.services.customers import change_consent
from standby.orders.services.notify import notify_customer
from standby.payments.providers.cards.test_mode import TestCards
from standby.reports.selectors.what_waits import backlog
from standby.tasks.models import StaffTask
from standby.tasks.services import change_task
from standby.workflows import send_messages
from standby.workflows.lift_suppression import lift
from standby.workflows.receive_text import receive_text, record_text_status

pytestmark = pytest.mark.usefixtures("shop")

LATER: Final = NOW + timedelta(minutes=5)
OFFICE: Final = "office@example.org"


@pytest.fixture
def order(cards: TestCards) -> Order:
    """Scheduled, and nothing waits to be sent."""
    order = a_scheduled_order(cards)
    confirm_number(PHONE, now=NOW)
    Message.objects.all().delete()
    return order


def tell(order: Order, kind: str = "running_late", *, part: str = "1", **more: Any) -> None:
    notify_customer(order, kind=kind, dedupe_part=part, now=NOW, **more)


def no_mail(order: Order) -> None:
    change_consent(order, channel=Message.Channel.EMAIL, agrees=False, now=NOW)


def no_texts(text: str = "STOP") -> None:
    sid = f"SM{InboundMessage.objects.count()}"
    receive_text(sid=sid, sender="+12815550100", text=text, now=NOW)


def send(mail: Way | None = None, texts: Way | None = None) -> None:
    send_all(a_post(mail, texts), now=LATER)


def titles() -> list[str]:
    return list(StaffTask.objects.order_by("pk").values_list("title", flat=True))


@pytest.mark.req("MSG-04.3")
def test_a_contract_message_that_reaches_nobody_is_a_task_with_what_and_why(order: Order) -> None:
    no_mail(order)
    no_texts()
    tell(order)
    send()

    [task] = StaffTask.objects.all()
    assert task.title in (
        "Call the customer: “We are running late” was not sent by text: the customer has opted out",
        "Call the customer: “We are running late” was not sent by email: "
        "the customer has opted out",
    )
    assert (task.order, task.assignee, task.created_by) == (order, None, "clock")
    assert str(task.due_on) == f"{NOW:%Y-%m-%d}"
    assert task.message_ref in Message.objects.values_list("pk", flat=True)


@pytest.mark.req("MSG-04.3")
@pytest.mark.parametrize("refuses", ["email", "sms"])
def test_there_is_no_task_while_the_other_channel_of_the_same_message_reaches_them(
    order: Order, refuses: str
) -> None:
    if refuses == "email":
        no_mail(order)
    else:
        no_texts()
    tell(order)
    send()

    outcomes = {str(one.outcome) for one in Message.objects.filter(kind="running_late")}
    assert outcomes == {"sent", "opted_out"}
    assert titles() == []


@pytest.mark.req("MSG-04.3")
@pytest.mark.parametrize(
    "other",
    [
        {"status": "dead", "dead_at": NOW},
        {"status": "sent", "sent_at": NOW, "delivery": "undelivered"},
        {"status": "sent", "sent_at": NOW, "is_stored": True},
    ],
)
def test_another_channel_that_arrived_nowhere_reaches_nobody(
    order: Order, other: dict[str, Any]
) -> None:
    no_texts()
    tell(order)
    Message.objects.filter(channel="email").update(**other)

    send()

    assert len(titles()) == 1


@pytest.mark.req("MSG-04.3")
@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("paused", "what the customer wrote may be an opt-out, and nobody has decided yet"),
        ("unconfirmed", "the number got one text, and nobody has answered YES from it"),
        ("unwanted", "the customer has opted out"),
    ],
)
def test_a_paused_an_unconfirmed_and_a_returned_text_are_tasks_too(
    order: Order, fault: str, why: str
) -> None:
    texts = Way()
    if fault == "paused":
        no_texts("don't text me, call me")
    if fault == "unconfirmed":
        consents.unconfirm_number(PHONE, now=NOW)
    if fault == "unwanted":
        texts = Way(TextUnwanted("opted out at Twilio (21610)"))
    tell(order, channels=["sms"])

    send(texts=texts)

    [title] = titles()
    assert title.endswith(f"was not sent by text: {why}")
    assert Message.objects.get(kind="running_late").status == "suppressed"


@pytest.mark.req("MSG-04.3")
def test_a_text_that_the_provider_reports_as_unwanted_is_a_task_once(order: Order) -> None:
    tell(order, channels=["sms"])
    send()
    for _ in range(2):
        record_text_status("ref-1", status="failed", code="21610", now=LATER)

    assert len(titles()) == 1
    assert Suppression.objects.get().reason == "opted out at Twilio (21610)"


@pytest.mark.req("MSG-04.3")
def test_an_order_has_one_open_call_and_the_next_once_that_is_done(order: Order) -> None:
    no_texts()
    for part in "12":
        tell(order, part=part, channels=["sms"])
    send()
    [first] = StaffTask.objects.all()

    change_task(first.public_id, {"is_done": True}, actor="staff Jo", now=LATER)
    tell(order, part="3", channels=["sms"])
    send()

    assert StaffTask.objects.filter(done_at=None).count() == 1
    assert StaffTask.objects.count() == 2
    for message in Message.objects.filter(kind="running_late"):
        send_messages.ask_to_call(message, because=Message.Skipped.OPTED_OUT, now=LATER)
    assert StaffTask.objects.count() == 2


@pytest.mark.req("MSG-04.3")
def test_a_message_is_one_task_also_after_that_was_done(order: Order) -> None:
    no_texts()
    tell(order, channels=["sms"])
    send()
    [task] = StaffTask.objects.all()
    change_task(task.public_id, {"is_done": True}, actor="staff Jo", now=LATER)

    message = Message.objects.get(kind="running_late")
    send_messages.ask_to_call(message, because=Message.Skipped.OPTED_OUT, now=LATER)

    assert StaffTask.objects.count() == 1


@pytest.mark.req("MSG-04.3")
def test_what_is_out_of_date_or_canceled_over_budget_or_a_reminder_is_no_task(
    order: Order, settings: Any
) -> None:
    no_texts()
    no_mail(order)
    tell(order, part="stale", stale_at=NOW)
    tell(order, "reminder_day")
    send()
    canceled = reserve()
    tell(canceled, "photo_link", least=5)
    Order.objects.filter(pk=canceled.pk).update(status="cancelled")
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"visitor_messages_a_day": 0})
    queue("grace@example.org", kind="quote_saved", now=NOW)
    send()

    outcomes = {str(one.outcome) for one in Message.objects.exclude(kind="text_received")}
    assert {"out_of_date", "order_canceled", "over_budget", "opted_out"} <= outcomes
    assert titles() == []


@pytest.mark.req("MSG-04.3")
def test_a_message_of_no_order_is_a_task_that_names_it_and_a_visitors_own_is_none() -> None:
    consents.suppress("email", recipient=ADA.email, reason="on their page", now=NOW)
    for kind in ("diagnostic_booked", "quote_saved"):
        queue(ADA.email, kind=kind)
    send()

    [title] = titles()
    number = Message.objects.get(kind="diagnostic_booked").pk
    assert title == (
        f"Call the customer: “The diagnostic visit is booked”, message {number} of no order, "
        "was not sent by email: the customer has opted out"
    )
    assert StaffTask.objects.get().order is None


@pytest.mark.req("MSG-04.3")
def test_the_task_and_the_suppression_are_one_transaction(order: Order) -> None:
    """A worker that dies between the two leaves neither, and the next one makes both."""
    no_texts()
    tell(order, channels=["sms"])
    message = Message.objects.get(kind="running_late")

    def dies(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith('INSERT INTO "staff_tasks"'):
            raise ConnectionError
        return execute(sql, *rest)

    with connection.execute_wrapper(dies), pytest.raises(ConnectionError):
        send_messages.suppress_message(
            message, because=Message.Skipped.OPTED_OUT, attempts=1, now=NOW
        )
    message.refresh_from_db()
    assert (message.status, titles()) == ("queued", [])

    send()
    message.refresh_from_db()
    assert (message.status, len(titles())) == ("suppressed", 1)


@pytest.mark.req("MSG-04.3")
def test_the_copy_after_a_yes_knows_the_mail_of_the_text_that_was_left_unsent(order: Order) -> None:
    consents.unconfirm_number(PHONE, now=NOW)
    tell(order)
    send()
    assert titles() == []
    no_texts("yes")
    consents.suppress("sms", recipient=PHONE, reason="on their page", now=NOW)
    send()

    texts = Message.objects.filter(kind="running_late", channel="sms").order_by("pk")
    assert [str(text.outcome) for text in texts] == ["unconfirmed", "opted_out"]
    assert titles() == []


@pytest.mark.req("MSG-04.4")
@pytest.mark.parametrize("kind", ["account_recovery", "staff_needed"])
def test_a_suppressed_account_or_staff_message_is_counted_until_it_is_lifted_or_two_weeks_old(
    kind: str,
) -> None:
    consents.suppress("email", recipient=OFFICE, reason="on their page", now=NOW)
    queue(OFFICE.upper(), kind=kind)
    queue(OFFICE, kind="reminder_day")
    send()

    assert [message.kind for message in unsent_for_us(now=LATER)] == [kind]
    assert backlog(now=LATER)["messages_suppressed"] == 1
    assert titles() == []
    assert backlog(now=LATER + timedelta(days=15))["messages_suppressed"] == 0
    lift(Suppression.objects.get().pk, staff="staff Jo", now=LATER)
    assert backlog(now=LATER)["messages_suppressed"] == 0
    # An opt-out of later is not what kept it back.
    later = LATER + timedelta(hours=1)
    consents.suppress("email", recipient=OFFICE, reason="on their page", now=later)
    assert backlog(now=later)["messages_suppressed"] == 0


@pytest.mark.req("MSG-04.6")
def test_a_bounce_suppresses_nothing_and_the_next_mail_is_sent() -> None:
    mail = Way(MailRefused("the server answered 550"))
    queue(ADA.email, kind="date_lost")
    send(mail)
    queue(ADA.email, kind="refund_sent")
    send(mail)

    assert [str(one.outcome) for one in Message.objects.order_by("pk")] == ["dead", "sent"]
    assert not Suppression.objects.exists()
    assert titles() == []


def test_what_is_sent_meanwhile_is_neither_suppressed_nor_a_task(order: Order) -> None:
    tell(order, channels=["sms"])
    message = Message.objects.get(kind="running_late")
    outbox.mark_sent(message, provider_ref="SM9", is_stored=False, attempts=1, now=NOW)

    send_messages.suppress_message(message, because=Message.Skipped.OPTED_OUT, attempts=1, now=NOW)

    message.refresh_from_db()
    assert (message.status, titles()) == ("sent", [])
