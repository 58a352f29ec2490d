"""The customer's decision on a change order."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from django.db import transaction

from standby.core.errors import Conflict, _
from standby.core.providers.crypto import Signer
from standby.documents.models import OrderFile
from standby.documents.services.documents import enqueue_document
from standby.orders.models import ChangeOrder, Order
from standby.orders.selectors import orders
from standby.orders.services import changes
from standby.orders.services.changes import if_declined
from standby.orders.services.notify import notify_customer, notify_staff, once
from standby.orders.services.order_log import VISITOR
from standby.payments.services.ledger import issue_documents_from
from standby.payments.services.milestones import replan
from standby.pricing.services import quoting

Answer = Literal["approve", "decline"]
Status = ChangeOrder.Status


class ChangeDecided(Conflict):
    code = "change_order_decided"
    message = _("This price change was already decided.")


def decide_change_order(
    order: Order, *, change_id: UUID, answer: Answer, signer: Signer, now: datetime
) -> ChangeOrder:
    """Approve or decline a change order. Idempotent.

    Raises ChangeNotFound, ChangeDecided when it was decided the other way, and PriceAgreed when the
    order's price is final.
    """
    to = Status.APPROVED if answer == "approve" else Status.DECLINED
    with transaction.atomic(durable=True):
        orders.lock_order(order.pk)
        order.refresh_from_db()
        change = changes.change_of(order, change_id=change_id)
        if change.status == to:
            return change
        if change.status != Status.PROPOSED:
            raise ChangeDecided
        changes.ensure_change_possible(order)
        changes.decide_change(change, to=to, actor=VISITOR, now=now)
        dedupe_part = str(change.public_id)
        if to == Status.DECLINED:
            notify_customer(
                order,
                kind="change_declined",
                dedupe_part=dedupe_part,
                now=now,
                if_declined=if_declined(change),
            )
            notify_staff(order, topic="price change declined", dedupe_part=dedupe_part, now=now)
            return change
        locked = quoting.make_version(change.to_quote, locked_at=now, now=now)
        changes.set_price(
            order, quote=locked, actor=VISITOR, reason=change.reason, signer=signer, now=now
        )
        is_accepted = follow_price(order, actor=VISITOR, now=now)
        notify_customer(
            order,
            kind="change_approved",
            channels=once(order),
            dedupe_part=dedupe_part,
            now=now,
            total_cents=locked.total_cents,
            is_accepted=is_accepted,
        )
        return change


def follow_price(
    order: Order, *, actor: str, now: datetime, documents_at: datetime | None = None
) -> bool:
    """Make what depends on an order's new price follow it; returns whether it was accepted before.

    Then its unpaid milestones change, else there will be a new proposal. `documents_at` is when the
    proposal or the changed invoices are made; at once if it is None.
    """
    if changes.price_may_change(order):
        enqueue_document(order, OrderFile.Type.GENERAL_PROPOSAL, now=documents_at or now)
        return False
    replan(order, total_cents=order.total_cents, actor=actor, now=now)
    if documents_at is not None:
        issue_documents_from(order, at=documents_at)
    return True
