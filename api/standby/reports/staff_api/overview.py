"""The overview's metrics of a period, and the rows behind each (OPS-10)."""

from datetime import date, datetime
from typing import Annotated
from uuid import UUID

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import Field

from standby.accounts.staff_auth import StaffBearer, staff_member
from standby.core.clock import today_in_houston
from standby.core.periods import Period, period_of
from standby.core.roles import Permission, is_allowed, may_resend
from standby.core.schema import PageNumber, ProblemOut, ReportDay, line
from standby.reports.rules.metrics import Metric
from standby.reports.selectors.behind_figure import (
    ROWS_OF_A_PAGE,
    MetricQuery,
    MetricRow,
    metric_rows,
)
from standby.reports.selectors.overview import overview_report

router = Router(tags=["staff"])
REFUSALS = dict.fromkeys((401, 422), ProblemOut)


class PeriodQuery(Schema):
    """Whole days in Houston, both told: the last thirty where nothing is."""

    first: Annotated[ReportDay | None, Field(alias="from")] = None
    last: Annotated[ReportDay | None, Field(alias="to")] = None


class MetricRowsQuery(PeriodQuery):
    page: PageNumber = 1
    zip_code: line(20) | None = None  # type: ignore[valid-type]


class StageOut(Schema):
    """`of_before_percent` is how many of a hundred at the stage before came so far."""

    key: Metric
    count: int
    of_before_percent: float | None


class MoneyOfMonthOut(Schema):
    first: date
    last: date
    received_cents: int
    refunded_cents: int


class RevenueOut(Schema):
    received_cents: int
    refunded_cents: int
    outstanding_cents: int
    orders_owing: int
    months: list[MoneyOfMonthOut]


class DemandOut(Schema):
    zip_code: str
    searches: int
    requests: int
    lat: float | None
    lon: float | None


class UsualOut(Schema):
    count: int
    median_days: float | None
    p90_days: int | None


class LeadTimesOut(Schema):
    visits: UsualOut
    completions: UsualOut


class ComingOut(Schema):
    morning: int
    afternoon: int
    held: int


class OverviewOut(Schema):
    first: date
    last: date
    today: date
    funnel: list[StageOut]
    revenue: RevenueOut
    abandoned: int
    failed_messages: int
    outbox_held_since: datetime | None
    demand: list[DemandOut]
    lead_times: LeadTimesOut
    coming_today: ComingOut
    coming_next_days: ComingOut


class FigureRowOut(Schema):
    """`contact` and `address` are empty for whoever may not write to people."""

    key: str
    what: str
    order_id: UUID | None
    message_id: int | None
    customer_name: str
    zip_code: str
    contact: str
    address: str
    note: str
    at: datetime | None
    day: date | None
    amount_cents: int | None
    days: int | None


class FigureRowsOut(Schema):
    first: date
    last: date
    count: int
    page: int
    pages: int
    sum_cents: int | None
    rows: list[FigureRowOut]


@router.get(
    "/staff/overview",
    response={200: OverviewOut, **REFUSALS},
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="get_overview",
)
def get_overview(request: HttpRequest, params: Query[PeriodQuery]) -> OverviewOut:
    """Every figure at once. What is owed, failed or coming is as of now."""
    moment = now()
    report = overview_report(_period(params), now=moment)
    return OverviewOut(
        first=report.period.first,
        last=report.period.last,
        today=today_in_houston(moment),
        funnel=_stages(report.funnel),
        revenue=RevenueOut(
            received_cents=report.money.received_cents,
            refunded_cents=report.money.refunded_cents,
            outstanding_cents=report.outstanding.cents,
            orders_owing=report.outstanding.orders,
            months=[
                MoneyOfMonthOut(
                    first=month.first,
                    last=month.last,
                    received_cents=money.received_cents,
                    refunded_cents=money.refunded_cents,
                )
                for month, money in report.months
            ],
        ),
        abandoned=report.abandoned,
        failed_messages=report.failed_messages,
        outbox_held_since=report.outbox_held_since,
        demand=[DemandOut.from_orm(one) for one in report.demand],
        lead_times=LeadTimesOut(
            visits=UsualOut.from_orm(report.visits),
            completions=UsualOut.from_orm(report.completions),
        ),
        coming_today=ComingOut(**report.today),
        coming_next_days=ComingOut(**report.next_days),
    )


@router.get(
    "/staff/overview/{figure}",
    response={200: FigureRowsOut, **REFUSALS},
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="get_rows_behind_figure",
)
def get_rows(request: HttpRequest, figure: Metric, params: Query[MetricRowsQuery]) -> FigureRowsOut:
    """The rows that a figure counts, fifty at a time."""
    period = _period(params)
    page = metric_rows(
        figure,
        MetricQuery(period=period, now=now(), zip_code=params.zip_code),
        page=params.page,
    )
    role = staff_member(request).role
    return FigureRowsOut(
        first=period.first,
        last=period.last,
        count=page.count,
        page=params.page,
        pages=max(1, -(-page.count // ROWS_OF_A_PAGE)),
        sum_cents=page.sum_cents,
        rows=[_row(row, role=role) for row in page.rows],
    )


def _period(params: PeriodQuery) -> Period:
    return period_of(params.first, params.last, today=today_in_houston(now()))


def _stages(funnel: dict[Metric, int]) -> list[StageOut]:
    counts = list(funnel.values())
    return [
        StageOut(
            key=figure,
            count=count,
            of_before_percent=round(count * 100 / before, 1) if before else None,
        )
        for (figure, count), before in zip(funnel.items(), [0, *counts], strict=False)
    ]


def _row(row: MetricRow, *, role: str) -> FigureRowOut:
    # For a message, `what` is its kind. Without its id, a user who may not resend it cannot try.
    shows_people = is_allowed(role, Permission.SEND_MESSAGES)
    return FigureRowOut(
        key=row.key,
        what=row.what,
        order_id=row.order_id,
        message_id=row.message_id if may_resend(role, row.what) else None,
        customer_name=row.customer_name,
        zip_code=row.zip_code,
        contact=row.contact if shows_people else "",
        address=row.address if shows_people else "",
        note=row.note,
        at=row.at,
        day=row.day,
        amount_cents=row.amount_cents,
        days=row.days,
    )
