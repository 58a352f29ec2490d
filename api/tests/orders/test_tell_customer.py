"""What happened is told once, by the ways the customer agreed to, with a link that is not kept."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from booking_helpers import (
    ADA,
    DAY,
    HOLD,
    MORNING,
    NOW,
    OTHER_DAY,
    a_request,
    appointment_of,
    pay,
    reserve,
    settle,
)
from django.conf import settings
from outbox_helpers import worded

from standby.messaging.kinds import KINDS
from standby.messaging.models import Consent, Message
from standby.orders.models import Order
from standby.orders.rules.policy import TEXTS_CONSENT
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.selectors.slot_room import slot_room
from standby.orders.services.appointments import hold_appointment
from standby.orders.services.customers import record_first_consent
from standby.orders.services.notify import notify_customer, notify_staff
from standby.payments.providers.cards.test_mode import TestCards
from standby.pricing.selectors import catalog

pytestmark = pytest.mark.usefixtures("shop")
HOUR = timedelta(hours=1)


def tell(order: Order, kind: str, *, occasion: str = "once", **more: Any) -> list[Message]:
    notify_customer(order, kind=kind, dedupe_part=occasion, now=NOW, **KINDS[kind].sample, **more)
    return worded(Message.objects.filter(kind=kind).order_by("channel"))


@pytest.mark.req("MSG-02.1")
@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"date_held"}))
def test_every_kind_goes_out_by_mail_and_by_text(kind: str) -> None:
    order = reserve()
    mail, text = tell(order, kind)
    assert (mail.channel, mail.recipient) == ("email", "Ada@example.org")
    assert (text.channel, text.recipient) == ("sms", "(281) 555-0100")
    assert mail.order_ref == text.order_ref == order.public_id
    assert mail.email_parts
    assert not text.email_parts
    assert "/b/" not in mail.text + str(mail.email_parts) + text.text


def test_one_occasion_is_told_once_however_long_its_name() -> None:
    order = reserve()
    tell(order, "photo_link", occasion="x" * 500)
    tell(order, "photo_link", occasion="x" * 500)
    tell(order, "photo_link", occasion="x" * 499)
    assert Message.objects.filter(kind="photo_link").count() == 4
    assert max(len(key) for key in Message.objects.values_list("dedupe_key", flat=True)) <= 120


def test_dates_held_in_one_second_are_told_one_by_one() -> None:
    order = reserve()
    at_first = Message.objects.filter(kind="date_held").count()

    for slot in (Slot(OTHER_DAY, TimeWindow.MORNING), MORNING):
        room = slot_room(slot, rules=catalog.configuration().scheduling, now=NOW)
        hold_appointment(order, slot=slot, on=room, until=NOW + HOLD, now=NOW)

    assert Message.objects.filter(kind="date_held").count() == 3 * at_first


def test_what_may_become_untrue_says_until_when_it_is_said() -> None:
    order = reserve()
    told = tell(order, "reminder_day", stale_at=NOW + HOUR)
    assert {message.stale_at for message in told} == {NOW + HOUR}
    held = Message.objects.filter(kind="date_held")
    assert {message.stale_at for message in held} == {NOW + HOLD}


@pytest.mark.req("MSG-02.3")
def test_only_by_the_ways_agreed_to() -> None:
    order = reserve(a_request(contact=replace(ADA, sms_updates=False, email_updates=False)))
    assert tell(order, "photo_link") == []


@pytest.mark.req("MSG-02.5")
def test_a_certain_date_comes_with_a_calendar_file_and_only_such_a_date_is_called_off(
    cards: TestCards,
) -> None:
    order = reserve()
    called_off, _ = tell(order, "order_cancelled")

    settle(pay(order, cards=cards), cards=cards)

    mail, text = Message.objects.filter(kind="date_confirmed").order_by("channel")
    assert "METHOD:REQUEST" in mail.calendar
    assert "ada@example.org" not in mail.calendar.lower()  # who gets it is filled in when sent
    assert f"{DAY:%Y%m%d}" in mail.calendar
    photos, *_ = tell(order, "photo_link")
    assert called_off.calendar == text.calendar == photos.calendar == ""


def test_names_are_told_as_they_were_typed_on_one_line() -> None:
    order = reserve(a_request(contact=replace(ADA, name="[[my-booking]] O'Hara")))
    mail, _ = tell(order, "photo_link")
    assert "Hello ((my-booking]]," in mail.text


@pytest.mark.req("MSG-02.3")
@pytest.mark.parametrize("wants_texts", [True, False])
def test_the_consent_to_texts_is_kept_when_the_order_is_confirmed(
    cards: TestCards, wants_texts: bool
) -> None:
    contact = replace(ADA, sms_updates=wants_texts)
    order = reserve(a_request(contact=contact))

    settle(pay(order, cards=cards), cards=cards)
    record_first_consent(order)

    kept = Consent.objects.values_list(
        "channel", "recipient", "is_granted", "wording", "page", "order_ref", "at"
    )
    given = ("sms", "2815550100", True, TEXTS_CONSENT, "/installation-date", order.public_id, NOW)
    assert list(kept) == [given] * wants_texts


def test_staff_are_told_once() -> None:
    order = reserve()
    for _ in range(2):
        notify_staff(order, topic="look", now=NOW)
    assert Message.objects.get(kind="staff_needed").recipient == settings.MAIL_FROM
    assert appointment_of(order).status == "held"
