"""The homeowner decides on a change order or a proposal, and downloads documents."""

from collections.abc import Container, Mapping
from datetime import date, datetime, timedelta
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router, Schema
from pydantic import AfterValidator, Field, StringConstraints

from standby.company.selectors import company
from standby.core.limits import site_url, spend, spend_by_client
from standby.core.policy import ANSWERS_PER_ORDER, MARKET_ZONE, RateLimitRule
from standby.core.providers import wiring as core_providers
from standby.core.schema import Address, In, Line, Name, Yes
from standby.core.words import in_english, say
from standby.documents import selectors
from standby.documents.models import OrderFile, Proposal
from standby.documents.providers import wiring as documents_providers
from standby.documents.providers.pdf import Template
from standby.documents.services.billing import issue_documents, print_documents
from standby.documents.services.documents import DocumentContext
from standby.documents.services.gas_request import (
    APPLIANCES,
    GAS_USE,
    METERS,
    gas_request_facts,
)
from standby.orders.api.booking_access import BookingAccess, own_booking
from standby.orders.api.orders import origin_of
from standby.orders.models import ChangeOrder
from standby.orders.rules.cancelling import last_day_to_cancel
from standby.orders.services.changes import (
    Cause,
    IfDeclined,
    cause_of,
    if_declined,
    is_refundable,
)
from standby.workflows.accept_proposal import accept_proposal
from standby.workflows.decide_change_order import decide_change_order

router = Router(tags=["my booking"], auth=BookingAccess())
gas_router = Router(tags=["gas check"])


GAS_REQUESTS_PER_CLIENT: Final = RateLimitRule(
    name="gas_requests_client", limit=20, window=timedelta(hours=1)
)


Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class ChangeAnswerIn(In):
    decision: Literal["approve", "decline"]


class ChangeDecisionOut(Schema):
    status: ChangeOrder.Status
    is_refundable: bool
    if_declined: IfDeclined
    cause: Cause


class ClauseItemOut(Schema):
    name: str
    text: str


class ClauseTextOut(Schema):
    """A paragraph; `strong` is one that the law wants in bold."""

    kind: Literal["text", "strong"]
    text: str


class ClauseItemsOut(Schema):
    kind: Literal["items"]
    items: list[ClauseItemOut]


class ClauseRowOut(Schema):
    name: str
    cents: int


class ClauseTableOut(Schema):
    """Names and amounts; the last row is the sum of those above."""

    kind: Literal["table"]
    head: list[str]
    rows: list[ClauseRowOut]


class ClauseOut(Schema):
    id: str
    heading: str
    blocks: list[ClauseTextOut | ClauseItemsOut | ClauseTableOut]


class ProposalContentsOut(Schema):
    """What the PDF says, clause by clause, with the fingerprint by which it is accepted."""

    id: UUID = Field(validation_alias="public_id")
    version: int
    clauses: list[ClauseOut]
    clauses_sha256: str

    @staticmethod
    def resolve_clauses(proposal: Proposal) -> Any:
        return proposal.clauses or []


class AcceptanceIn(In):
    """`sha256` is of the file and `clauses_sha256` of the clauses that were shown; others are
    rejected.
    """

    proposal_id: UUID
    sha256: Sha256
    clauses_sha256: Sha256
    typed_name: Annotated[str, Line(100, min_length=2)]
    agrees: Yes


class AcceptedOut(Schema):
    accepted_at: datetime
    cancel_until: date


class FileWithUrl(Schema):
    """Base of the homeowner's files: where each is downloaded."""

    @staticmethod
    def resolve_url(file: OrderFile) -> str:
        return f"/api/my-booking/documents/{file.public_id}"


class DocumentOut(FileWithUrl):
    id: UUID = Field(validation_alias="public_id")
    type: OrderFile.Type
    title: str
    size_bytes: int
    created_at: datetime
    is_void: bool
    url: str


def _one_of(known: Container[str]) -> AfterValidator:
    def require_known(value: str) -> str:
        if value not in known:
            raise ValueError(say("is not on the list of the gas check"))
        return value

    return AfterValidator(require_known)


BtuPerHour = Annotated[int, Field(strict=True, ge=0, le=2_000_000)]


class GasApplianceIn(In):
    id: Annotated[str, _one_of(APPLIANCES)]
    btu_h: BtuPerHour


class GasRequestIn(In):
    """`model_number` is null for a generator that is not ours: then `generator_btu_h` counts.
    `meter` is null when it is not known.
    """

    name: Name
    address: Address
    meter: Annotated[str, _one_of(METERS)] | None = None
    model_number: Annotated[str, _one_of(GAS_USE)] | None = None
    generator_btu_h: BtuPerHour = 0
    appliances: Annotated[list[GasApplianceIn], Field(max_length=20)]


@gas_router.post(
    "/gas-requests",
    response={200: None},
    operation_id="make_gas_request",
)
def post_gas_request(request: HttpRequest, payload: GasRequestIn) -> HttpResponse:
    """A PDF for the gas company: the home's load, the generator's, a drawing to fill in.

    It is in English, for whoever reads it there.
    """
    spend_by_client(request, GAS_REQUESTS_PER_CLIENT)
    moment = now()
    with in_english():
        facts = gas_request_facts(
            **payload.model_dump(exclude={"appliances"}),
            appliances=[(each.id, each.btu_h) for each in payload.appliances],
            now=moment,
        )
    content = documents_providers.document_renderer().render(
        Template.GAS_REQUEST, facts, made_at=moment
    )
    return pdf_response(content, "gas-request.pdf")


@router.post(
    "/my-booking/change-orders/{change_id}",
    response=ChangeDecisionOut,
    operation_id="answer_change_order",
)
def post_change_answer(
    request: HttpRequest, change_id: UUID, payload: ChangeAnswerIn
) -> ChangeDecisionOut:
    """Approve or decline a change order; approving locks its price. The first answer counts."""
    order = own_booking(request)
    spend(rule=ANSWERS_PER_ORDER, subject=str(order.public_id))
    change = decide_change_order(
        order,
        change_id=change_id,
        answer=payload.decision,
        signer=core_providers.signer(),
        now=now(),
    )
    return ChangeDecisionOut(
        status=ChangeOrder.Status(change.status),
        is_refundable=is_refundable(change),
        if_declined=if_declined(change),
        cause=cause_of(change.from_quote, change.to_quote),
    )


@router.get(
    "/my-booking/proposal",
    response=ProposalContentsOut,
    operation_id="get_proposal_contents",
)
def get_proposal_contents(request: HttpRequest) -> Proposal:
    """What the proposal says, to read it on the page and to sign it."""
    return selectors.live_proposal_of(own_booking(request))


@router.post(
    "/my-booking/proposal/accept",
    response=AcceptedOut,
    operation_id="accept_proposal",
)
def post_acceptance(request: HttpRequest, payload: AcceptanceIn) -> AcceptedOut:
    """Accept the proposal by typing a name. A repeat returns the same acceptance."""
    order = own_booking(request)
    spend(rule=ANSWERS_PER_ORDER, subject=str(order.public_id))
    origin = origin_of(request)
    proposal = accept_proposal(
        order,
        proposal_id=payload.proposal_id,
        sha256=payload.sha256,
        clauses_sha256=payload.clauses_sha256,
        typed_name=payload.typed_name,
        origin=origin.client if origin else "",
        now=now(),
    )
    accepted_at = proposal.accepted_at or proposal.created_at
    return AcceptedOut(
        accepted_at=accepted_at,
        cancel_until=last_day_to_cancel(accepted_at.astimezone(MARKET_ZONE).date()),
    )


@router.get(
    "/my-booking/documents",
    response=list[DocumentOut],
    operation_id="get_documents",
)
def get_documents(request: HttpRequest) -> list[OrderFile]:
    """The order's documents, newest first."""
    return selectors.documents_of(own_booking(request))


@router.get(
    "/my-booking/documents/{document_id}",
    response={200: None},
    operation_id="get_document",
)
def get_document(request: HttpRequest, document_id: UUID) -> HttpResponse:
    """Download one document."""
    return document_response(selectors.document_of(own_booking(request), document_id=document_id))


def document_response(document: OrderFile) -> HttpResponse:
    content = core_providers.files().read(document.key)
    return _attachment(content, document.file_name, content_type=document.content_type)


@router.get(
    "/my-booking/fee-receipt",
    response={200: None},
    operation_id="get_fee_receipt",
)
def get_fee_receipt(request: HttpRequest) -> HttpResponse:
    """The receipt for the fee that reserved the date, as a PDF."""
    order = own_booking(request)
    spend(rule=ANSWERS_PER_ORDER, subject=str(order.public_id))
    # The page that thanks for the payment links to it: the worker may not have made it yet.
    if selectors.is_fee_paid(order):
        documents = document_context(request)
        issue_documents(order, site_url=documents.site_url, now=now())
        print_documents(order, documents=documents)
    return document_response(selectors.fee_receipt_of(order))


def document_context(request: HttpRequest) -> DocumentContext:
    return DocumentContext(
        renderer=documents_providers.document_renderer(),
        files=core_providers.files(),
        site_url=site_url(request),
    )


def render_quote(facts: Mapping[str, object], *, made_at: datetime) -> HttpResponse:
    """Return a custom quote as a PDF; its name says which quote and version it is."""
    content = documents_providers.document_renderer().render(Template.QUOTE, facts, made_at=made_at)
    return pdf_response(content, f"quote-{facts['number']}-{facts['version']}.pdf".lower())


def pdf_response(content: bytes, name: str) -> HttpResponse:
    return _attachment(content, name, content_type="application/pdf")


def _attachment(content: bytes, name: str, *, content_type: str) -> HttpResponse:
    # Whatever a file contains, it is saved and no script in it runs.
    response = HttpResponse(content, content_type=content_type)
    file_name = company().file_name(name)
    response["Content-Disposition"] = f'attachment; filename="{file_name}"'
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cache-Control"] = "private, no-store"
    return response
