"""At the moment of sending, a message whose words are no longer so is not sent (TRUTH-03)."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from account_helpers import a_scheduled_order, cancel_by_staff, fresh
from booking_helpers import NOW, appointment_of
from document_helpers import a_submitted_review, answer, decide
from message_facts import (
    CASES,
    Change,
    an_order_for,
    disputed,
    locked,
    milestone_is,
    nothing,
    power_on,
    reach,
)
from outbox_helpers import Way, a_post, send_all
from whole_orders import a_message, a_milestone

from standby.messaging.kinds import FROM_STAFF, KINDS
from standby.messaging.models import Message
from standby.orders.models import ChangeOrder, Order
from standby.payments.models import Payment
from standby.payments.providers.cards.test_mode import TestCards
from standby.workflows.still_so import STILL_SO, why_not_so

pytestmark = pytest.mark.usefixtures("shop")
LATER = NOW + timedelta(minutes=2)


def subject_of(order: Order, kind: str) -> str:
    """What the message is about, as its key names it."""
    if kind in ("refund_sent", "refund_returned"):
        return f"{order.payments.get().refunds.get().reference}:0"
    if kind == "payment_returned":
        return f"{order.payments.get().public_id}:20251103"
    return "acceptance" if kind.startswith("milestone") else "once"


def queued(order: Order, kind: str, *, part: str = "once", channel: str = "email") -> Message:
    key = f"{kind}:{order.public_id}:{part}:{channel}"
    return a_message(order, kind=kind, channel=channel, status="queued", dedupe_key=key)


def test_every_kind_says_what_it_states_and_is_tried() -> None:
    assert set(CASES) == set(STILL_SO) == set(KINDS)


@pytest.mark.req("TRUTH-03.1", "TRUTH-03.2")
@pytest.mark.parametrize("kind", CASES)
def test_a_message_is_sent_while_it_is_so_and_not_afterwards(kind: str, cards: TestCards) -> None:
    order, (_, no_longer) = an_order_for(kind, cards=cards), CASES[kind]
    message = queued(order, kind, part=subject_of(order, kind))

    assert why_not_so(message) == ""
    if no_longer is not None:
        no_longer(order)
        assert why_not_so(message) == "out_of_date"


@pytest.mark.req("TRUTH-03.2")
@pytest.mark.parametrize("kind", CASES)
def test_of_a_canceled_order_only_its_end_and_its_money_are_told(
    kind: str, cards: TestCards
) -> None:
    order = a_scheduled_order(cards)
    if kind.startswith("refund_"):
        CASES[kind][0](order)
    message = queued(order, kind, part=subject_of(order, kind))
    Order.objects.filter(pk=order.pk).update(status="cancelled")

    told = {"order_cancelled", "refund_sent", "refund_returned", "payment_received"}
    told |= {"late_transfer_failed"}
    assert why_not_so(message) == ("" if kind in told else "order_canceled")


def test_a_receipt_says_no_more_what_is_still_to_pay_once_the_order_ended(
    cards: TestCards,
) -> None:
    order = a_scheduled_order(cards)
    before = queued(order, "payment_received", part="first")
    cancel_by_staff(order, cards=cards)
    after = queued(order, "payment_received", part="second")

    assert (why_not_so(before), why_not_so(after)) == ("order_canceled", "")


@pytest.mark.parametrize(
    ("kind", "newer"),
    [(name, newer) for name, kind in KINDS.items() for newer in sorted(kind.overtaken_by)],
)
def test_what_replaces_a_message_is_sent_alone(kind: str, newer: str, cards: TestCards) -> None:
    order = an_order_for(kind, cards=cards)
    name, _, part = newer.partition(":")
    other = "sms" if name == kind else "email"
    queued(order, name, part=f"{part}:1")
    message = queued(order, kind, part="x")
    queued(order, name, part=f"{part}:2", channel=other)
    queued(order, name, part="again 20251103")
    assert (why_not_so(message) == "") == (name == kind)

    queued(order, name, part=f"{part}:3")
    assert why_not_so(message) == "out_of_date"


@pytest.mark.parametrize(
    ("part", "so", "no_longer"),
    [
        ("power_on:1", nothing, power_on),
        ("completion:1", reach("equipment_arrived"), reach("completed")),
        ("equipment:1", reach("accepted"), reach("equipment_arrived")),
        ("price:1", nothing, locked),
    ],
)
def test_a_correction_of_what_came_true_is_not_sent(
    part: str, so: Change, no_longer: Change, cards: TestCards
) -> None:
    order = a_scheduled_order(cards)
    so(order)
    message = queued(order, "corrected", part=part)
    assert why_not_so(message) == ""
    no_longer(order)
    assert why_not_so(message) == "out_of_date"


def test_money_that_is_named_no_more_does_not_stop_its_message(cards: TestCards) -> None:
    """A copy that staff send again names no payment, refund or milestone."""
    order = a_scheduled_order(cards)
    milestone_is("due")(order)
    kinds = ("payment_returned", "refund_sent", "milestone_due")
    assert {why_not_so(queued(order, kind, part="again 2025")) for kind in kinds} == {""}
    nameless = a_message(order, kind="refund_sent", status="queued", dedupe_key="short")
    assert why_not_so(nameless) == ""


def test_a_payment_made_anew_is_not_said_to_be_due_again(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    disputed(50_00)(order)
    milestone = a_milestone(order, status="paid", reached_at=NOW, created_at=NOW, paid_at=NOW)
    Payment.objects.filter(order=order).update(milestone=milestone)
    message = queued(order, "payment_returned", part=subject_of(order, "payment_returned"))
    assert why_not_so(message) == "out_of_date"


def test_a_diagnostic_that_was_canceled_is_not_said_to_be_booked() -> None:
    booked, canceled = (
        Message(
            kind=kind,
            channel="email",
            recipient="ada@example.org",
            dedupe_key=f"{kind}:1:email",
            created_at=NOW,
        )
        for kind in ("diagnostic_booked", "diagnostic_cancelled")
    )
    booked.save()
    assert why_not_so(booked) == ""
    canceled.save()
    assert (why_not_so(booked), why_not_so(canceled)) == ("out_of_date", "")


def test_staffs_own_words_are_sent(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    Order.objects.update(status="cancelled")
    assert why_not_so(queued(order, FROM_STAFF)) == ""


def told(now: Any = LATER) -> list[str]:
    """The kinds of what goes out."""
    send_all(a_post(Way(), Way()), now=now)
    sent = Message.objects.filter(status="sent").order_by("pk")
    return list(dict.fromkeys(sent.values_list("kind", flat=True)))


@pytest.mark.req("TRUTH-03.1")
@pytest.mark.parametrize("reply", ["approve", "decline"])
def test_who_answered_a_price_is_not_asked_for_it(reply: Any) -> None:
    review = a_submitted_review()
    decide(review, run_ft=45)
    change = ChangeOrder.objects.get()
    answer(change, reply)

    kinds = told()

    assert "price_change" not in kinds
    assert ("change_approved" if reply == "approve" else "change_declined") in kinds
    assert {each.outcome for each in Message.objects.filter(kind="price_change")} == {"out_of_date"}


@pytest.mark.req("TRUTH-03.1")
@pytest.mark.parametrize(("run_ft", "kind"), [(20, "price_locked"), (45, "price_change")])
def test_after_a_cancellation_nothing_is_locked_and_nothing_asked(
    run_ft: int, kind: str, cards: TestCards, tmp_path: Path
) -> None:
    review = a_submitted_review()
    decide(review, run_ft=run_ft)
    cancel_by_staff(fresh(review.order), cards=cards)

    kinds = told()

    assert "order_cancelled" in kinds
    assert kind not in kinds
    assert {each.outcome for each in Message.objects.filter(kind=kind)} == {"order_canceled"}
    assert appointment_of(review.order).status == "cancelled"
