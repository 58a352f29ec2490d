"""Messages at the moment of sending: who may be written to, at which hour, with which links."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from booking_helpers import ADA, HOLD, NOW, OTHER_DAY, a_request, pay, reserve, settle
from database_helpers import filled
from outbox_helpers import KEYS, PHONE, Way, a_post, queue, send_all, send_next

from standby.core.models import Job
from standby.core.policy import MARKET_ZONE
from standby.core.provider_calls import MOST_FAILURES
from standby.messaging.kinds import KINDS
from standby.messaging.models import Consent, Message, Suppression
from standby.messaging.providers.mail import Mail, MailDown
from standby.messaging.providers.texts import (
    SmsMessage,
    TextRefused,
    TextsDown,
    TextsUnanswered,
    TextUnwanted,
)
from standby.messaging.services import consents, outbox
from standby.messaging.services.outbox import MessageNotDead
from standby.orders.models import Customer, Order, OrderLogEntry
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services.access_links import order_for_token
from standby.orders.services.customers import change_consent, record_first_consent
from standby.orders.services.notify import notify_customer
from standby.payments.providers.cards.test_mode import TestCards
from standby.pricing.models.quoting import WizardSession
from standby.workflows.receive_text import receive_text
from standby.workflows.reminders import agree_to_reminder, remind_of_wizards
from standby.workflows.resend_message import RESEND_PREFIX, replay_dead_message

pytestmark = pytest.mark.usefixtures("shop")


NIGHT = datetime(2025, 11, 3, 22, 30, tzinfo=MARKET_ZONE)
MORNING = datetime(2025, 11, 4, 8, 0, tzinfo=MARKET_ZONE)


WAITED: Final = NOW + KINDS["date_held"].waits


def tell(order: Order, kind: str, *, now: datetime = NOW, **facts: Any) -> None:
    notify_customer(order, kind=kind, dedupe_part="once", now=now, **facts)


def test_the_link_is_made_when_the_message_is_sent_and_kept_nowhere() -> None:
    order, mail, texts = reserve(), Way(), Way()
    Message.objects.all().delete()
    tell(order, "photo_link", least=5)

    send_all(a_post(mail, texts))

    [letter], [text] = mail.taken, texts.taken
    assert isinstance(letter, Mail)
    assert isinstance(text, SmsMessage)
    for said in (letter.text, letter.html, text.text):
        [token, *_] = re.findall(r"https://site\.test/b/([A-Za-z0-9_-]{44})\?to=photos", said)
        assert order_for_token(token, secret_keys=KEYS, now=NOW) == order
        assert "[[" not in said
        kept = Message.objects.values_list("text", "email_parts", "provider_ref", "last_error")
        assert all(token not in str(part) for row in kept for part in row)
    assert letter.html.startswith("<!doctype html>")
    assert "https://site.test/legal/privacy" in letter.html
    assert letter.unsubscribe_url == ""


@pytest.mark.req("NEXT-01.4")
def test_who_pays_within_a_minute_gets_one_mail_and_one_text_with_the_photo_link(
    cards: TestCards,
) -> None:
    mail, texts = Way(), Way()
    post = a_post(mail, texts)
    order = reserve()
    assert send_all(post, now=NOW + timedelta(seconds=30)) == 0

    settle(pay(order, cards=cards), cards=cards)
    send_all(post, now=WAITED)

    [letter], [text] = mail.taken, texts.taken
    assert letter.subject.startswith("Confirmed: ")
    for part in (letter.text, text.text):
        assert "?to=photos" in part
        assert "5 photos" in part
        assert "5 minutes" in part
    assert "STOP" in text.text
    assert {one.outcome for one in Message.objects.filter(kind="date_held")} == {"out_of_date"}


@pytest.mark.req("NEXT-01.4")
def test_who_does_not_pay_hears_of_the_day_they_chose_last_and_of_no_other() -> None:
    mail, request = Way(), a_request()
    reserve(request)
    later = NOW + timedelta(minutes=1)
    reserve(replace(request, slot=Slot(OTHER_DAY, TimeWindow.MORNING)), now=later)

    send_all(a_post(mail), now=WAITED + timedelta(minutes=1))

    [letter] = mail.taken
    assert f"{OTHER_DAY:%B} {OTHER_DAY.day}" in letter.subject


def test_who_only_began_is_shown_no_booking_and_can_unsubscribe() -> None:
    agree_to_reminder(WizardSession(email="ada@example.org"), now=NOW)
    remind_of_wizards(now=NOW + timedelta(hours=4))
    mail = Way()

    send_all(a_post(mail), now=NOW + timedelta(hours=4))

    [letter] = mail.taken
    assert re.fullmatch(r"https://site\.test/unsubscribe/\d+\.[\w-]{43}", letter.unsubscribe_url)
    assert letter.unsubscribe_url in letter.text
    assert f'href="{letter.unsubscribe_url}"' in letter.html
    kept = Message.objects.values_list("text", "email_parts", "last_error")
    assert all(
        letter.unsubscribe_url.split("/")[-1] not in str(part) for row in kept for part in row
    )
    assert "https://site.test/installation-wizard" in letter.text
    assert "/b/" not in letter.html + letter.text
    assert "[[" not in letter.html + letter.text


@pytest.mark.req("TRUTH-03.2")
def test_after_stop_nothing_more_rings_not_even_what_was_queued_before_until_start() -> None:
    texts = Way()
    for number in range(3):
        queue(kind=f"news-{number}")
    queue("(979) 555-0100")
    receive_text(sid="SM1", sender="+12815550100", text="STOP", now=NOW)

    send_all(a_post(texts=texts))

    told = [text.to for text in texts.taken]
    print(f"D4: 3 queued before STOP, {told.count(PHONE)} sent after it")
    assert told == ["(979) 555-0100"]
    suppressed = Message.objects.filter(status="suppressed")
    reasons = suppressed.values_list("skipped_because", "attempts")
    assert list(reasons) == [("opted_out", 1)] * 3

    receive_text(sid="SM2", sender="+12815550100", text="START", now=NOW)
    queue(kind="later")
    send_all(a_post(texts=texts))
    assert [text.to for text in texts.taken[1:]] == [PHONE]


def test_an_opt_out_that_only_the_provider_knew_is_ours_from_then_on() -> None:
    queue(kind="first")
    queue(kind="second")
    texts = Way(TextUnwanted("opted out at Twilio (21610)"))
    send_all(a_post(texts=texts))
    assert texts.taken == []
    assert Suppression.objects.get().recipient == "2815550100"
    assert {one.outcome for one in Message.objects.all()} == {"opted_out"}


def test_an_opt_out_of_mail_holds_for_mail_in_any_spelling() -> None:
    reserve()
    consents.suppress("email", recipient="ADA@example.org ", reason="asked by phone", now=NOW)
    mail, texts = Way(), Way()
    send_all(a_post(mail, texts), now=WAITED)
    assert (len(mail.taken), len(texts.taken)) == (0, 1)


@pytest.mark.req("MSG-02.4")
def test_by_night_a_text_waits_for_the_morning_and_spends_no_try_and_mail_goes_out() -> None:
    mail, texts = Way(), Way()
    queue(now=NIGHT)
    queue(ADA.email, now=NIGHT)

    send_all(a_post(mail, texts), now=NIGHT)

    waiting = Message.objects.get(channel="sms")
    assert (len(mail.taken), texts.taken) == (1, [])
    job = Job.objects.get()
    assert (waiting.attempts, job.attempts, job.due_at) == (0, 0, MORNING)
    send_all(a_post(mail, texts), now=MORNING)
    assert len(texts.taken) == 1


@pytest.mark.parametrize(
    ("kind", "minutes", "rings"),
    [("payment_received", 9, True), ("payment_received", 11, False), ("reminder_day", 0, False)],
)
def test_by_night_only_the_answer_to_what_was_just_done_rings(
    kind: str, minutes: int, rings: bool
) -> None:
    texts = Way()
    queue(kind=kind, now=NIGHT)
    send_all(a_post(texts=texts), now=NIGHT + timedelta(minutes=minutes))
    assert bool(texts.taken) == rings


def test_by_night_what_staff_sent_again_waits_like_any_other() -> None:
    texts = Way()
    queue(kind="payment_received", now=NIGHT)
    key = f"payment_received:{RESEND_PREFIX}20261121:sms"
    Message.objects.update(dedupe_key=key)
    Job.objects.update(key=key)

    send_all(a_post(texts=texts), now=NIGHT)
    by_night = list(texts.taken)
    send_all(a_post(texts=texts), now=MORNING)

    assert (by_night, len(texts.taken)) == ([], 1)


@pytest.mark.req("TRUTH-03.2")
def test_what_is_no_longer_so_is_not_said() -> None:
    order, mail = reserve(), Way()
    send_all(a_post(mail), now=NOW + HOLD + timedelta(minutes=1))
    assert mail.taken == []
    kept = Message.objects.filter(order_ref=order.public_id)
    assert set(kept.values_list("status", "skipped_because")) == {("suppressed", "out_of_date")}


def test_nobody_is_reminded_of_what_was_called_off() -> None:
    order, mail = reserve(), Way()
    tell(order, "reminder_week")
    tell(order, "refund_sent", amount_cents=100_00)
    Order.objects.update(status="cancelled")
    send_all(a_post(mail))
    assert [letter.subject for letter in mail.taken] == ["Refund: $100.00"]
    reminders = Message.objects.filter(kind="reminder_week")
    assert {one.outcome for one in reminders} == {"order_canceled"}


def test_a_text_is_sent_again_once_when_nobody_knows_whether_it_arrived() -> None:
    queue()
    texts, now = Way(TextsUnanswered("ReadTimeout"), TextsUnanswered("ReadTimeout")), NOW
    post = a_post(texts=texts)

    while send_next(post, now=now):
        now += timedelta(minutes=2)

    dead = Message.objects.get()
    assert (dead.status, dead.attempts, dead.unanswered) == ("dead", 3, 2)
    assert dead.last_error == "it may already have arrived twice"
    assert texts.taken == []


def test_what_a_dead_worker_left_behind_is_a_result_nobody_knows() -> None:
    queue()
    for minutes in (0, 2):
        with pytest.raises(SystemExit):
            send_all(a_post(texts=Way(SystemExit())), now=NOW + timedelta(minutes=minutes))
    texts = Way()
    send_all(a_post(texts=texts), now=NOW + timedelta(minutes=4))
    assert texts.taken == []
    assert Message.objects.get().last_error == "it may already have arrived twice"


def test_a_way_that_fails_again_and_again_rests_and_spends_no_tries() -> None:
    for to in (ADA.email, PHONE, *(f"{number}@example.org" for number in range(20))):
        queue(to)
    mail, texts = Way(*[MailDown("ConnectionRefusedError")] * 99), Way()
    post = a_post(mail, texts)

    send_all(post)

    tried = 99 - len(mail.failures)
    attempts = sum(Job.objects.filter(kind="email").values_list("attempts", flat=True))
    print(f"J3: mail down, {tried} tries for 21 mails; {len(texts.taken)} text went out meanwhile")
    assert tried == attempts == MOST_FAILURES
    assert len(texts.taken) == 1
    assert send_all(post, now=NOW + timedelta(seconds=31)) == 1
    mail.failures.clear()
    assert send_all(post, now=NOW + timedelta(seconds=62)) >= 20


def test_a_final_no_is_an_answer_too() -> None:
    for number in range(8):
        queue(f"281555{number:04}")
    texts = Way(*[TextsDown("503")] * 4, TextRefused("21211"), *[TextsDown("503")] * 3)
    post = a_post(texts=texts)
    send_all(post)
    assert texts.failures == []


@pytest.mark.req("RUN-05.6")
@pytest.mark.parametrize("drops", [False, True])
def test_while_the_outbox_is_held_nothing_is_sent_and_what_the_snapshot_had_can_be_dropped(
    drops: bool,
) -> None:
    queue(kind="in the snapshot")
    outbox.hold_outbox(restored_from=NOW, now=NOW)
    queue(kind="after it", now=NOW + timedelta(hours=1))
    post, later = a_post(), NOW + timedelta(hours=2)

    assert send_all(post, now=later) == 0
    assert {job.attempts for job in Job.objects.all()} == {0}

    dropped = outbox.release_outbox(drop_until=NOW if drops else None, now=later)

    assert (dropped, send_all(post, now=later)) == ((1, 1) if drops else (0, 2))
    suppressed = Message.objects.filter(status="suppressed")
    outcomes = [(one.kind, one.outcome) for one in suppressed]
    assert outcomes == ([("in the snapshot", "dropped")] if drops else [])
    assert outbox.outbox_hold() is None


SMS, EMAIL = Message.Channel.SMS, Message.Channel.EMAIL


@pytest.mark.parametrize(("channel", "key"), [(SMS, "2815550100"), (EMAIL, "ada@example.org")])
def test_no_more_by_one_way_and_yes_again(channel: Message.Channel, key: str) -> None:
    order = reserve(a_request(contact=replace(ADA, sms_updates=False, email_updates=False)))

    for is_granted in (False, False, True):
        change_consent(order, channel=channel, agrees=is_granted, now=NOW)

    suppression = Suppression.objects.get()
    assert (suppression.recipient, suppression.lifted_at) == (key, NOW)
    given = Consent.objects.order_by("pk").values_list("is_granted", "recipient", "page")
    assert list(given) == [
        (False, key, "/my-booking"),
        (False, key, "/my-booking"),
        (True, key, "/my-booking"),
    ]
    customer = Customer.objects.get()
    assert (customer.sms_updates, customer.email_updates) == (channel == SMS, channel == EMAIL)


def test_who_texted_stop_has_not_taken_it_back_by_reserving_again() -> None:
    order = reserve()
    change_consent(order, channel=Message.Channel.SMS, agrees=False, now=NOW)
    record_first_consent(order)
    assert [consent.is_granted for consent in Consent.objects.all()] == [False]


def test_a_message_without_an_order_leaves_no_log() -> None:
    dead = filled(Message, status="dead", dead_at=NOW, sent_at=None, order_ref=None)
    assert (
        replay_dead_message(dead.pk, role="owner", actor="staff grace", now=NOW).status == "queued"
    )
    assert not OrderLogEntry.objects.exists()


@pytest.mark.parametrize("status", ["queued", "sent", "suppressed"])
def test_only_what_is_dead_is_sent_again(status: str) -> None:
    reserve()
    sent_at = NOW if status == "sent" else None
    Message.objects.update(status=status, sent_at=sent_at)
    with pytest.raises(MessageNotDead):
        replay_dead_message(Message.objects.first().pk, role="owner", actor="staff grace", now=NOW)  # type: ignore[union-attr]
