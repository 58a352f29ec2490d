"""A booking that was begun is reminded of once, by mail, and only to who asked for it."""

from dataclasses import replace
from datetime import timedelta

import pytest
from bookings import ADA, NOW, a_wish, reserve

from standby.messaging.models import Consent, Message
from standby.pricing.models.quoting import WizardSession
from standby.workflows.reminders import (
    RECOVERY_CONSENT,
    agree_to_reminder,
    remind_of_wizards,
    take_back_reminder,
)

pytestmark = pytest.mark.usefixtures("shop")
LATER = NOW + timedelta(hours=5)


def agree(email: str = "Ada@example.org") -> None:
    agree_to_reminder(WizardSession(email=email), now=NOW)


def test_who_asked_is_reminded_once() -> None:
    agree()
    agree()

    for hours in range(0, 100, 2):
        remind_of_wizards(now=NOW + timedelta(hours=hours))

    message = Message.objects.get()
    assert (message.kind, message.channel, message.recipient) == (
        "wizard_recovery", "email", "ada@example.org",
    )  # fmt: skip
    assert message.created_at == NOW + timedelta(hours=4)
    assert message.stale_at == NOW + timedelta(days=3)
    assert "[[my-booking]]" not in message.text
    consent = Consent.objects.get()
    assert (consent.purpose, consent.wording) == ("recovery", RECOVERY_CONSENT)


def test_who_reserved_meanwhile_is_left_alone() -> None:
    agree()
    reserve(a_wish(contact=ADA), now=NOW)
    reserve(a_wish(contact=replace(ADA, email="grace@example.org")), now=NOW)

    remind_of_wizards(now=LATER)

    assert not Message.objects.filter(kind="wizard_recovery").exists()


def test_who_unticks_the_box_is_not_reminded_and_may_ask_again() -> None:
    agree()
    for _ in range(2):
        take_back_reminder(WizardSession(email="ada@example.org"), now=NOW)

    assert remind_of_wizards(now=LATER) == 0
    assert [consent.is_given for consent in Consent.objects.order_by("pk")] == [True, False]

    agree()
    assert remind_of_wizards(now=LATER) == 1


@pytest.mark.parametrize("email", ["", "ada", "ada@"])
def test_nobody_is_reminded_without_an_address(email: str) -> None:
    agree(email)

    assert not Consent.objects.exists()
    assert remind_of_wizards(now=LATER) == 0
