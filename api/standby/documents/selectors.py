"""Lookups of an order's documents and proposals."""

from uuid import UUID

from django.db.models import Max

from standby.core.errors import NotFound, _
from standby.documents.models import OrderFile, Proposal
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


def live_proposal_of(order: Order) -> Proposal:
    proposals = Proposal.objects.filter(order=order).exclude(status=Proposal.Status.SUPERSEDED)
    proposal = proposals.select_related("order__generator", "quote__package").first()
    if proposal is None:
        raise ProposalNotFound
    return proposal


def accepted_proposal_of(order: Order) -> Proposal | None:
    accepted = Proposal.objects.filter(order=order, status=Proposal.Status.ACCEPTED)
    return accepted.select_related("order", "file", "quote").first()


def documents_of(order: Order) -> list[OrderFile]:
    return list(OrderFile.objects.filter(order=order).order_by("-created_at", "-pk"))


def document_of(order: Order, *, document_id: UUID) -> OrderFile:
    document = OrderFile.objects.filter(order=order, public_id=document_id).first()
    if document is None:
        raise DocumentNotFound
    return document


def paid_fee_of(order: Order) -> Payment:
    """Return the fee that reserved the date, once paid, also if it was refunded since.

    Raises DocumentNotFound.
    """
    fees = order.payments.filter(purpose=Payment.Purpose.SCHEDULING_FEE, paid_at__isnull=False)
    fee = fees.select_related("order__customer", "order__order_location").last()
    if fee is None:
        raise DocumentNotFound
    return fee


def next_version(order: Order, *, file_type: OrderFile.Type) -> int:
    newest = OrderFile.objects.filter(order=order, type=file_type).aggregate(Max("version"))
    return int(newest["version__max"] or 0) + 1
