"""The staff view of one order and of the actions available on it."""

from dataclasses import dataclass
from datetime import datetime

from standby.core.roles import readable_kinds
from standby.documents.models import OrderFile
from standby.documents.selectors import documents_of
from standby.messaging.models import Message
from standby.messaging.selectors import messages_of
from standby.messaging.services import consents
from standby.orders.models import Order, OrderNote
from standby.orders.services.order_log import version_of
from standby.orders.services.orders import notes_of
from standby.payments.models import Cancellation, CheckoutSession, Refund
from standby.payments.selectors.payments import pages_of
from standby.payments.services.refunds import balance_when_all_is_sent, refunds_of
from standby.tracking.rules.resending import may_resend
from standby.tracking.rules.staff_actions import ActionAvailability, available_actions
from standby.tracking.selectors.booking import BookingView, booking_view
from standby.tracking.selectors.history import HistoryEvent, order_history
from standby.tracking.selectors.orders import OrderSummary, order_summaries


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelledOrder:
    cancellation: Cancellation
    owed_cents: int
    on_its_way_cents: int  # refunds not sent yet


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffOrderView:
    version: int
    booking: BookingView
    summary: OrderSummary
    allowed: list[ActionAvailability]
    history: list[HistoryEvent]
    notes: list[OrderNote]
    files: list[OrderFile]
    messages: list[Message]
    resendable: frozenset[str]  # message kinds
    suppressed: set[str]  # channels on which the customer may not be written to
    pages: list[CheckoutSession]
    refunds: list[Refund]
    cancelled: CancelledOrder | None


def staff_order_view(order: Order, *, role: str, now: datetime) -> StaffOrderView:
    # Read first, so that a concurrent change makes this version outdated.
    version = version_of(order)
    [summary] = order_summaries([order], now=now)
    messages = messages_of(order.public_id, kinds=readable_kinds(role))
    kinds = {message.kind for message in messages}
    return StaffOrderView(
        version=version,
        booking=booking_view(order, now=now),
        summary=summary,
        allowed=available_actions(summary.facts, role=role),
        history=order_history(order, messages=messages),
        notes=notes_of(order),
        files=documents_of(order),
        messages=messages,
        resendable=frozenset(kind for kind in kinds if may_resend(kind, summary.facts)),
        suppressed=consents.suppressed_channels(
            email=order.customer.email, phone=order.customer.phone
        ),
        pages=pages_of(order),
        refunds=refunds_of(order),
        cancelled=_cancelled_order(order, balance_cents=summary.balance_cents),
    )


def _cancelled_order(order: Order, *, balance_cents: int) -> CancelledOrder | None:
    cancellation = Cancellation.objects.filter(order=order).first()
    if cancellation is None:
        return None
    all_sent_cents = balance_when_all_is_sent(order)
    return CancelledOrder(
        cancellation=cancellation,
        owed_cents=max(0, all_sent_cents),
        on_its_way_cents=all_sent_cents - balance_cents,
    )
