"""Application packet for a homeowners association: letter, site sketch and generator spec."""

from datetime import datetime
from typing import Final

from django.db import transaction

from standby.core.errors import Conflict, _
from standby.documents import selectors as queries
from standby.documents.models import OrderFile
from standby.documents.providers.pdf import Document, Template
from standby.documents.services import proposals
from standby.documents.services.document_data import HomeownersAssociation, hoa_facts, kw_of
from standby.documents.services.render_document import (
    DocumentContext,
    delete_best_effort,
    render_document,
)
from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.orders.services.order_log import log_change
from standby.pricing.rules.generator_specs import LEAST_KW_OF_THE_STATUTE

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
    with transaction.atomic(durable=True):
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
