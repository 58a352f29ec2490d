"""Reminders: of the visit, of missing photos, of an unfinished booking."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import pytest
from booking_helpers import ADA, NOW, a_request, all_of, pay, reserve, settle, test_cards
from whole_orders import a_milestone, complete

from standby.core.policy import MARKET_ZONE
from standby.messaging.models import Consent, Message
from standby.orders.models import Appointment, Customer, Order
from standby.photos.models import PhotoReview
from standby.pricing.models.quoting import WizardSession
from standby.reviews.models import CustomerReview
from standby.workflows.reminders import (
    RECOVERY_CONSENT,
    agree_to_reminder,
    invite_reviews,
    remind_of_photos,
    remind_of_visits,
    remind_of_wizards,
    take_back_reminder,
)

pytestmark = pytest.mark.usefixtures("shop")


DAY = date(2025, 11, 20)


@pytest.fixture
def order(tmp_path: Path) -> Order:
    """Confirmed for the 20th of November."""
    reserved, cards = reserve(a_request()), test_cards(tmp_path)
    settle(pay(reserved, cards=cards), cards=cards)
    return reserved


def at(day: date, hour: int = 10) -> datetime:
    return datetime.combine(day, time(hour), MARKET_ZONE).astimezone(UTC)


def told(kind: str) -> int:
    return Message.objects.filter(kind=kind).count()


@pytest.mark.parametrize(("kind", "days"), [("reminder_week", 7), ("reminder_day", 1)])
def test_a_visit_is_reminded_of_once_on_its_day(order: Order, kind: str, days: int) -> None:
    for day in range(10):
        for _ in range(2):
            remind_of_visits(now=at(DAY - timedelta(days=day)))
    assert told(kind) == 2
    mail = Message.objects.filter(kind=kind, channel="email").get()
    assert mail.created_at == at(DAY - timedelta(days=days))
    assert mail.stale_at == at(DAY - timedelta(days=days - 1), 0)


def test_only_who_may_want_it_is_reminded_by_day_and_looking_again_writes_nothing(
    order: Order, django_assert_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    reserve(a_request())  # only held
    day_before, photos_due = DAY - timedelta(days=1), NOW.date() + timedelta(days=2)

    assert remind_of_visits(now=at(day_before, 8)) == 0
    assert remind_of_photos(now=at(photos_due, 8)) == 0
    Customer.objects.update(email_updates=False, sms_updates=False)
    assert remind_of_visits(now=at(day_before)) == 0
    Customer.objects.update(email_updates=True, sms_updates=True)
    PhotoReview.objects.update(status="cancelled")
    assert remind_of_photos(now=at(photos_due)) == 0

    assert remind_of_visits(now=at(day_before)) == 1
    with django_assert_num_queries(4):  # both days' visits, and the one with what was told of it
        assert remind_of_visits(now=at(day_before, 11)) == 0


def test_a_visit_that_was_called_off_is_not_reminded_of(order: Order) -> None:
    Order.objects.filter(pk=order.pk).update(status="cancelled")
    assert remind_of_visits(now=at(DAY - timedelta(days=1))) == 0


def test_a_visit_that_moved_is_reminded_of_anew(order: Order) -> None:
    remind_of_visits(now=at(DAY - timedelta(days=7)))
    Appointment.objects.update(**all_of(DAY + timedelta(days=1)))
    remind_of_visits(now=at(DAY - timedelta(days=6)))
    assert told("reminder_week") == 4


def test_missing_photos_are_asked_for_after_two_days_and_after_five(order: Order) -> None:
    days = [
        day
        for day in range(15)
        if remind_of_photos(now=at(NOW.date() + timedelta(days=day))) and told("photo_reminder")
    ]

    first, second = Message.objects.filter(kind="photo_reminder", channel="sms").order_by("pk")
    assert (first.created_at, second.created_at) == (
        at(NOW.date() + timedelta(days=2)),
        at(NOW.date() + timedelta(days=5)),
    )
    assert days[0] == 2


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
    reserve(a_request(contact=ADA), now=NOW)
    reserve(a_request(contact=replace(ADA, email="grace@example.org")), now=NOW)
    remind_of_wizards(now=LATER)
    assert not Message.objects.filter(kind="wizard_recovery").exists()


def test_who_unticks_the_box_is_not_reminded_and_may_ask_again() -> None:
    agree()
    for _ in range(2):
        take_back_reminder(WizardSession(email="ada@example.org"), now=NOW)
    assert remind_of_wizards(now=LATER) == 0
    assert [consent.is_granted for consent in Consent.objects.order_by("pk")] == [True, False]
    agree()
    assert remind_of_wizards(now=LATER) == 1


@pytest.mark.parametrize("email", ["", "ada", "ada@"])
def test_nobody_is_reminded_without_an_address(email: str) -> None:
    agree(email)
    assert not Consent.objects.exists()
    assert remind_of_wizards(now=LATER) == 0


@pytest.mark.req("PROOF-01.2")
def test_a_finished_order_is_invited_to_a_review_once_by_email(order: Order) -> None:
    finished = at(DAY)
    complete(order, at=finished)
    milestone = a_milestone(order, "completion", status="due", reached_at=finished)

    def invited(days: int, hour: int = 10) -> int:
        return invite_reviews(now=at(DAY + timedelta(days=days), hour))

    assert invited(8) == 0  # it is not paid
    milestone.status, milestone.paid_at = "paid", finished
    milestone.save()
    assert [invited(6), invited(8, 8), invited(8), invited(9), invited(70)] == [0, 0, 1, 0, 0]
    mail = Message.objects.get(kind="review_invitation")
    assert (mail.channel, mail.created_at) == ("email", at(DAY + timedelta(days=8)))


def test_who_has_written_or_wants_no_email_is_not_invited(order: Order) -> None:
    complete(order, at=at(DAY))
    later = at(DAY + timedelta(days=8))
    Customer.objects.update(email_updates=False)
    assert invite_reviews(now=later) == 0

    Customer.objects.update(email_updates=True)
    CustomerReview.objects.create(
        order=order, stars=5, text="Good.", shown_name="Ada", written_at=NOW
    )
    assert invite_reviews(now=later) == 0
