"""Staff look at one order: what it shows, and in which words (OPS-11)."""

from datetime import timedelta

import pytest
from accounts import a_scheduled_order, an_accepted_order
from bookings import NOW, reserve
from loose_rows import a_message

from standby.messaging.models import InboundText
from standby.orders.models import Order
from standby.orders.rules.cancelling import CancellationRule
from standby.orders.services.order_log import log_change, version_of
from standby.orders.services.orders import write_note
from standby.payments.providers.cards.test_mode import TestCards
from standby.tracking.staff_api.order_schemas import HistoryEventOut, StaffOrderOut, staff_order_out
from standby.workflows.cancel_order import (
    CancellationRequest,
    RefundChanged,
    cancel_order,
    cancellation_choices,
)

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
LATER = NOW + timedelta(hours=1)


def look(order: Order, *, role: str = "manager") -> StaffOrderOut:
    fresh = Order.objects.select_related("customer", "order_location", "quote", "package")
    return staff_order_out(fresh.get(pk=order.pk), role=role, now=LATER)


def history(order: Order) -> list[HistoryEventOut]:
    return look(order).history


@pytest.mark.req("OPS-11.2")
def test_all_that_happened_stands_in_one_story_with_the_newest_last(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    before = look(order).version
    write_note(order, text="Gate code 12", author="staff Jo", now=NOW + timedelta(minutes=2))
    InboundText.objects.create(
        sid="SM1",
        sender="+12815550100",
        text="Is Tuesday fine?",
        meaning="words",
        received_at=NOW + timedelta(minutes=3),
    )

    told = history(order)

    assert [event.at for event in told] == sorted(event.at for event in told)
    assert [(event.kind, event.sentence, event.detail) for event in told][-2:] == [
        ("note", "Jo wrote a note.", "Gate code 12"),
        ("text", "The customer sent a text.", "Is Tuesday fine?"),
    ]
    sentences = [event.sentence for event in told]
    assert "The customer reserved a date." in sentences
    assert "The card provider took a payment." in sentences
    assert any(event.kind == "message" for event in told)
    assert look(order).version == version_of(order) > before
    assert [note.text for note in look(order).notes] == ["Gate code 12"]


@pytest.mark.parametrize(
    ("status", "channel", "subject", "sentence"),
    [
        ("queued", "email", "Your booking", "The e-mail “Your booking” waits to be sent."),
        ("sent", "email", "Your booking", "The e-mail “Your booking” was sent."),
        ("dead", "sms", "", "The text photo link could not be sent."),
        ("suppressed", "sms", "", "The text photo link was not sent."),
    ],
)
def test_a_message_tells_what_became_of_it(
    status: str, channel: str, subject: str, sentence: str
) -> None:
    order = reserve()
    a_message(order, status=status, channel=channel, subject=subject, now=LATER)
    assert history(order)[-1].sentence == sentence


def test_what_happened_many_times_in_a_row_is_one_line() -> None:
    order = reserve()
    minutes = (LATER + timedelta(minutes=minute) for minute in range(6))
    ready, failed = ("stored", "ready"), ("", "failed")
    for slot in ("panel_open", "panel_wide", "gas_meter", "gas_meter"):
        at = next(minutes)
        log_change(order, subject="photo", change=ready, actor="clock", now=at, note=slot)
    for at in minutes:
        log_change(order, subject="refund", change=failed, actor="clock", now=at, note="down")

    photos, refunds = history(order)[-2:]

    assert (photos.count, photos.detail, photos.at) == (4, "", LATER + timedelta(minutes=3))
    assert (refunds.count, refunds.detail) == (2, "down")


def test_what_is_allowed_goes_by_the_role() -> None:
    order = reserve()

    def allowed(role: str) -> set[str]:
        return {act.key for act in look(order, role=role).allowed if act.is_allowed}

    assert allowed("viewer") == set()
    assert allowed("dispatcher") >= {"assign_technician", "resend_message", "write_note"}
    assert "cancel" in allowed("manager") - allowed("dispatcher")
    fresh = {act.key for act in look(order).allowed if act.needs_fresh_factor}
    assert fresh == {"cancel", "keep_visit", "refund", "retry_refund"}


def test_before_cancelling_every_rule_that_fits_tells_its_figures(cards: TestCards) -> None:
    order = a_scheduled_order(cards)

    todays_rule, choices = cancellation_choices(order, costs_cents=0, now=LATER)

    assert todays_rule == CancellationRule.FEE_KEPT_AS_CREDIT
    assert {terms.refund_cents + terms.kept_cents for terms in choices} == {100_00}
    refunded = {terms.rule for terms in choices if terms.refund_cents == 100_00}
    kept = {terms.rule for terms in choices if terms.refund_cents == 0}
    assert kept == {CancellationRule.FEE_KEPT_AS_CREDIT, CancellationRule.FEE_FORFEITED}
    ours = {
        CancellationRule.NOT_FEASIBLE,
        CancellationRule.PERMIT_DENIED,
        CancellationRule.CHANGE_DECLINED,
        CancellationRule.DATE_LOST,
    }
    assert refunded == {*ours, CancellationRule.FEE_REFUNDABLE}


def test_the_figure_that_was_shown_is_the_figure_that_counts(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    asked = CancellationRequest(
        rule=CancellationRule.NOT_FEASIBLE,
        costs_cents=0,
        reason="rock",
        actor="staff Jo",
        shown_cents=1,
    )

    with pytest.raises(RefundChanged):
        cancel_order(order, asked, cards=cards, now=LATER)

    assert look(order).cancellation is None


def test_after_cancelling_what_is_owed_and_what_goes_back_is_shown(cards: TestCards) -> None:
    kept = a_scheduled_order(cards)
    owing = an_accepted_order(cards)
    for order, rule, costs_cents in (
        (kept, CancellationRule.NOT_FEASIBLE, 0),
        (owing, CancellationRule.AFTER_THREE_DAYS, 500_00),
    ):
        asked = CancellationRequest(
            rule=rule, costs_cents=costs_cents, reason="moved", actor="staff Jo"
        )
        cancel_order(order, asked, cards=cards, now=LATER)

    on_its_way, owed = look(kept).cancellation, look(owing).cancellation

    assert on_its_way is not None
    assert (on_its_way.owed_cents, on_its_way.on_its_way_cents) == (0, 100_00)
    assert owed is not None
    assert (owed.owed_cents, owed.on_its_way_cents) == (1_269_47 + 500_00 - 100_00, 0)
    assert owed.cancelled_by == "Jo"
