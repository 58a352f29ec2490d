"""Orders with everything that can hang on one."""

import secrets
from datetime import UTC, datetime

from booking_client import a_body, post_order
from django.test import Client

from standby import providers
from standby.apps.booking.models import Appointment, ChangeOrder, Order, Technician
from standby.apps.booking.services import appointments as booking
from standby.apps.booking.services import orders as ordering
from standby.apps.notifications.models import Message
from standby.apps.payments.models import CheckoutSession, Dispute, Milestone, Payment, Refund
from standby.apps.photos.models import Photo, PhotoReview
from standby.apps.proposals.models import OrderFile, Proposal
from standby.apps.quoting.models import PriceReceipt, Quote


def now() -> datetime:
    return datetime.now(UTC)


def reserve(browser: Client, **customer: str) -> Order:
    answer = post_order(browser, a_body(browser, **customer))
    return Order.objects.get(public_id=answer.json()["orderId"])


def confirm(order: Order) -> Appointment:
    appointment = Appointment.objects.get(order=order)
    booking.confirm_appointment(appointment, usual_crews=2, actor="test", now=now())
    ordering.schedule_order(order, actor="test", now=now())
    return appointment


def all_of_it(order: Order, *, code: str = "A7K3M9QD") -> Proposal:
    """A change that waits, photos that were sent, a proposal, a milestone that is due."""
    review, _ = PhotoReview.objects.get_or_create(order=order, defaults={"created_at": now()})
    PhotoReview.objects.filter(pk=review.pk).update(
        status="submitted", consented_at=now(), submitted_at=now()
    )
    for number, status in enumerate(["ready", "stored", "receiving", "refused"]):
        Photo.objects.create(
            review=review,
            kind="photo",
            slot=f"extra-{number}",
            size_bytes=1,
            key=f"{order.pk}/{number}",
            shown_key="shown",
            status=status,
            created_at=now(),
            due_at=now(),
        )
    dearer = Quote.objects.get(pk=order.quote_id)
    dearer.pk, dearer.version, dearer.supersedes = None, 2, order.quote
    dearer.installation_cents += 2_539_00
    dearer.total_cents += 2_539_00
    dearer.save()
    ChangeOrder.objects.create(
        order=order,
        from_quote=order.quote,
        to_quote=dearer,
        reason="60 ft",
        proposed_at=now(),
        proposed_by="staff Jo",
    )
    PriceReceipt.objects.filter(quote=order.quote).delete()
    PriceReceipt.objects.create(
        code=code, quote=order.quote, order_ref=order.public_id, issued_at=now()
    )
    paper = OrderFile.objects.create(
        order=order,
        type="general_proposal",
        title="Proposal",
        key=f"{order.pk}.pdf",
        sha256="a" * 64,
        size_bytes=1234,
        created_at=now(),
    )
    Milestone.objects.filter(order=order).delete()
    Milestone.objects.create(
        order=order,
        kind="acceptance",
        percent=25,
        amount_cents=100,
        status="due",
        due_at=now(),
        created_at=now(),
    )
    return Proposal.objects.create(
        order=order, quote=order.quote, file=paper, version=1, created_at=now()
    )


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
    Refund.objects.create(
        payment=fee,
        amount_cents=1,
        reason="kindness",
        status="failed",
        charge="ch",
        dedupe_key=code,
        requested_by="staff Jo",
        requested_at=now(),
        due_at=now(),
    )
    Dispute.objects.create(
        provider_ref=f"du_{code}",
        payment=fee,
        charge=f"ch_{code}",
        amount_cents=1,
        reason="fraudulent",
        status="won",
        opened_at=now(),
        closed_at=now(),
        seen_at=now(),
    )
    Message.objects.create(
        kind="photo_link",
        channel="email",
        recipient=order.customer.email,
        text="Please send photos",
        order_ref=order.public_id,
        status="dead",
        dead_at=now(),
        dedupe_key=code,
        created_at=now(),
        due_at=now(),
    )
    providers.files().put(order.files.get().key, b"%PDF-1.7", content_type="application/pdf")
    providers.files().put("shown", b"jpeg", content_type="image/jpeg")
    return order
