"""What cancelling keeps and gives back, and until when everything comes back (spec §9).

The installation agreement says the same in words (clauses 7 and 9); what it says counts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Final

from standby.domain.errors import Conflict, Invalid, _
from standby.domain.policy import (
    BUSINESS_DAYS_TO_CANCEL,
    CANCELLATION_PERCENT,
    CANCELLED_IN_TIME,
    HOUSTON,
)

_MONDAY: Final = 0
_THURSDAY: Final = 3
_SATURDAY: Final = 5
_SUNDAY: Final = 6
# Federal holidays on a fixed date: 5 U.S.C. 6103
_FIXED_HOLIDAYS: Final = ((1, 1), (6, 19), (7, 4), (11, 11), (12, 25))
# Month, weekday, which one of the month (-1: the last)
_FLOATING_HOLIDAYS: Final = (
    (1, _MONDAY, 3),
    (2, _MONDAY, 3),
    (5, _MONDAY, -1),
    (9, _MONDAY, 1),
    (10, _MONDAY, 2),
    (11, _THURSDAY, 4),
)


class NotCancellable(Conflict):
    code = "not_cancellable"
    message = _("This cannot be cancelled any more. Please call us.")


class RuleDoesNotApply(Invalid):
    code = "rule_does_not_apply"
    message = _("That rule does not fit how far this order has come.")


class Rule(StrEnum):
    """Why so much is kept and so much comes back."""

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


_ALL_COMES_BACK: Final = frozenset(
    {
        Rule.NOT_FEASIBLE,
        Rule.PERMIT_DENIED,
        Rule.CHANGE_DECLINED,
        Rule.DATE_LOST,
        Rule.FEE_REFUNDABLE,
        Rule.WITHIN_THREE_DAYS,
    }
)
_BEFORE_ACCEPTANCE: Final = frozenset(
    {Rule.FEE_KEPT_AS_CREDIT, Rule.FEE_FORFEITED, Rule.DATE_LOST, Rule.FEE_REFUNDABLE}
)
_AFTER_ACCEPTANCE: Final = frozenset(
    {Rule.WITHIN_THREE_DAYS, Rule.AFTER_THREE_DAYS, Rule.UNREASONABLE_DELAY}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CancellationFacts:
    """How far an order has come, and what was paid for it and has not gone back.

    `apart_cents` is the part of it that is no part of the project: a fee never credited to it.
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
    """What comes back, what stays with us of what was paid, and what is still owed.

    `charge_cents` is what cancelling costs by the agreement: 10 % and the costs.
    """

    rule: Rule
    refund_cents: int
    kept_cents: int
    owed_cents: int = 0
    charge_cents: int = 0


def rule_for(facts: CancellationFacts, *, now: datetime) -> Rule:
    """The rule that applies to a homeowner who cancels now. Raises NotCancellable."""
    if facts.is_over:
        raise NotCancellable
    if facts.accepted_at is not None:
        is_in_time = now < full_refund_until(facts.accepted_at)
        return Rule.WITHIN_THREE_DAYS if is_in_time else Rule.AFTER_THREE_DAYS
    if facts.paid_cents == 0:
        return Rule.NOTHING_PAID
    return _rule_for_the_fee(facts, now=now)


def ensure_applies(rule: Rule, facts: CancellationFacts) -> None:
    """Staff choose a rule; it has to fit. Raises NotCancellable and RuleDoesNotApply."""
    if facts.is_over:
        raise NotCancellable
    is_accepted = facts.accepted_at is not None
    if rule in (_BEFORE_ACCEPTANCE if is_accepted else _AFTER_ACCEPTANCE):
        raise RuleDoesNotApply(field="rule")
    if rule is Rule.NOTHING_PAID and (is_accepted or facts.paid_cents):
        raise RuleDoesNotApply(field="rule")


def applies(rule: Rule, facts: CancellationFacts) -> bool:
    """Raises NotCancellable."""
    try:
        ensure_applies(rule, facts)
    except RuleDoesNotApply:
        return False
    return True


def cancellation_terms(
    rule: Rule, facts: CancellationFacts, *, costs_cents: int = 0
) -> CancellationTerms:
    """Nobody ever owes more than the contract price."""
    paid_cents = facts.paid_cents
    if rule in _ALL_COMES_BACK:
        return CancellationTerms(rule=rule, refund_cents=paid_cents, kept_cents=0)
    if rule not in _AFTER_ACCEPTANCE:
        return CancellationTerms(rule=rule, refund_cents=0, kept_cents=paid_cents)
    tenth_cents = _tenth(facts.total_cents) if rule is Rule.AFTER_THREE_DAYS else 0
    charge_cents = min(facts.total_cents, tenth_cents + costs_cents)
    for_project_cents = paid_cents - facts.apart_cents
    refund_cents = max(0, for_project_cents - charge_cents)
    return CancellationTerms(
        rule=rule,
        refund_cents=refund_cents,
        kept_cents=paid_cents - refund_cents,
        owed_cents=max(0, charge_cents - for_project_cents),
        charge_cents=charge_cents,
    )


def full_refund_until(accepted_at: datetime) -> datetime:
    """Midnight, in Houston, at the end of the last day to cancel for nothing."""
    last_day = last_day_to_cancel(accepted_at.astimezone(HOUSTON).date())
    next_day = last_day + timedelta(days=1)
    return datetime.combine(next_day, time(), tzinfo=HOUSTON).astimezone(UTC)


def last_day_to_cancel(signed_on: date) -> date:
    """The third business day after signing, by the reading that gives the homeowner longer.

    The federal rule counts Saturdays as business days, others do not (domain.md 1.8).
    """
    return max(
        _nth_business_day_after(signed_on, counts_saturday=True),
        _nth_business_day_after(signed_on, counts_saturday=False),
    )


def is_credit_eligible(starts_at: datetime, *, now: datetime) -> bool:
    """24 hours or more before the visit begins; the longer reading when the clocks change."""
    return now <= hours_before(starts_at, CANCELLED_IN_TIME)


def hours_before(starts_at: datetime, span: timedelta) -> datetime:
    """So long before: the later of elapsed time and of what a clock on the wall shows."""
    elapsed = starts_at - span
    on_the_wall = (starts_at.astimezone(HOUSTON) - span).astimezone(UTC)
    return max(elapsed, on_the_wall)


def is_federal_holiday(day: date) -> bool:
    """The day itself, or the weekday on which it is observed."""
    return day in set(_holidays_about(day.year))


def _rule_for_the_fee(facts: CancellationFacts, *, now: datetime) -> Rule:
    if facts.is_date_lost:
        return Rule.DATE_LOST
    if facts.is_change_declined:
        return Rule.CHANGE_DECLINED
    if facts.is_fee_refundable:
        return Rule.FEE_REFUNDABLE
    starts_at = facts.visit_starts_at
    if starts_at is None or is_credit_eligible(starts_at, now=now):
        return Rule.FEE_KEPT_AS_CREDIT
    return Rule.FEE_FORFEITED


def _tenth(total_cents: int) -> int:
    """Ten percent; half a cent stays with the homeowner."""
    return total_cents * CANCELLATION_PERCENT // 100


def _nth_business_day_after(signed_on: date, *, counts_saturday: bool) -> date:
    closed = {_SUNDAY} if counts_saturday else {_SATURDAY, _SUNDAY}
    day, left = signed_on, BUSINESS_DAYS_TO_CANCEL
    while left:
        day += timedelta(days=1)
        if day.weekday() not in closed and not is_federal_holiday(day):
            left -= 1
    return day


def _holidays_about(year: int) -> Iterator[date]:
    """Of the year, and New Year's Day of the next: it may be observed on December 31."""
    fixed = [date(year, month, day) for month, day in _FIXED_HOLIDAYS]
    for day in [*fixed, date(year + 1, 1, 1)]:
        yield day
        yield _observed(day)
    for month, weekday, which in _FLOATING_HOLIDAYS:
        yield _floating(year, month, weekday, which)


def _observed(day: date) -> date:
    if day.weekday() == _SATURDAY:
        return day - timedelta(days=1)
    if day.weekday() == _SUNDAY:
        return day + timedelta(days=1)
    return day


def _floating(year: int, month: int, weekday: int, which: int) -> date:
    if which < 0:
        last = date(year, month + 1, 1) - timedelta(days=1)
        return last - timedelta(days=(last.weekday() - weekday) % 7)
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7, weeks=which - 1)
