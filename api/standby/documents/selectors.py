"""Lookups of an order's documents and proposals."""

from uuid import UUID

from django.db.models import Max, QuerySet

from standby.core.errors import NotFound, _
from standby.documents.models import BillingDocument, OrderFile, Proposal
from standby.orders.models import Order
from standby.payments.models import Payment
from standby.pricing.models.quoting import Quote


class ProposalNotFound(NotFound):
    code = "proposal_not_found"
    message = _("There is no such proposal for this order.")


class DocumentNotFound(NotFound):
    code = "document_not_found"
    message = _("There is no such document for this order.")


def proposal_of(quote: Quote, *, order: Order) -> Proposal | None:
    live = Proposal.objects.filter(order=order, quote=quote)
    return live.exclude(status=Proposal.Status.SUPERSEDED).select_related("file", "quote").first()


def proposal_by_id(proposal_id: UUID, *, order: Order) -> Proposal:
    proposals = Proposal.objects.select_related("file", "quote")
    proposal = proposals.filter(order=order, public_id=proposal_id).first()
    if proposal is None:
        raise ProposalNotFound
    return proposal


def proposal_to_sign(order: Order) -> Proposal | None:
    """Return the proposal of the order's price that waits for the homeowner's yes."""
    ready = Proposal.objects.filter(order=order, quote=order.quote, status=Proposal.Status.READY)
    return ready.select_related("order__quote", "order__customer", "quote").first()


def live_proposal_of(order: Order) -> Proposal:
    proposals = Proposal.objects.filter(order=order).exclude(status=Proposal.Status.SUPERSEDED)
    proposal = proposals.first()
    if proposal is None:
        raise ProposalNotFound
    return proposal


def accepted_proposal_of(order: Order) -> Proposal | None:
    accepted = Proposal.objects.filter(order=order, status=Proposal.Status.ACCEPTED)
    return accepted.select_related("order", "file", "quote").first()


def files_of(order: Order) -> list[OrderFile]:
    """Return the documents and added files of an order for staff, newest first."""
    return list(_present_files(order).order_by("-created_at", "-pk"))


def documents_of(order: Order) -> list[OrderFile]:
    """Return those that the homeowner sees, newest first."""
    return [file for file in files_of(order) if file.type not in OrderFile.STAFF_ONLY]


def file_of(order: Order, *, file_id: UUID) -> OrderFile:
    return _only(_present_files(order).filter(public_id=file_id))


def document_of(order: Order, *, document_id: UUID) -> OrderFile:
    shown = _present_files(order).exclude(type__in=OrderFile.STAFF_ONLY)
    return _only(shown.filter(public_id=document_id))


def _present_files(order: Order) -> QuerySet[OrderFile]:
    present = OrderFile.objects.filter(order=order, removed_at=None)
    return present.select_related("billing_document")


def _only(files: QuerySet[OrderFile]) -> OrderFile:
    file = files.first()
    if file is None:
        raise DocumentNotFound
    return file


def is_fee_paid(order: Order) -> bool:
    """Whether the fee that reserved the date was paid, also if it was refunded since."""
    fees = order.payments.filter(purpose=Payment.Purpose.SCHEDULING_FEE)
    return fees.filter(paid_at__isnull=False).exists()


def fee_receipt_of(order: Order) -> OrderFile:
    """Return the newest receipt of the fee that reserved the date. Raises DocumentNotFound."""
    receipts = _present_files(order).filter(
        billing_document__kind=BillingDocument.Kind.RECEIPT,
        billing_document__payment__purpose=Payment.Purpose.SCHEDULING_FEE,
    )
    return _only(receipts.order_by("-pk"))


def next_version(order: Order, *, file_type: OrderFile.Type) -> int:
    newest = OrderFile.objects.filter(order=order, type=file_type).aggregate(Max("version"))
    return int(newest["version__max"] or 0) + 1
