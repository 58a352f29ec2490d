"""Refunds and charges when an order is cancelled, and until when it may be moved or cancelled.

Clauses 7 and 9 of the installation agreement state the same rules; the agreement prevails.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Final

from standby.core.business_days import SATURDAY, SUNDAY, is_federal_holiday
from standby.core.errors import Conflict, Invalid, _
from standby.core.market import TERMS
from standby.core.policy import MARKET_ZONE
from standby.orders.rules.policy import (
    BUSINESS_DAYS_TO_CANCEL,
    CANCELLATION_PERCENT,
    CANCELLED_IN_TIME,
    FREE_RESCHEDULE,
)


class NotCancellable(Conflict):
    code = "not_cancellable"
    message = _("This can no longer be canceled. Please call us.")


class TooLateToReschedule(Conflict):
    code = "too_late_to_reschedule"
    message = _(
        "Your appointment is less than %(hours)s hours away. Please call us, "
        "and we will find another day."
    )


class NotReschedulable(Conflict):
    code = "not_reschedulable"
    message = _("There is no confirmed appointment to move.")


class RuleDoesNotApply(Invalid):
    code = "rule_does_not_apply"
    message = _("That rule does not apply to the status of this order.")


class CancellationRule(StrEnum):
    """The rule that decides how much is kept and refunded."""

    NOTHING_PAID = "nothing_paid"
    FEE_KEPT_AS_CREDIT = "fee_kept_as_credit"
    FEE_FORFEITED = "fee_forfeited"
    NOT_FEASIBLE = "not_feasible"
    PERMIT_DENIED = "permit_denied"
    CHANGE_DECLINED = "change_declined"
    DATE_LOST = "date_lost"
    FEE_REFUNDABLE = "fee_refundable"
    WITHIN_THREE_DAYS = "within_three_days"
    AFTER_THREE_DAYS = "after_three_days"
    UNREASONABLE_DELAY = "unreasonable_delay"


_FULL_REFUND: Final = frozenset(
    {
        CancellationRule.NOT_FEASIBLE,
        CancellationRule.PERMIT_DENIED,
        CancellationRule.CHANGE_DECLINED,
        CancellationRule.DATE_LOST,
        CancellationRule.FEE_REFUNDABLE,
        CancellationRule.WITHIN_THREE_DAYS,
    }
)
_BEFORE_ACCEPTANCE: Final = frozenset(
    {
        CancellationRule.FEE_KEPT_AS_CREDIT,
        CancellationRule.FEE_FORFEITED,
        CancellationRule.DATE_LOST,
        CancellationRule.FEE_REFUNDABLE,
    }
)
_AFTER_ACCEPTANCE: Final = frozenset(
    {
        CancellationRule.WITHIN_THREE_DAYS,
        CancellationRule.AFTER_THREE_DAYS,
        CancellationRule.UNREASONABLE_DELAY,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CancellationFacts:
    """How far an order has come, and what was paid for it and not refunded.

    `apart_cents` is the part of `paid_cents` that is not credited to the project: a fee never
    applied to it.
    """

    paid_cents: int
    apart_cents: int = 0
    total_cents: int = 0
    visit_starts_at: datetime | None = None
    accepted_at: datetime | None = None
    is_date_lost: bool = False
    is_change_declined: bool = False
    is_fee_refundable: bool = False
    is_over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CancellationTerms:
    """Amounts refunded, kept and still owed after cancelling.

    `charge_cents` is what cancelling costs by the agreement: 10 % plus costs.
    """

    rule: CancellationRule
    refund_cents: int
    retained_cents: int
    owed_cents: int = 0
    charge_cents: int = 0


def rule_for(facts: CancellationFacts, *, now: datetime) -> CancellationRule:
    """Return the rule that applies to a homeowner who cancels now. Raises NotCancellable."""
    if facts.is_over:
        raise NotCancellable
    if facts.accepted_at is not None:
        is_in_time = now < full_refund_until(facts.accepted_at)
        return (
            CancellationRule.WITHIN_THREE_DAYS if is_in_time else CancellationRule.AFTER_THREE_DAYS
        )
    starts_at = facts.visit_starts_at
    is_early = starts_at is None or is_credit_eligible(starts_at, now=now)
    rules = (
        (facts.paid_cents == 0, CancellationRule.NOTHING_PAID),
        (facts.is_date_lost, CancellationRule.DATE_LOST),
        (facts.is_change_declined, CancellationRule.CHANGE_DECLINED),
        (facts.is_fee_refundable, CancellationRule.FEE_REFUNDABLE),
        (is_early, CancellationRule.FEE_KEPT_AS_CREDIT),
        (True, CancellationRule.FEE_FORFEITED),
    )
    return next(rule for applies, rule in rules if applies)


def ensure_applies(rule: CancellationRule, facts: CancellationFacts) -> None:
    """Check that a rule chosen by staff fits the order.

    Raises NotCancellable and RuleDoesNotApply.
    """
    if facts.is_over:
        raise NotCancellable
    is_accepted = facts.accepted_at is not None
    if rule in (_BEFORE_ACCEPTANCE if is_accepted else _AFTER_ACCEPTANCE):
        raise RuleDoesNotApply(field="rule")
    if rule is CancellationRule.NOTHING_PAID and (is_accepted or facts.paid_cents):
        raise RuleDoesNotApply(field="rule")


def applies(rule: CancellationRule, facts: CancellationFacts) -> bool:
    try:
        ensure_applies(rule, facts)
    except RuleDoesNotApply:
        return False
    return True


def cancellation_terms(
    rule: CancellationRule, facts: CancellationFacts, *, costs_cents: int = 0
) -> CancellationTerms:
    """Compute refund, kept and owed cents under a rule.

    `costs_cents` are costs already incurred. The charge is capped at the contract price, so nobody
    owes more than that.
    """
    paid_cents = facts.paid_cents
    if rule in _FULL_REFUND:
        return CancellationTerms(rule=rule, refund_cents=paid_cents, retained_cents=0)
    if rule not in _AFTER_ACCEPTANCE:
        return CancellationTerms(rule=rule, refund_cents=0, retained_cents=paid_cents)
    # Rounded down: half a cent stays with the homeowner.
    percent = CANCELLATION_PERCENT if rule is CancellationRule.AFTER_THREE_DAYS else 0
    tenth_cents = facts.total_cents * percent // 100
    charge_cents = min(facts.total_cents, tenth_cents + costs_cents)
    for_project_cents = paid_cents - facts.apart_cents
    refund_cents = max(0, for_project_cents - charge_cents)
    return CancellationTerms(
        rule=rule,
        refund_cents=refund_cents,
        retained_cents=paid_cents - refund_cents,
        owed_cents=max(0, charge_cents - for_project_cents),
        charge_cents=charge_cents,
    )


def full_refund_until(accepted_at: datetime) -> datetime:
    """Return the end of the free cancellation period: local midnight, in UTC."""
    last_day = last_day_to_cancel(accepted_at.astimezone(MARKET_ZONE).date())
    next_day = last_day + timedelta(days=1)
    return datetime.combine(next_day, time(), tzinfo=MARKET_ZONE).astimezone(UTC)


def last_day_to_cancel(signed_on: date) -> date:
    """Return the third business day after signing, by the reading that gives the homeowner longer.

    The federal rule counts Saturdays as business days, others do not.
    """
    return max(
        _nth_business_day_after(signed_on, counts_saturday=True),
        _nth_business_day_after(signed_on, counts_saturday=False),
    )


# 24 hours or more before the visit begins; the longer reading when the clocks change.
def is_credit_eligible(starts_at: datetime, *, now: datetime) -> bool:
    return now <= hours_before(starts_at, CANCELLED_IN_TIME)


def hours_before(starts_at: datetime, span: timedelta) -> datetime:
    elapsed = starts_at - span
    on_the_wall = (starts_at.astimezone(MARKET_ZONE) - span).astimezone(UTC)
    return max(elapsed, on_the_wall)


def _nth_business_day_after(signed_on: date, *, counts_saturday: bool) -> date:
    closed = {SUNDAY} if counts_saturday else {SATURDAY, SUNDAY}
    day, left = signed_on, BUSINESS_DAYS_TO_CANCEL
    while left:
        day += timedelta(days=1)
        if day.weekday() not in closed and not is_federal_holiday(day):
            left -= 1
    return day


def free_until(start_at: datetime) -> datetime:
    """Return the deadline: 48 hours before, by elapsed or wall-clock time, whichever is later.

    The two differ by an hour when the clocks change in between.
    """
    return hours_before(start_at, FREE_RESCHEDULE)


def may_be_moved(status: str, start_at: datetime, *, now: datetime) -> bool:
    """Whether the homeowner may move the appointment; one that lost its date always may."""
    return status == "needs_new_date" or (status == "confirmed" and now <= free_until(start_at))


def ensure_movable(status: str, start_at: datetime, *, now: datetime) -> None:
    """Raise NotReschedulable or TooLateToReschedule unless the appointment may be moved."""
    if status not in ("confirmed", "needs_new_date"):
        raise NotReschedulable
    if not may_be_moved(status, start_at, now=now):
        raise TooLateToReschedule(hours=TERMS.free_reschedule_hours)
