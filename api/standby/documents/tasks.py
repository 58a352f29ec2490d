"""Render pending documents: proposals of locked prices, certificates of acceptance."""

import logging
from datetime import datetime

from standby.core.errors import Conflict
from standby.core.providers.files import FilesDown
from standby.documents import selectors as queries
from standby.documents.providers.pdf import RenderFailed
from standby.documents.services.make_proposal import make_proposal
from standby.documents.services.render_document import DocumentContext
from standby.orders.services.order_log import CLOCK
from standby.workflows.accept_proposal import file_certificate

log = logging.getLogger(__name__)


def render_pending_documents(*, documents: DocumentContext, now: datetime) -> int:
    """Render all pending documents and return how many were made.

    One that fails is tried again in the next round and blocks no other.
    """
    count = 0
    for order in queries.orders_without_proposal(now=now):
        try:
            make_proposal(order, documents=documents, actor=CLOCK, now=now)
            count += 1
        except (RenderFailed, FilesDown, Conflict) as error:
            log.error("no proposal for order %s: %s", order.public_id, type(error).__name__)
    for proposal in queries.proposals_without_certificate(now=now):
        try:
            file_certificate(proposal, documents=documents, now=now)
            count += 1
        except (RenderFailed, FilesDown) as error:
            log.error("no certificate for %s: %s", proposal.public_id, type(error).__name__)
    return count
