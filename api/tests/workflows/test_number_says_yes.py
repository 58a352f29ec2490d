"""What somebody typed about a number is no consent of whoever holds it: the number says yes."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from access_helpers import signed_in
from booking_client import post
from booking_helpers import NOW, appointment_of, reserve
from django.test import Client
from outbox_helpers import PHONE, Way, a_post, send_all

from standby.core.roles import Role
from standby.messaging.models import Consent, InboundMessage, Message, TextedNumber
from standby.messaging.providers.texts import TextRefused, TextsDown, TextsUnanswered
from standby.messaging.rules import says_yes
from standby.messaging.services import consents
from standby.messaging.services.consents import number_state
from standby.messaging.services.ways import outcome_ahead, texts_number
from standby.orders.models import Order
from standby.orders.services.appointments import confirm_appointment
from standby.orders.services.customers import change_consent
from standby.orders.services.notify import notify_customer
from standby.workflows.receive_text import receive_text, settle_likely_stop
from standby.workflows.resend_message import NumberUnconfirmed
from standby.workflows.send_messages import YES_QUESTION
from standby.workflows.write_to_customer import write_to_customer

pytestmark = pytest.mark.usefixtures("shop")

ADA = "+12815550100"
LATER = NOW + timedelta(minutes=20)
_sids = iter(range(10**6))


def receive(text: str, *, sender: str = ADA, now: datetime = NOW) -> str:
    return receive_text(sid=f"SM{next(_sids)}", sender=sender, text=text, now=now)


def an_order() -> Order:
    order = reserve()
    confirm_appointment(appointment_of(order), actor="test", now=NOW)
    Message.objects.all().delete()
    return order


def tell(order: Order, *, now: datetime = NOW) -> None:
    notify_customer(order, kind="running_late", dedupe_part=f"{now}", channels=["sms"], now=now)


def write(order: Order, text: str, *, now: datetime = NOW) -> Message:
    return write_to_customer(
        str(order.public_id), channel="sms", subject="", text=text, staff="staff Jo", now=now
    )


def outcomes() -> list[str]:
    texts = Message.objects.filter(channel="sms").order_by("pk")
    return [str(text.outcome) for text in texts]


def sent_by(texts: Way, *, now: datetime = NOW) -> list[str]:
    """The bodies of what left now."""
    before = len(texts.taken)
    send_all(a_post(texts=texts), now=now)
    return [text.text for text in texts.taken[before:]]


@pytest.mark.req("MSG-06.1")
def test_a_number_gets_one_text_that_asks_and_no_second_until_it_says_yes() -> None:
    order, texts = an_order(), Way()
    for minutes in (0, 1, 2):
        tell(order, now=NOW + timedelta(minutes=minutes))

    [only] = sent_by(texts, now=LATER)

    assert only.endswith(YES_QUESTION)
    assert outcomes() == ["sent", "unconfirmed", "unconfirmed"]
    assert number_state(PHONE) == "asked"


@pytest.mark.req("MSG-06.1")
def test_who_says_yes_gets_what_was_left_unsent_and_all_that_follows_without_the_question() -> None:
    order, texts = an_order(), Way()
    tell(order)
    tell(order, now=NOW + timedelta(minutes=1))
    sent_by(texts, now=LATER)

    said = receive("Yes, please!", now=LATER)
    tell(order, now=LATER)

    assert said == ("Standby: thank you, texts are on. Reply STOP to opt out, HELP for help.")
    later = sent_by(texts, now=LATER)
    assert len(later) == 2
    assert not any(YES_QUESTION in text for text in later)
    assert outcomes() == ["sent", "unconfirmed", "sent", "sent"]
    [consent] = Consent.objects.filter(is_proven=True)
    assert (consent.is_granted, consent.wording) == (True, "Yes, please!")
    assert InboundMessage.objects.get().meaning == "yes"


def test_what_was_left_unsent_days_ago_stays_so() -> None:
    order, texts = an_order(), Way()
    tell(order)
    tell(order, now=NOW + timedelta(minutes=1))
    sent_by(texts, now=LATER)
    later = LATER + timedelta(days=2)

    receive("SI", now=later)

    assert sent_by(texts, now=later) == []
    assert outcomes() == ["sent", "unconfirmed"]


@pytest.mark.req("MSG-06.2")
def test_a_ticked_box_is_recorded_as_typed_and_a_text_with_the_code_as_proof() -> None:
    an_order()
    consents.record_consent(
        "sms", recipient=PHONE, agrees=True, purpose="transactional",
        wording="Text me this quote", page="/quote", now=NOW,
    )  # fmt: skip
    assert not Consent.objects.filter(is_proven=True).exists()
    assert number_state(PHONE) == "new"

    receive("YES SB-7K3F9")

    assert number_state(PHONE) == "confirmed"
    assert Consent.objects.filter(is_proven=True, is_granted=True).count() == 1
    texts = Way()
    tell(Order.objects.get())
    [first] = sent_by(texts)
    assert YES_QUESTION not in first


@pytest.mark.parametrize("text", ["YES", "ok", "yes thanks"])
def test_a_yes_to_no_question_of_ours_is_for_staff_to_read(text: str) -> None:
    receive(text)

    assert InboundMessage.objects.get().meaning == "words"
    assert number_state(PHONE) == "new"


@pytest.mark.req("MSG-06.1")
def test_a_yes_after_stop_turns_nothing_on_nor_does_a_page_only_start_does() -> None:
    order, texts = an_order(), Way()
    receive("STOP")
    receive("yes")
    assert InboundMessage.objects.latest("pk").meaning == "words"

    change_consent(
        order, channel=Message.Channel.SMS, agrees=True, now=NOW
    )  # anybody with the link
    tell(order)
    assert sent_by(texts) == []
    assert outcomes() == ["unconfirmed"]

    receive("START")
    tell(order, now=LATER)
    [text] = sent_by(texts, now=LATER)
    assert YES_QUESTION not in text


def test_an_opt_out_that_staff_read_needs_a_new_yes_from_the_number() -> None:
    receive("YES SB-7K3F9")
    receive("no more texts pls")

    settle_likely_stop(
        InboundMessage.objects.latest("pk").pk, is_opt_out=True, staff="staff Jo", now=NOW
    )

    assert number_state(PHONE) == "asked"


def test_the_same_number_in_another_spelling_or_of_an_erased_customer_is_asked_no_second_time() -> (
    None
):
    order, texts = an_order(), Way()
    tell(order)
    sent_by(texts)
    assert number_state("281.555.0100 x12") == "asked"

    consents.anonymize_recipients(
        TextedNumber, list(TextedNumber.objects.values_list("pk", flat=True))
    )

    assert number_state(PHONE) == "asked"
    assert "281" not in TextedNumber.objects.get().recipient
    assert str(TextedNumber.objects.get()).startswith("texted number")


@pytest.mark.parametrize(
    ("failures", "second"),
    [
        ([TextRefused("21211")], "sent"),  # it reached nobody
        ([TextsUnanswered("ReadTimeout")] * 2, "unconfirmed"),  # it may have
    ],
)
def test_a_text_that_reached_nobody_leaves_the_question_to_the_next(
    failures: list[Exception], second: str
) -> None:
    order, texts = an_order(), Way(*failures)
    tell(order)
    for hours in range(4):
        sent_by(texts, now=NOW + timedelta(hours=hours))
    assert outcomes() == ["dead"]

    tell(order, now=NOW + timedelta(hours=5))
    sent_by(texts, now=NOW + timedelta(hours=5))

    assert outcomes() == ["dead", second]


def test_a_text_that_is_tried_again_keeps_the_question() -> None:
    order, texts = an_order(), Way(TextsDown("503"))
    tell(order)
    assert sent_by(texts) == []

    [text] = sent_by(texts, now=NOW + timedelta(hours=1))

    assert text.endswith(YES_QUESTION)


def test_a_mail_that_dies_gives_no_place_back() -> None:
    mail = Message(kind="x", channel="email", recipient="ada@example.org", pk=1)
    consents.give_place_back(mail)
    assert not TextedNumber.objects.exists()


def test_what_is_kept_on_this_server_asks_nobody() -> None:
    class Kept(Way):
        sends = False

    order, texts = an_order(), Kept()
    tell(order)
    tell(order, now=NOW + timedelta(minutes=1))

    assert not any(YES_QUESTION in text for text in sent_by(texts, now=LATER))
    assert outcomes() == ["kept", "kept"]
    assert outcome_ahead("sms", recipient=PHONE, kind="on_the_way", now=NOW) == "kept"


@pytest.mark.usefixtures("both_connected")
def test_staff_are_told_before_they_write_in_vain_and_answer_who_wrote_to_us() -> None:
    order, texts = an_order(), Way()
    write(order, "Shall we come on Tuesday?")
    sent_by(texts)

    with pytest.raises(NumberUnconfirmed, match="Nobody has answered YES"):
        write(order, "Tuesday?")
    token = signed_in(Role.DISPATCHER)
    staff = Client(headers={"Authorization": f"Bearer {token}"})
    asked = f"/api/staff/orders/{order.public_id}"
    seen = staff.get(asked).json()
    [by_text, _by_mail] = staff.get(f"{asked}/conversation").json()["ways"]
    assert (seen["texts_wait_for_yes"], seen["sms_updates"]) == (True, False)
    assert "Ask the customer to text YES" in by_text["why_not"]

    receive("Which Tuesday?")
    write(order, "The 25th.", now=LATER)
    [answer] = sent_by(texts, now=LATER)
    assert answer == "Standby: The 25th."
    assert outcome_ahead("sms", recipient=PHONE, kind="on_the_way", now=NOW) == "unconfirmed"


@pytest.mark.parametrize(
    ("sender", "number"), [("+17135550142", "+17135550142"), ("MG" + "0" * 32, "")]
)
def test_a_phone_can_text_yes_to_our_number_where_we_have_a_single_one(
    both_connected: None, sender: str, number: str, settings: Any
) -> None:
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"twilio_from": sender})
    assert texts_number() == number


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("YES", "yes"), ("sí, por favor", "yes"), ("Ok thank you!", "yes"), ("y", "yes"),
        ("Yes SB-7K3F9", "with_code"), ("si sb 7k3f9", "with_code"),
        ("yes but not on Tuesday", ""), ("no", ""), ("is it OK", ""), ("", ""),
        ("yes we can", ""), ("ok 👍", "yes"),
    ],
)  # fmt: skip
def test_a_yes_is_a_yes_and_nothing_beside_it(text: str, meant: str) -> None:
    assert says_yes(text) == meant


@pytest.mark.req("MSG-06.1")
@pytest.mark.usefixtures("both_connected", "own_folder")
def test_thirty_strangers_get_one_text_each_and_none_is_recorded_as_having_agreed() -> None:
    made = post(Client(), "/api/saved-quotes", CHOSEN).json()
    texts = Way()
    for _ in range(2):
        for number in range(30):
            phone = f"(281) 555-{number:04}"
            address = f"198.51.{number}.7"
            body = {"phone": phone, "consent": True}
            sent = post(
                Client(REMOTE_ADDR=address), f"/api/saved-quotes/{made['token']}/text", body
            )
            assert sent.status_code == 202
    send_all(a_post(texts=texts), now=datetime.now(NOW.tzinfo))

    numbers = [text.to for text in texts.taken]
    assert len(numbers) == len(set(numbers))
    assert not Consent.objects.filter(is_proven=True).exists()


CHOSEN = {
    "address": "24 Waterway Ave, The Woodlands, TX 77380",
    "band": "close",
    "generator_choice": "buy_here",
    "model_number": "7043",
}
