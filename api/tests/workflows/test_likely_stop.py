"""What only looks like an opt-out pauses texts, is shown to staff, and is decided by them once."""

from typing import Any

import pytest
from access_helpers import signed_in
from booking_helpers import NOW, reserve
from django.test import Client
from outbox_helpers import Way, a_post, send_all

from standby.accounts.models import User
from standby.core.roles import Role
from standby.messaging.models import Consent, InboundMessage, Message, Suppression
from standby.messaging.services import consents
from standby.messaging.services.inbound import InboundMessageNotFound
from standby.messaging.services.ways import outcome_ahead
from standby.orders.models import Order
from standby.tracking.rules.waits import WaitKey
from standby.tracking.selectors.waits import waiting_counts, waiting_groups
from standby.workflows.receive_text import receive_text, settle_likely_stop
from standby.workflows.resend_message import CustomerOptedOut, TextsPaused
from standby.workflows.write_to_customer import write_to_customer

pytestmark = pytest.mark.usefixtures("shop")

ADA = "+12815550100"
ASKED = (
    "Standby: did you mean to end our texts? Reply STOP to end them or START to keep them. "
    "Until then we send none."
)


def receive(text: str, *, sid: str = "SM1") -> str:
    return receive_text(sid=sid, sender=ADA, text=text, now=NOW)


def settle(*, is_opt_out: bool, sid: str = "SM1") -> None:
    number = InboundMessage.objects.get(provider_ref=sid).pk
    settle_likely_stop(number, is_opt_out=is_opt_out, staff="staff Jo", now=NOW)


def waiting(key: WaitKey) -> list[Any]:
    groups = waiting_groups([key], user=User(), now=NOW)
    return [item for group in groups for item in group.items]


def mailed() -> Message:
    return Message.objects.get(kind="text_received")


def write(order: Order) -> Message:
    return write_to_customer(
        str(order.public_id), channel="sms", subject="", text="Hi", staff="staff Jo", now=NOW
    )


@pytest.mark.req("MSG-05.2")
def test_a_likely_opt_out_pauses_texts_and_shows_the_sentence_to_staff() -> None:
    order = reserve()

    assert receive("don't text me, call me") == ASKED

    [paused] = Suppression.objects.all()
    assert (paused.is_pause, paused.recipient) == (True, "2815550100")
    assert paused.cause == InboundMessage.objects.get()
    assert not Consent.objects.filter(is_granted=False).exists(), "nobody has refused anything yet"
    assert mailed().order_ref == order.public_id
    assert "don't text me, call me" in mailed().text
    assert "Opt-out or not?" in mailed().subject
    [item] = waiting(WaitKey.PAUSED_TEXTS)
    assert (item.detail, item.order_id) == ("don't text me, call me", order.public_id)
    assert waiting(WaitKey.REPLIES) == []


@pytest.mark.req("MSG-05.2")
def test_a_paused_number_gets_no_text_and_the_reason_is_no_opt_out() -> None:
    order = reserve()
    Message.objects.all().delete()
    write(order)
    receive("no more texts pls")
    mails, sms = Way(), Way()

    send_all(a_post(mails, sms), now=NOW)

    assert sms.taken == []
    assert mails.taken
    assert {one.outcome for one in Message.objects.filter(channel="sms")} == {"paused"}
    assert outcome_ahead("sms", recipient=ADA, kind="on_the_way", now=NOW) == "paused"
    with pytest.raises(TextsPaused):
        write(order)


@pytest.mark.req("MSG-05.2")
def test_the_question_is_asked_once_and_never_again() -> None:
    assert receive("stopp", sid="SM1") == ASKED
    assert receive("stopp", sid="SM2") == ""
    settle(is_opt_out=False)
    assert receive("stopp", sid="SM3") == "", "asked before, though in another pause"
    assert Suppression.objects.filter(lifted_at=None, is_pause=True).count() == 1


@pytest.mark.req("MSG-05.3")
def test_what_was_not_meant_is_words_to_answer_and_texts_go_on() -> None:
    order = reserve()
    receive("leave me alone, says my dog", sid="SM1")
    receive("stopp", sid="SM2")

    settle(is_opt_out=False)

    assert waiting(WaitKey.PAUSED_TEXTS) == []
    assert len(waiting(WaitKey.REPLIES)) == 1
    assert set(InboundMessage.objects.values_list("meaning", flat=True)) == {"words"}
    assert Suppression.objects.get().lifted_at == NOW
    assert write(order).status == "queued"


@pytest.mark.req("MSG-05.3")
def test_what_was_meant_is_an_opt_out_with_its_evidence() -> None:
    order = reserve()
    receive("no more texts pls")

    settle(is_opt_out=True)
    settle(is_opt_out=False)  # the first decision stays

    suppression = Suppression.objects.get()
    assert (suppression.is_pause, suppression.lifted_at) == (False, None)
    assert suppression.reason == "decided by staff"
    assert suppression.cause == InboundMessage.objects.get()
    refused = Consent.objects.get(is_granted=False)
    assert refused.wording == "no more texts pls"
    assert refused.page == "a text message, as staff Jo read it"
    with pytest.raises(CustomerOptedOut):
        write(order)
    assert waiting_counts([WaitKey.PAUSED_TEXTS, WaitKey.REPLIES], user=User(), now=NOW) == {
        WaitKey.PAUSED_TEXTS: 0,
        WaitKey.REPLIES: 0,
    }


@pytest.mark.req("MSG-05.1")
def test_an_exact_stop_ends_the_pause_for_good_and_tells_staff() -> None:
    receive("stopp", sid="SM1")
    Message.objects.all().delete()

    assert "opted out" in receive("STOP", sid="SM2")

    settle(is_opt_out=False)
    assert consents.refusal("sms", recipient=ADA) == "opted_out"
    assert "Opted out of texts" in mailed().subject
    assert "STOP\n" in mailed().text


def test_start_ends_a_pause_too_and_a_likely_stop_after_stop_changes_nothing() -> None:
    receive("stopp", sid="SM1")
    assert "on again" in receive("START", sid="SM2")
    assert consents.refusal("sms", recipient=ADA) == ""

    receive("STOP", sid="SM3")
    assert receive("stopp", sid="SM4") == ""
    settle(is_opt_out=False, sid="SM4")

    assert consents.refusal("sms", recipient=ADA) == "opted_out"


def test_a_sender_without_a_number_is_settled_alone_and_an_unknown_message_is_none() -> None:
    receive_text(sid="SM1", sender="", text="stopp", now=NOW)
    receive("stopp", sid="SM2")

    settle(is_opt_out=False)

    assert InboundMessage.objects.get(provider_ref="SM2").meaning == "likely_stop"
    with pytest.raises(InboundMessageNotFound):
        settle_likely_stop(0, is_opt_out=True, staff="staff Jo", now=NOW)


@pytest.mark.req("MSG-05.3")
def test_staff_decide_in_the_conversation_or_under_what_waits(browser: Client) -> None:
    order = reserve()
    receive("don't text me, call me")
    number = InboundMessage.objects.get().pk
    headers = {"Authorization": f"Bearer {signed_in(Role.DISPATCHER)}"}

    def thread() -> Any:
        path = f"/api/staff/orders/{order.public_id}/conversation"
        return browser.get(path, headers=headers).json()

    def order_shown() -> Any:
        return browser.get(f"/api/staff/orders/{order.public_id}", headers=headers).json()

    assert [
        entry["is_to_settle"] for entry in thread()["entries"] if entry["is_from_customer"]
    ] == [True]
    assert "paused" in {way["channel"]: way["why_not"] for way in thread()["ways"]}["sms"]
    assert (order_shown()["texts_paused"], order_shown()["opted_out"]) == (True, [])
    answer = browser.post(
        f"/api/staff/inbound-messages/{number}/settle",
        {"is_opt_out": True},
        content_type="application/json",
        headers=headers,
    )
    assert answer.status_code == 204
    assert (order_shown()["texts_paused"], order_shown()["opted_out"]) == (False, ["sms"])
