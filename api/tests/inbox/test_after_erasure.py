"""What comes from or to an erased customer belongs to nobody, and an empty key to nobody either."""

from datetime import timedelta

import pytest
from booking_helpers import NOW, reserve
from console_client import Console
from mail_helpers import OURS, a_mail, a_report, receive
from whole_orders import a_message

from standby.accounts.models import User
from standby.core.providers import wiring as core_providers
from standby.core.roles import Role
from standby.inbox.models import Item
from standby.messaging.models import Consent, InboundMessage, Message, Suppression, TextedNumber
from standby.messaging.selectors import consents_of
from standby.messaging.services import consents
from standby.messaging.services.inbound import mark_answered
from standby.orders.models import Order
from standby.orders.services.orders import move_order
from standby.tracking.rules.waits import WaitKey
from standby.tracking.selectors.conversation import messages_from
from standby.tracking.selectors.waits import waiting_groups
from standby.workflows.erase_customer import ErasureReason, erase_customer
from standby.workflows.receive_text import record_text_status
from standby.workflows.retention import UNPLACED_RETENTION, purge_old_traces
from standby.workflows.settle_item import item_details
from standby.workflows.take_text import take_text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shop", "own_folder")]
LATER = NOW + timedelta(hours=1)


@pytest.fixture
def order() -> Order:
    """Of a customer who was erased."""
    order = reserve()
    Message.objects.all().delete()
    sent = {"kind": "date_held", "channel": "email", "status": "sent", "sent_at": NOW}
    a_message(order, provider_ref=OURS, now=NOW, **sent)
    move_order(order, to=Order.Status.CANCELLED, actor="staff jo", now=NOW)
    erase_customer(
        order.customer.public_id, reason=ErasureReason.REQUESTED, actor="staff jo", now=LATER
    )
    return Order.objects.get(pk=order.pk)


def text(body: str, *, sender: str, sid: str = "SM1") -> None:
    form = {"MessageSid": sid, "From": sender, "Body": body}
    take_text(form, files=core_providers.files(), now=LATER)


@pytest.mark.req("IN-02.9")
@pytest.mark.parametrize("sender", ["", "<>", "@", "Ada <>"])
def test_a_mail_of_no_sender_is_not_an_erased_customers(order: Order, sender: str) -> None:
    [item] = receive(a_mail(From=sender, In_Reply_To=""), now=LATER)

    assert (item.verdict, item.order_ref) == ("nobody", None)
    assert item_details(item.public_id, files=core_providers.files()).proposed == []
    assert not InboundMessage.objects.exists()


@pytest.mark.req("IN-02.9")
@pytest.mark.parametrize("sender", ["", "BANKALERT", "ACME"])
def test_a_text_of_no_number_is_nobodys_and_ends_nothing(order: Order, sender: str) -> None:
    text("STOP", sender=sender)
    text("Pay now", sender=sender, sid="SM2")
    item = Item.objects.order_by("-pk")[0]

    assert not Suppression.objects.exists()
    assert not TextedNumber.objects.filter(recipient="").exists()
    assert not Consent.objects.filter(recipient="").exists()
    assert messages_from(order.customer) == []
    assert item_details(item.public_id, files=core_providers.files()).proposed == []
    queued = Message.objects.filter(kind="text_received")
    assert set(queued.values_list("order_ref", flat=True)) == {None}
    [group] = waiting_groups([WaitKey.REPLIES], user=User(), now=LATER)
    assert [(item.order_id, item.title) for item in group.items] == [(None, sender)]


def test_each_mail_without_a_sender_is_answered_alone(order: Order) -> None:
    fields = {"channel": "email", "sender": "", "text": "x", "meaning": "words"}
    first, second = (
        InboundMessage.objects.create(provider_ref=ref, received_at=NOW, **fields)
        for ref in ("1", "2")
    )

    mark_answered(second.pk, actor="Jo", now=LATER)

    answered = InboundMessage.objects.order_by("pk").values_list("pk", "answered_by")
    assert list(answered) == [(first.pk, ""), (second.pk, "Jo")]


def test_an_empty_recipient_is_neither_suppressed_nor_confirmed(order: Order) -> None:
    Message.objects.update(channel="sms", provider_ref="SM9")

    record_text_status("SM9", status="failed", code="21610", now=LATER)
    consents.confirm_number("", now=LATER)

    assert not Suppression.objects.exists()
    assert not TextedNumber.objects.filter(recipient="").exists()
    assert consents.number_state("") == "new"
    assert consents.suppressed_channels(email="", phone="") == {}
    assert [row for row in consents_of(email="", phone="") if not row.recipient] == []


@pytest.mark.req("IN-02.9")
def test_a_mail_that_answers_an_erased_order_belongs_to_nobody(order: Order) -> None:
    items = receive(a_mail("Ada again"), a_mail("Hi", From="x@y.test", Message_ID="<2@x>"))

    assert [(item.verdict, item.order_ref) for item in items] == [("nobody", None)] * 2
    assert not InboundMessage.objects.exists()
    [group] = waiting_groups([WaitKey.INBOX], user=User(), now=LATER)
    assert len(group.items) == 2

    purge_old_traces(now=NOW + UNPLACED_RETENTION + timedelta(days=1))
    assert not Item.objects.exists()


@pytest.mark.req("IN-02.9")
def test_a_report_about_an_erased_customer_belongs_to_nobody(order: Order) -> None:
    [item] = receive(a_report(), now=LATER)

    assert (item.verdict, item.order_ref) == ("ignored", None)
    assert item.reason == "a report about an erased customer"
    assert not Message.objects.filter(kind="staff_needed").exists()


@pytest.mark.req("IN-01.5")
def test_no_item_can_be_given_to_an_erased_order(order: Order) -> None:
    [item] = receive(a_mail("Ada again"), now=LATER)
    code = {"code": order.confirmation_code}

    answer = Console(Role.DISPATCHER).call("POST", f"inbox/{item.public_id}/order", code)

    assert (answer.status_code, answer.json()["code"]) == (409, "customer_erased")
    assert Item.objects.get().verdict == "nobody"
    assert not InboundMessage.objects.exists()


def test_a_mail_of_who_came_back_is_taken_by_its_sender(order: Order) -> None:
    again = reserve()

    [item] = receive(a_mail("Ada again"), now=LATER)

    assert (item.verdict, item.proof, item.order_ref) == ("taken", "claimed", None)
    assert [one.text.strip() for one in messages_from(again.customer)] == ["Ada again"]
