"""Cancelling ends an order at once, and its account to the cent (PAY-03, BOOK-04)."""

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from account_helpers import (
    a_scheduled_order,
    accept,
    an_accepted_order,
    ask_back,
    balance,
    cancel_by_staff,
    fresh,
    page_for,
    pay_milestone,
    send_refunds,
    sum_of,
)
from booking_helpers import (
    HOLD,
    NOW,
    CardsAreDown,
    appointment_of,
    open_page,
    pay,
    reserve,
    reserve_other_seats,
    set_rule,
    settle,
    taken_seats,
)
from document_helpers import a_submitted_review, answer, decide
from outbox_helpers import the_message, worded

from standby.messaging.models import Message
from standby.orders.models import Customer, Order
from standby.orders.rules.cancelling import CancellationRule, CancellationTerms, NotCancellable
from standby.payments.models import Cancellation, CheckoutSession, Payment, Refund
from standby.payments.providers.cards import CardsDown
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services import cancellations
from standby.payments.services.charges import SettlementOutcome
from standby.payments.services.refunds import mark_sent
from standby.photos.models import PhotoReview
from standby.workflows.cancel_order import (
    CancellationRequest,
    RefundChanged,
    ShownTerms,
    cancel_order,
    cancellation_terms,
)
from standby.workflows.look_up_payment import check_funding
from standby.workflows.pay_for_project import PayMethod, reach_milestone

pytestmark = pytest.mark.usefixtures("columns_kept")
FIRST = 3_173_69
TENTH = 1_269_47
WEEK = timedelta(days=7)


def by_customer(
    order: Order, *, shown: ShownTerms | None = None, cards: TestCards, now: datetime = NOW
) -> CancellationTerms:
    if shown is None:
        shown = ShownTerms.of(cancellation_terms(order, now=now))
    request = CancellationRequest(shown=shown, reason="sold the house")
    return cancel_order(order, request, cards=cards, now=now)


def test_before_paying_nothing_is_kept_and_the_place_is_free(cards: TestCards) -> None:
    order = reserve()
    page = open_page(order, cards=cards)

    terms = by_customer(order, cards=cards)

    assert (terms.rule, terms.refund_cents, terms.retained_cents) == ("nothing_paid", 0, 0)
    assert (fresh(order).status, appointment_of(order).status) == ("cancelled", "cancelled")
    assert Payment.objects.get().status == "cancelled"
    assert CheckoutSession.objects.get().status == "expired"
    assert cards.approve(page, now=NOW) is None
    assert taken_seats() == 0


def test_in_time_the_fee_is_kept_as_a_credit(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    late = appointment_of(order).start_at - timedelta(hours=23)
    assert cancellation_terms(order, now=late).rule == "fee_forfeited"

    terms = by_customer(order, cards=cards)
    send_refunds(cards)

    assert (terms.rule, terms.retained_cents) == ("fee_kept_as_credit", 100_00)
    assert not Refund.objects.exists()
    assert balance(order) == 0
    assert PhotoReview.objects.get(order=order).status == "cancelled"
    told = the_message(kind="order_cancelled", channel="email")
    assert "$100.00 stays a credit for 30 days" in told.text
    assert "we keep" not in told.text.lower()


@pytest.mark.req("TRUTH-03.3")
def test_a_refund_on_its_way_is_named_before_and_after_cancelling(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    ask_back(Payment.objects.get(), 100_00)
    words = "A refund of $100.00 from before is still on its way to you."
    assert cancellations.under_way_words(order, owed_cents=0, now=NOW) == words

    terms = by_customer(order, cards=cards)

    told = the_message(kind="order_cancelled", channel="email")
    assert terms.rule == "nothing_paid"
    assert words in told.text
    assert "nothing to refund" not in told.text


@pytest.mark.req("TRUTH-03.6")
def test_a_fee_that_is_lost_and_what_is_owed_are_told_as_that(cards: TestCards) -> None:
    lost, owing = a_scheduled_order(cards), an_accepted_order(cards)
    cancel_by_staff(lost, CancellationRule.FEE_FORFEITED, cards=cards)
    by_customer(owing, cards=cards, now=NOW + WEEK)

    first, second = worded(
        Message.objects.filter(kind="order_cancelled", channel="email").order_by("pk")
    )
    assert "we keep $100.00" in first.text
    assert "credit for" not in first.text
    assert "Still to pay: $1,169.47" in second.text


def test_for_thirty_days_the_credit_comes_off_the_next_project_once(cards: TestCards) -> None:
    set_rule("scheduling", "crews_per_day", 3)
    by_customer(a_scheduled_order(cards), cards=cards)
    too_late, order, another = (a_scheduled_order(cards) for _ in range(3))
    accept(too_late, now=NOW + timedelta(days=31))
    accept(order, now=NOW + timedelta(days=20))
    accept(another, now=NOW + timedelta(days=21))
    assert [sum_of(one, "credit") for one in (too_late, order, another)] == [0, -200_00, -100_00]


@pytest.mark.req("PAY-03.4")
def test_what_goes_back_of_a_fee_stays_in_the_account_it_was_paid_for(cards: TestCards) -> None:
    """A second charge and a kindness, still unsent when the fee is credited to another order."""
    cancelled = reserve()
    state = pay(cancelled, cards=cards)
    for charge in (state.charge, "pi_again"):
        settle(replace(state, charge=charge), cards=cards)
    ask_back(Payment.objects.get(), 40_00)
    by_customer(fresh(cancelled), cards=cards)
    order = an_accepted_order(cards)

    for refund in Refund.objects.all():
        mark_sent(refund, provider_ref=f"re_{refund.pk}", now=NOW)

    assert balance(cancelled) == 0
    assert balance(order) == FIRST - 160_00


@pytest.mark.req("PAY-03.4")
@pytest.mark.parametrize("key", ["email_key", "phone_key"])
def test_a_credit_is_of_who_has_both_the_email_and_the_phone(cards: TestCards, key: str) -> None:
    by_customer(a_scheduled_order(cards), cards=cards)
    Customer.objects.update(**{key: "another"})
    order = a_scheduled_order(cards)
    accept(order)
    assert sum_of(order, "credit") == -100_00


def test_a_credit_of_an_order_before_comes_back_with_the_project(cards: TestCards) -> None:
    by_customer(a_scheduled_order(cards), cards=cards)
    order = an_accepted_order(cards)
    terms = by_customer(order, cards=cards)
    send_refunds(cards)
    assert (terms.rule, terms.refund_cents) == ("within_three_days", 200_00)
    assert Refund.objects.filter(status="sent").count() == 2
    assert balance(order) == 0


def test_whose_date_was_lost_gets_everything_back(cards: TestCards) -> None:
    order = reserve()
    state = pay(order, cards=cards)
    reserve_other_seats(2, now=NOW + HOLD + timedelta(minutes=1))
    settle(state, cards=cards, now=NOW + HOLD + timedelta(minutes=1))

    terms = by_customer(fresh(order), cards=cards)
    send_refunds(cards)

    assert (terms.rule, terms.refund_cents) == ("date_lost", 100_00)
    assert Payment.objects.get(order=order).status == "refunded"
    assert balance(order) == 0


@pytest.mark.parametrize(
    ("run_ft", "is_declined", "rule", "status"),
    [
        (60, True, "change_declined", "declined"),
        (40, True, "fee_kept_as_credit", "declined"),
        (60, False, "fee_kept_as_credit", "withdrawn"),
    ],
)
def test_a_large_change_that_was_declined_gives_the_fee_back(
    cards: TestCards, run_ft: int, is_declined: bool, rule: str, status: str
) -> None:
    change = decide(a_submitted_review(), run_ft=run_ft).change
    assert change is not None
    change.order.payments.update(status="paid", provider_ref="pi_1", paid_at=NOW)
    if is_declined:
        answer(change, "decline")
    terms = by_customer(fresh(change.order), cards=cards)
    change.refresh_from_db()
    assert (terms.rule, change.status) == (rule, status)


@pytest.mark.parametrize("method", ["bank", "debit_card", "credit_card"])
def test_within_three_business_days_everything_comes_back(
    cards: TestCards, method: PayMethod
) -> None:
    order = an_accepted_order(cards)
    pay_milestone(order, None, cards=cards)
    page_id = page_for(order, method=method, cards=cards)
    cards.approve(page_id, now=NOW)
    cards.hear_from_bank(page_id, arrives=True, now=NOW)
    settle(cards.look_up(page_id), cards=cards)
    paid = -sum_of(order, "payment")

    terms = by_customer(order, cards=cards, now=NOW + timedelta(days=3))
    send_refunds(cards, now=NOW + timedelta(days=3))

    assert (terms.rule, terms.refund_cents, terms.retained_cents) == ("within_three_days", paid, 0)
    assert sum_of(order, "refund") == paid
    assert balance(order) == 0
    assert {payment.status for payment in order.payments.all()} == {"refunded"}
    assert {milestone.status for milestone in order.milestones.all()} == {"paid", "cancelled"}
    assert Message.objects.filter(kind="refund_sent", channel="email").count() == 3
    assert {
        ("order", "cancelled"),
        ("appointment", "cancelled"),
        ("milestone", "cancelled"),
        ("photo review", "cancelled"),
        ("refund", "requested"),
    } <= {(entry.subject, entry.after) for entry in order.log.all()}


@pytest.mark.req("PAY-03.5")
def test_later_a_tenth_is_kept_and_a_surcharge_goes_back_once(cards: TestCards) -> None:
    """A debit card paid it, and the bank said so only after the order was cancelled."""
    order = an_accepted_order(cards)
    paid = pay_milestone(order, method="credit_card", funding="debit", cards=cards)

    terms = by_customer(order, cards=cards, now=NOW + WEEK)
    check_funding(cards=cards, now=NOW + WEEK)
    send_refunds(cards, now=NOW + WEEK)

    back = paid.amount_cents + 100_00 - TENTH
    assert (terms.refund_cents, terms.retained_cents) == (back, TENTH)
    assert (sum_of(order, "cancellation_fee"), sum_of(order, "refund")) == (TENTH, back)
    assert balance(order) == 0


def test_staff_add_the_costs_incurred(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    pay_milestone(order, cards=cards)
    reach_milestone(order, "equipment", actor="staff ada", now=NOW)
    pay_milestone(order, "equipment", cards=cards)

    terms = cancel_by_staff(order, costs=500_00, cards=cards, now=NOW + WEEK)
    send_refunds(cards, now=NOW + WEEK)

    assert terms.retained_cents == TENTH + 500_00
    kept = Cancellation.objects.get()
    assert (kept.costs_cents, kept.cancelled_by) == (500_00, "staff ada")
    assert balance(order) == 0
    assert -sum_of(order, "payment") - sum_of(order, "refund") == TENTH + 500_00


def test_what_is_not_covered_stays_owed(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    terms = by_customer(order, cards=cards, now=NOW + WEEK)
    assert terms.owed_cents == TENTH - 100_00 == balance(order)
    assert terms.refund_cents == 0


def test_a_fee_too_old_to_be_credited_stays_apart(cards: TestCards) -> None:
    order, late = a_scheduled_order(cards), NOW + timedelta(days=31)
    accept(order, now=late)
    pay_milestone(order, cards=cards, now=late)
    terms = by_customer(order, cards=cards, now=late + WEEK)
    send_refunds(cards, now=late + WEEK)
    assert (terms.refund_cents, terms.retained_cents) == (FIRST - TENTH, TENTH + 100_00)
    assert balance(order) == 0


def test_cancelling_twice_is_cancelling_once(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    first, again = (
        by_customer(order, cards=cards, shown=ShownTerms(refund_cents=100_00)) for _ in range(2)
    )
    assert (first.rule, first.refund_cents) == (again.rule, again.refund_cents)
    assert Refund.objects.count() == 1
    with pytest.raises(NotCancellable):
        cancel_by_staff(fresh(order), CancellationRule.NOT_FEASIBLE, cards=cards)
    with pytest.raises(NotCancellable):
        cancellation_terms(fresh(order), now=NOW)


def test_while_cards_are_down_nothing_is_cancelled(cards: TestCards, tmp_path: Path) -> None:
    order = an_accepted_order(cards)
    page_for(order, cards=cards)
    with pytest.raises(CardsDown):
        by_customer(order, cards=CardsAreDown(folder=tmp_path, secret="s" * 50))
    assert fresh(order).status == "accepted"


def test_what_a_page_paid_in_the_last_moment_changes_is_to_be_seen_first(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    cards.approve(page_for(order, cards=cards), now=NOW)
    with pytest.raises(RefundChanged):
        by_customer(order, cards=cards, shown=ShownTerms(refund_cents=100_00))
    refused = (fresh(order).status, Cancellation.objects.count())
    terms = by_customer(order, cards=cards)
    assert (refused, terms.refund_cents) == (("accepted", 0), FIRST)


@pytest.mark.parametrize(("paid", "back"), [(True, FIRST), (False, FIRST - 100_00 - 1_169_47)])
def test_money_that_comes_after_cancelling_goes_back_once_unless_it_is_owed(
    cards: TestCards, paid: bool, back: int
) -> None:
    order = an_accepted_order(cards)
    page_id = page_for(order, method="bank", cards=cards)
    cards.approve(page_id, now=NOW)
    settle(cards.look_up(page_id), cards=cards)
    by_customer(order, cards=cards, now=NOW if paid else NOW + WEEK)
    cards.hear_from_bank(page_id, arrives=True, now=NOW)

    settled = [settle(cards.look_up(page_id), cards=cards) for _ in range(2)]
    send_refunds(cards, now=NOW + WEEK)

    assert settled == [SettlementOutcome.RETURNED, SettlementOutcome.BEFORE]
    assert sum_of(order, "refund") == back
    assert balance(order) == 0
    staff = Message.objects.filter(kind="staff_needed")
    assert any("paid after it was canceled" in message.text for message in staff)


def test_money_that_is_all_owed_after_cancelling_stays(cards: TestCards) -> None:
    order = an_accepted_order(cards, total_cents=400_00)
    page_id = page_for(order, None, method="bank", cards=cards)
    cancel_by_staff(order, CancellationRule.AFTER_THREE_DAYS, costs=200_00, cards=cards)
    Payment.objects.filter(purpose="diagnostic").update(status="cancelled")
    state = replace(cards.look_up(page_id), is_paid=True, charge="pi_late")
    assert settle(state, cards=cards) == SettlementOutcome.RETURNED
    assert not Refund.objects.exists()
    assert balance(order) == 140_00 - 9_00
