"""Leads: one list, with the next contact (OPS-16.4)."""

from dataclasses import asdict
from datetime import date, datetime
from typing import Annotated, Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router, Schema
from pydantic import Field, StrictBool

from standby.accounts.staff_auth import StaffBearer, staff_member, staff_name
from standby.core.errors import Invalid, _
from standby.core.idempotency import IdempotencyKey, idempotent_request
from standby.core.roles import Permission
from standby.core.schema import (
    In,
    IsoDay,
    Line,
    Line100,
    Line200,
    Lines,
    OptionalEmail,
    OptionalPhone,
)
from standby.messaging.models import Message
from standby.messaging.selectors import received_from
from standby.sales.models import Lead
from standby.sales.selectors.leads import LeadRow, all_leads, lead_row
from standby.sales.services.leads import FollowUp, LeadNotFound, follow_up, save_call

router = Router(tags=["staff"])


class ReasonMissing(Invalid):
    code = "lost_reason_missing"
    message = _("Please say why the lead was lost.")


class ContactMissing(Invalid):
    code = "contact_missing"
    message = _("Please enter a phone number or an email address.")


class LeadOut(Schema):
    """`price_cents` is what they were shown. Without `may_contact` nobody may write to them.

    Who asked for a custom quote was told a `reference`, and by when we call: `promised_by`.
    `person` is the name of who contacts them.
    """

    source: Lead.Source
    source_ref: str
    name: str
    phone: str
    email: str
    address: str
    wants: str
    reference: str
    promised_by: datetime | None
    run_ft: int | None
    price_cents: int | None
    may_contact: bool
    requested_at: datetime
    next_contact_on: date | None
    assignee_id: UUID | None
    person: str
    note: str
    outcome: Lead.Outcome
    lost_reason: str
    version: int


class ReceivedOut(Schema):
    """A text or an email that they wrote to us."""

    id: int
    received_at: datetime
    channel: Message.Channel
    subject: str
    text: str


class LeadDetailOut(LeadOut):
    """`received` is what came from their number or address, the newest first."""

    received: list[ReceivedOut]


class LeadsOut(Schema):
    leads: list[LeadOut]


class CallerIn(In):
    """A caller who did not order."""

    name: Line100 = ""
    phone: OptionalPhone = ""
    email: OptionalEmail = ""
    address: Annotated[str, Line(300)] = ""
    wants: Annotated[str, Line(500)] = ""
    may_contact: StrictBool


class FollowUpIn(In):
    """`if_version` is the version shown, 0 for a lead without notes."""

    next_contact_on: IsoDay | None = None
    assignee_id: UUID | None = None
    note: Annotated[str, Lines(2000)] = ""
    outcome: Lead.Outcome = Lead.Outcome.OPEN
    lost_reason: Line200 = ""
    if_version: int = Field(strict=True, ge=0, le=2**31 - 1)


class LeadCreatedOut(Schema):
    source: str
    source_ref: str


@router.get(
    "/staff/leads",
    response=LeadsOut,
    auth=StaffBearer(Permission.PLACE_ORDERS),
    operation_id="list_leads",
)
def get_leads(request: HttpRequest) -> dict[str, list[dict[str, Any]]]:
    """Everybody who may become a customer: those to contact first, then the newest."""
    return {"leads": [asdict(row) for row in all_leads(now=now())]}


@router.post(
    "/staff/leads",
    response={201: LeadCreatedOut},
    auth=StaffBearer(Permission.PLACE_ORDERS),
    operation_id="create_lead",
)
def post_lead(
    request: HttpRequest, payload: CallerIn, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """Keep a caller who did not order. Once per key."""
    if not payload.phone and not payload.email:
        raise ContactMissing(field="phone")
    moment, staff, member = now(), staff_name(request), staff_member(request)
    once = idempotent_request(request, "staff/leads", key=idempotency_key, owner=staff)

    def save() -> str:
        lead = save_call(**payload.model_dump(), assignee=member, now=moment)
        return LeadCreatedOut(source=lead.source, source_ref=lead.source_ref).model_dump_json()

    return once.respond(save, status=201, now=moment)


@router.get(
    "/staff/leads/{source}/{source_ref}",
    response=LeadDetailOut,
    auth=StaffBearer(Permission.PLACE_ORDERS),
    operation_id="get_lead",
)
def get_lead(request: HttpRequest, source: str, source_ref: str) -> dict[str, Any]:
    """One lead with what they wrote to us, to begin its order or its quote with."""
    row = _row(source, source_ref)
    received = received_from(phones=[row.phone], emails=[row.email], order_refs=())
    return {**asdict(row), "received": received}


@router.put(
    "/staff/leads/{source}/{source_ref}",
    response=LeadOut,
    auth=StaffBearer(Permission.PLACE_ORDERS),
    operation_id="follow_up_lead",
)
def put_lead(
    request: HttpRequest, source: str, source_ref: str, payload: FollowUpIn
) -> dict[str, Any]:
    """Note the next contact, or what came of the lead."""
    if payload.outcome == Lead.Outcome.LOST and not payload.lost_reason:
        raise ReasonMissing(field="lost_reason")
    values = payload.model_dump()
    if_version = values.pop("if_version")
    follow_up(source, source_ref, FollowUp(**values), if_version=if_version, now=now())
    return asdict(_row(source, source_ref))


def _row(source: str, source_ref: str) -> LeadRow:
    row = lead_row(source, source_ref, now=now())
    if row is None:
        raise LeadNotFound
    return row
