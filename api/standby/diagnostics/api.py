"""Book a diagnostic visit: the times on offer, hold one, pay for it, see it, cancel it."""

from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID

import orjson
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router, Schema, Status

from standby.core.idempotency import IdempotencyKey, idempotent_request
from standby.core.limits import site_url, spend, spend_by_client
from standby.core.schema import Address, Email, In, IsoDay, Line20, Name, Phone
from standby.core.words import active_language
from standby.diagnostics import selectors
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.rules import (
    DIAGNOSTICS_PER_CLIENT,
    PAGES_PER_DIAGNOSTIC,
    RECEIPTS_PER_DIAGNOSTIC,
    can_be_cancelled,
)
from standby.diagnostics.services import diagnostics
from standby.documents.api import pdf_response
from standby.documents.providers import wiring as documents_providers
from standby.documents.providers.pdf import Template
from standby.messaging.rules import Outcome
from standby.orders.rules.scheduling import TimeWindow
from standby.payments.providers import wiring as payments_providers
from standby.payments.rules import DIAGNOSTIC_FEE_CENTS
from standby.pricing.selectors.catalog import covered_zip_at

router = Router(tags=["diagnostic"])
ENDPOINT = "diagnostics"


class DiagnosticDayOut(Schema):
    date: date
    windows: list[TimeWindow]


class DiagnosticDaysOut(Schema):
    fee_cents: int
    days: list[DiagnosticDayOut]


class DiagnosticIn(In):
    name: Name
    email: Email
    phone: Phone
    address: Address
    zip_code: Line20 | None = None
    day: IsoDay
    time_window: TimeWindow


class DiagnosticHeldOut(Schema):
    id: UUID
    hold_expires_at: datetime


class DiagnosticPageOut(Schema):
    url: str


class DiagnosticOut(Schema):
    """`mail`: what became of the email with the receipt; null before there is one."""

    status: Literal["held", "booked", "expired", "cancelled"]
    day: date
    time_window: TimeWindow
    start_at: datetime
    end_at: datetime
    address: str
    fee_cents: int
    hold_expires_at: datetime
    paid_at: datetime | None
    has_receipt: bool
    can_cancel: bool
    mail: Outcome | None


@router.get(
    "/diagnostics/days", response={200: DiagnosticDaysOut}, operation_id="get_diagnostic_days"
)
def get_diagnostic_days(request: HttpRequest) -> dict[str, Any]:
    """The days on offer with the arrival windows that have a place left."""
    days = selectors.open_windows(now=now())
    return {
        "fee_cents": DIAGNOSTIC_FEE_CENTS,
        "days": [{"date": day, "windows": windows} for day, windows in days.items()],
    }


@router.post("/diagnostics", response={201: DiagnosticHeldOut}, operation_id="hold_diagnostic")
def post_diagnostic(
    request: HttpRequest, payload: DiagnosticIn, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """Hold a time for a diagnostic. Repeating the same key and body returns the same response."""
    once = idempotent_request(request, ENDPOINT, key=idempotency_key, owner="visitor")
    if (response := once.replayed_response(status=201)) is not None:
        return response
    spend_by_client(request, DIAGNOSTICS_PER_CLIENT)
    zip_code, _city = covered_zip_at(
        payload.address, claimed=payload.zip_code or "", field="address"
    )
    fields = payload.model_dump(exclude={"zip_code"})
    booking, moment = (
        diagnostics.DiagnosticRequest(**fields, zip_code=zip_code, language=active_language()),
        now(),
    )

    def hold() -> str:
        held = diagnostics.hold_diagnostic(booking, now=moment)
        out = {"id": held.public_id, "hold_expires_at": held.hold_expires_at}
        return orjson.dumps(out, option=orjson.OPT_UTC_Z).decode()

    return once.respond(hold, status=201, now=moment)


@router.get(
    "/diagnostics/{diagnostic_id}",
    response=DiagnosticOut,
    operation_id="get_diagnostic",
)
def get_diagnostic(request: HttpRequest, diagnostic_id: UUID) -> dict[str, Any]:
    """One diagnostic, for whoever has its link."""
    return _to_out(selectors.diagnostic_by_id(diagnostic_id))


@router.get(
    "/diagnostics/{diagnostic_id}/receipt",
    response={200: None},
    operation_id="get_diagnostic_receipt",
)
def get_diagnostic_receipt(request: HttpRequest, diagnostic_id: UUID) -> HttpResponse:
    """The numbered receipt of the fee as a PDF, for whoever has the diagnostic's link."""
    diagnostic = selectors.diagnostic_by_id(diagnostic_id)
    spend(rule=RECEIPTS_PER_DIAGNOSTIC, subject=str(diagnostic_id))
    contents, paid_at = diagnostic.receipt_contents, diagnostic.paid_at
    if not contents or paid_at is None:
        raise selectors.DiagnosticReceiptNotFound
    renderer = documents_providers.document_renderer()
    content = renderer.render(Template.BILLING, contents, made_at=paid_at)
    return pdf_response(content, f"receipt-{contents['number']}.pdf".lower())


@router.post(
    "/diagnostics/{diagnostic_id}/checkout",
    response={201: DiagnosticPageOut},
    operation_id="pay_for_diagnostic",
)
def post_diagnostic_checkout(
    request: HttpRequest, diagnostic_id: UUID
) -> Status[DiagnosticPageOut]:
    """Open the checkout page, or return the one that is already open."""
    diagnostic = selectors.diagnostic_by_id(diagnostic_id)
    spend(rule=PAGES_PER_DIAGNOSTIC, subject=str(diagnostic_id))
    url = diagnostics.open_checkout(
        diagnostic, cards=payments_providers.cards(), site_url=site_url(request), now=now()
    )
    return Status(201, DiagnosticPageOut(url=url))


@router.post(
    "/diagnostics/{diagnostic_id}/cancel",
    response=DiagnosticOut,
    operation_id="cancel_diagnostic",
)
def post_diagnostic_cancel(request: HttpRequest, diagnostic_id: UUID) -> dict[str, Any]:
    """Cancel a booked diagnostic and refund its fee. Repeating it changes nothing."""
    diagnostic = selectors.diagnostic_by_id(diagnostic_id)
    spend(rule=PAGES_PER_DIAGNOSTIC, subject=str(diagnostic_id))
    with transaction.atomic(durable=True):
        diagnostics.cancel_diagnostic(diagnostic, now=now())
    return _to_out(selectors.diagnostic_by_id(diagnostic_id))


def _to_out(diagnostic: Diagnostic) -> dict[str, Any]:
    is_booked = diagnostic.status == Diagnostic.Status.BOOKED and diagnostic.order_id is None
    return {
        "status": diagnostic.status,
        "day": diagnostic.day,
        "time_window": diagnostic.time_window,
        "start_at": diagnostic.slot.start_at,
        "end_at": diagnostic.slot.end_at,
        "address": diagnostic.address,
        "fee_cents": diagnostic.amount_cents,
        "hold_expires_at": diagnostic.hold_expires_at,
        "paid_at": diagnostic.paid_at,
        "has_receipt": bool(diagnostic.receipt_contents),
        "can_cancel": is_booked and can_be_cancelled(diagnostic.day, now=now()),
        "mail": selectors.mail_of_booking(diagnostic),
    }
