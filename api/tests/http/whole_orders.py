"""Orders with everything that can hang on one."""

from datetime import UTC, datetime

from booking_client import a_body, post_order
from django.test import Client

from standby.apps.booking.models import Appointment, ChangeOrder, Order
from standby.apps.booking.services import appointments as booking
from standby.apps.booking.services import orders as ordering
from standby.apps.payments.models import Milestone
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
