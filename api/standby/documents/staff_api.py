"""Staff create documents; also the endpoint of the internal /test-proposal page (TEST-01)."""

from datetime import timedelta
from typing import Annotated, Final, Literal
from urllib.parse import unquote
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Header, Query, Router, Schema, Status
from pydantic import BeforeValidator, Field

from standby.accounts.services.tokens import StaffSignInNeeded
from standby.accounts.staff_auth import StaffBearer, by_staff, staff_name
from standby.core.access import needs
from standby.core.limits import spend, spend_by_client
from standby.core.policy import RateLimitRule
from standby.core.providers import wiring as core_providers
from standby.core.roles import Permission
from standby.core.schema import In, Line, Line100, Line200, Lines
from standby.documents import selectors
from standby.documents.api import document_context, document_response
from standby.documents.models import OrderFile, Proposal
from standby.documents.services.documents import make_hoa_packet
from standby.documents.services.order_files import (
    FILES_PER_MEMBER,
    add_order_file,
    remove_order_file,
)
from standby.documents.services.proposals import make_proposal
from standby.orders.selectors import orders

router = Router(tags=["staff"])

AddedKind = Literal[
    "permit",
    "hoa_approval",
    "inspection_report",
    "gas_letter",
    "equipment_paper",
    "warranty",
    "photo_before",
    "photo_after",
    "signature",
    "other",
]
FileNote = Annotated[Line200, BeforeValidator(unquote)]

INTERNAL_PAGE = "internal page"
PROPOSALS_PER_CLIENT: Final = RateLimitRule(
    name="proposals_client", limit=10, window=timedelta(hours=1)
)


class ManualProposalIn(In):
    orderId: Annotated[str, Line(100)]  # noqa: N815 - name of the specification
    fileType: Literal["general_proposal"]  # noqa: N815


class ManualProposalOut(Schema):
    success: Literal[True]
    fileId: UUID  # noqa: N815


class DocumentCreatedOut(Schema):
    id: UUID = Field(validation_alias="public_id")
    type: OrderFile.Type
    title: str
    version: int
    size_bytes: int
    sha256: str


class AssociationIn(In):
    association_name: Annotated[str, Line(100, min_length=2)]
    association_address: Line200 = ""
    contact: Line100 = ""
    notes: Annotated[str, Lines(1000)] = ""


@router.post(
    "/manual-generate-proposal",
    response=ManualProposalOut,
    openapi_extra=needs([{"StaffBearer": []}]),
    operation_id="manual_generate_proposal",
)
def post_manual_proposal(request: HttpRequest, payload: ManualProposalIn) -> ManualProposalOut:
    """The proposal of an order, created unless its price already has one. For staff only."""
    actor = _authorize(request)
    if actor == INTERNAL_PAGE:
        spend_by_client(request, PROPOSALS_PER_CLIENT)
    else:
        spend(rule=PROPOSALS_PER_CLIENT, subject=actor)
    order = orders.get_order(payload.orderId)
    proposal = make_proposal(order, documents=document_context(request), actor=actor, now=now())
    return ManualProposalOut(success=True, fileId=proposal.file.public_id)


@router.post(
    "/staff/orders/{order_id}/proposals",
    response={201: DocumentCreatedOut},
    auth=StaffBearer(Permission.MAKE_DOCUMENTS),
    operation_id="make_proposal",
)
def post_proposal(request: HttpRequest, order_id: str) -> Status[OrderFile]:
    """The proposal for the locked price, created if there is none."""
    staff = staff_name(request)
    spend(rule=PROPOSALS_PER_CLIENT, subject=staff)
    order = orders.get_order(order_id)
    proposal: Proposal = make_proposal(
        order, documents=document_context(request), actor=staff, now=now()
    )
    return Status(201, proposal.file)


@router.post(
    "/staff/orders/{order_id}/hoa-packets",
    response={201: DocumentCreatedOut},
    auth=StaffBearer(Permission.MAKE_DOCUMENTS),
    operation_id="make_hoa_packet",
)
def post_hoa_packet(
    request: HttpRequest, order_id: str, payload: AssociationIn
) -> Status[OrderFile]:
    """The HOA packet in one file: letter, site sketch and the generator's specifications."""
    staff = staff_name(request)
    spend(rule=PROPOSALS_PER_CLIENT, subject=staff)
    packet = make_hoa_packet(
        orders.get_order(order_id),
        association={
            "name": payload.association_name,
            "address": payload.association_address,
            "contact": payload.contact,
            "notes": payload.notes,
        },
        documents=document_context(request),
        actor=staff,
        now=now(),
    )
    return Status(201, packet)


@router.post(
    "/staff/orders/{order_id}/files",
    response={201: DocumentCreatedOut},
    auth=StaffBearer(Permission.MAKE_DOCUMENTS),
    operation_id="add_order_file",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/octet-stream": {"schema": {"type": "string", "format": "binary"}}
            },
        }
    },
)
def post_file(
    request: HttpRequest,
    order_id: str,
    kind: Annotated[AddedKind, Query()],
    note: Annotated[FileNote, Header(alias="File-Note")],
) -> Status[OrderFile]:
    """Add a PDF or a picture, as raw bytes. The same file again is the one that is there.

    The note is percent-encoded. It is no part of the address, which logs keep.
    """
    staff = staff_name(request)
    spend(rule=FILES_PER_MEMBER, subject=staff)
    added = add_order_file(
        orders.get_order(order_id),
        kind=OrderFile.Type(kind),
        content=request.read(),
        note=note,
        files=core_providers.files(),
        actor=staff,
        now=now(),
    )
    return Status(201, added)


@router.get(
    "/staff/orders/{order_id}/files/{file_id}",
    response={200: None},
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="get_staff_file",
)
def get_staff_file(request: HttpRequest, order_id: str, file_id: UUID) -> HttpResponse:
    """One file of the order, as an attachment."""
    return document_response(selectors.file_of(orders.get_order(order_id), file_id=file_id))


@router.delete(
    "/staff/orders/{order_id}/files/{file_id}",
    response={204: None},
    auth=StaffBearer(Permission.MAKE_DOCUMENTS),
    operation_id="remove_order_file",
)
def delete_file(request: HttpRequest, order_id: str, file_id: UUID) -> Status[None]:
    """Remove a file that staff added. Documents that we made stay."""
    remove_order_file(orders.get_order(order_id), file_id=file_id, **by_staff(request))
    return Status(204, None)


def _authorize(request: HttpRequest) -> str:
    # Open to anybody on a developer's machine, and to staff where the operator allows it. Others
    # get a 404, as if the endpoint did not exist; staff whose role lacks the permission get a 403.
    visibility = settings.ENVIRONMENT.internal_pages
    if visibility == "on":
        return INTERNAL_PAGE
    if visibility == "off":
        raise Http404
    try:
        StaffBearer(Permission.MAKE_DOCUMENTS)(request)
    except StaffSignInNeeded as error:
        raise Http404 from error
    return staff_name(request)
