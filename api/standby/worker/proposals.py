"""Render pending documents: proposals of locked prices, certificates of acceptance."""

import logging
from datetime import datetime

from standby.apps.booking.services.order_log import CLOCK
from standby.apps.proposals import queries
from standby.domain.errors import Conflict
from standby.flows.papers.accept_proposal import file_certificate
from standby.flows.papers.make_proposal import make_proposal
from standby.flows.papers.print_paper import DocumentContext
from standby.providers.files import FilesDown
from standby.providers.pdf import RenderFailed

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
