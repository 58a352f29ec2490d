"""What happened to an order, in words."""

import re
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest

from standby.accounts.models import User
from standby.audit.rules import actor_label, actor_of
from standby.core import lifecycle
from standby.documents.models import OrderFile
from standby.orders.models import OrderLogEntry
from standby.orders.selectors.order_log_text import ago, describe_change, details, sentence
from standby.orders.services.order_log import Subject
from standby.readiness.rules import StepStatus
from standby.tracking.selectors.log_details import detail_of

NOW = datetime(2025, 11, 3, 15, 0, tzinfo=UTC)


def a_happening(**changed: str) -> OrderLogEntry:
    told = {"actor": "staff jo", "before": "", "note": "", **changed}
    return OrderLogEntry(at=NOW, **told)


@pytest.mark.parametrize(
    ("actor", "name"),
    [
        ("staff jo", "jo"),
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
        ("weather", "", "much_worse", "", "changed the weather to “much worse”"),
    ],
)
def test_what_was_done(subject: str, before: str, after: str, note: str, told: str) -> None:
    assert (
        describe_change(a_happening(subject=subject, before=before, after=after, note=note)) == told
    )


# What the log is given for each subject; those with a lifecycle, by its table.
WRITTEN: dict[str, Collection[str]] = {
    "order": lifecycle.ORDER,
    "appointment": lifecycle.APPOINTMENT,
    "payment": [*lifecycle.PAYMENT, "claimed"],
    "refund": lifecycle.REFUND,
    "dispute": ["needs_response", "under_review", "won", "lost", "closed", "prevented"],
    "visit": ["kept", "arrived", "signed"],
    "milestone": lifecycle.MILESTONE,
    "photo": [*(set(lifecycle.PHOTO) - {"receiving"}), "removed"],
    "photo review": lifecycle.PHOTO_REVIEW,
    "change order": lifecycle.CHANGE_ORDER,
    "price": ["1269477"],
    "proposal": lifecycle.PROPOSAL,
    "document": [OrderFile.Type.HOA_PACKET],
    "file": [*OrderFile.Type, "removed"],
    "step": list(StepStatus),
    "message": ["queued", "withdrawn"],
    "technician": ["assigned", "removed"],
    "contact": ["corrected", "erased"],
    "note": ["written"],
    "power": ["on", "off"],
    "review": lifecycle.REVIEW,
}


@pytest.mark.req("OPS-30.1")
@pytest.mark.parametrize("subject", get_args(Subject))
def test_everything_that_the_log_is_given_has_plain_words(subject: str) -> None:
    for after in WRITTEN[subject]:
        if (subject, after) in NEVER_LOGGED:
            continue
        kinds = ("acceptance", "equipment", "completion") if subject == "milestone" else ("",)
        for note in kinds:
            before = "permit" if after == "removed" else "due"
            row = a_happening(subject=subject, before=before, after=after, note=note)
            told = describe_change(row)
            assert not re.search(r"_|made a |changed the .* to “", told), (subject, after, told)


# A plan's payments wait from their creation, and only accepting makes the first one due.
NEVER_LOGGED = {("milestone", "waiting")}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("subject", "note", "told"),
    [
        ("photo", "wall_run", "Path from the panel to the spot"),
        ("photo", "wall_run photo_too_large", "Path from the panel to the spot: too large"),
        ("payment", "scheduling_fee", "Reservation fee"),
        ("payment", "milestone_completion", "Last payment"),
        ("payment", "The browser said it was paid", "The browser said it was paid"),
        ("message", "photo_link by email and sms", "“Photos, please”, by email and text"),
        ("message", "from_staff by sms", "In our own words, by text"),
        ("message", "withdrawn_kind", "“Withdrawn kind”"),
        ("dispute", "dp_1, 900 cents: not_received (lost)", "dp 1, $9.00: not received (lost)"),
        ("step", "gas_meter, expected 2025-12-03", "gas_meter, expected Dec 3"),
        ("order", "", ""),
    ],
)
def test_a_note_of_the_log_names_things_in_words(subject: str, note: str, told: str) -> None:
    assert detail_of(a_happening(subject=subject, after="x", note=note)) == told


@pytest.mark.django_db
@pytest.mark.req("OPS-30.1")
def test_a_sentence_says_who_did_what_and_a_note_its_days_and_money_as_people_write_them() -> None:
    cancelled = a_happening(subject="order", before="scheduled", after="cancelled")
    slots = "from 2025-11-20 morning to 2025-12-03 afternoon"
    moved = a_happening(subject="appointment", after="confirmed", note=slots)
    refunded = a_happening(subject="refund", after="requested", note="150000 cents: too dear")
    assert sentence(cancelled) == "jo canceled the order."
    jo = User.objects.create(username="jo", is_staff=True, user_metadata={"full_name": "Jo"})
    cancelled.actor = actor_of(jo.public_id)
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
