"""What happened to an order, in words."""

from datetime import UTC, datetime, timedelta

import pytest

from standby.accounts.models import User
from standby.audit.rules import actor_label
from standby.orders.models import OrderLogEntry
from standby.orders.selectors.order_log_text import ago, describe_change, details, sentence

NOW = datetime(2025, 11, 3, 15, 0, tzinfo=UTC)


def a_happening(**changed: str) -> OrderLogEntry:
    told = {"actor": "staff jo@example.org", "before": "", "note": "", **changed}
    return OrderLogEntry(at=NOW, **told)


@pytest.mark.parametrize(
    ("actor", "name"),
    [
        ("staff jo@example.org", "jo@example.org"),
        ("visitor", "The customer"),
        ("clock", "The system"),
        ("card provider", "The card provider"),
        ("internal page", "internal page"),
    ],
)
def test_who_did_it(actor: str, name: str) -> None:
    assert actor_label(actor) == name


@pytest.mark.parametrize(
    ("subject", "before", "after", "note", "told"),
    [
        ("order", "scheduled", "accepted", "", "accepted the proposal"),
        ("appointment", "held", "confirmed", "2025-11-20 morning", "confirmed the appointment"),
        (
            "appointment",
            "confirmed",
            "confirmed",
            "from 2025-11-20 morning to 2025-12-03 afternoon",
            "moved this appointment to Dec 3",
        ),
        ("appointment", "confirmed", "confirmed", "", "moved this appointment to another day"),
        ("technician", "", "assigned", "Grace Hopper", "assigned a technician (Grace Hopper)"),
        ("price", "1269477", "1523377", "60 ft", "set the price to $15,233.77"),
        ("dispute", "", "needs_response", "", "reported a dispute: needs response"),
        ("refund", "sent", "returned", "", "got a refund back from the customer's bank"),
        ("milestone", "waiting", "due", "acceptance", "accepted, so the first payment is due"),
        ("milestone", "waiting", "due", "equipment", "made the second payment due"),
        ("milestone", "due", "paid", "completion", "settled the last payment"),
        ("weather", "", "much_worse", "", "made a weather: much worse"),
    ],
)
def test_what_was_done(subject: str, before: str, after: str, note: str, told: str) -> None:
    assert (
        describe_change(a_happening(subject=subject, before=before, after=after, note=note)) == told
    )


@pytest.mark.django_db
@pytest.mark.req("OPS-30.1")
def test_a_sentence_says_who_did_what_and_a_note_its_days_and_money_as_people_write_them() -> None:
    cancelled = a_happening(subject="order", before="scheduled", after="cancelled")
    slots = "from 2025-11-20 morning to 2025-12-03 afternoon"
    moved = a_happening(subject="appointment", after="confirmed", note=slots)
    refunded = a_happening(subject="refund", after="requested", note="150000 cents: too dear")
    assert sentence(cancelled) == "jo@example.org canceled the order."
    User.objects.create(username="jo@example.org", is_staff=True, user_metadata={"full_name": "Jo"})
    assert sentence(cancelled) == "Jo canceled the order."
    assert details(moved) == "from Nov 20, morning to Dec 3, afternoon"
    settled = a_happening(subject="milestone", after="paid", note="completion")
    assert details(settled) == ""
    assert details(refunded) == "$1,500.00: too dear"


@pytest.mark.parametrize(
    ("passed", "told"),
    [
        (timedelta(seconds=59), "a moment ago"),
        (timedelta(seconds=60), "a minute ago"),
        (timedelta(minutes=59), "59 minutes ago"),
        (timedelta(minutes=60), "an hour ago"),
        (timedelta(hours=23), "23 hours ago"),
        (timedelta(hours=24), "on Nov 2"),
    ],
)
def test_how_long_ago(passed: timedelta, told: str) -> None:
    assert ago(NOW - passed, now=NOW) == told
