"""Shapes of the money in my booking."""

from datetime import date, datetime
from typing import Literal

from django.utils.timezone import now
from ninja import Schema

from standby.core.schema import Cents, In, Line500
from standby.orders.rules.cancelling import CancellationRule
from standby.payments.models import LedgerEntry, Milestone, Refund
from standby.workflows.pay_for_project import MilestoneKind, PayMethod


class MilestoneOut(Schema):
    """`surcharge_cents` is what paying by credit card adds to the amount due. While a bank
    transfer is on its way (`transfer_since`), nothing is to be paid.
    """

    kind: Milestone.Kind
    percent: int
    amount_cents: int
    credit_cents: int
    late_fee_cents: int
    due_cents: int
    status: Milestone.Status
    days_to_pay: int
    late_fee_percent: str
    due_on: date | None
    surcharge_cents: int
    transfer_since: datetime | None


class LedgerEntryOut(Schema):
    at: datetime
    kind: LedgerEntry.Kind
    note: str
    amount_cents: int


class RefundOut(Schema):
    """`is_on_its_way`: being sent, or sent so lately that a bank may not show it yet."""

    amount_cents: int
    status: Refund.Status
    at: datetime
    reason: str
    is_on_its_way: bool

    @staticmethod
    def resolve_at(refund: Refund) -> datetime:
        return refund.sent_at or refund.requested_at

    @staticmethod
    def resolve_is_on_its_way(refund: Refund) -> bool:
        return refund.is_on_its_way(now())


class RetainedCreditOut(Schema):
    """What a reservation that the customer canceled before takes off this one."""

    cents: int
    canceled_on: date


class MethodOut(Schema):
    method: PayMethod
    surcharge_percent: float


class MoneyOut(Schema):
    """A positive balance is owed to us, a negative one is being refunded. `disputed_cents` of it is
    held by the customer's bank during a dispute and is not due, `refunding_cents` of a negative
    balance is being sent back. `remaining_cents` is still to pay,
    with the milestones to come; before acceptance these are expected at the price as it is now.
    Beside the total, `surcharge_cents` was added for credit cards and `late_fee_cents` for being
    late; `credit_cents` come off the milestones, for fees paid before, and leave
    `milestones_cents` of them. `other_cents` is everything else that was charged or forgiven:
    with it the total and what was added, less what was paid and is disputed, is what remains. Of a
    canceled order no total is owed: `other_cents` is what was charged of it; `retained_as` says
    of a fee whether it stays a credit, was credited to another order or was forfeited.
    `retained_credits` come off as well, and are not in `paid_cents`.
    """

    balance_cents: int
    disputed_cents: int
    refunding_cents: int
    total_cents: int
    surcharge_cents: int
    late_fee_cents: int
    credit_cents: int
    milestones_cents: int
    other_cents: int
    paid_cents: int
    remaining_cents: int
    is_canceled: bool
    retained_as: Literal["credit", "used", "kept"] | None
    retained_credits: list[RetainedCreditOut]
    has_fee_receipt: bool
    milestones: list[MilestoneOut]
    entries: list[LedgerEntryOut]
    refunds: list[RefundOut]
    methods: list[MethodOut]
    test_mode: bool


class MilestonePaymentIn(In):
    purpose: Literal["milestone"]
    milestone: MilestoneKind
    method: PayMethod


class DiagnosticPaymentIn(In):
    purpose: Literal["diagnostic"]


class PaymentPageOut(Schema):
    url: str


class CancellationOut(Schema):
    """What canceling now keeps and refunds; `owed_cents` is what remains to be paid."""

    can_cancel: bool
    rule: CancellationRule | None
    refund_cents: int
    retained_cents: int
    owed_cents: int
    words: str


class CancelIn(In):
    """The terms that were shown; where others apply by now, `refund_changed` is answered.

    An amount that is not named is 0, so whoever names the refund alone cancels only where nothing
    is kept and nothing owed. Without `rule` the amounts alone are compared.
    """

    refund_cents: Cents
    retained_cents: Cents = 0
    owed_cents: Cents = 0
    rule: CancellationRule | None = None
    reason: Line500 = ""


class CancelledOut(Schema):
    status: Literal["cancelled"]
