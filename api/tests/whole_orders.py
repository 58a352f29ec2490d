"""Orders with everything that can hang on one."""

import secrets
import uuid
from datetime import UTC, datetime
from typing import Any

from booking_client import a_body, post_order
from booking_helpers import NOW
from django.db import transaction
from django.test import Client

from standby.core.clock import local_date
from standby.core.providers import wiring as core_providers
from standby.crews.models import Technician
from standby.documents.models import OrderFile, Proposal
from standby.messaging.models import Message
from standby.orders.models import Appointment, ChangeOrder, Order
from standby.orders.services import appointments
from standby.orders.services import orders as order_services
from standby.payments.models import CheckoutSession, Dispute, Milestone, Payment, Refund
from standby.photos.models import Photo, PhotoReview
from standby.pricing.models.quoting import PriceReceipt, Quote


def now() -> datetime:
    return datetime.now(UTC)


def reserve(browser: Client, **customer: str) -> Order:
    answer = post_order(browser, a_body(browser, **customer))
    return Order.objects.get(public_id=answer.json()["orderId"])


def confirm(order: Order) -> Appointment:
    appointment = Appointment.objects.get(order=order)
    with transaction.atomic():
        appointments.confirm_appointment(appointment, actor="test", now=now())
        order_services.schedule_order(appointment, actor="test", now=now())
    return appointment


def complete(order: Order, *, at: datetime) -> None:
    """Installed and powered on, from a confirmed date; the guards allow no leap."""
    orders = Order.objects.filter(pk=order.pk)
    for status in ("accepted", "equipment_arrived", "completed"):
        orders.update(status=status)
    orders.update(powered_on_at=at)


def all_of_it(order: Order, *, code: str = "A7K3M9QD") -> Proposal:
    """A change that waits, photos that were sent, a proposal, a milestone that is due."""
    review, _ = PhotoReview.objects.get_or_create(order=order, defaults={"created_at": now()})
    PhotoReview.objects.filter(pk=review.pk).update(
        status="submitted", consented_at=now(), submitted_at=now()
    )
    for number, status in enumerate(["ready", "stored", "receiving", "refused"]):
        key = f"{order.pk}/{number}"
        a_photo(review, f"extra-{number}", key=key, shown_key="shown", status=status, now=now())
    dearer = Quote.objects.get(pk=order.quote_id)
    dearer.pk, dearer.version, dearer.supersedes = None, 2, order.quote
    dearer.installation_cents += 2_539_00
    dearer.total_cents += 2_539_00
    dearer.save()
    asked = {"reason": "60 ft", "proposed_by": "staff Jo", "proposed_at": now()}
    ChangeOrder.objects.create(order=order, from_quote=order.quote, to_quote=dearer, **asked)
    PriceReceipt.objects.filter(quote=order.quote).delete()
    issued = {"order_ref": order.public_id, "issued_at": now()}
    PriceReceipt.objects.create(code=code, quote=order.quote, **issued)
    Milestone.objects.filter(order=order).delete()
    a_milestone(order, status="due", reached_at=now(), ask_at=now(), created_at=now())
    made = {"file": an_order_file(order, now=now()), "created_at": now(), "days_to_pay": 5}
    return Proposal.objects.create(order=order, quote=order.quote, version=1, **made)


def whole(order: Order, *, code: str = "A7K3M9QD") -> Order:
    """With everything that can hang on it: also a page that was paid on, and a failed refund."""
    confirm(order)
    fee = order.payments.get()
    paid = {"status": "paid", "paid_at": now(), "provider": "test", "provider_ref": f"ch_{code}"}
    Payment.objects.filter(pk=fee.pk).update(**paid)
    CheckoutSession.objects.create(
        payment=fee,
        stripe_session_id=f"cs_test_{secrets.token_hex(20)}",
        url=f"https://pay.test/c/{secrets.token_hex(20)}",
        entity_id=order.public_id,
        provider="test",
        status="complete",
        expires_at=now(),
        created_at=now(),
    )
    return what_staff_see(order, code=code)


def what_staff_see(order: Order, *, code: str = "A7K3M9QD") -> Order:
    """Of an order whose fee was paid: photos, papers, a technician, a failed refund, a dispute
    and a dead message."""
    all_of_it(order, code=code)
    grace = Technician.objects.create(name=f"Grace {code}", phone="(281) 555-0107")
    order.appointments.update(assigned_to=grace)
    fee = order.payments.get()
    a_refund(fee, status="failed", now=now())
    names = {"provider_ref": f"du_{code}", "charge": f"ch_{code}"}
    a_dispute(fee, status="won", closed_at=now(), now=now(), **names)
    a_message(order, status="dead", dead_at=now(), recipient=order.customer.email, now=now())
    core_providers.files().put(order.files.get().key, b"%PDF-1.7", content_type="application/pdf")
    core_providers.files().put("shown", b"jpeg", content_type="image/jpeg")
    return order


def a_refund(fee: Payment, *, now: datetime = NOW, **fields: Any) -> Refund:
    fields = {"amount_cents": 1, "reason": "kindness", "charge": "ch", **fields}
    who = {"requested_by": "staff Jo", "requested_at": now}
    return Refund.objects.create(payment=fee, **{"dedupe_key": _key(), **who, **fields})


def a_dispute(fee: Payment, *, now: datetime = NOW, **fields: Any) -> Dispute:
    fields = {"amount_cents": 1, "reason": "fraudulent", "charge": "ch", **fields}
    when = {"opened_at": now, "looked_up_at": now}
    return Dispute.objects.create(payment=fee, **{"provider_ref": f"du_{_key()}", **when, **fields})


def a_milestone(order: Order, kind: str = "acceptance", **fields: Any) -> Milestone:
    dates = {"reached_at": NOW, "ask_at": NOW, "due_on": local_date(NOW)}
    is_reached = fields.get("status") in ("due", "paid")
    fields = {**(dates if is_reached else {}), **fields}
    fields = {"percent": 25, "amount_cents": 100, "days_to_pay": 5, "created_at": NOW, **fields}
    return Milestone.objects.create(order=order, kind=kind, **fields)


def an_order_file(order: Order, *, now: datetime = NOW, **fields: Any) -> OrderFile:
    file = {"key": f"{order.pk}.pdf", "sha256": "a" * 64, "size_bytes": 1234, "created_at": now}
    fields = {"type": "general_proposal", "title": "Proposal", **fields}
    return OrderFile.objects.create(order=order, **{**file, **fields})


def a_photo(
    review: PhotoReview, slot: str = "extra-1", *, now: datetime = NOW, **fields: Any
) -> Photo:
    fields = {"kind": "photo", "size_bytes": 1, "created_at": now, **fields}
    return Photo.objects.create(review=review, slot=slot, **fields)


def a_message(order: Order, *, now: datetime = NOW, **fields: Any) -> Message:
    fields = {"kind": "photo_link", "channel": "email", "recipient": "ada@example.org", **fields}
    sent = {"text": "x", "dedupe_key": _key(), "created_at": now}
    return Message.objects.create(**{"order_ref": order.public_id, **sent, **fields})


def _key() -> str:
    return uuid.uuid4().hex
