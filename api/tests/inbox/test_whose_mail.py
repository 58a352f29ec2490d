"""A mail is in the conversation of the order that it answers, and in nobody else's."""

import pytest
from booking_helpers import NOW, a_request, reserve
from mail_helpers import OURS, a_mail, receive
from whole_orders import a_message

from standby.accounts.models import User
from standby.messaging.models import InboundMessage, Message
from standby.messaging.services.inbound import mark_answered
from standby.orders.models import Order
from standby.orders.services.orders import Contact
from standby.tracking.rules.waits import WaitKey
from standby.tracking.selectors.conversation import conversation_of
from standby.tracking.selectors.history import order_history
from standby.tracking.selectors.waits import waiting_groups
from standby.workflows.write_to_customer import write_to_customer

pytestmark = pytest.mark.usefixtures("shop")
MALLORY = Contact(name="Mallory", email="mallory@example.net", phone="(713) 555-0188")
FORGED = {"From": "Ada <Ada@example.org>", "Message_ID": "<2@x>"}


@pytest.fixture
def adas() -> Order:
    return reserve()


@pytest.fixture
def mallorys(adas: Order) -> Order:
    order = reserve(a_request(contact=MALLORY))
    Message.objects.all().delete()
    sent = {"kind": "date_held", "channel": "email", "status": "sent", "sent_at": NOW}
    a_message(order, provider_ref=OURS, now=NOW, **sent)
    return order


def words_in(order: Order) -> list[tuple[str, str]]:
    entries = conversation_of(order, kinds={}, now=NOW)
    return [(one.text, one.proof) for one in entries if one.is_from_customer]


def answered() -> dict[str, bool]:
    return {one.text.strip(): bool(one.answered_by) for one in InboundMessage.objects.all()}


@pytest.mark.req("IN-03.3")
def test_an_answer_to_somebody_elses_order_is_not_in_her_conversation(
    adas: Order, mallorys: Order
) -> None:
    receive(a_mail("Cancel it", **FORGED), a_mail("Come at ten", In_Reply_To=""))

    assert words_in(adas) == [("Come at ten", "claimed")]
    assert words_in(mallorys) == [("Cancel it", "token")]
    assert "Cancel it" not in str(order_history(adas, messages=[]))
    assert "Cancel it" in str(order_history(mallorys, messages=[]))


def test_it_waits_for_an_answer_as_the_other_customers(adas: Order, mallorys: Order) -> None:
    receive(a_mail("Come at ten", In_Reply_To=""), a_mail("Cancel it", **FORGED))

    [group] = waiting_groups([WaitKey.REPLIES], user=User(), now=NOW)

    rows = {item.detail: (item.title, item.order_id) for item in group.items}
    assert rows == {
        "Come at ten": ("Ada Lovelace", adas.public_id),
        "Cancel it": ("Mallory", mallorys.public_id),
    }


def test_what_is_answered_there_still_waits_here(adas: Order, mallorys: Order) -> None:
    receive(a_mail("Come at ten", In_Reply_To=""), a_mail("Cancel it", **FORGED))

    mark_answered(InboundMessage.objects.get(provider_ref="<2@x>").pk, actor="Jo", now=NOW)
    assert answered() == {"Come at ten": False, "Cancel it": True}

    InboundMessage.objects.update(answered_at=None, answered_by="")
    write(mallorys)
    assert answered() == {"Come at ten": False, "Cancel it": True}

    InboundMessage.objects.update(answered_at=None, answered_by="")
    write(adas)
    assert answered() == {"Come at ten": True, "Cancel it": False}


def write(order: Order) -> None:
    write_to_customer(
        str(order.public_id), channel="email", subject="Ten", text="Yes.", staff="Jo", now=NOW
    )


def test_an_answer_to_her_other_order_is_in_her_one_conversation(adas: Order) -> None:
    other = reserve()
    Message.objects.all().delete()
    sent = {"kind": "date_held", "channel": "email", "status": "sent", "sent_at": NOW}
    a_message(other, provider_ref=OURS, now=NOW, **sent)

    receive(a_mail("About the other"))
    write(adas)

    assert words_in(adas) == words_in(other) == [("About the other", "token")]
    assert answered() == {"About the other": True}
