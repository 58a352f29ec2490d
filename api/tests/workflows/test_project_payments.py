"""Milestones are reached, paid once and in the way that was shown (PAY-03)."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from account_helpers import (
    TOTAL,
    a_dispute,
    a_scheduled_order,
    accept,
    an_accepted_order,
    ask_back,
    balance,
    deliver_event,
    fresh,
    page_for,
    pay_milestone,
    pay_on,
    send_refunds,
    sum_of,
)
from booking_helpers import NOW, CardsAreDown, set_rule, settle
from document_helpers import decide
from outbox_helpers import the_message
from payment_terms import PAYMENT_TERMS

from standby.core.lifecycle import StatusMoved
from standby.messaging.models import Message
from standby.orders.models import Order
from standby.orders.services.orders import move_order
from standby.orders.services.power import report_power_on
from standby.payments.models import CheckoutSession, LedgerEntry, Milestone, Payment, Refund
from standby.payments.providers.cards import CardsDown
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services import charges, ledger, milestones
from standby.payments.services.charges import SettlementOutcome
from standby.payments.services.checkouts import PaymentOnItsWay
from standby.payments.services.late_fees import charge_late_fees
from standby.payments.services.ledger import Kind
from standby.payments.services.milestones import ProjectNotBegun, begin_project, milestone_of
from standby.photos.models import PhotoReview
from standby.tasks.services import change_task, tasks_of
from standby.workflows.look_up_payment import check_funding
from standby.workflows.pay_for_project import PayMethod, reach_milestone
from standby.workflows.reminders import ask_for_payments

pytestmark = pytest.mark.usefixtures("columns_kept")
FIRST = 3_173_69  # a quarter of the specification's total
SURCHARGE = 92_21  # 3 % of the first quarter less the $100 credit


@pytest.fixture
def order(cards: TestCards) -> Order:
    return an_accepted_order(cards)


@pytest.mark.req("PAY-03.4")
def test_accepting_plans_three_milestones_once_and_credits_the_fee(order: Order) -> None:
    begin_project(order, total_cents=TOTAL, terms=PAYMENT_TERMS, now=NOW + timedelta(days=1))

    found = order.milestones.values_list("kind", "percent", "amount_cents", "status")
    assert sorted(found) == [
        ("acceptance", 25, FIRST, "due"),
        ("completion", 25, FIRST, "waiting"),
        ("equipment", 50, TOTAL - 2 * FIRST, "waiting"),
    ]
    assert balance(order) == FIRST - 100_00
    assert milestone_of(order, "acceptance").due_cents == FIRST - 100_00


@pytest.mark.parametrize(
    ("locked_on", "accepted_on", "credit_cents"),
    [(None, 30, 100_00), (None, 31, 0), (20, 50, 100_00), (20, 51, 0)],
)
def test_a_fee_is_credited_for_thirty_days_from_the_final_price(
    cards: TestCards, locked_on: int | None, accepted_on: int, credit_cents: int
) -> None:
    order = a_scheduled_order(cards)
    if locked_on is not None:
        lock_price(order, now=NOW + days(locked_on))
    accept(fresh(order), now=NOW + days(accepted_on))
    assert sum_of(order, "credit") == -credit_cents
    assert balance(order) == sum_of(order, "milestone") - credit_cents


def lock_price(order: Order, *, now: datetime) -> None:
    PhotoReview.objects.filter(order=order).update(
        status="submitted", consented_at=NOW, submitted_at=NOW, consent_wording="I agree"
    )
    decide(PhotoReview.objects.get(order=order), run_ft=20, now=now)


@pytest.mark.req("PAY-03.4")
def test_a_credit_that_covers_what_is_due_pays_it(cards: TestCards) -> None:
    order = an_accepted_order(cards, total_cents=430_00)  # of its first quarter $7.50 are left
    assert milestone_of(order, "acceptance").due_cents == 7_50

    pay_milestone(order, None, cards=cards)

    assert milestone_of(order, "acceptance").status == "paid"
    assert milestone_of(order, "equipment").due_cents == 215_00 - 1_50
    with pytest.raises(charges.AlreadyPaid):
        page_for(order, cards=cards)


@pytest.mark.req("PAY-03.4")
def test_of_a_fee_that_went_back_in_part_only_the_rest_is_credited(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    ask_back(order.payments.get(), 40_00)
    send_refunds(cards)
    accept(order)
    assert milestone_of(order, "acceptance").credit_cents == 60_00
    assert balance(order) == FIRST - 60_00


@pytest.mark.req("PAY-03.4")
def test_a_fee_is_credited_once_also_after_its_milestone_was_paid(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    pay_milestone(order, cards=cards)
    pay_milestone(order, None, cards=cards)
    assert [share.credit_cents for share in milestones.milestones_of(order)] == [100_00, 9_00, 0]
    assert balance(order) == -9_00


@pytest.mark.req("PAY-03.4")
def test_a_diagnostic_is_credited_before_and_after_acceptance(cards: TestCards) -> None:
    before = a_scheduled_order(cards)
    pay_milestone(before, None, cards=cards)
    accept(before)
    after = an_accepted_order(cards)
    pay_milestone(after, None, cards=cards)
    for order in (before, after):
        assert balance(order) == FIRST - 109_00
        assert milestone_of(order, "acceptance").credit_cents == 109_00


def test_a_credit_larger_than_a_milestone_goes_on_to_the_next(cards: TestCards) -> None:
    order = an_accepted_order(cards, total_cents=120_00)  # of 30, 60 and 30 dollars
    equipment = reach_milestone(order, "equipment", actor="staff ada", now=NOW)
    assert milestone_of(order, "acceptance").status == "paid"
    assert (equipment.due_cents, equipment.status) == (0, "paid")
    assert not Message.objects.filter(kind="milestone_due").exists()
    completion = reach_milestone(order, "completion", actor="staff ada", now=NOW + days(17))
    assert completion.due_cents == balance(order) == 20_00


@pytest.mark.req("PAY-03.2")
@pytest.mark.parametrize(
    ("method", "rate", "surcharge_cents"),
    [
        ("bank", "0.03", 0),
        ("debit_card", "0.03", 0),
        ("credit_card", "0.03", SURCHARGE),
        ("credit_card", "0", 0),
        *(("credit_card", broken, SURCHARGE) for broken in ("0.04", "-1", "a lot", "NaN", None)),
    ],
)
def test_only_a_credit_card_costs_more_as_staff_set_it_and_never_more_than_agreed(
    cards: TestCards, method: PayMethod, rate: object, surcharge_cents: int
) -> None:
    set_rule("pricing", "card_surcharge", {"rate": rate})
    order = an_accepted_order(cards)
    page_for(order, method=method, cards=cards)
    due = Payment.objects.get(purpose="milestone_acceptance")
    assert due.surcharge_cents == surcharge_cents
    assert due.amount_cents == FIRST - 100_00 + surcharge_cents


def test_a_milestone_paid_by_credit_card_keeps_its_surcharge(cards: TestCards) -> None:
    order = an_accepted_order(cards)

    payment = pay_milestone(order, method="credit_card", cards=cards)
    check_funding(cards=cards, now=NOW)

    assert balance(order) == 0
    assert sum_of(order, "surcharge") == SURCHARGE
    assert milestone_of(order, "acceptance").status == "paid"
    told = the_message(kind="payment_received", channel="email")
    assert "$3,165.90" in told.text
    payment.refresh_from_db()
    assert (payment.funding, Refund.objects.count()) == ("credit", 0)


def test_a_debit_card_gets_its_surcharge_back(cards: TestCards, order: Order) -> None:
    pay_milestone(order, method="credit_card", funding="debit", cards=cards)

    asked = [check_funding(cards=cards, now=NOW) for _ in range(2)]
    send_refunds(cards)

    refund = Refund.objects.get()
    assert asked == [1, 0]
    assert (refund.amount_cents, refund.status) == (SURCHARGE, "sent")
    assert balance(order) == 0
    assert cards.look_up_charge(refund.charge).refunded_cents == SURCHARGE
    lost = a_dispute(refund.payment, "lost", withdrawn_cents=FIRST - 100_00)
    cards.dispute(refund.charge, lost)
    deliver_event(refund.payment, cards)
    assert balance(order) == FIRST - 100_00  # and the surcharge is not given back again


@pytest.mark.parametrize(
    ("known", "funding"),
    [({"provider_ref": "pi_of_another_account"}, ""), ({"refunded_cents": 3_165_90}, "debit")],
    ids=["of which the provider knows nothing", "of which all went back before"],
)
def test_a_debit_card_gets_nothing_back(
    cards: TestCards, known: dict[str, Any], funding: str, order: Order
) -> None:
    paid = pay_milestone(order, method="credit_card", funding="debit", cards=cards)
    Payment.objects.filter(pk=paid.pk).update(**known)
    check_funding(cards=cards, now=NOW)
    assert not Refund.objects.exists()
    assert Payment.objects.get(pk=paid.pk).funding == funding


def test_the_same_wish_finds_the_same_page_and_another_method_closes_it(cards: TestCards) -> None:
    other, order = an_accepted_order(cards), an_accepted_order(cards)
    theirs = page_for(other, cards=cards)
    first, again = page_for(order, cards=cards), page_for(order, cards=cards)
    second = page_for(order, method="credit_card", cards=cards)
    assert first == again != theirs
    assert cards.approve(first, now=NOW) is None
    assert pay_on(second, cards=cards) == SettlementOutcome.PAID
    assert statuses() == ["due", "cancelled", "paid"]


def statuses() -> list[str]:
    """Of what was to be paid for milestones."""
    found = Payment.objects.filter(milestone__isnull=False).order_by("pk")
    return list(found.values_list("status", flat=True))


def test_a_page_that_was_paid_while_another_was_asked_for_is_paid(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    cards.approve(page_for(order, cards=cards), now=NOW)
    with pytest.raises(charges.AlreadyPaid):
        page_for(order, method="credit_card", cards=cards)
    assert balance(order) == 0


def a_page_given_up(order: Order, cards: TestCards) -> str:
    """Which is paid nevertheless, before anybody here hears of it."""
    page_id = page_for(order, cards=cards)
    cards.approve(page_id, now=NOW)
    Payment.objects.filter(milestone__isnull=False).update(status="cancelled")
    return page_id


def test_money_for_a_payment_given_up_counts_and_the_other_is_given_up(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    first = a_page_given_up(order, cards)
    page_for(order, method="credit_card", cards=cards)
    assert settle(cards.look_up(first), cards=cards) == SettlementOutcome.PAID
    assert statuses() == ["paid", "cancelled"]
    assert balance(order) == 0


def test_two_pages_paid_for_one_milestone_pay_it_once_and_one_goes_back(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    first = a_page_given_up(order, cards)
    pay_milestone(order, method="credit_card", cards=cards)

    settled = [settle(cards.look_up(first), cards=cards) for _ in range(2)]
    send_refunds(cards)

    assert settled == [SettlementOutcome.TWICE, SettlementOutcome.TWICE]
    refund = Refund.objects.get()
    assert (refund.amount_cents, refund.reason) == (
        FIRST - 100_00,
        "The same amount was paid twice",
    )
    assert (refund.payment.refunded_cents, balance(order)) == (0, 0)


def a_transfer(order: Order, cards: TestCards) -> str:
    """The page on which it was asked for; it is on its way."""
    page_id = page_for(order, method="bank", cards=cards)
    cards.approve(page_id, now=NOW)
    assert settle(cards.look_up(page_id), cards=cards) == SettlementOutcome.NOT_PAID
    return page_id


def test_a_bank_payment_that_fails_is_due_again(cards: TestCards, order: Order) -> None:
    page_id = a_transfer(order, cards)
    with pytest.raises(PaymentOnItsWay):
        page_for(order, method="credit_card", cards=cards)
    later = NOW + days(5)  # the cancellation period has ended
    cards.hear_from_bank(page_id, arrives=False, now=later)

    for _ in range(2):
        settle(cards.look_up(page_id), cards=cards, now=later)
    ask_for_payments(now=later)

    assert page_for(order, method="bank", cards=cards) != page_id
    assert Message.objects.filter(kind="transfer_failed", channel="email").count() == 1


def test_what_is_not_due_cannot_be_paid(cards: TestCards) -> None:
    scheduled, order = a_scheduled_order(cards), an_accepted_order(cards)
    with pytest.raises(ProjectNotBegun):
        page_for(scheduled, cards=cards)
    with pytest.raises(charges.NothingDue):
        page_for(order, "equipment", cards=cards)
    pay_milestone(order, None, cards=cards)
    with pytest.raises(charges.AlreadyPaid):
        page_for(order, None, cards=cards)
    move_order(scheduled, to=scheduled.Status.CANCELLED, actor="x", now=NOW)
    with pytest.raises(charges.NothingDue):
        page_for(scheduled, None, cards=cards)


def test_while_cards_are_down_the_payment_waits_for_the_next_try(
    cards: TestCards, tmp_path: Path, order: Order
) -> None:
    with pytest.raises(CardsDown):
        page_for(order, cards=CardsAreDown(folder=tmp_path, secret="s" * 50))
    reference = CheckoutSession.objects.get(status="opening").reference
    page_for(order, cards=cards)
    opened = CheckoutSession.objects.get(payment__milestone__isnull=False)
    assert (opened.reference, opened.status) == (reference, "open")


def test_a_project_is_reached_and_paid_to_its_end(cards: TestCards, order: Order) -> None:
    pay_milestone(order, cards=cards)
    for kind in ("equipment", "completion"):
        for _ in range(2):
            reach_milestone(order, kind, actor="staff ada", now=NOW + days(30))
        pay_milestone(order, kind, cards=cards)
    for _ in range(2):
        report_power_on(
            order,
            is_inspected=True,
            is_started_up=True,
            staff="staff ada",
            if_version=None,
            now=NOW,
        )

    assert (fresh(order).status, fresh(order).powered_on_at) == ("completed", NOW)
    assert balance(order) == 0
    assert -sum_of(order, "payment") == TOTAL
    due = Message.objects.filter(kind="milestone_due", channel="email")
    assert due.count() == 2
    assert Message.objects.filter(kind="installation_done", channel="email").count() == 1
    assert order.log.filter(subject="power").count() == 1


@pytest.mark.req("OPS-15.7")
def test_a_payment_has_staff_call_within_the_promised_hours(cards: TestCards, order: Order) -> None:
    pay_milestone(order, cards=cards)
    (call,) = tasks_of(order)

    assert (call.title, call.assignee) == ("Call the customer about the schedule", None)
    assert call.due_on == date(2025, 11, 5)  # 48 hours after Monday

    # A second payment while the call waits is the same call; one after it is another.
    reach_milestone(order, "equipment", actor="staff ada", now=NOW + days(30))
    pay_milestone(order, "equipment", cards=cards)
    assert len(tasks_of(order)) == 1

    change_task(call.public_id, {"is_done": True}, actor="staff ada", now=NOW)
    reach_milestone(order, "completion", actor="staff ada", now=NOW + days(30))
    pay_milestone(order, "completion", cards=cards)
    assert [task.done_at for task in tasks_of(order)] == [None, NOW]


def test_a_milestone_has_its_turn(cards: TestCards, order: Order) -> None:
    with pytest.raises(StatusMoved):
        reach_milestone(order, "completion", actor="staff ada", now=NOW)
    with pytest.raises(ProjectNotBegun):
        reach_milestone(a_scheduled_order(cards), "equipment", actor="staff ada", now=NOW)
    Milestone.objects.filter(order=order).update(status="cancelled")
    with pytest.raises(StatusMoved):
        milestones.reach(order, "equipment", actor="staff ada", now=NOW)


def days(count: int) -> timedelta:
    return timedelta(days=count)


def test_a_late_fee_is_written_about_a_week_before_it_is_charged(order: Order) -> None:
    charged = [charge_late_fees(now=NOW + days(day)) for day in range(103)]

    assert sum(charged) == sum_of(order, "late_fee") == round(0.015 * (FIRST - 100_00) * 3)
    first = next(day for day, cents in enumerate(charged) if cents)
    told = the_message(kind="milestone_overdue", channel="email")
    assert first == 39  # due by November 11: a full month is over on December 12
    assert (told.created_at - NOW).days == 32
    assert "$46.11" in told.text
    assert milestone_of(order, "acceptance").due_cents == balance(order)


@pytest.mark.req("PRICE-02.3")
def test_the_first_payment_is_asked_for_when_the_days_to_cancel_are_over(
    cards: TestCards, order: Order
) -> None:
    due, paid_early = milestone_of(order, "acceptance"), an_accepted_order(cards)
    assert (due.reached_at, due.due_on) == (NOW, date(2025, 11, 11))
    pay_milestone(paid_early, cards=cards)

    # Once, when Thursday has ended.
    asked = [ask_for_payments(now=NOW + timedelta(hours=hours)) for hours in range(0, 240, 12)]

    assert asked == [0] * 8 + [1] + [0] * 11
    told = the_message(kind="milestone_due", channel="email")
    assert told.order_ref == order.public_id
    assert "Tuesday, November 11" in told.text


def test_nobody_is_charged_who_was_not_written_to(order: Order) -> None:
    first = charge_late_fees(now=NOW + days(100))
    second = charge_late_fees(now=NOW + days(106))
    third = charge_late_fees(now=NOW + days(107))
    assert (first, second) == (0, 0)
    assert third == sum_of(order, "late_fee") > 0


def test_money_on_its_way_bears_no_late_fee(cards: TestCards, order: Order) -> None:
    a_transfer(order, cards)
    for day in (25, 60):
        charge_late_fees(now=NOW + days(day))
    assert sum_of(order, "late_fee") == 0
    assert not Message.objects.filter(kind="milestone_overdue").exists()


def test_a_milestone_paid_while_late_fees_are_reckoned_bears_none(
    cards: TestCards, monkeypatch: pytest.MonkeyPatch, order: Order
) -> None:
    seen = milestones.milestones_due()
    pay_milestone(order, cards=cards)
    monkeypatch.setattr(milestones, "milestones_due", lambda: seen)
    assert charge_late_fees(now=NOW + days(40)) == 0
    assert not Message.objects.filter(kind="milestone_overdue").exists()


def test_what_came_up_while_a_page_was_open_is_waived(cards: TestCards, order: Order) -> None:
    page_id = page_for(order, cards=cards)
    acceptance = milestone_of(order, "acceptance")
    late = LedgerEntry(kind=Kind.LATE_FEE, amount_cents=5_00, key="late", milestone=acceptance)
    ledger.post(order, late, actor="clock", now=NOW)
    pay_on(page_id, cards=cards)
    assert balance(order) == 0


def test_a_credit_that_came_while_a_page_was_open_goes_back(cards: TestCards, order: Order) -> None:
    page_id = page_for(order, cards=cards)
    pay_milestone(order, None, cards=cards)
    pay_on(page_id, cards=cards)
    send_refunds(cards)
    assert Refund.objects.get().amount_cents == 9_00
    assert balance(order) == 0


def test_a_failed_bank_payment_of_something_else_is_only_noted(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    page_id = page_for(order, None, cards=cards)
    state = replace(cards.look_up(page_id), has_failed=True)
    assert settle(state, cards=cards) == SettlementOutcome.NOT_PAID
    assert CheckoutSession.objects.get(stripe_session_id=page_id).failed_at == NOW
    assert not Message.objects.filter(kind="milestone_due").exists()
