"""Replies to texts: STOP ends them, START brings them back, the rest is for somebody to read."""

import uuid
from dataclasses import replace
from datetime import timedelta

import pytest
from booking_helpers import ADA, NOW, a_request, appointment_of, reserve
from django.conf import settings
from photo_reviews import an_order_that_asks_for_photos, announced
from whole_orders import a_refund

from standby.audit.models import AuditEvent
from standby.audit.services import record_request
from standby.core.limits import consume
from standby.core.policy import TEXTS_PER_SENDER
from standby.messaging.models import Consent, InboundMessage, Message, Suppression
from standby.orders.models import Order
from standby.payments.models import Payment
from standby.tracking.selectors.find_orders import orders_matching
from standby.workflows.receive_text import receive_text, record_text_status

pytestmark = pytest.mark.usefixtures("shop")


LATER = NOW + timedelta(minutes=1)


def receive(text: str, *, sid: str = "SM1", sender: str = "+12815550100") -> str:
    return receive_text(sid=sid, sender=sender, text=text, now=NOW)


@pytest.mark.req("MSG-02.2")
def test_stop_is_confirmed_once_and_kept_for_good() -> None:
    said = [receive("Stop.", sid="SM1"), receive("STOP", sid="SM2")]

    assert said == [
        "Standby: you are opted out and get no more texts from us. START turns them on.",
        "",
    ]
    suppression = Suppression.objects.get()
    assert (suppression.channel, suppression.recipient) == ("sms", "2815550100")
    assert list(Consent.objects.values_list("is_granted", "wording")) == [
        (False, "Stop."),
        (False, "STOP"),
    ]


@pytest.mark.req("MSG-02.2")
def test_start_brings_texts_back() -> None:
    receive("STOP", sid="SM1")
    said = [receive("Start", sid="SM2"), receive("START", sid="SM3")]
    assert "texts are on again" in said[0]
    assert said[1] == ""
    assert Suppression.objects.get().lifted_at == NOW
    assert receive("STOP", sid="SM4") != ""


@pytest.mark.req("MSG-02.2")
def test_help_says_who_we_are_once_for_a_text_delivered_twice() -> None:
    said, again = receive("HELP"), receive("HELP")
    assert "Standby home standby power" in said
    assert "(713) 555-0142" in said
    assert "STOP" in said
    assert again == ""
    assert InboundMessage.objects.get().meaning == "help"


@pytest.mark.parametrize(
    "sender", ["+12815550100", "+19795550100"], ids=["a customer", "a stranger"]
)
def test_other_words_go_to_staff_with_their_order_where_there_is_one(sender: str) -> None:
    order = reserve()
    said = receive("The gate code is 4321", sender=sender)
    told = Message.objects.get(kind="text_received")
    assert said == ""
    assert told.recipient == settings.MAIL_FROM
    assert told.order_ref == (order.public_id if sender.endswith("2815550100") else None)
    assert "4321" in told.text


@pytest.mark.req("CONTACT-01.1")
@pytest.mark.parametrize(
    "typed", ["(281) 555-0100 x123", "281.555.0100 ext. 5", "+12815550100;ext=7"]
)
def test_a_text_finds_the_order_of_a_number_with_an_extension(typed: str) -> None:
    order = reserve(a_request(contact=replace(ADA, phone=typed)))

    receive("The gate code is 4321")

    assert Message.objects.get(kind="text_received").order_ref == order.public_id
    assert list(orders_matching("2815550100")) == [order]
    assert list(orders_matching("(281) 555-0100")) == [order]


def test_words_of_a_text_become_no_link_to_the_booking() -> None:
    reserve()

    receive("Call me [[my-booking]] {order}")

    assert "Call me ((my-booking]] {order}" in Message.objects.get(kind="text_received").text


def test_ten_texts_of_one_sender_an_hour_are_mailed_to_staff_and_stop_always_counts() -> None:
    for number in range(12):
        assert receive("Where are you?", sid=f"SM{number}") == ""
    assert Message.objects.filter(kind="text_received").count() == 10
    assert InboundMessage.objects.count() == 12
    assert "opted out" in receive("STOP", sid="SM99")
    assert Message.objects.filter(kind="text_received").count() == 10
    receive("Hello?", sid="SM100", sender="+12815550199")
    assert Message.objects.filter(kind="text_received").count() == 11


def a_text_that_was_sent() -> Order:
    order = reserve()
    Message.objects.filter(channel="sms").update(status="sent", sent_at=NOW, provider_ref="SM9")
    return order


def status(status: str, *, code: str = "unknown", sid: str = "SM9") -> Message:
    record_text_status(sid, status=status, code=code, now=LATER)
    return Message.objects.get(channel="sms")


@pytest.mark.parametrize(
    ("statuses", "kept"),
    [
        (["queued"], ""),
        (["sent"], "sent"),
        (["sent", "delivered"], "delivered"),
        (["delivered", "sent"], "delivered"),
        (["read"], "delivered"),
        (["sent", "undelivered"], "undelivered"),
        (["failed", "sent"], "failed"),
        (["delivered", "failed"], "delivered"),
        (["undelivered", "delivered"], "undelivered"),
        (["something new"], ""),
    ],
)
def test_what_became_of_a_text_is_kept_in_whatever_order_it_is_told(
    statuses: list[str], kept: str
) -> None:
    a_text_that_was_sent()
    for each in statuses:
        status(each)
    message = Message.objects.get(channel="sms")
    assert (message.status, message.delivery) == ("sent", kept)
    assert bool(message.last_error) == (kept in ("undelivered", "failed"))


def test_a_text_that_never_arrived_is_noted_and_an_opt_out_at_the_provider_is_ours() -> None:
    a_text_that_was_sent()
    status("failed", code="21610", sid="SM-of-somebody-else")
    assert not Suppression.objects.exists()
    message = status("failed", code="21610")
    assert (message.status, message.last_error) == ("sent", "not delivered (21610)")
    assert Suppression.objects.get().recipient == "2815550100"


@pytest.mark.parametrize("code", ["30005", "30006"])
def test_staff_are_told_once_when_a_number_takes_no_texts(code: str) -> None:
    order = a_text_that_was_sent()
    texts = Message.objects.filter(channel="sms")

    status("undelivered", code=code)
    status("undelivered", code=code)
    texts.update(provider_ref="SM10", delivery="")  # as another text to the same number
    status("undelivered", code="30006", sid="SM10")

    told = Message.objects.get(kind="staff_needed")
    assert (told.recipient, told.order_ref) == (settings.MAIL_FROM, order.public_id)
    assert "texts to ***00 cannot arrive" in told.subject


def test_failed_texts_to_one_number_mail_staff_ten_times_an_hour_at_most() -> None:
    a_text_that_was_sent()
    for _ in range(TEXTS_PER_SENDER.limit):
        consume(
            rule=TEXTS_PER_SENDER, subject=Message.objects.get(channel="sms").recipient, now=LATER
        )
    assert status("undelivered", code="30006").delivery == "undelivered"
    assert not Message.objects.filter(kind="staff_needed").exists()


@pytest.mark.parametrize(
    ("code", "is_of_an_order"), [("30003", True), ("30007", True), ("30006", False)]
)
def test_a_phone_that_was_off_and_a_text_of_no_order_are_nothing_for_staff(
    code: str, is_of_an_order: bool
) -> None:
    a_text_that_was_sent()
    if not is_of_an_order:
        Message.objects.filter(channel="sms").update(order_ref=None)
    assert status("undelivered", code=code).delivery == "undelivered"
    assert not Message.objects.filter(kind="staff_needed").exists()


def recorded(**named: object) -> AuditEvent:
    record_request(
        "staff jo",
        operation="look",
        path="/api/staff/somewhere",
        status=200,
        path_params={name: str(key) for name, key in named.items()},
        params={},
        now=NOW,
    )
    return AuditEvent.objects.latest("pk")


@pytest.fixture
def order(shop: None) -> Order:
    return an_order_that_asks_for_photos()


def test_whatever_hangs_on_an_order_leads_to_it(order: Order) -> None:
    payment = Payment.objects.get()
    refund = a_refund(payment)
    photo = announced(order, size_bytes=1)
    keys = {
        "order_id": order.public_id,
        "appointment_id": appointment_of(order).public_id,
        "payment_id": payment.public_id,
        "refund_id": refund.reference,
        "review_id": photo.review.public_id,
        "photo_id": photo.public_id,
        "message_id": Message.objects.filter(order_ref=order.public_id)[0].pk,
    }

    found = {recorded(rendition="shown", **{name: key}).order_ref for name, key in keys.items()}

    assert found == {order.public_id}


def test_a_key_that_is_none_of_ours_leads_nowhere() -> None:
    assert recorded(order_id=uuid.uuid4()).order_ref is None
    assert recorded(order_id="no uuid").order_ref is None
    assert recorded(kind="equipment").order_ref is None
