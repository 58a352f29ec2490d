"""What the tables of booking, payment and messages forbid, each rule broken once."""

import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from bookings import (
    DAY,
    NOW,
    OTHER_DAY,
    appointment_of,
    open_page,
    pay,
    reserve,
    settle,
    test_cards,
    try_to_reserve,
)
from django.db import connection
from refusals import refused_by

from standby.apps.booking.models import (
    Appointment,
    CrewDay,
    CrewSeat,
    IdempotentAnswer,
    Order,
    OrderLogEntry,
    Technician,
)
from standby.apps.notifications.models import Message
from standby.apps.payments.models import CardEvent, CheckoutSession, Payment

pytestmark = pytest.mark.usefixtures("shop")


def refused(constraint: str, change: Any) -> None:
    with refused_by(constraint):
        change()


def again(row: Any, **changed: Any) -> None:
    row.pk = None
    for name, value in {"public_id": uuid.uuid4(), **changed}.items():
        if hasattr(row, name):
            setattr(row, name, value)
    row.save(force_insert=True)


ORDERS: dict[str, dict[str, Any]] = {
    "order_total_is_not_negative": {"total_cents": -1},
    "order_fee_is_not_negative": {"scheduling_fee_cents": -1},
    "order_status_is_known": {"status": "lost"},
}
APPOINTMENTS: dict[str, dict[str, Any]] = {
    "appointment_confirmed_knows_when": {"status": "confirmed"},
    "appointment_ends_after_it_starts": {"end_at": NOW - timedelta(days=1), "start_at": NOW},
    "appointment_window_is_known": {"time_window": "night"},
    "appointment_status_is_known": {"status": "lost"},
}
PAYMENTS: dict[str, dict[str, Any]] = {
    "payment_amount_is_positive": {"amount_cents": 0},
    "payment_paid_knows_charge_and_time": {"status": "paid"},
    "payment_refunds_no_more_than_was_paid": {"refunded_cents": 100_01},
    "payment_status_is_known": {"status": "lost"},
}


@pytest.mark.parametrize("constraint", ORDERS)
def test_an_order_keeps_to_its_rules(constraint: str) -> None:
    reserve()

    refused(constraint, lambda: Order.objects.update(**ORDERS[constraint]))


def test_a_wizard_has_one_live_order() -> None:
    order = reserve()

    refused("order_one_live_per_wizard", lambda: again(order))


@pytest.mark.parametrize("constraint", APPOINTMENTS)
def test_an_appointment_keeps_to_its_rules(constraint: str) -> None:
    reserve()

    refused(constraint, lambda: Appointment.objects.update(**APPOINTMENTS[constraint]))


def test_an_order_has_one_live_appointment() -> None:
    appointment = appointment_of(reserve())

    refused("appointment_one_live_per_order", lambda: again(appointment))


def test_a_day_has_each_crew_once() -> None:
    reserve()

    refused("crew_seat_is_one_crew_a_day", lambda: CrewSeat.objects.create(day=DAY, seat_no=1))


def test_an_appointment_has_one_seat() -> None:
    appointment = appointment_of(reserve())

    refused(
        "crew_seats_appointment_id",
        lambda: CrewSeat.objects.create(day=OTHER_DAY, seat_no=1, appointment=appointment),
    )


def test_a_hold_is_somebodys() -> None:
    reserve()

    refused("crew_seat_hold_has_a_holder", lambda: CrewSeat.objects.update(appointment=None))


def test_a_closed_crew_is_nobodys() -> None:
    reserve()

    refused("crew_seat_closed_is_empty", lambda: CrewSeat.objects.update(is_closed=True))


def test_a_technician_leads_one_job_a_day_and_is_entered_once() -> None:
    one, other = reserve(), reserve()
    grace = Technician.objects.create(name="Grace", phone="1")
    Appointment.objects.filter(order=one).update(assigned_to=grace)

    refused(
        "appointment_technician_leads_one_job_a_day",
        lambda: Appointment.objects.filter(order=other).update(assigned_to=grace),
    )
    refused("technician_is_entered_once", lambda: again(grace))


def test_a_date_has_one_number_of_crews() -> None:
    CrewDay.objects.create(day=DAY, crews=1, reason="holiday")

    refused("crew_days_day", lambda: CrewDay.objects.create(day=DAY, crews=2, reason="again"))


def test_a_key_has_one_answer() -> None:
    try_to_reserve()

    refused("idempotent_answer_once_per_key", lambda: again(IdempotentAnswer.objects.get()))


@pytest.mark.parametrize("constraint", PAYMENTS)
def test_a_payment_keeps_to_its_rules(constraint: str) -> None:
    reserve()

    refused(constraint, lambda: Payment.objects.update(**PAYMENTS[constraint]))


def test_a_fee_is_due_once() -> None:
    reserve()

    refused("payment_one_per_order_and_purpose", lambda: again(Payment.objects.get()))


def test_a_charge_pays_once(tmp_path: Path) -> None:
    order, cards = reserve(), test_cards(tmp_path)
    settle(pay(order, cards=cards), cards=cards)

    refused("payment_is_one_charge", lambda: again(Payment.objects.get(), status="cancelled"))


CHECKOUTS: dict[str, dict[str, Any]] = {
    "checkout_open_has_a_page": {"url": ""},
    "checkout_status_is_known": {"status": "lost"},
}


@pytest.mark.parametrize("constraint", CHECKOUTS)
def test_a_checkout_keeps_to_its_rules(tmp_path: Path, constraint: str) -> None:
    open_page(reserve(), cards=test_cards(tmp_path))

    refused(constraint, lambda: CheckoutSession.objects.update(**CHECKOUTS[constraint]))


def test_a_payment_has_one_page_at_a_time_and_a_page_one_row(tmp_path: Path) -> None:
    open_page(reserve(), cards=test_cards(tmp_path))
    page = CheckoutSession.objects.get()

    refused(
        "checkout_one_live_per_payment",
        lambda: again(page, reference=uuid.uuid4(), stripe_session_id="cs_other"),
    )
    refused(
        "checkout_is_known_once",
        lambda: again(CheckoutSession.objects.get(), reference=uuid.uuid4(), status="expired"),
    )


def test_an_event_is_kept_once() -> None:
    event = CardEvent(
        provider="test", event_id="evt_1", type="t", payload={}, received_at=NOW, due_at=NOW
    )
    event.save()

    refused("card_event_is_kept_once", lambda: again(event))


def test_a_message_is_queued_once_and_is_sent_or_dead() -> None:
    reserve()
    message = Message.objects.order_by("pk")[0]

    refused("message_is_queued_once", lambda: again(message))
    refused("message_delivery_is_known", lambda: Message.objects.update(delivery="lost"))
    refused(
        "message_is_sent_or_dead_not_both",
        lambda: Message.objects.update(sent_at=NOW, dead_at=NOW),
    )


def test_the_orders_log_is_never_changed() -> None:
    reserve()

    refused(
        "order_log_are_never_changed", lambda: OrderLogEntry.objects.update(actor="somebody else")
    )


def test_rows_say_what_they_are() -> None:
    order = reserve()
    appointment = appointment_of(order)
    rows = [
        order,
        order.customer,
        order.order_location,
        appointment,
        appointment.seat,
        Payment.objects.get(),
        Message.objects.order_by("pk")[0],
        OrderLogEntry.objects.order_by("pk")[0],
    ]

    names = " ".join(str(row) for row in rows)

    assert "on 2025-11-20" in names
    assert "Ada" not in names
    assert connection.vendor in ("sqlite", "postgresql")
