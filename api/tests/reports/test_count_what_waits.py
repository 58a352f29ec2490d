"""What an operator is woken for (RUN-03, RUN-04)."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from accounts import a_scheduled_order
from bookings import NOW as ORDERED_AT
from loose_rows import a_dispute, a_photo, a_refund
from papers import a_locked_order, a_proposal, accept
from photo_reviews import an_order_that_asks_for_photos

from standby.core.jobs import JobHandler, Postpone, enqueue, run_next_job
from standby.core.models import Job
from standby.core.provider_calls import ProviderDown
from standby.documents.models import OrderFile
from standby.messaging.models import Message
from standby.messaging.services import outbox as notifications
from standby.messaging.services.outbox import hold_outbox
from standby.payments.models import Payment
from standby.payments.providers.cards.test_mode import TestCards
from standby.reports.selectors.what_waits import backlog

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def a_message(key: str, *, due_ago: timedelta) -> Message:
    message = Message(
        kind="date_held",
        channel="email",
        recipient="a@example.org",
        subject="x",
        text="x",
        dedupe_key=key,
    )
    notifications.queue_messages(message, now=NOW - due_ago)
    return Message.objects.get(dedupe_key=f"{key}:email")


def a_dead_message(
    key: str = "dead", *, due_ago: timedelta = timedelta(0), refused_at: datetime = NOW
) -> Message:
    message = a_message(key, due_ago=due_ago)
    notifications.mark_dead(message.dedupe_key, reason="550", attempts=1, now=refused_at)
    Job.objects.filter(key=message.dedupe_key).update(dead_at=refused_at)
    return message


def tried(*, raises: Exception, now: datetime = NOW) -> None:
    def run(_job: Job, _now: datetime) -> None:
        raise raises

    assert run_next_job(JobHandler(kind=Job.Kind.EMAIL, run=run, longest_pause_s=180), now=now)


def oldest(*, now: datetime = NOW) -> tuple[float, float]:
    found = backlog(now=now)
    return found["messages_waiting"], found["messages_oldest_seconds"]


def test_nothing_waits_in_an_empty_house_until_its_outbox_is_held() -> None:
    assert set(backlog(now=NOW).values()) == {0}

    hold_outbox(restored_from=NOW, now=NOW)

    assert backlog(now=NOW)["outbox_held"] == 1


@pytest.mark.usefixtures("shop")
def test_refunds_that_need_a_person_and_open_disputes_are_counted(cards: TestCards) -> None:
    fee = Payment.objects.get(order=a_scheduled_order(cards))
    for status in ("requested", "sent", "failed", "returned", "replaced"):
        a_refund(fee, status=status, sent_at=NOW)
    a_dispute(fee, status="needs_response")
    a_dispute(fee, status="lost", closed_at=NOW)

    found = backlog(now=NOW)

    assert (found["refunds_failed"], found["disputes_open"]) == (2, 1)


def test_what_waits_is_counted_and_the_oldest_tells_its_age() -> None:
    a_message("first", due_ago=timedelta(minutes=5))
    a_message("second", due_ago=timedelta(minutes=1))
    a_dead_message(due_ago=timedelta(days=1))
    enqueue((Job.Kind.PAYMENT_EVENT, "test:evt_1"), due_at=NOW - timedelta(seconds=90))

    found = backlog(now=NOW)

    assert (found["messages_waiting"], found["messages_oldest_seconds"]) == (2, 300)
    assert (found["messages_dead"], found["card_events_waiting"]) == (1, 1)
    assert found["card_events_oldest_seconds"] == 90


def test_a_dead_message_counts_for_two_weeks() -> None:
    a_dead_message()

    days = [backlog(now=NOW + timedelta(days=n))["messages_dead"] for n in (0, 13, 15)]

    assert days == [1, 1, 0]


def test_a_failed_try_makes_a_message_no_younger() -> None:
    a_message("one", due_ago=timedelta(0))

    for minute in (0, 4, 9):
        now = NOW + timedelta(minutes=minute)
        tried(raises=ProviderDown("421"), now=now)

    assert oldest(now=NOW + timedelta(minutes=10)) == (1, 600)


def test_a_text_that_waits_for_the_morning_is_not_late_before_it() -> None:
    a_message("one", due_ago=timedelta(0))
    morning = NOW + timedelta(hours=8)

    tried(raises=Postpone(morning))

    assert oldest(now=morning - timedelta(seconds=1)) == (0, 0)
    assert oldest(now=morning + timedelta(minutes=5)) == (1, 300)


def test_a_dead_message_that_is_sent_again_counts_from_then_on() -> None:
    message = a_dead_message(due_ago=timedelta(days=2), refused_at=NOW - timedelta(days=1))
    other = a_dead_message("other")

    notifications.replay_message(message, now=NOW)

    other.refresh_from_db()
    assert other.status == Message.Status.DEAD

    assert oldest(now=NOW + timedelta(seconds=30)) == (1, 30)


def test_a_clock_that_was_set_back_makes_nothing_younger_than_now() -> None:
    enqueue((Job.Kind.PAYMENT_EVENT, "test:evt_1"), due_at=NOW + timedelta(hours=1))

    assert backlog(now=NOW)["card_events_oldest_seconds"] == 0


@pytest.mark.usefixtures("shop")
def test_photos_wait_until_they_are_shown_and_count_for_a_day_when_given_up() -> None:
    order = an_order_that_asks_for_photos()
    photo = a_photo(order.photo_review, key="k", status="stored", stored_at=ORDERED_AT)
    enqueue((Job.Kind.PHOTO, str(photo.public_id)), due_at=ORDERED_AT)
    soon = ORDERED_AT + timedelta(minutes=1)

    waiting = backlog(now=soon)
    Job.objects.filter(kind="photo").update(dead_at=soon)
    given_up = backlog(now=soon)
    long_after = backlog(now=soon + timedelta(days=1, seconds=1))

    assert (waiting["photos_waiting"], waiting["photos_oldest_seconds"]) == (1, 60)
    assert (given_up["photos_waiting"], given_up["photos_given_up"]) == (0, 1)
    assert long_after["photos_given_up"] == 0


@pytest.mark.usefixtures("shop")
def test_a_proposal_waits_until_it_is_made_and_counts_for_a_month_when_given_up(
    tmp_path: Path,
) -> None:
    order, soon = a_locked_order(), ORDERED_AT + timedelta(minutes=2)

    locked = backlog(now=soon)
    Job.objects.filter(kind="document").update(dead_at=soon)
    given_up, a_month_later = backlog(now=soon), backlog(now=soon + timedelta(days=31))
    a_proposal(tmp_path, order)
    made = backlog(now=soon)

    assert (locked["documents_waiting"], locked["documents_oldest_seconds"]) == (1, 120)
    assert (given_up["documents_waiting"], given_up["documents_given_up"]) == (0, 1)
    assert a_month_later["documents_given_up"] == 0
    assert (made["documents_waiting"], made["documents_given_up"]) == (0, 0)


@pytest.mark.usefixtures("shop")
def test_a_certificate_waits_from_the_homeowners_yes_on(tmp_path: Path) -> None:
    accept(a_proposal(tmp_path), now=ORDERED_AT + timedelta(minutes=1))
    now = ORDERED_AT + timedelta(minutes=5)

    found = backlog(now=now)

    assert not OrderFile.objects.filter(type="acceptance").exists()
    assert (found["documents_waiting"], found["documents_oldest_seconds"]) == (1, 240)
