"""Shapes of what staff see and do about an order's money."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from ninja import Schema
from pydantic import Field

from standby.core.schema import Cents, IfVersion, In, Line, Line200, Line500
from standby.orders.rules.cancelling import CancellationRule
from standby.payments.api.my_booking_schemas import MoneyOut, RefundOut
from standby.payments.models import Dispute, Payment, Refund
from standby.workflows.undo_action import Returnable


class StaffPaymentOut(Schema):
    id: UUID = Field(validation_alias="public_id")
    purpose: Payment.Purpose
    method: Payment.Method
    status: Payment.Status
    amount_cents: int
    surcharge_cents: int
    refunded_cents: int
    disputed_cents: int
    left_cents: int
    is_disputed: bool
    transfer_since: datetime | None


class StaffRefundOut(RefundOut):
    """`last_error` says why it was not sent or why the bank returned it; either can be retried.
    `provider_ref` is its id in the card provider's dashboard.
    """

    id: UUID = Field(validation_alias="reference")
    payment_id: UUID = Field(validation_alias="payment.public_id")
    last_error: str
    provider_ref: str


class StaffDisputeOut(Schema):
    """`provider_ref` and `status` are the card provider's. `taken_cents` is what the bank holds
    now. Without `respond_by` no response is possible.
    """

    provider_ref: str
    payment_id: UUID = Field(validation_alias="payment.public_id")
    amount_cents: int
    taken_cents: int
    reason: str
    status: str
    is_open: bool
    opened_at: datetime
    respond_by: datetime | None
    closed_at: datetime | None

    @staticmethod
    def resolve_is_open(dispute: Dispute) -> bool:
        return dispute.closed_at is None


class StaffMoneyOut(MoneyOut):
    """What the homeowner sees, and every payment, refund and dispute."""

    payments: list[StaffPaymentOut]
    refunds: list[StaffRefundOut]  # type: ignore[assignment]
    disputes: list[StaffDisputeOut]


class CancelByStaffIn(In):
    """Without a rule, the one that applies to the homeowner today.

    With `refund_cents` the amounts are those that were shown, 0 where not named; if they differ
    from what applies, `refund_changed` is answered.
    """

    rule: CancellationRule | None = None
    costs_cents: Cents = 0
    reason: Line500
    refund_cents: Cents | None = None
    retained_cents: Cents = 0
    owed_cents: Cents = 0
    if_version: IfVersion = None


class CancellationChoiceOut(Schema):
    """One applicable rule with its amounts; `words` is the text for the homeowner, `under_way`
    what becomes of a bank transfer or a refund that is on its way.
    """

    rule: CancellationRule
    is_todays: bool
    refund_cents: int
    retained_cents: int
    owed_cents: int
    charge_cents: int
    words: str
    under_way: str


class CancellationChoicesOut(Schema):
    """`is_todays` marks the rule that applies if the homeowner cancels today."""

    can_cancel: bool
    why_not: str
    paid_cents: int
    choices: list[CancellationChoiceOut]


class ReachedIn(In):
    if_version: IfVersion = None


class TakenBackIn(In):
    """The customer reads the reason."""

    what: Returnable
    reason: Annotated[str, Line(200, min_length=3)]
    if_version: IfVersion = None


class KeepVisitOut(Schema):
    status: Literal["kept"]


class PoweredOnOut(Schema):
    powered_on_at: datetime


class CancelledByStaffOut(Schema):
    rule: CancellationRule
    refund_cents: int
    retained_cents: int
    owed_cents: int


class RefundIn(In):
    amount_cents: Annotated[int, Field(strict=True, ge=1, le=10**12)]
    reason: Line200
    if_version: IfVersion = None


class RefundEffectOut(Schema):
    """What a refund does beside going back, as sentences for staff and customer; may be empty."""

    words: str


class RequestedRefundOut(Schema):
    id: UUID = Field(validation_alias="reference")
    amount_cents: int
    status: Refund.Status
