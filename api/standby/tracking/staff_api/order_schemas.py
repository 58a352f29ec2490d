"""Schemas of an order for staff: in the list, and with all related rows."""

from datetime import date, datetime
from typing import Literal
from uuid import UUID

from ninja import Schema

from standby.documents.models import OrderFile
from standby.orders.models import Appointment, Order
from standby.orders.rules.cancelling import CancellationRule
from standby.orders.rules.scheduling import TimeWindow
from standby.payments.models import CheckoutSession, Payment, Refund
from standby.tracking.api.my_booking import MyBookingOut
from standby.tracking.rules.next_actions import ActionOwner, NextActionKey
from standby.tracking.rules.staff_actions import StaffAction


class NextActionOut(Schema):
    """What is to be done, in words for a beginner. `since` is how long it waits, `by` until when
    it should be done."""

    key: NextActionKey
    waits_for: ActionOwner
    title: str
    how: str
    since: datetime | None
    by: datetime | None


class ActionAvailabilityOut(Schema):
    """`why_not` is a sentence for what is not allowed now, by the order's state or by the role."""

    key: StaffAction
    is_allowed: bool
    why_not: str
    needs_fresh_factor: bool


class OrderRowOut(Schema):
    """`number` is the confirmation number. Above zero the balance is owed to us."""

    id: UUID
    number: UUID | None
    status: Order.Status
    customer_name: str
    address: str
    city: str
    zip_code: str
    day: date | None
    time_window: TimeWindow | None
    appointment_status: Appointment.Status | None
    technician_name: str | None
    total_cents: int
    balance_cents: int
    next: NextActionOut
    created_at: datetime


class OrdersOut(Schema):
    count: int
    page: int
    pages: int
    orders: list[OrderRowOut]


class LogEntryOut(Schema):
    at: datetime
    actor: str
    subject: str
    before: str
    after: str
    note: str


class HistoryEventOut(Schema):
    """`sentence` is whole; `detail` what it adds (a note's text, a reason, an error); `ref` the id
    of the message or note; `count` how often the same happened in a row."""

    at: datetime
    kind: Literal["log", "message", "note", "text"]
    subject: str
    who: str
    sentence: str
    detail: str
    ref: str
    count: int


class OrderNoteOut(Schema):
    id: UUID
    at: datetime
    author: str
    text: str


class StaffFileOut(Schema):
    """Its bytes are at /api/staff/orders/{order_id}/files/{id}."""

    id: UUID
    type: OrderFile.Type
    title: str
    version: int
    size_bytes: int
    sha256: str
    created_at: datetime


class OrderMessageOut(Schema):
    """`can_resend`: POST …/messages/{kind}/resend sends this kind again today.

    `delivery` is what the provider told us afterwards of a text; "" when nothing, and for e-mail.
    """

    id: int
    kind: str
    channel: Literal["email", "sms"]
    recipient: str
    subject: str
    text: str
    status: Literal["queued", "sent", "dead", "suppressed"]
    delivery: Literal["", "sent", "delivered", "undelivered", "failed"]
    last_error: str
    created_at: datetime
    sent_at: datetime | None
    can_resend: bool


class CheckoutRefOut(Schema):
    """A page on which something was or can be paid. Its own id is not told: after paying, it lets
    the first browser in that shows it."""

    payment_id: UUID
    purpose: Payment.Purpose
    amount_cents: int
    status: CheckoutSession.Status
    charge_id: str | None
    created_at: datetime


class RefundRefOut(Schema):
    """`provider_ref` is empty until the card provider took it."""

    id: UUID
    payment_id: UUID
    amount_cents: int
    status: Refund.Status
    provider_ref: str
    last_error: str


class CancelledOrderOut(Schema):
    """How it ended. `owed_cents` is what the customer still owes, `on_its_way_cents` what has not
    gone back yet."""

    rule: CancellationRule
    kept_cents: int
    refund_cents: int
    costs_cents: int
    owed_cents: int
    on_its_way_cents: int
    reason: str
    cancelled_by: str
    cancelled_at: datetime


class StaffOrderOut(MyBookingOut):
    """What the homeowner sees, and all that staff need beside it. Changes send `version` back as
    `seen_version`."""

    version: int
    review_id: UUID | None
    city: str
    zip_code: str
    created_at: datetime
    powered_on_at: datetime | None
    review_reason: str
    email_updates: bool
    sms_updates: bool
    balance_cents: int
    steps: list[NextActionOut]
    allowed: list[ActionAvailabilityOut]
    history: list[HistoryEventOut]
    log: list[LogEntryOut]
    notes: list[OrderNoteOut]
    files: list[StaffFileOut]
    messages: list[OrderMessageOut]
    checkouts: list[CheckoutRefOut]
    refunds: list[RefundRefOut]
    cancellation: CancelledOrderOut | None
