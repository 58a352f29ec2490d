"""The overview's metrics of a period, the rows behind each (OPS-10), and CSV exports (OPS-13)."""

from contextlib import nullcontext
from datetime import date, datetime
from itertools import chain
from typing import Annotated, Final, Literal
from uuid import UUID

from django.http import HttpRequest, StreamingHttpResponse
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import Field, StringConstraints

from standby.accounts.staff_auth import StaffBearer, staff_member
from standby.company.selectors import company
from standby.core.clock import (
    Period,
    days_between,
    duration_stats,
    local_date,
    period_of,
)
from standby.core.replica import lines_from_replica, reading_from_replica
from standby.core.roles import Permission, is_allowed
from standby.core.schema import Line, PageNumber, ReportDay
from standby.coverage.selectors import unmet_demand
from standby.messaging.kinds import may_send_again
from standby.messaging.selectors import failed_messages
from standby.messaging.services.outbox import outbox_hold
from standby.orders.selectors import orders
from standby.payments import selectors as payment_selectors
from standby.reports.rules import COUNTED_IN_PERIOD, Metric, coming_days
from standby.reports.selectors import business
from standby.reports.selectors.bookkeeping import export_journal
from standby.reports.selectors.export_lists import export_list
from standby.reports.selectors.metrics import (
    ROWS_OF_A_PAGE,
    funnel_report,
    metric_rows,
    staff_orders,
    wizards_left,
)
from standby.reports.selectors.order_rows import order_rows_csv
from standby.reports.selectors.payment_rows import payment_rows_csv

router = Router(tags=["staff"])
export_router = Router(tags=["staff"])
_CSV: Final = {"responses": {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}}
ListName = Literal["orders", "customers", "payments", "bookkeeping", "messages", "notify-requests"]
_BOOKS: Final = {"bookkeeping": export_journal, "payments": payment_rows_csv}
_ID: Final = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_WITHOUT_AMOUNTS: Final = ("customers", "messages", "notify-requests")
# Without this mark, Excel does not read the file as UTF-8.
_BYTE_ORDER_MARK: Final = "\ufeff"


class PeriodQuery(Schema):
    """Days in the market's time zone, both inclusive; by default the last thirty."""

    first: Annotated[ReportDay | None, Field(alias="from")] = None
    last: Annotated[ReportDay | None, Field(alias="to")] = None

    def period(self) -> Period:
        return period_of(self.first, self.last, today=local_date(now()))


class MetricRowsQuery(PeriodQuery):
    page: PageNumber = 1
    zip_code: Annotated[str, Line(20)] | None = None


class ExportQuery(PeriodQuery):
    """Days in the market's time zone, both inclusive; by default the last thirty."""


class StageOut(Schema):
    """`of_before_percent` is the share of the previous stage that reached this one."""

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


class CityOut(Schema):
    name: str
    count: int
    cents: int


class TechnicianJobsOut(Schema):
    """Jobs of the period, and how many of them are installed."""

    name: str
    count: int
    done: int


class BusinessOut(Schema):
    """Orders booked in the period and in as many days before it; the backlog is as of now."""

    booked_count: int
    booked_cents: int
    before_count: int
    before_cents: int
    backlog_count: int
    backlog_cents: int
    by_city: list[CityOut]
    by_technician: list[TechnicianJobsOut]


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
    staff_orders: int
    business: BusinessOut
    revenue: RevenueOut
    abandoned: int
    failed_messages: int
    outbox_held_since: datetime | None
    demand: list[DemandOut]
    lead_times: LeadTimesOut
    coming_today: ComingOut
    coming_next_days: ComingOut


class FigureRowOut(Schema):
    """`contact` and `address` are empty for roles that may not send messages."""

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
    response=OverviewOut,
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="get_overview",
)
def get_overview(request: HttpRequest, params: Query[PeriodQuery]) -> OverviewOut:
    """All metrics. What is owed, failed or upcoming is as of now."""
    return overview_out(params.period(), now=now())


@router.get(
    "/staff/overview/{figure}",
    response=FigureRowsOut,
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="get_rows_behind_figure",
)
def get_rows(request: HttpRequest, figure: Metric, params: Query[MetricRowsQuery]) -> FigureRowsOut:
    """The rows that a metric counts, fifty per page."""
    period, role = params.period(), staff_member(request).role
    with reading_from_replica() if figure in COUNTED_IN_PERIOD else nullcontext():
        page = metric_rows(figure, period, now=now(), page=params.page, zip_code=params.zip_code)
    rows = [FigureRowOut(**row) for row in page["rows"]]
    for row in rows:
        if not is_allowed(role, Permission.SEND_MESSAGES):
            row.contact = row.address = ""
        # For a message, `what` is its kind. Without its id, a user who may not resend it cannot
        # try.
        if not may_send_again(role, row.what):
            row.message_id = None
    return FigureRowsOut(
        first=period.first,
        last=period.last,
        count=page["count"],
        page=params.page,
        pages=max(1, -(-page["count"] // ROWS_OF_A_PAGE)),
        sum_cents=page["sum_cents"],
        rows=rows,
    )


@export_router.get(
    "/staff/exports/{name}.csv",
    response={200: None},
    openapi_extra=_CSV,
    auth=StaffBearer(Permission.EXPORT),
    operation_id="export_csv",
)
def get_export(
    request: HttpRequest, name: ListName, params: Query[ExportQuery]
) -> StreamingHttpResponse:
    """Export what was created in the period as CSV. No cell is a formula.

    "bookkeeping" is the ledger and the payouts as journal entries for QuickBooks Online, "payments"
    what was received, in dollars.
    """
    period = params.period()
    export = _BOOKS.get(name)
    lines = export(period) if export else export_list(name, period=period, now=now())
    if name in _WITHOUT_AMOUNTS:
        lines = lines_from_replica(lines)
    response = StreamingHttpResponse(
        chain([_BYTE_ORDER_MARK], lines),
        content_type="text/csv; charset=utf-8",
    )
    file_name = company().file_name(f"{name}-{period.first}-{period.last}.csv")
    response["Content-Disposition"] = f'attachment; filename="{file_name}"'
    response["Cache-Control"] = "no-store"
    return response


class OrderRowsQuery(Schema):
    """`ids`: at most a hundred orders, separated by commas."""

    ids: Annotated[str, StringConstraints(pattern=rf"^{_ID}(,{_ID}){{0,99}}$")]


@export_router.get(
    "/staff/exports/ticked/orders.csv",
    response={200: None},
    openapi_extra=_CSV,
    auth=StaffBearer(Permission.EXPORT),
    operation_id="export_order_rows",
)
def get_order_rows(request: HttpRequest, params: Query[OrderRowsQuery]) -> StreamingHttpResponse:
    """Rows of the list of orders as CSV, in dollars. No cell is a formula."""
    ids = [UUID(each) for each in params.ids.split(",")]
    response = StreamingHttpResponse(
        chain([_BYTE_ORDER_MARK], order_rows_csv(ids, now=now())),
        content_type="text/csv; charset=utf-8",
    )
    file_name = company().file_name("orders.csv")
    response["Content-Disposition"] = f'attachment; filename="{file_name}"'
    response["Cache-Control"] = "no-store"
    return response


def business_out(period: Period, *, by_technician: list[TechnicianJobsOut]) -> BusinessOut:
    booked_count, booked_cents = business.count_and_cents(business.booked_in(period))
    before = business.booked_in(business.period_before(period))
    before_count, before_cents = business.count_and_cents(before)
    backlog_count, backlog_cents = business.count_and_cents(business.backlog())
    return BusinessOut(
        booked_count=booked_count,
        booked_cents=booked_cents,
        before_count=before_count,
        before_cents=before_cents,
        backlog_count=backlog_count,
        backlog_cents=backlog_cents,
        by_city=[CityOut(**row) for row in business.booked_by_city(period)],
        by_technician=by_technician,
    )


def lead_times_out(period: Period, *, today: date) -> LeadTimesOut:
    visited = orders.visits_in(period, today=today).values_list("order__created_at", "day")
    completed = payment_selectors.completions_in(period).values_list(
        "order__created_at", "reached_at"
    )
    return LeadTimesOut(
        visits=UsualOut(
            **duration_stats([days_between(reserved_at, day) for reserved_at, day in visited])
        ),
        completions=UsualOut(
            **duration_stats(
                [
                    days_between(reserved_at, local_date(reached_at))
                    for reserved_at, reached_at in completed
                    if reached_at
                ]
            )
        ),
    )


def overview_out(period: Period, *, now: datetime) -> OverviewOut:
    """Amounts owed, failures and coming appointments are as of now; all else is of the period.

    Only counts of the period are read from the replica.
    """
    today, hold = local_date(now), outbox_hold()
    with reading_from_replica():
        funnel = funnel_report(period)
        by_staff = staff_orders(period)
        abandoned = wizards_left(period).count()
        demand = [DemandOut(**one) for one in unmet_demand(period)]
        lead_times = lead_times_out(period, today=today)
        jobs = [TechnicianJobsOut(**row) for row in business.jobs_by_technician(period)]
    months = period.months()
    (received_cents, refunded_cents), *by_month = payment_selectors.money_in(period, *months)
    owed_cents, orders_owing = payment_selectors.outstanding()
    return OverviewOut(
        first=period.first,
        last=period.last,
        today=today,
        funnel=[
            StageOut(
                key=step,
                count=count,
                of_before_percent=round(count * 100 / before, 1) if before else None,
            )
            for (step, count), before in zip(funnel.items(), [0, *funnel.values()], strict=False)
        ],
        staff_orders=by_staff,
        business=business_out(period, by_technician=jobs),
        revenue=RevenueOut(
            received_cents=received_cents,
            refunded_cents=refunded_cents,
            outstanding_cents=owed_cents,
            orders_owing=orders_owing,
            months=[
                MoneyOfMonthOut(
                    first=month.first,
                    last=month.last,
                    received_cents=received,
                    refunded_cents=refunded,
                )
                for month, (received, refunded) in zip(months, by_month, strict=True)
            ],
        ),
        abandoned=abandoned,
        failed_messages=failed_messages().count(),
        outbox_held_since=hold.held_at if hold else None,
        demand=demand,
        lead_times=lead_times,
        coming_today=ComingOut(**orders.windows_of(orders.appointments_between(today, today))),
        coming_next_days=ComingOut(
            **orders.windows_of(orders.appointments_between(*coming_days(today)))
        ),
    )
