"""An order for staff: in the list, and with all related rows."""

from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID

from ninja import Schema
from pydantic import Field

from standby.audit.selectors import name_of_actor
from standby.core.roles import NEEDS_FRESH_FACTOR
from standby.core.words import say
from standby.documents.models import OrderFile
from standby.documents.selectors import files_of
from standby.messaging.kinds import readable_kinds
from standby.messaging.rendering import without_links
from standby.messaging.rules import Outcome
from standby.messaging.selectors import messages_of
from standby.messaging.services import consents
from standby.messaging.services.templates import with_words
from standby.orders.models import Appointment, Order, OrderNote
from standby.orders.rules.cancelling import CancellationRule
from standby.orders.rules.scheduling import TimeWindow
from standby.orders.selectors.stay_on import answers_in_words
from standby.orders.services.order_log import version_of
from standby.orders.services.orders import notes_of
from standby.payments.models import Cancellation, CheckoutSession, Payment, Refund
from standby.payments.selectors import pages_of
from standby.payments.services.ledger import balance_when_all_is_sent
from standby.payments.services.refunds import refunds_of
from standby.readiness.rules import Missing
from standby.readiness.staff_api import StepOut
from standby.tracking.api.my_booking import booking_fields
from standby.tracking.api.my_booking_schemas import MyBookingOut
from standby.tracking.rules.next_actions import ActionOwner, NextActionKey
from standby.tracking.rules.staff_actions import NEEDS, StaffAction, refused_actions
from standby.tracking.selectors.booking import booking_view
from standby.tracking.selectors.history import order_history
from standby.tracking.selectors.orders import OrderSummary, order_summaries
from standby.workflows.resend_message import is_sendable, sendable_kinds, why_not_now


class NextActionOut(Schema):
    """The next action, in plain words. `since` is when it became due, `by` its deadline."""

    key: NextActionKey
    waits_for: ActionOwner
    title: str
    how: str
    since: datetime | None
    by: datetime | None


class ActionAvailabilityOut(Schema):
    """`why_not` is a sentence when the order's status or the role does not allow the action."""

    key: StaffAction
    is_allowed: bool
    why_not: str
    needs_fresh_factor: bool


class OrderRowOut(Schema):
    """`number` and `code` are the confirmation's. A positive balance is owed to us; of it,
    `transfer_cents` are on their way. `refunding_cents` are on their way back.
    """

    id: UUID
    number: UUID | None
    code: str
    status: Order.Status
    customer_name: str
    address: str
    city: str
    zip_code: str
    day: date | None
    ends_on: date | None
    time_window: TimeWindow | None
    appointment_status: Appointment.Status | None
    technician_name: str | None
    total_cents: int
    balance_cents: int
    transfer_cents: int
    refunding_cents: int
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
    """`sentence` stands alone; `detail` adds a note's text, a reason or an error; `ref` is the id
    of the message or note; `count` is how often the same happened in a row.
    """

    at: datetime
    kind: Literal["log", "message", "note", "text"]
    subject: str
    who: str
    sentence: str
    detail: str
    ref: str
    count: int


class OrderNoteOut(Schema):
    id: UUID = Field(validation_alias="public_id")
    at: datetime
    author: str
    text: str

    @staticmethod
    def resolve_author(note: OrderNote) -> str:
        return name_of_actor(note.author)


class StaffFileOut(Schema):
    """Its bytes are at /api/staff/orders/{order_id}/files/{id}. `added_by` is "" for a document
    that we made, which cannot be removed.
    """

    id: UUID = Field(validation_alias="public_id")
    type: OrderFile.Type
    title: str
    note: str
    version: int
    content_type: OrderFile.ContentType
    file_name: str
    size_bytes: int
    sha256: str
    added_by: str
    is_void: bool
    created_at: datetime

    @staticmethod
    def resolve_added_by(file: OrderFile) -> str:
        return file.added_by and name_of_actor(file.added_by)


class OrderMessageOut(Schema):
    """`can_resend`: POST …/messages/{kind}/resend can send this kind again now.

    `outcome` "kept": sent to nobody, because its channel is not connected.
    """

    id: int
    kind: str
    channel: Literal["email", "sms"]
    recipient: str
    subject: str
    text: str
    status: Literal["queued", "sent", "dead", "suppressed"]
    outcome: Outcome
    last_error: str
    created_at: datetime
    sent_at: datetime | None
    can_resend: bool


class SendableMessageOut(Schema):
    """A message of staff's own: POST …/messages/{kind}/resend sends it, unless `why_not` says why
    it has to wait.
    """

    kind: str
    title: str
    why_not: str


class CheckoutRefOut(Schema):
    """A checkout. Its own id is left out: after payment, the first browser that presents the id
    gets access.
    """

    payment_id: UUID = Field(validation_alias="payment.public_id")
    purpose: Payment.Purpose = Field(validation_alias="payment.purpose")
    amount_cents: int = Field(validation_alias="payment.amount_cents")
    status: CheckoutSession.Status
    charge_id: str | None = Field(validation_alias="payment.provider_ref")
    created_at: datetime


class RefundRefOut(Schema):
    """`provider_ref` is empty until the card provider accepts it."""

    id: UUID = Field(validation_alias="reference")
    payment_id: UUID = Field(validation_alias="payment.public_id")
    amount_cents: int
    status: Refund.Status
    provider_ref: str
    last_error: str


class CancelledOrderOut(Schema):
    """A canceled order. `owed_cents` is what the customer still owes, `on_its_way_cents` what is
    not refunded yet.
    """

    rule: CancellationRule
    retained_cents: int
    refund_cents: int
    costs_cents: int
    owed_cents: int
    on_its_way_cents: int
    reason: str
    cancelled_by: str
    cancelled_at: datetime


class StaffOrderOut(MyBookingOut):
    """What the homeowner sees, and what staff need beside it. Changes send `version` back as
    `if_version`. `answers` are those of the wizard by question, in words. `opted_out` are the
    channels that the customer turned off; who never agreed to texts has turned off nothing.
    """

    version: int
    review_id: UUID | None
    city: str
    zip_code: str
    created_at: datetime
    powered_on_at: datetime | None
    review_reason: str
    answers: dict[str, str]
    email_updates: bool
    sms_updates: bool
    opted_out: list[Literal["email", "sms"]]
    texts_paused: bool
    balance_cents: int
    missing: list[Missing]
    installation_steps: list[StepOut]
    next_actions: list[NextActionOut]
    allowed: list[ActionAvailabilityOut]
    history: list[HistoryEventOut]
    log: list[LogEntryOut]
    notes: list[OrderNoteOut]
    files: list[StaffFileOut]
    messages: list[OrderMessageOut]
    sendable_messages: list[SendableMessageOut]
    checkouts: list[CheckoutRefOut]
    refunds: list[RefundRefOut]
    cancellation: CancelledOrderOut | None


def order_row_out(summary: OrderSummary) -> OrderRowOut:
    order, visit = summary.order, summary.appointment
    technician = visit.assigned_to if visit else None
    return OrderRowOut(
        id=order.public_id,
        number=visit.public_id if visit else None,
        code=order.confirmation_code,
        status=Order.Status(order.status),
        customer_name=order.customer.name,
        address=order.order_location.formatted_address,
        city=order.order_location.city,
        zip_code=order.order_location.zip_code,
        day=visit.day if visit else None,
        ends_on=visit.ends_on if visit else None,
        time_window=TimeWindow(visit.time_window) if visit else None,
        appointment_status=Appointment.Status(visit.status) if visit else None,
        technician_name=technician.name if technician else None,
        total_cents=order.total_cents,
        balance_cents=summary.balance_cents,
        transfer_cents=summary.transfer_cents,
        refunding_cents=summary.refunding_cents,
        next=NextActionOut.from_orm(summary.next_actions[0]),
        created_at=order.created_at,
    )


def staff_order_out(order: Order, *, role: str, now: datetime) -> StaffOrderOut:
    # Read first, so that a concurrent change makes this version outdated.
    version = version_of(order)
    place, customer = order.order_location, order.customer
    [summary] = order_summaries([order], now=now)
    booking = booking_view(order, now=now)
    messages = with_words(messages_of(order.public_id, kinds=readable_kinds(role)), now=now)
    suppressed = consents.suppressed_channels(email=customer.email, phone=customer.phone)
    fields = booking_fields(booking)
    takes_texts = customer.sms_updates and not fields["texts_wait_for_yes"]
    return StaffOrderOut.model_validate(
        {
            **fields,
            "version": version,
            "review_id": booking.review.public_id if booking.review else None,
            "city": place.city,
            "zip_code": place.zip_code,
            "created_at": order.created_at,
            "powered_on_at": order.powered_on_at,
            "review_reason": say(order.review_reason),
            "answers": answers_in_words(order),
            "email_updates": customer.email_updates and "email" not in suppressed,
            "sms_updates": takes_texts and "sms" not in suppressed,
            "opted_out": sorted(each for each, why in suppressed.items() if why == "opted_out"),
            "texts_paused": suppressed.get("sms") == "paused",
            "balance_cents": summary.balance_cents,
            "missing": summary.facts.missing,
            "installation_steps": booking.steps,
            "next_actions": summary.next_actions,
            "allowed": [
                {
                    "key": action,
                    "is_allowed": not why_not,
                    "why_not": why_not,
                    "needs_fresh_factor": NEEDS[action] in NEEDS_FRESH_FACTOR,
                }
                for action, why_not in refused_actions(summary.facts, role=role).items()
            ],
            "history": order_history(order, messages=messages),
            "log": order.log.all(),
            "notes": notes_of(order),
            "files": files_of(order),
            "messages": [
                {
                    "id": message.pk,
                    "kind": message.kind,
                    "channel": message.channel,
                    "recipient": message.recipient,
                    "subject": message.subject,
                    "text": without_links(message.text, language=message.language),
                    "status": message.status,
                    "outcome": message.outcome,
                    "last_error": message.last_error,
                    "created_at": message.created_at,
                    "sent_at": message.sent_at,
                    "can_resend": is_sendable(message.kind, summary.facts),
                }
                for message in messages
            ],
            "sendable_messages": [
                {
                    "kind": kind.name,
                    "title": say(kind.title),
                    "why_not": why_not_now(kind, summary.facts),
                }
                for kind in sendable_kinds(summary.facts)
            ],
            "checkouts": pages_of(order),
            "refunds": refunds_of(order),
            "cancellation": _cancellation(order, balance_cents=summary.balance_cents),
        }
    )


def _cancellation(order: Order, *, balance_cents: int) -> dict[str, Any] | None:
    cancellation = Cancellation.objects.filter(order=order).first()
    if cancellation is None:
        return None
    all_sent_cents = balance_when_all_is_sent(order)
    return {
        "rule": cancellation.rule,
        "retained_cents": cancellation.retained_cents,
        "refund_cents": cancellation.refund_cents,
        "costs_cents": cancellation.costs_cents,
        "owed_cents": max(0, all_sent_cents),
        "on_its_way_cents": all_sent_cents - balance_cents,  # refunds not sent yet
        "reason": cancellation.reason,
        "cancelled_by": name_of_actor(cancellation.cancelled_by),
        "cancelled_at": cancellation.cancelled_at,
    }
