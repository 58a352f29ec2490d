"""Messages at the moment of sending: who may be written to, at which hour, with which links."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from bookings import NOW, OFFICE, reserve

from standby.apps.booking.models import Order
from standby.apps.booking.services.links import order_opened_by
from standby.apps.notifications import consents
from standby.apps.notifications import services as notifications
from standby.apps.notifications.models import Message, Suppression
from standby.apps.notifications.services import Addressee, News, Words
from standby.apps.quoting.models import WizardSession
from standby.domain.policy import HOUSTON
from standby.flows.booking.remind_of_wizard import agree_to_reminder, remind_of_wizards
from standby.flows.messages.receive_text import Received, receive_text
from standby.flows.messages.tell import tell_customer
from standby.providers.mail import Mail, MailDown
from standby.providers.texts import Text, TextRefused, TextsDown, TextsUnanswered, TextUnwanted
from standby.worker.lines import FAILURES_IN_A_ROW
from standby.worker.messages import Post, send_next_message

pytestmark = pytest.mark.usefixtures("shop")
KEYS = ["k" * 50]
NIGHT = datetime(2025, 11, 3, 22, 30, tzinfo=HOUSTON)
MORNING = datetime(2025, 11, 4, 8, 0, tzinfo=HOUSTON)


class Way:
    """Takes what it is given, after failing so often."""

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.taken: list[Any] = []

    def send(self, what: Any) -> str:
        if self.failures:
            raise self.failures.pop(0)
        self.taken.append(what)
        return f"ref-{len(self.taken)}"


def a_post(mail: Way | None = None, texts: Way | None = None) -> Post:
    return Post(
        mail=mail or Way(),
        texts=texts or Way(),
        site_url="https://site.test",
        office_mail="staff@site.test",
        secret_keys=KEYS,
    )


def send_all(post: Post, *, now: datetime = NOW) -> int:
    sent = 0
    while send_next_message(post, now=now):
        sent += 1
    return sent


def a_text(to: str = "(281) 555-0100", *, kind: str = "reminder_day", now: datetime = NOW) -> None:
    notifications.queue_message(
        Words(subject="", text="Standby: hello"),
        to=Addressee(channel=Message.Channel.SMS, recipient=to),
        news=News(kind=kind, dedupe_key=f"{kind}:{to}:{now}"),
        now=now,
    )


def tell(order: Order, kind: str, *, now: datetime = NOW, **facts: Any) -> None:
    tell_customer(order, kind=kind, occasion="once", now=now, **facts)


def test_the_link_is_made_when_the_message_is_sent_and_kept_nowhere() -> None:
    order, mail, texts = reserve(), Way(), Way()
    Message.objects.all().delete()
    tell(order, "photo_link", least=5)

    send_all(a_post(mail, texts))

    [letter], [text] = mail.taken, texts.taken
    assert isinstance(letter, Mail)
    assert isinstance(text, Text)
    for said in (letter.text, letter.html, text.text):
        [token, *_] = re.findall(r"https://site\.test/b/([A-Za-z0-9_-]{44})\?to=photos", said)
        assert order_opened_by(token, secret_keys=KEYS, now=NOW) == order
        assert "[[" not in said
        kept = Message.objects.values_list("text", "html", "provider_ref", "last_error")
        assert all(token not in part for row in kept for part in row)
    assert letter.html.startswith("<!doctype html>")
    assert "https://site.test/legal/privacy" in letter.html
    assert letter.unsubscribe_url == ""


def test_who_only_began_is_shown_no_booking_and_can_unsubscribe() -> None:
    agree_to_reminder(WizardSession(email="ada@example.org"), now=NOW)
    remind_of_wizards(now=NOW + timedelta(hours=4))
    mail = Way()

    send_all(a_post(mail), now=NOW + timedelta(hours=4))

    [letter] = mail.taken
    assert re.fullmatch(r"https://site\.test/unsubscribe/\d+\.[\w-]{43}", letter.unsubscribe_url)
    assert letter.unsubscribe_url in letter.text
    assert f'href="{letter.unsubscribe_url}"' in letter.html
    kept = Message.objects.values_list("text", "html", "last_error")
    assert all(letter.unsubscribe_url.split("/")[-1] not in part for row in kept for part in row)
    assert "https://site.test/installation-wizard" in letter.text
    assert "/b/" not in letter.html + letter.text
    assert "[[" not in letter.html + letter.text


def test_what_was_sent_is_kept_by_the_providers_name_for_it() -> None:
    reserve()

    send_all(a_post())

    assert set(Message.objects.values_list("status", "provider_ref")) == {("sent", "ref-1")}


def test_after_stop_nothing_more_rings_not_even_what_was_queued_before() -> None:
    texts = Way()
    for number in range(3):
        a_text(kind=f"news-{number}")
    a_text("(979) 555-0100")
    stop = Received(sid="SM1", sender="+12815550100", text="stop texting me")
    receive_text(stop, office=OFFICE, now=NOW)

    send_all(a_post(texts=texts))

    told = [text.to for text in texts.taken]
    print(f"D4: 3 queued before STOP, {told.count('(281) 555-0100')} sent after it")
    assert told == ["(979) 555-0100"]
    suppressed = Message.objects.filter(status="suppressed").values_list("last_error", "attempts")
    assert list(suppressed) == [("opted out", 1)] * 3


def test_start_lets_the_next_ones_through() -> None:
    texts = Way()
    for sid, said in (("SM1", "STOP"), ("SM2", "START")):
        received = Received(sid=sid, sender="2815550100", text=said)
        receive_text(received, office=OFFICE, now=NOW)
    a_text()

    send_all(a_post(texts=texts))

    assert len(texts.taken) == 1


def test_an_opt_out_that_only_the_provider_knew_is_ours_from_then_on() -> None:
    a_text(kind="first")
    a_text(kind="second")
    texts = Way(TextUnwanted("opted out at Twilio (21610)"))

    send_all(a_post(texts=texts))

    assert texts.taken == []
    assert Suppression.objects.get().recipient == "2815550100"
    assert set(Message.objects.values_list("status", flat=True)) == {"suppressed"}


def test_an_opt_out_of_mail_holds_for_mail_in_any_spelling() -> None:
    reserve()
    consents.suppress("email", recipient="ADA@example.org ", reason="asked by phone", now=NOW)
    mail, texts = Way(), Way()

    send_all(a_post(mail, texts))

    assert (len(mail.taken), len(texts.taken)) == (0, 1)


@pytest.mark.req("MSG-02.4")
def test_by_night_a_text_waits_for_the_morning_and_spends_no_try() -> None:
    texts = Way()
    a_text(now=NIGHT)

    send_all(a_post(texts=texts), now=NIGHT)

    waiting = Message.objects.get()
    assert (texts.taken, waiting.attempts, waiting.due_at) == ([], 0, MORNING)
    send_all(a_post(texts=texts), now=MORNING)
    assert len(texts.taken) == 1


@pytest.mark.parametrize(
    ("kind", "minutes", "rings"),
    [("payment_received", 9, True), ("payment_received", 11, False), ("reminder_day", 0, False)],
)
def test_by_night_only_the_answer_to_what_was_just_done_rings(
    kind: str, minutes: int, rings: bool
) -> None:
    texts = Way()
    a_text(kind=kind, now=NIGHT)

    send_all(a_post(texts=texts), now=NIGHT + timedelta(minutes=minutes))

    assert bool(texts.taken) == rings


def test_mail_goes_out_at_night() -> None:
    order, mail = reserve(), Way()
    Message.objects.all().delete()
    tell(order, "reminder_week", now=NIGHT)

    send_all(a_post(mail), now=NIGHT)

    assert len(mail.taken) == 1


def test_what_is_no_longer_so_is_not_said() -> None:
    order, mail = reserve(), Way()

    send_all(a_post(mail), now=NOW + timedelta(minutes=36))

    assert mail.taken == []
    kept = Message.objects.filter(order_ref=order.public_id)
    assert set(kept.values_list("status", "last_error")) == {("suppressed", "no longer so")}


def test_nobody_is_reminded_of_what_was_called_off() -> None:
    order, mail = reserve(), Way()
    tell(order, "reminder_week")
    tell(order, "refund_sent", amount_cents=100_00)
    Order.objects.update(status="cancelled")

    send_all(a_post(mail))

    assert [letter.subject for letter in mail.taken] == ["Refund: $100.00"]


def test_a_text_is_sent_again_once_when_nobody_knows_whether_it_arrived() -> None:
    a_text()
    texts, now = Way(TextsUnanswered("ReadTimeout"), TextsUnanswered("ReadTimeout")), NOW
    post = a_post(texts=texts)

    while send_next_message(post, now=now):
        now += timedelta(minutes=2)

    dead = Message.objects.get()
    assert (dead.status, dead.attempts, dead.unanswered) == ("dead", 3, 2)
    assert dead.last_error == "it may have arrived twice already"
    assert texts.taken == []


def test_what_a_dead_worker_left_behind_is_a_result_nobody_knows() -> None:
    a_text()
    for minutes in (0, 2):
        notifications.claim_next_message(now=NOW + timedelta(minutes=minutes))
    texts = Way()

    send_all(a_post(texts=texts), now=NOW + timedelta(minutes=4))

    assert texts.taken == []
    assert Message.objects.get().status == "dead"


def test_a_failure_that_is_sure_not_to_have_arrived_may_be_tried_often() -> None:
    a_text()
    texts, now = Way(*[TextsDown("503")] * 4), NOW
    post = a_post(texts=texts)

    while not texts.taken:
        send_next_message(post, now=now)
        now += timedelta(hours=2)
        now = now if now.astimezone(HOUSTON).hour >= 8 else now + timedelta(hours=8)

    assert Message.objects.get().unanswered == 0


def test_a_worker_that_was_too_slow_leaves_the_message_to_the_next() -> None:
    a_text()
    slow = notifications.claim_next_message(now=NOW)
    quick = notifications.claim_next_message(now=NOW + timedelta(seconds=61))
    assert slow is not None
    assert quick is not None

    notifications.mark_failed(slow, reason="late", jitter=lambda most: most, now=NOW)

    assert Message.objects.get().lease_until is not None
    notifications.mark_sent(slow, provider_ref="SM1", now=NOW)
    assert Message.objects.get().status == "sent"


def test_a_way_that_fails_again_and_again_rests_and_spends_no_tries() -> None:
    reserve()
    for number in range(20):
        _queue_mail(number)
    mail, texts = Way(*[MailDown("ConnectionRefusedError")] * 99), Way()
    post = a_post(mail, texts)

    send_all(post)

    tried = 99 - len(mail.failures)
    attempts = sum(Message.objects.filter(channel="email").values_list("attempts", flat=True))
    print(f"J3: mail down, {tried} tries for 21 mails; {len(texts.taken)} text went out meanwhile")
    assert tried == attempts == FAILURES_IN_A_ROW
    assert len(texts.taken) == 1
    assert send_all(post, now=NOW + timedelta(seconds=31)) == 1
    mail.failures.clear()
    assert send_all(post, now=NOW + timedelta(seconds=62)) >= 20


def test_a_final_no_is_an_answer_too() -> None:
    for number in range(8):
        a_text(f"281555{number:04}")
    texts = Way(*[TextsDown("503")] * 4, TextRefused("21211"), *[TextsDown("503")] * 3)
    post = a_post(texts=texts)

    send_all(post)

    assert texts.failures == []


def _queue_mail(number: int) -> None:
    notifications.queue_message(
        Words(subject="Hello", text="Hello"),
        to=Addressee(channel=Message.Channel.EMAIL, recipient=f"{number}@example.org"),
        news=News(kind="hello", dedupe_key=f"hello:{number}"),
        now=NOW,
    )


def queue(key: str, *, at: datetime) -> None:
    notifications.queue_message(
        Words(subject="News", text="Hello"),
        to=Addressee(channel=Message.Channel.EMAIL, recipient="ada@example.org"),
        news=News(kind="news", dedupe_key=key),
        now=at,
    )


@pytest.mark.req("RUN-05.6")
def test_while_the_outbox_is_held_nothing_is_sent_and_no_try_is_spent() -> None:
    queue("before", at=NOW)
    notifications.hold_outbox(restored_from=NOW, now=NOW)
    queue("after", at=NOW)
    post = a_post()

    assert send_all(post) == 0
    assert {message.attempts for message in Message.objects.all()} == {0}

    notifications.release_outbox(drop_until=None, now=NOW)

    assert send_all(post) == 2
    assert notifications.outbox_hold() is None


def test_what_was_queued_in_the_snapshot_can_be_dropped_when_the_outbox_is_released() -> None:
    queue("in the snapshot", at=NOW)
    notifications.hold_outbox(restored_from=NOW, now=NOW + timedelta(hours=1))
    queue("after it", at=NOW + timedelta(hours=1))

    assert notifications.release_outbox(drop_until=NOW, now=NOW + timedelta(hours=2)) == 1

    assert send_all(a_post(), now=NOW + timedelta(hours=2)) == 1
    dropped = Message.objects.get(status="suppressed")
    assert dropped.dedupe_key == "in the snapshot:email"
