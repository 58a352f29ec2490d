"""What an operator is woken for (RUN-03)."""

from datetime import UTC, datetime, timedelta

import pytest

from standby.apps.notifications.models import Message
from standby.apps.notifications.services import hold_outbox
from standby.apps.payments.models import CardEvent
from standby.flows.office.count_what_waits import what_waits

pytestmark = [pytest.mark.req("RUN-03"), pytest.mark.django_db]
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def a_message(key: str, *, due_ago: timedelta, status: str = "queued") -> None:
    Message.objects.create(
        kind="date_held",
        channel="email",
        recipient="a@example.org",
        text="x",
        dedupe_key=key,
        created_at=NOW,
        due_at=NOW - due_ago,
        status=status,
        dead_at=NOW if status == "dead" else None,
    )


def test_nothing_waits_in_an_empty_house() -> None:
    assert set(what_waits(now=NOW).values()) == {0}


def test_what_is_due_waits_and_what_is_for_later_does_not() -> None:
    a_message("now", due_ago=timedelta(minutes=5))
    a_message("later", due_ago=-timedelta(minutes=5))
    a_message("dead", due_ago=timedelta(days=1), status="dead")
    CardEvent.objects.create(
        provider="stripe",
        event_id="evt_1",
        type="x",
        payload={},
        received_at=NOW - timedelta(seconds=90),
        due_at=NOW,
    )

    found = what_waits(now=NOW)

    assert (found["messages_waiting"], found["messages_oldest_seconds"]) == (1, 300)
    assert (found["messages_dead"], found["card_events_waiting"]) == (1, 1)
    assert found["card_events_oldest_seconds"] == 90


@pytest.mark.req("RUN-05")
def test_a_held_outbox_is_told() -> None:
    hold_outbox(restored_from=NOW, now=NOW)

    assert what_waits(now=NOW)["outbox_held"] == 1
