"""Make the documents that are due: proposals, certificates of acceptance, invoices, receipts."""

from contextlib import suppress
from datetime import datetime
from typing import Final

from standby.core.jobs import JobHandler, Postpone
from standby.core.models import Job
from standby.documents.models import OrderFile
from standby.documents.selectors import accepted_proposal_of, proposal_to_sign
from standby.documents.services.billing import issue_documents, print_documents
from standby.documents.services.documents import (
    DOCUMENTS_TRIED_FOR,
    DocumentContext,
    enqueue_document,
    make_certificate,
)
from standby.documents.services.proposals import is_outdated, make_proposal
from standby.orders.models import Order
from standby.orders.selectors.orders import CustomerErased
from standby.orders.services.order_log import CLOCK
from standby.workflows.completion_packet import make_packet

# A homeowner waits for it, and a try is cheap.
_LONGEST_PAUSE_S: Final = 60
_MAY_GET_A_PROPOSAL: Final = (Order.Status.RESERVED, Order.Status.SCHEDULED)


def document_handler(*, documents: DocumentContext) -> JobHandler:
    def run(job: Job, now: datetime) -> None:
        file_type, _, order_id = job.key.partition(":")
        order = Order.objects.select_related("quote").filter(public_id=order_id).first()
        if order is None:
            return
        # What is made of a customer who is erased meanwhile is thrown away.
        with suppress(CustomerErased):
            _make(order, file_type, documents=documents, now=now)

    return JobHandler(
        kind=Job.Kind.DOCUMENT,
        run=run,
        tried_for=DOCUMENTS_TRIED_FOR,
        longest_pause_s=_LONGEST_PAUSE_S,
    )


def _make(order: Order, file_type: str, *, documents: DocumentContext, now: datetime) -> None:
    if file_type == OrderFile.Type.COMPLETION_PACKET:
        make_packet(order, documents=documents, now=now)
    elif file_type == OrderFile.Type.ACCEPTANCE:
        proposal = accepted_proposal_of(order)
        if proposal is not None:
            make_certificate(proposal, documents=documents, now=now)
    # Neither an order that was cancelled meanwhile nor one with a new price to agree to.
    elif order.status in _MAY_GET_A_PROPOSAL and order.quote.locked_at is not None:
        make_proposal(order, documents=documents, actor=CLOCK, now=now)


def invoice_handler(*, documents: DocumentContext) -> JobHandler:
    """Return the handler that issues and prints the invoices and receipts of an order."""

    def run(job: Job, now: datetime) -> None:
        order = Order.objects.select_related("quote").filter(public_id=job.key).first()
        if order is None:
            return
        # What was just posted may be a refund of the fee that the proposal credits.
        proposal = proposal_to_sign(order)
        if proposal is not None and is_outdated(proposal, now=now):
            enqueue_document(order, OrderFile.Type.GENERAL_PROPOSAL, now=now)
        bills_at = issue_documents(order, site_url=documents.site_url, now=now)
        has_new = False
        with suppress(CustomerErased):
            has_new = print_documents(order, documents=documents) > 0
        if has_new and order.powered_on_at is not None:
            enqueue_document(order, OrderFile.Type.COMPLETION_PACKET, now=now)  # lists the receipts
        if bills_at is not None:
            raise Postpone(bills_at)

    return JobHandler(
        kind=Job.Kind.INVOICE,
        run=run,
        tried_for=DOCUMENTS_TRIED_FOR,
        longest_pause_s=_LONGEST_PAUSE_S,
    )
