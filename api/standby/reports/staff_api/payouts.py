"""Payouts of the card provider, compared with the ledger (OPS-20.4)."""

from datetime import date, datetime
from typing import Any, Final, Literal
from uuid import UUID

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Query, Router, Schema

from standby.accounts.staff_auth import StaffBearer, staff_name
from standby.core.errors import NotFound, _
from standby.core.limits import spend
from standby.core.policy import PAYOUT_READS_PER_MEMBER
from standby.core.roles import Permission
from standby.core.schema import PageNumber
from standby.payments.models import Payout
from standby.payments.providers.wiring import cards
from standby.reports.rules import Difference, PayoutState
from standby.reports.selectors.payouts import (
    PayoutReport,
    ReportedLine,
    on_its_way,
    payout_reports,
)
from standby.workflows.read_payouts import read_payouts

router = Router(tags=["staff"])
_PAGE: Final = 50
_MOST_ON_ITS_WAY: Final = 100


class PayoutNotFound(NotFound):
    code = "payout_not_found"
    message = _("There is no such payout.")


class PayoutQuery(Schema):
    page: PageNumber = 1


class PayoutOut(Schema):
    """`amount_cents` reached the bank, `sum_cents` is what its lines come to after fees."""

    id: UUID
    reference: str
    status: Literal["pending", "in_transit", "paid", "failed", "canceled"]
    state: PayoutState
    amount_cents: int
    sum_cents: int
    fee_cents: int
    arrives_on: date
    differences: list[Difference]


class PayoutLineOut(Schema):
    """`expected_cents` is null when our books know nothing of it."""

    kind: Literal[
        "payment",
        "refund",
        "refund_returned",
        "taken_back",
        "reinstated",
        "fee",
        "payout_returned",
        "other",
    ]
    title: str
    reference: str
    at: datetime
    amount_cents: int
    fee_cents: int
    net_cents: int
    expected_cents: int | None
    difference: Difference | None
    order_id: UUID | None
    order_code: str
    customer_name: str


class PayoutDetailOut(PayoutOut):
    lines: list[PayoutLineOut]


class OnItsWayOut(Schema):
    """Money of the ledger that no payout holds yet; a negative amount goes back to a customer."""

    kind: Literal["payment", "refund", "refund_returned", "taken_back", "reinstated"]
    at: datetime
    amount_cents: int
    order_id: UUID
    order_code: str
    customer_name: str


class PayoutsOut(Schema):
    count: int
    page: int
    pages: int
    payouts: list[PayoutOut]
    on_its_way: list[OnItsWayOut]
    on_its_way_count: int
    on_its_way_cents: int


class PayoutsReadOut(Schema):
    read: int


@router.get(
    "/staff/payouts",
    response=PayoutsOut,
    auth=StaffBearer(Permission.SEE_BOOKS),
    operation_id="list_payouts",
)
def get_payouts(request: HttpRequest, params: Query[PayoutQuery]) -> dict[str, Any]:
    """Payouts, newest first, and the money that is in none yet."""
    payouts, waiting = Payout.objects.order_by("-arrives_on", "-pk"), on_its_way()
    count, first = payouts.count(), (params.page - 1) * _PAGE
    return {
        "count": count,
        "page": params.page,
        "pages": max(1, -(-count // _PAGE)),
        "payouts": [_summary(each) for each in payout_reports(payouts[first : first + _PAGE])],
        "on_its_way": [
            {
                "kind": entry.kind,
                "at": entry.at,
                "amount_cents": -entry.amount_cents,
                "order_id": entry.order.public_id,
                "order_code": entry.order.confirmation_code,
                "customer_name": entry.order.customer.name,
            }
            for entry in waiting[:_MOST_ON_ITS_WAY]
        ],
        "on_its_way_count": waiting.count(),
        "on_its_way_cents": -sum(waiting.values_list("amount_cents", flat=True)),
    }


@router.get(
    "/staff/payouts/{payout_id}",
    response=PayoutDetailOut,
    auth=StaffBearer(Permission.SEE_BOOKS),
    operation_id="get_payout",
)
def get_payout(request: HttpRequest, payout_id: UUID) -> dict[str, Any]:
    """One payout with its lines."""
    reports = payout_reports(Payout.objects.filter(public_id=payout_id))
    if not reports:
        raise PayoutNotFound
    return _summary(reports[0]) | {"lines": [_line(each) for each in reports[0].lines]}


@router.post(
    "/staff/payouts",
    response=PayoutsReadOut,
    auth=StaffBearer(Permission.SEE_BOOKS),
    operation_id="read_payouts",
)
def post_read(request: HttpRequest) -> dict[str, int]:
    """Ask the card provider for new payouts now, instead of within the hour. Safe to repeat."""
    spend(rule=PAYOUT_READS_PER_MEMBER, subject=staff_name(request))
    return {"read": read_payouts(cards=cards(), now=now())}


def _summary(report: PayoutReport) -> dict[str, Any]:
    payout = report.payout
    return {
        "id": payout.public_id,
        "reference": payout.provider_ref,
        "status": payout.status,
        "state": report.state,
        "amount_cents": payout.amount_cents,
        "sum_cents": report.sum_cents,
        "fee_cents": report.fee_cents,
        "arrives_on": payout.arrives_on,
        "differences": list(dict.fromkeys(report.differences)),
    }


def _line(reported: ReportedLine) -> dict[str, Any]:
    line = reported.line
    order = line.entry.order if line.entry else None
    return {
        "kind": line.kind,
        "title": line.title,
        "reference": line.about or line.charge or line.provider_ref,
        "at": line.at,
        "amount_cents": line.amount_cents,
        "fee_cents": line.fee_cents,
        "net_cents": line.net_cents,
        "expected_cents": reported.expected_cents,
        "difference": reported.difference,
        "order_id": order.public_id if order else None,
        "order_code": order.confirmation_code if order else "",
        "customer_name": order.customer.name if order else "",
    }
