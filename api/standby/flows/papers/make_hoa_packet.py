"""Application packet for a homeowners association: letter, site sketch and generator spec."""

from datetime import datetime
from typing import Final

from standby.apps.booking import queries as bookings
from standby.apps.booking.models import Order
from standby.apps.booking.services.order_log import log_change
from standby.apps.proposals import queries
from standby.apps.proposals import services as proposals
from standby.apps.proposals.models import OrderFile
from standby.domain.errors import Conflict, _
from standby.domain.machines import LEAST_KW_OF_THE_STATUTE
from standby.flows.papers.paper_facts import HomeownersAssociation, hoa_facts, kw_of
from standby.flows.papers.print_paper import DocumentContext, delete_best_effort, render_document
from standby.flows.writing import write_transaction
from standby.providers.pdf import Document, Template

_TYPE: Final = OrderFile.Type.HOA_PACKET


class OutsideTheStatute(Conflict):
    code = "generator_outside_statute"
    message = _(
        "The statute protects generators of 7 kW and more: please write to this association."
    )


class PacketOvertaken(Conflict):
    code = "packet_overtaken"
    message = _("Another packet was made at the same moment. Please look at the documents again.")


def make_hoa_packet(
    order: Order,
    *,
    association: HomeownersAssociation,
    documents: DocumentContext,
    actor: str,
    now: datetime,
) -> OrderFile:
    """Render and store a new version of the packet.

    Raises OutsideTheStatute, PacketOvertaken, PressFailed and FilesDown.
    """
    if kw_of(order) < LEAST_KW_OF_THE_STATUTE:
        raise OutsideTheStatute
    version = queries.next_version(order, file_type=_TYPE)
    facts = hoa_facts(order, association=association, site_url=documents.site_url, now=now)
    document = render_document(
        order,
        document=Document(template=Template.HOA_PACKET, facts=facts, made_at=now),
        title=f"Application to {association.name}"[:100],
        version=version,
        documents=documents,
    )
    with write_transaction():
        bookings.lock_order(order.pk)
        if queries.next_version(order, file_type=_TYPE) == version:
            log_change(
                order,
                subject="document",
                change=("", _TYPE),
                actor=actor,
                now=now,
                note=document.title,
            )
            return proposals.store_document(order, stored=document, now=now)
    delete_best_effort(document, files=documents.files)
    raise PacketOvertaken
