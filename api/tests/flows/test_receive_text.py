"""Replies to texts: STOP ends them, START brings them back, the rest is for somebody to read."""

from datetime import timedelta

import pytest
from bookings import NOW, OFFICE, reserve

from standby.apps.notifications.models import Consent, InboundText, Message, Suppression
from standby.flows.messages.receive_text import Received, receive_text
from standby.flows.messages.text_undelivered import text_undelivered

pytestmark = pytest.mark.usefixtures("shop")
LATER = NOW + timedelta(minutes=1)


def receive(text: str, *, sid: str = "SM1", sender: str = "+12815550100") -> str:
    return receive_text(Received(sid=sid, sender=sender, text=text), office=OFFICE, now=NOW)


@pytest.mark.req("MSG-02")
def test_stop_is_confirmed_once_and_kept_for_good() -> None:
    said = [receive("Stop.", sid="SM1"), receive("STOP", sid="SM2")]

    assert said == [
        "Standby: you are opted out and get no more texts from us. START turns them on.",
        "",
    ]
    suppression = Suppression.objects.get()
    assert (suppression.channel, suppression.recipient) == ("sms", "2815550100")
    assert list(Consent.objects.values_list("is_given", "wording")) == [
        (False, "Stop."),
        (False, "STOP"),
    ]


@pytest.mark.req("MSG-02")
def test_start_brings_texts_back() -> None:
    receive("STOP", sid="SM1")

    said = [receive("Start", sid="SM2"), receive("START", sid="SM3")]

    assert "texts are on again" in said[0]
    assert said[1] == ""
    assert Suppression.objects.get().lifted_at == NOW
    assert receive("STOP", sid="SM4") != ""


@pytest.mark.req("MSG-02")
def test_help_says_who_we_are() -> None:
    said = receive("HELP")

    assert "Standby home standby power" in said
    assert "(713) 555-0142" in said
    assert "STOP" in said


@pytest.mark.req("MSG-02")
def test_a_text_delivered_twice_is_answered_once() -> None:
    said = [receive("HELP"), receive("HELP")]

    assert said[1] == ""
    assert InboundText.objects.get().meaning == "help"


def test_other_words_go_to_staff_with_their_order() -> None:
    order = reserve()

    said = receive("The gate code is 4321")

    told = Message.objects.get(kind="text_received")
    assert said == ""
    assert (told.recipient, told.order_ref) == (OFFICE.staff_mail, order.public_id)
    assert "4321" in told.text


def test_words_of_a_stranger_go_to_staff_too() -> None:
    receive("Do you install in Brenham?", sender="+19795550100")

    assert Message.objects.get().order_ref is None


@pytest.mark.req("SEC-03")
def test_ten_texts_of_one_sender_an_hour_are_mailed_to_staff_and_stop_always_counts() -> None:
    for number in range(12):
        assert receive("Where are you?", sid=f"SM{number}") == ""

    assert Message.objects.filter(kind="text_received").count() == 10
    assert InboundText.objects.count() == 12
    assert "opted out" in receive("STOP", sid="SM99")
    receive("Hello?", sid="SM100", sender="+12815550199")
    assert Message.objects.filter(kind="text_received").count() == 11


@pytest.mark.req("MSG-02")
def test_a_text_that_never_arrived_is_noted_and_an_opt_out_at_the_provider_is_ours() -> None:
    reserve()
    Message.objects.filter(channel="sms").update(status="sent", sent_at=NOW, provider_ref="SM9")

    for code in ("30003", "21610"):
        text_undelivered("SM9", code=code, now=LATER)
    text_undelivered("SM-of-somebody-else", code="21610", now=LATER)

    message = Message.objects.get(channel="sms")
    assert (message.status, message.last_error) == ("sent", "not delivered (21610)")
    assert Suppression.objects.get().recipient == "2815550100"
