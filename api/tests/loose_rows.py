"""Rows as they stand in the tables, without the story that brought them there."""

import uuid
from datetime import datetime
from typing import Any

from bookings import NOW

from standby.documents.models import OrderFile
from standby.messaging.models import Message
from standby.orders.models import Order
from standby.payments.models import Dispute, Milestone, Payment, Refund
from standby.photos.models import Photo, PhotoReview


def a_refund(fee: Payment, *, now: datetime = NOW, **told: Any) -> Refund:
    told = {"amount_cents": 1, "reason": "kindness", "charge": "ch", **told}
    who = {"requested_by": "staff Jo", "requested_at": now}
    return Refund.objects.create(payment=fee, **{"dedupe_key": _key(), **who, **told})


def a_dispute(fee: Payment, *, now: datetime = NOW, **told: Any) -> Dispute:
    told = {"amount_cents": 1, "reason": "fraudulent", "charge": "ch", **told}
    when = {"opened_at": now, "looked_up_at": now}
    return Dispute.objects.create(payment=fee, **{"provider_ref": f"du_{_key()}", **when, **told})


def a_milestone(order: Order, kind: str = "acceptance", **told: Any) -> Milestone:
    told = {"percent": 25, "amount_cents": 100, "created_at": NOW, **told}
    return Milestone.objects.create(order=order, kind=kind, **told)


def a_paper(order: Order, *, now: datetime = NOW, **told: Any) -> OrderFile:
    file = {"key": f"{order.pk}.pdf", "sha256": "a" * 64, "size_bytes": 1234, "created_at": now}
    told = {"type": "general_proposal", "title": "Proposal", **told}
    return OrderFile.objects.create(order=order, **{**file, **told})


def a_photo(
    review: PhotoReview, slot: str = "extra-1", *, now: datetime = NOW, **told: Any
) -> Photo:
    told = {"kind": "photo", "size_bytes": 1, "created_at": now, **told}
    return Photo.objects.create(review=review, slot=slot, **told)


def a_message(order: Order, *, now: datetime = NOW, **told: Any) -> Message:
    told = {"kind": "photo_link", "channel": "email", "recipient": "ada@example.org", **told}
    sent = {"text": "x", "dedupe_key": _key(), "created_at": now}
    return Message.objects.create(**{"order_ref": order.public_id, **sent, **told})


def _key() -> str:
    return uuid.uuid4().hex
