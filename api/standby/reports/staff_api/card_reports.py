"""Reports of the card provider that were set aside: what they say, and what becomes of them."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import Field

from standby.accounts.staff_auth import StaffBearer
from standby.core.roles import Permission
from standby.core.schema import RowId
from standby.inbox.models import Item
from standby.inbox.services.card_reports import (
    kind_of_report,
    report_by_id,
    reports_of,
    shown_json,
    title_of,
)
from standby.payments.providers.wiring import cards
from standby.workflows.settle_card_report import ignore, try_report_again

router = Router(tags=["staff"])

MOST_LISTED: Final = 50


class CardReportRowOut(Schema):
    """One line of the list of what could not be taken; `reason` says why, or who ignored it."""

    id: UUID = Field(validation_alias="public_id")
    title: str
    received_at: datetime
    reason: str

    @staticmethod
    def resolve_title(item: Any) -> str:
        return title_of(item)


class CardReportListOut(Schema):
    """Newest first; `next_before` asks for older ones, null where there are none."""

    items: list[CardReportRowOut]
    next_before: int | None


class CardReportOut(Schema):
    """What could not be taken. `reason` says why; `payout` is the one that a line is in.

    `text` is its JSON as far as it can be shown.
    """

    id: UUID = Field(validation_alias="public_id")
    what: Literal["payment event", "payout", "payout line"]
    number: str = Field(validation_alias="subject")
    payout: str = Field(validation_alias="part_of")
    received_at: datetime
    verdict: Literal["taken", "set_aside", "ignored"]
    reason: str
    attempts: int
    text: str

    @staticmethod
    def resolve_what(item: Any) -> str:
        return kind_of_report(item)

    @staticmethod
    def resolve_text(item: Any) -> str:
        return shown_json(item)


@router.get(
    "/staff/card-reports",
    response=CardReportListOut,
    auth=StaffBearer(Permission.SEE_BOOKS),
    operation_id="get_card_reports",
)
def get_reports(
    request: HttpRequest,
    verdict: Annotated[Literal["set_aside", "ignored"], Query()],
    before: Annotated[RowId | None, Query()] = None,
) -> dict[str, Any]:
    """What could not be taken, however old: what still waits, or what staff ignored."""
    items = reports_of(verdict, before=before, most=MOST_LISTED + 1)
    listed = items[:MOST_LISTED]
    return {"items": listed, "next_before": listed[-1].pk if len(items) > MOST_LISTED else None}


@router.get(
    "/staff/card-reports/{report_id}",
    response=CardReportOut,
    auth=StaffBearer(Permission.SEE_BOOKS),
    operation_id="get_card_report",
)
def get_report(request: HttpRequest, report_id: UUID) -> Item:
    """A payment event, payout or payout line that was set aside, and why."""
    return report_by_id(report_id)


@router.get(
    "/staff/card-reports/{report_id}/original",
    response={200: None},
    auth=StaffBearer(Permission.SEE_BOOKS),
    operation_id="get_card_report_original",
)
def get_original(request: HttpRequest, report_id: UUID) -> HttpResponse:
    """The report as it came, as JSON; empty where it was larger than a megabyte."""
    item = report_by_id(report_id)
    response = HttpResponse(bytes(item.raw), content_type="application/octet-stream")
    response["Content-Disposition"] = f'attachment; filename="card-report-{item.pk}.json"'
    response["Cache-Control"] = "no-store"
    return response


@router.post(
    "/staff/card-reports/{report_id}/again",
    response=CardReportOut,
    auth=StaffBearer(Permission.SEE_BOOKS),
    operation_id="try_card_report_again",
)
def post_again(request: HttpRequest, report_id: UUID) -> Item:
    """Ask the card provider for it anew; the answer says what became of it."""
    return try_report_again(report_id, cards=cards(), now=now())


@router.post(
    "/staff/card-reports/{report_id}/ignore",
    response=CardReportOut,
    auth=StaffBearer(Permission.SEE_BOOKS),
    operation_id="ignore_card_report",
)
def post_ignore(request: HttpRequest, report_id: UUID) -> Item:
    """Take it from what waits; it is kept. A payout counts as read without its ignored lines."""
    return ignore(report_id, now=now())
