"""The rows that a metric counts, in pages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet, Sum

from standby.core.clock import Period, day_in_houston, days_between, today_in_houston
from standby.coverage import selectors
from standby.coverage.models import AddressSearch, NotifyRequest
from standby.messaging.kinds import READABLE_KINDS
from standby.messaging.models import Message
from standby.messaging.selectors import failed_messages, reminded_by_mail
from standby.orders.models import Appointment, Order
from standby.orders.selectors import orders as bookings
from standby.payments import selectors as revenue
from standby.payments.models import LedgerEntry, Milestone
from standby.pricing.models.quoting import WizardSession
from standby.reports.rules import OF_WIZARDS, Metric, coming_days
from standby.reports.selectors.funnel import wizards_at, wizards_left

ROWS_OF_A_PAGE: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricRow:
    key: str
    what: str  # a code: step reached, purpose, kind, window or status
    order_id: UUID | None = None
    message_id: int | None = None
    customer_name: str = ""
    zip_code: str = ""
    # Contact and address may belong to people who never became customers. The caller decides by
    # role who sees them.
    contact: str = ""
    address: str = ""
    note: str = ""
    at: datetime | None = None
    day: date | None = None
    amount_cents: int | None = None
    days: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricRowsPage:
    count: int
    sum_cents: int | None  # over all rows, not just this page; None: not money
    rows: list[MetricRow]


def metric_rows(
    metric: Metric, period: Period, *, now: datetime, page: int = 1, zip_code: str | None = None
) -> MetricRowsPage:
    """Return one page of a metric's rows; pages count from 1, and one past the end is empty.

    `zip_code` narrows only the metrics by ZIP code: "" selects rows without one.
    """
    today, of_order = today_in_houston(now), ("order__customer", "order__order_location")
    searches = selectors.searches_not_served(period, zip_code=zip_code)
    requests = selectors.requests_not_served(period, zip_code=zip_code)
    received, refunded = revenue.received_in(period), revenue.refunded_in(period)
    owing = revenue.orders_owing().select_related("customer", "order_location")
    visited = bookings.visits_in(period, today=today)
    completed = revenue.completions_in(period)
    arriving = bookings.appointments_between(today, today)
    next_days = bookings.appointments_between(*coming_days(today))
    # Querysets are lazy: only the metric's own is run.
    queries: dict[Metric, tuple[QuerySet[Any], Callable[[Any], list[MetricRow]]]] = {
        Metric.CHECKED: (_newest(selectors.checks_in(period)), _search_rows),
        Metric.COVERED: (_newest(selectors.covered_checks_in(period)), _search_rows),
        # All but the funnel's, whose conditions take a while to build.
        **{
            step: (_newest(wizards_at(step, period)), _wizard_rows)
            for step in OF_WIZARDS
            if step == metric
        },
        Metric.RECEIVED: (
            _newest(received.select_related(*of_order, "payment"), by="at"),
            _entry_rows,
        ),
        Metric.REFUNDED: (
            _newest(refunded.select_related(*of_order, "payment"), by="at"),
            _entry_rows,
        ),
        Metric.OUTSTANDING: (owing.order_by("created_at", "pk"), _owing_rows),
        Metric.ABANDONED: (_newest(wizards_left(period), by="updated_at"), _wizard_rows),
        Metric.FAILED_MESSAGES: (_newest(failed_messages(), by="dead_at"), _message_rows),
        Metric.SEARCHES: (_newest(searches), _search_rows),
        Metric.REQUESTS: (_newest(requests), _request_rows),
        Metric.VISITS: (_newest(visited.select_related(*of_order), by="day"), _appointment_rows),
        Metric.COMPLETIONS: (
            _newest(completed.select_related(*of_order), by="due_at"),
            _completion_rows,
        ),
        Metric.TODAY: (
            arriving.select_related(*of_order).order_by("start_at", "pk"),
            _appointment_rows,
        ),
        Metric.NEXT_DAYS: (
            next_days.select_related(*of_order).order_by("start_at", "pk"),
            _appointment_rows,
        ),
    }
    rows, serialize = queries[metric]
    sum_cents = None
    if metric == Metric.OUTSTANDING:
        sum_cents, _ = revenue.outstanding()
    elif metric in (Metric.RECEIVED, Metric.REFUNDED):
        # A payment lowers what the customer owes, a refund raises it.
        sign = -1 if metric == Metric.RECEIVED else 1
        sum_cents = sign * (rows.aggregate(sum=Sum("amount_cents"))["sum"] or 0)
    first = (page - 1) * ROWS_OF_A_PAGE
    return MetricRowsPage(
        count=rows.count(),
        sum_cents=sum_cents,
        rows=serialize(list(rows[first : first + ROWS_OF_A_PAGE])),
    )


def _newest(rows: QuerySet[Any], *, by: str = "created_at") -> QuerySet[Any]:
    return rows.order_by(f"-{by}", "-pk")


def _search_rows(searches: Sequence[AddressSearch]) -> list[MetricRow]:
    return [
        MetricRow(
            key=f"search {search.pk}",
            what=search.coverage_status,
            zip_code=search.zip_code,
            address=search.address,
            at=search.created_at,
        )
        for search in searches
    ]


def _request_rows(requests: Sequence[NotifyRequest]) -> list[MetricRow]:
    return [
        MetricRow(
            key=f"request {request.pk}",
            what=request.notification_status,
            zip_code=request.zip_code,
            contact=request.formatted_phone or request.phone_number,
            address=request.address_formatted,
            at=request.created_at,
        )
        for request in requests
    ]


def _wizard_rows(wizards: Sequence[WizardSession]) -> list[MetricRow]:
    # Contact data of a session without an order is shown only with consent to reminders.
    consenting = reminded_by_mail([wizard.email for wizard in wizards])
    orders = {
        order.wizard_id: order
        for order in Order.objects.filter(wizard__in=wizards)
        .select_related("customer", "order_location")
        .order_by("pk")
    }
    rows = []
    for wizard in wizards:
        key = f"wizard {wizard.pk}"
        if (order := orders.get(wizard.pk)) is not None:
            rows.append(
                MetricRow(
                    key=key,
                    what=order.status,
                    at=wizard.created_at,
                    amount_cents=order.total_cents,
                    **_order_columns(order),
                )
            )
            continue
        if wizard.selected_installation_date is not None:
            farthest = Metric.DATE
        elif wizard.generator_choice:
            farthest = Metric.GENERATOR
        else:
            farthest = Metric.BAND if wizard.max_distance_ft is not None else Metric.COVERED
        has_consent = wizard.email.strip().lower() in consenting
        rows.append(
            MetricRow(
                key=key,
                what=farthest,
                contact=f"{wizard.full_name} {wizard.email}".strip() if has_consent else "",
                at=wizard.updated_at,
                day=wizard.selected_installation_date,
                amount_cents=wizard.total_cents,
            )
        )
    return rows


def _entry_rows(entries: Sequence[LedgerEntry]) -> list[MetricRow]:
    return [
        MetricRow(
            key=f"entry {entry.pk}",
            what=entry.payment.purpose if entry.payment else entry.kind,
            note=entry.note,
            at=entry.at,
            amount_cents=abs(entry.amount_cents),
            **_order_columns(entry.order),
        )
        for entry in entries
    ]


def _owing_rows(orders: Sequence[Order]) -> list[MetricRow]:
    owed = revenue.owed_by(list(orders))
    return [
        MetricRow(
            key=f"order {order.pk}",
            what=order.status,
            at=order.created_at,
            amount_cents=owed[order.pk],
            **_order_columns(order),
        )
        for order in orders
    ]


def _message_rows(messages: Sequence[Message]) -> list[MetricRow]:
    return [
        MetricRow(
            key=f"message {message.pk}",
            what=message.kind,
            order_id=message.order_ref,
            message_id=message.pk,
            contact=message.recipient if message.kind in READABLE_KINDS else "",
            note=message.last_error if message.kind in READABLE_KINDS else "",
            at=message.dead_at,
        )
        for message in messages
    ]


def _appointment_rows(appointments: Sequence[Appointment]) -> list[MetricRow]:
    return [
        MetricRow(
            key=f"appointment {appointment.pk}",
            what=appointment.time_window,
            note=appointment.status,
            at=appointment.start_at,
            day=appointment.day,
            days=days_between(appointment.order.created_at, appointment.day),
            **_order_columns(appointment.order),
        )
        for appointment in appointments
    ]


def _completion_rows(milestones: Sequence[Milestone]) -> list[MetricRow]:
    return [
        MetricRow(
            key=f"milestone {milestone.pk}",
            what=milestone.kind,
            at=milestone.due_at,
            days=days_between(milestone.order.created_at, day_in_houston(milestone.due_at)),  # type: ignore[arg-type]
            **_order_columns(milestone.order),
        )
        for milestone in milestones
    ]


def _order_columns(order: Order) -> dict[str, Any]:
    return {
        "order_id": order.public_id,
        "customer_name": order.customer.name,
        "zip_code": order.order_location.zip_code,
    }
