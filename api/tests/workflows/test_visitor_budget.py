"""What visitors can make us send before anybody has paid ends with the day's budget."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from booking_helpers import NOW, pay, reserve, settle, test_cards
from outbox_helpers import Way, a_post, send_all

from standby.messaging.models import Message
from standby.messaging.providers.texts import TextsDown
from standby.messaging.services import outbox
from standby.messaging.services.consents import number_state
from standby.messaging.services.ways import outcome_ahead
from standby.orders.models import Order
from standby.workflows.cancel_order import CancellationRequest, cancel_order

pytestmark = pytest.mark.usefixtures("shop")


def a_visitors(kind: str, channel: str, number: int) -> None:
    recipient = f"a{number}@example.org" if channel == "email" else f"(281) 555-{number:04}"
    message = Message(
        kind=kind, channel=channel, recipient=recipient, subject="Hello", text="Hello",
        dedupe_key=f"{kind}:{number}",
    )  # fmt: skip
    outbox.queue_messages(message, now=NOW)


@pytest.fixture
def two_a_day(settings: Any) -> None:
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"visitor_messages_a_day": 2})


@pytest.mark.req("MSG-06.3")
@pytest.mark.usefixtures("two_a_day", "both_connected")
@pytest.mark.parametrize(("channel", "ways"), [("sms", "texts"), ("email", "emails")])
def test_what_visitors_cause_ends_with_the_days_budget_and_staff_are_told_once(
    channel: str, ways: str
) -> None:
    for number in range(5):
        a_visitors("quote_saved", channel, number)
    a_visitors("date_confirmed", channel, 9)  # somebody paid
    way, staff_mail = Way(), Way()
    post = a_post(way, staff_mail) if channel == "email" else a_post(staff_mail, way)

    assert outcome_ahead(channel, recipient="a", kind="quote_saved", now=NOW) == "queued"
    send_all(post)

    left = Message.objects.filter(kind="quote_saved")
    assert sorted(str(one.outcome) for one in left) == ["over_budget"] * 3 + ["sent"] * 2
    assert Message.objects.get(kind="date_confirmed").outcome == "sent"
    [told] = Message.objects.filter(kind="staff_needed")
    assert f"Visitors' {ways} have used up" in told.subject
    assert "cause 2" in told.text
    assert outcome_ahead(channel, recipient="b", kind="quote_saved", now=NOW) == "over_budget"
    assert outcome_ahead(channel, recipient="b", kind="date_confirmed", now=NOW) == "queued"
    assert outbox.over_budget_lately(now=NOW) == 3
    assert outbox.over_budget_lately(now=NOW + timedelta(hours=2)) == 0


@pytest.mark.req("MSG-06.3")
@pytest.mark.usefixtures("two_a_day", "own_folder")
@pytest.mark.parametrize(("is_paid", "told"), [(False, "over_budget"), (True, "sent")])
def test_who_cancels_without_having_paid_takes_from_the_budget(
    is_paid: bool, told: str, tmp_path: Path
) -> None:
    order, cards = reserve(), test_cards(tmp_path)
    if is_paid:
        settle(pay(order, cards=cards), cards=cards)
    Message.objects.all().delete()
    for number in range(2):
        a_visitors("quote_saved", "email", number)
    send_all(a_post())

    asked = CancellationRequest(reason="changed my mind", actor="visitor")
    cancel_order(Order.objects.get(pk=order.pk), asked, cards=cards, now=NOW)
    send_all(a_post())

    assert Message.objects.get(kind="order_cancelled", channel="email").outcome == told


@pytest.mark.usefixtures("two_a_day")
def test_the_budget_comes_back_and_a_text_without_room_leaves_its_number_unasked() -> None:
    for number in range(3):
        a_visitors("quote_saved", "sms", number)
    send_all(a_post(texts=Way()))
    assert [number_state(f"(281) 555-{n:04}") for n in range(3)] == ["asked", "asked", "new"]

    two_days_on = NOW + timedelta(days=2)
    for moment, has_room in ((NOW, False), (two_days_on, True)):
        is_over = outbox.is_over_budget("sms", kind="quote_saved", now=moment)
        assert is_over is not has_room, moment


@pytest.mark.usefixtures("two_a_day")
def test_a_message_that_is_tried_again_is_counted_once() -> None:
    a_visitors("quote_saved", "sms", 1)
    texts = Way(TextsDown("503"))
    for moment in (NOW, NOW + timedelta(hours=1)):
        send_all(a_post(texts=texts), now=moment)
    a_visitors("quote_saved", "sms", 2)
    send_all(a_post(texts=texts), now=NOW + timedelta(hours=1))

    assert len(texts.taken) == 2
