"""A number of another country is never a customer's of ours, whatever its last digits are."""

from datetime import timedelta

import pytest
from booking_helpers import NOW, a_request, reserve

from standby.accounts.models import User
from standby.core.contacts import has_email, has_phone, phone_key, sender_key, senders_with
from standby.core.providers import wiring as core_providers
from standby.inbox.models import Item
from standby.messaging.models import Consent, InboundMessage, Message, Suppression
from standby.messaging.services import consents
from standby.messaging.services.inbound import mark_answered
from standby.orders.models import Order
from standby.orders.services.orders import Contact, move_order
from standby.tracking.rules.waits import WaitKey
from standby.tracking.selectors.conversation import conversation_of
from standby.tracking.selectors.find_orders import orders_matching
from standby.tracking.selectors.waits import waiting_groups
from standby.workflows.erase_customer import ErasureReason, erase_customer
from standby.workflows.receive_text import receive_text, settle_likely_stop
from standby.workflows.settle_item import item_details
from standby.workflows.take_text import take_text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shop", "own_folder")]
HOUSTON, ABROAD = "+17135550177", ["+447135550177", "+917135550177", "+7135550177"]
FILES = core_providers.files()
NAMED = ["A7135550177", "whatsapp:+17135550177", "", "+1 713 555 0177 x"]


@pytest.fixture
def order() -> Order:
    contact = Contact(name="Bob Hope", email="bob@example.org", phone="(713) 555-0177 x12")
    order = reserve(a_request(contact=contact))
    Message.objects.all().delete()
    return order


def receive(text: str, *, sender: str, sid: str = "SM1") -> str:
    return receive_text(sid=sid, sender=sender, text=text, now=NOW)


def words_in(order: Order) -> list[str]:
    return [one.text for one in conversation_of(order, kinds={}, now=NOW) if one.is_from_customer]


@pytest.mark.req("MSG-02.2")
@pytest.mark.parametrize("sender", [*ABROAD, *NAMED])
def test_stop_from_elsewhere_ends_no_texts_of_a_customer(order: Order, sender: str) -> None:
    receive("STOP", sender=sender)
    assert not consents.is_suppressed("sms", recipient=order.customer.phone)
    assert not Suppression.objects.filter(recipient__in=["", "7135550177"]).exists()
    assert not Consent.objects.filter(recipient__in=["", "7135550177"], is_proven=True).exists()

    receive("STOP", sender=HOUSTON, sid="SM2")
    receive("START", sender=sender, sid="SM3")

    assert consents.is_suppressed("sms", recipient=order.customer.phone)


@pytest.mark.req("MSG-06.1")
@pytest.mark.parametrize("sender", [*ABROAD, *NAMED])
def test_yes_from_elsewhere_confirms_no_number_of_a_customer(order: Order, sender: str) -> None:
    consents.unconfirm_number(order.customer.phone, now=NOW)

    receive("YES", sender=sender)

    assert consents.number_state(order.customer.phone) == "asked"
    assert receive("YES", sender=HOUSTON, sid="SM2") != ""
    assert consents.number_state(order.customer.phone) == "confirmed"


@pytest.mark.parametrize("sender", [*ABROAD, *NAMED])
def test_words_from_elsewhere_are_in_no_conversation(order: Order, sender: str) -> None:
    receive("The gate code is 4321", sender=sender)
    receive("It is 1234", sender=HOUSTON, sid="SM2")

    mails = Message.objects.filter(kind="text_received").order_by("pk")

    assert words_in(order) == ["It is 1234"]
    assert [mail.order_ref for mail in mails] == [None, order.public_id]
    [group] = waiting_groups([WaitKey.REPLIES], user=User(), now=NOW)
    assert {item.phone: item.order_id for item in group.items} == {
        sender: None,
        HOUSTON: order.public_id,
    }


def test_what_is_decided_about_one_number_is_not_about_another(order: Order) -> None:
    foreign, *_ = ABROAD
    for number, sender in enumerate((HOUSTON, foreign, "A7135550177")):
        receive("don't text me", sender=sender, sid=f"SM{number}")
        receive("Come at ten", sender=sender, sid=f"SM1{number}")

    settle_likely_stop(first_from(foreign), is_opt_out=True, staff="Jo", now=NOW)
    mark_answered(first_from("A7135550177"), actor="Jo", now=NOW)

    ours = InboundMessage.objects.filter(sender=HOUSTON).order_by("pk")
    assert list(ours.values_list("meaning", "answered_by")) == [("likely_stop", ""), ("words", "")]
    assert consents.refusal("sms", recipient=HOUSTON) == "paused"
    assert consents.refusal("sms", recipient=foreign) == "opted_out"


def first_from(sender: str) -> int:
    return InboundMessage.objects.filter(sender=sender).order_by("pk")[0].pk


def test_words_from_elsewhere_are_no_leave_to_answer_by_text(order: Order) -> None:
    consents.unconfirm_number(order.customer.phone, now=NOW)

    receive("Hi", sender=ABROAD[0])
    assert not consents.admits(order.customer.phone, kind="from_staff")

    receive("Hi", sender=HOUSTON, sid="SM2")
    assert consents.admits(order.customer.phone, kind="from_staff")


@pytest.mark.parametrize("sender", [HOUSTON, *ABROAD, *NAMED])
def test_the_orders_of_that_very_number_are_proposed_for_an_item(order: Order, sender: str) -> None:
    take_text({"MessageSid": "SM1", "From": sender, "Body": "Hi"}, files=FILES, now=NOW)

    details = item_details(Item.objects.get().public_id, files=FILES)

    assert details.proposed == [order] * (sender == HOUSTON)


@pytest.mark.req("IN-02.9")
def test_an_erasure_takes_the_texts_of_that_very_number(order: Order) -> None:
    for sender in (HOUSTON, *ABROAD):
        form = {"MessageSid": f"SM{sender}", "From": sender, "Body": "Hi"}
        take_text(form, files=FILES, now=NOW)
    move_order(order, to=Order.Status.CANCELLED, actor="staff jo", now=NOW)

    erase_customer(
        order.customer.public_id,
        reason=ErasureReason.REQUESTED, actor="staff jo", now=NOW + timedelta(hours=1),
    )  # fmt: skip

    assert set(InboundMessage.objects.values_list("sender", flat=True)) == {"erased", *ABROAD}
    assert set(Item.objects.values_list("sender", flat=True)) == {"erased", *ABROAD}
    assert not orders_matching("7135550177").exists()


def test_a_foreign_customer_is_found_by_the_number(order: Order) -> None:
    contact = Contact(name="Jo", email="jo@example.org", phone="+44 7135 550177")
    foreign = reserve(a_request(contact=contact))
    receive("Hello", sender=ABROAD[0])

    assert words_in(foreign) == ["Hello"]
    assert list(orders_matching("+447135550177")) == [foreign]
    assert list(orders_matching("447135550177")) == [foreign]
    assert list(orders_matching("+17135550177")) == [order]


@pytest.mark.parametrize(
    "sender", ["+17135550177", "17135550177", "7135550177", "+447135550177", "12345"]
)
def test_each_senders_key_names_its_spellings(sender: str) -> None:
    assert sender in senders_with(sender_key(sender))


@pytest.mark.parametrize("sender", NAMED)
def test_a_name_has_no_key(sender: str) -> None:
    assert senders_with(sender_key(sender)) == []


@pytest.mark.parametrize(
    ("text", "phone", "is_in"),
    [
        ("Call (713) 555-0177 at 10", HOUSTON, True),
        ("From: +1 713 555 0177", HOUSTON, True),
        ("2 x 713.555.0177.", HOUSTON, True),
        ("+44 713 555 0177", HOUSTON, False),
        ("+44 (713) 555-0177", HOUSTON, False),
        ("011 44 713 555 0177", HOUSTON, False),
        ("+7135550177", HOUSTON, False),
        ("97135550177", HOUSTON, False),
        ("71355501779", HOUSTON, False),
        ("713\n555 0177", HOUSTON, False),
        ("Call +44 7135 550177", ABROAD[0], True),
        ("011 44 7135550177", ABROAD[0], True),
        ("7135550177", ABROAD[0], False),
        ("+4471355501770", ABROAD[0], False),
    ],
)
def test_a_number_is_found_in_words(text: str, phone: str, is_in: bool) -> None:
    assert has_phone(text, phone_key(phone)) is is_in


@pytest.mark.parametrize(
    ("text", "is_in"),
    [
        ("<Bob@Example.org>", True),
        ("rfc822;bob@example.org.", True),
        ("rebob@example.org", False),
        ("bob@example.org.uk", False),
        ("bob@example.organic", False),
        ("re.bob@example.org", False),
    ],
)
def test_an_address_is_found_whole(text: str, is_in: bool) -> None:
    assert has_email(text, "bob@example.org") is is_in
