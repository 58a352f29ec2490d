"""Lookups of an order's documents, and of documents still to be made."""

from datetime import datetime
from uuid import UUID

from django.db.models import Exists, Max, OuterRef, QuerySet

from standby.core.errors import NotFound, _
from standby.documents.models import OrderFile, Proposal
from standby.documents.rules.policy import PAPERS_TRIED_FOR
from standby.orders.models import Order
from standby.pricing.models.quoting import Quote

_MAY_GET_A_PROPOSAL = (Order.Status.RESERVED, Order.Status.SCHEDULED)


class ProposalNotFound(NotFound):
    code = "proposal_not_found"
    message = _("There is no such proposal for this order.")


class DocumentNotFound(NotFound):
    code = "document_not_found"
    message = _("There is no such document of this order.")


def proposal_of(quote: Quote, *, order: Order) -> Proposal | None:
    live = Proposal.objects.filter(order=order, quote=quote)
    return live.exclude(status=Proposal.Status.SUPERSEDED).select_related("file", "quote").first()


def proposal_by_id(proposal_id: UUID, *, order: Order) -> Proposal:
    proposals = Proposal.objects.select_related("file", "quote")
    proposal = proposals.filter(order=order, public_id=proposal_id).first()
    if proposal is None:
        raise ProposalNotFound
    return proposal


def accepted_proposal_of(order: Order) -> Proposal | None:
    accepted = Proposal.objects.filter(order=order, status=Proposal.Status.ACCEPTED)
    return accepted.select_related("file", "quote").first()


def documents_of(order: Order) -> list[OrderFile]:
    return list(OrderFile.objects.filter(order=order).order_by("-created_at", "-pk"))


def document_of(order: Order, *, document_id: UUID) -> OrderFile:
    document = OrderFile.objects.filter(order=order, public_id=document_id).first()
    if document is None:
        raise DocumentNotFound
    return document


def next_version(order: Order, *, file_type: OrderFile.Type) -> int:
    newest = OrderFile.objects.filter(order=order, type=file_type).aggregate(Max("version"))
    return int(newest["version__max"] or 0) + 1


def orders_without_proposal(*, now: datetime) -> list[Order]:
    """Return orders whose price was locked lately and that have no proposal yet, oldest first."""
    # Polled every two seconds, so locked quotes are looked up first: they are few.
    waiting = _orders_locked(since=now - PAPERS_TRIED_FOR, until=now)
    return list(waiting.order_by("quote__locked_at", "pk"))


def proposals_without_certificate(*, now: datetime) -> list[Proposal]:
    accepted = _proposals_accepted(since=now - PAPERS_TRIED_FOR, until=now)
    return list(accepted.select_related("order", "quote", "file").order_by("accepted_at", "pk"))


def documents_waiting_since(*, now: datetime) -> list[datetime]:
    """Return, for each document the worker still tries to make, since when it is missing."""
    return _missing_documents(since=now - PAPERS_TRIED_FOR, until=now)


def documents_given_up(*, now: datetime) -> int:
    """Count documents the worker stopped trying to make, for as long again as it tried."""
    given_up_at = now - PAPERS_TRIED_FOR
    return len(_missing_documents(since=given_up_at - PAPERS_TRIED_FOR, until=given_up_at))


def _missing_documents(*, since: datetime, until: datetime) -> list[datetime]:
    locked = _orders_locked(since=since, until=until).values_list("quote__locked_at", flat=True)
    accepted = _proposals_accepted(since=since, until=until).values_list("accepted_at", flat=True)
    return [at for at in (*locked, *accepted) if at is not None]


def _orders_locked(*, since: datetime, until: datetime) -> QuerySet[Order]:
    proposals = Proposal.objects.filter(quote=OuterRef("pk"))
    locked = Quote.objects.filter(~Exists(proposals), locked_at__gte=since, locked_at__lte=until)
    quotes = list(locked.values_list("pk", flat=True))
    return Order.objects.filter(quote__in=quotes, status__in=_MAY_GET_A_PROPOSAL)


def _proposals_accepted(*, since: datetime, until: datetime) -> QuerySet[Proposal]:
    certificates = OrderFile.objects.filter(order=OuterRef("order"), type=OrderFile.Type.ACCEPTANCE)
    return Proposal.objects.filter(
        ~Exists(certificates),
        status=Proposal.Status.ACCEPTED,
        accepted_at__gte=since,
        accepted_at__lte=until,
    )
