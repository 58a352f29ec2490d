"""Staff create documents; also the endpoint of the internal /test-proposal page (TEST-01)."""

from datetime import timedelta
from typing import Final, Literal
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest
from django.utils.timezone import now
from ninja import Router, Schema, Status
from pydantic import Field

from standby.accounts.services.tokens import StaffSignInNeeded
from standby.accounts.staff_auth import StaffBearer, staff_name
from standby.core.limits import site_url, spend, spend_by_client
from standby.core.policy import RateLimitRule
from standby.core.providers import wiring as core_providers
from standby.core.roles import Permission
from standby.core.schema import In, Line100, Line200, ProblemOut, line, lines
from standby.documents.models import OrderFile, Proposal
from standby.documents.providers import wiring as documents_providers
from standby.documents.services.documents import DocumentContext, make_hoa_packet
from standby.documents.services.proposals import make_proposal
from standby.orders.selectors import orders as bookings

router = Router(tags=["staff"])

REFUSALS = dict.fromkeys((401, 404, 409, 422, 429, 503), ProblemOut)
INTERNAL_PAGE = "internal page"
PROPOSALS_PER_CLIENT: Final = RateLimitRule(
    name="proposals_client", limit=10, window=timedelta(hours=1)
)


class ManualProposalIn(In):
    orderId: line(100)  # type: ignore[valid-type]  # noqa: N815 - name of the specification
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
    association_name: line(100, min_length=2)  # type: ignore[valid-type]
    association_address: Line200 = ""
    contact: Line100 = ""
    notes: lines(1000) = ""  # type: ignore[valid-type]


@router.post(
    "/manual-generate-proposal",
    response={200: ManualProposalOut, **dict.fromkeys((404, 409, 422, 429, 503), ProblemOut)},
    operation_id="manual_generate_proposal",
)
def post_manual_proposal(request: HttpRequest, payload: ManualProposalIn) -> ManualProposalOut:
    """The proposal of an order, created unless its price already has one. For staff only."""
    actor = _authorize(request)
    if actor == INTERNAL_PAGE:
        spend_by_client(request, PROPOSALS_PER_CLIENT)
    else:
        spend(rule=PROPOSALS_PER_CLIENT, subject=actor)
    order = bookings.get_order(payload.orderId)
    proposal = make_proposal(order, documents=_document_context(request), actor=actor, now=now())
    return ManualProposalOut(success=True, fileId=proposal.file.public_id)


@router.post(
    "/staff/orders/{order_id}/proposals",
    response={201: DocumentCreatedOut, **REFUSALS},
    auth=StaffBearer(Permission.MAKE_PAPERS),
    operation_id="make_proposal",
)
def post_proposal(request: HttpRequest, order_id: str) -> Status[OrderFile]:
    """The proposal for the locked price, created if there is none."""
    staff = staff_name(request)
    spend(rule=PROPOSALS_PER_CLIENT, subject=staff)
    order = bookings.get_order(order_id)
    proposal: Proposal = make_proposal(
        order, documents=_document_context(request), actor=staff, now=now()
    )
    return Status(201, proposal.file)


@router.post(
    "/staff/orders/{order_id}/hoa-packets",
    response={201: DocumentCreatedOut, **REFUSALS},
    auth=StaffBearer(Permission.MAKE_PAPERS),
    operation_id="make_hoa_packet",
)
def post_hoa_packet(
    request: HttpRequest, order_id: str, payload: AssociationIn
) -> Status[OrderFile]:
    """The HOA packet in one file: letter, site sketch and the generator's specifications."""
    staff = staff_name(request)
    spend(rule=PROPOSALS_PER_CLIENT, subject=staff)
    packet = make_hoa_packet(
        bookings.get_order(order_id),
        association={
            "name": payload.association_name,
            "address": payload.association_address,
            "contact": payload.contact,
            "notes": payload.notes,
        },
        documents=_document_context(request),
        actor=staff,
        now=now(),
    )
    return Status(201, packet)


def _authorize(request: HttpRequest) -> str:
    # Open to anybody on a developer's machine, and to staff where the operator allows it. Others
    # get a 404, as if the endpoint did not exist; staff whose role lacks the permission get a 403.
    visibility = settings.ENVIRONMENT.internal_pages
    if visibility == "on":
        return INTERNAL_PAGE
    if visibility == "off":
        raise Http404
    try:
        request.auth = StaffBearer(Permission.MAKE_PAPERS)(request)  # type: ignore[attr-defined]
    except StaffSignInNeeded as error:
        raise Http404 from error
    return staff_name(request)


def _document_context(request: HttpRequest) -> DocumentContext:
    return DocumentContext(
        renderer=documents_providers.document_renderer(),
        files=core_providers.files(),
        site_url=site_url(request),
    )
