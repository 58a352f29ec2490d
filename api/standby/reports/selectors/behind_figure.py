"""The rows that a metric counts, in pages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import Model, QuerySet, Sum

from standby.core.clock import today_in_houston
from standby.core.periods import Period, day_in_houston, days_between
from standby.core.roles import MESSAGE_READERS
from standby.coverage.models import AddressSearch, NotifyRequest
from standby.coverage.selectors import demand
from standby.messaging.models import Message
from standby.messaging.selectors import failed_messages, reminded_by_mail
from standby.orders.models import Appointment, Order
from standby.orders.selectors import visits
from standby.payments.models import LedgerEntry, Milestone
from standby.payments.selectors import revenue
from standby.pricing.models.quoting import WizardSession
from standby.reports.rules.metrics import OF_WIZARDS, Metric
from standby.reports.selectors.funnel import wizards_at
from standby.reports.selectors.overview import coming_days
from standby.reports.selectors.wizards import wizards_left

ROWS_OF_A_PAGE: Final = 50
_RELATED: Final = ("order__customer", "order__order_location")


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
class MetricQuery:
    period: Period
    now: datetime
    zip_code: str | None = None  # only for metrics by ZIP code


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricRowsPage:
    count: int
    sum_cents: int | None  # over all rows, not just this page; None: not money
    rows: list[MetricRow]


@dataclass(frozen=True, slots=True)
class _MetricRows:
    rows: QuerySet[Any]
    to_rows: Callable[[Sequence[Any]], list[MetricRow]]
    sum_cents: int | None = None


def metric_rows(metric: Metric, query: MetricQuery, *, page: int) -> MetricRowsPage:
    """Return one page of a metric's rows; pages count from 1, and one past the end is empty."""
    result = _ROWS_BY_METRIC[metric](query)
    first = (page - 1) * ROWS_OF_A_PAGE
    shown: list[Model] = list(result.rows[first : first + ROWS_OF_A_PAGE])
    return MetricRowsPage(
        count=result.rows.count(), sum_cents=result.sum_cents, rows=result.to_rows(shown)
    )


def _checks(query: MetricQuery) -> _MetricRows:
    return _MetricRows(demand.checks_in(query.period).order_by("-created_at", "-pk"), _search_rows)


def _covered_checks(query: MetricQuery) -> _MetricRows:
    rows = demand.covered_checks_in(query.period)
    return _MetricRows(rows.order_by("-created_at", "-pk"), _search_rows)


def _searches(query: MetricQuery) -> _MetricRows:
    rows = demand.searches_not_served(query.period, zip_code=query.zip_code)
    return _MetricRows(rows.order_by("-created_at", "-pk"), _search_rows)


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


def _requests(query: MetricQuery) -> _MetricRows:
    rows = demand.requests_not_served(query.period, zip_code=query.zip_code)
    return _MetricRows(rows.order_by("-created_at", "-pk"), _request_rows)


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


def _wizards_reaching(metric: Metric) -> Callable[[MetricQuery], _MetricRows]:
    def rows_of(query: MetricQuery) -> _MetricRows:
        wizards = wizards_at(metric, query.period)
        return _MetricRows(wizards.order_by("-created_at", "-pk"), _wizard_rows)

    return rows_of


def _abandoned(query: MetricQuery) -> _MetricRows:
    rows = wizards_left(query.period).order_by("-updated_at", "-pk")
    return _MetricRows(rows, _wizard_rows)


def _wizard_rows(wizards: Sequence[WizardSession]) -> list[MetricRow]:
    # Contact data of a session without an order is shown only with consent to reminders.
    orders = {
        order.wizard_id: order
        for order in Order.objects.filter(wizard__in=wizards)
        .select_related("customer", "order_location")
        .order_by("pk")
    }
    consenting = reminded_by_mail([wizard.email for wizard in wizards])
    return [
        _ordered_row(wizard, orders[wizard.pk])
        if wizard.pk in orders
        else _abandoned_row(wizard, has_consent=wizard.email.strip().lower() in consenting)
        for wizard in wizards
    ]


def _ordered_row(wizard: WizardSession, order: Order) -> MetricRow:
    return MetricRow(
        key=f"wizard {wizard.pk}",
        what=order.status,
        order_id=order.public_id,
        customer_name=order.customer.name,
        zip_code=order.order_location.zip_code,
        at=wizard.created_at,
        amount_cents=order.total_cents,
    )


def _abandoned_row(wizard: WizardSession, *, has_consent: bool) -> MetricRow:
    contact = f"{wizard.full_name} {wizard.email}".strip() if has_consent else ""
    return MetricRow(
        key=f"wizard {wizard.pk}",
        what=_farthest_step(wizard),
        contact=contact,
        at=wizard.updated_at,
        day=wizard.selected_installation_date,
        amount_cents=wizard.total_cents,
    )


def _farthest_step(wizard: WizardSession) -> str:
    if wizard.selected_installation_date is not None:
        return Metric.DATE
    if wizard.generator_choice:
        return Metric.GENERATOR
    return Metric.BAND if wizard.max_distance_ft is not None else Metric.COVERED


def _received(query: MetricQuery) -> _MetricRows:
    rows = revenue.received_in(query.period)
    return _MetricRows(_newest(rows), _entry_rows, sum_cents=-_sum(rows))


def _refunded(query: MetricQuery) -> _MetricRows:
    rows = revenue.refunded_in(query.period)
    return _MetricRows(_newest(rows), _entry_rows, sum_cents=_sum(rows))


def _newest(entries: QuerySet[LedgerEntry]) -> QuerySet[LedgerEntry]:
    return entries.select_related(*_RELATED, "payment").order_by("-at", "-pk")


def _sum(entries: QuerySet[LedgerEntry]) -> int:
    return entries.aggregate(sum=Sum("amount_cents"))["sum"] or 0


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


def _outstanding(_: MetricQuery) -> _MetricRows:
    rows = revenue.orders_owing().select_related("customer", "order_location")
    return _MetricRows(
        rows.order_by("created_at", "pk"), _owing_rows, sum_cents=revenue.outstanding().cents
    )


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


def _failed_messages(_: MetricQuery) -> _MetricRows:
    return _MetricRows(failed_messages().order_by("-dead_at", "-pk"), _message_rows)


def _message_rows(messages: Sequence[Message]) -> list[MetricRow]:
    return [
        MetricRow(
            key=f"message {message.pk}",
            what=message.kind,
            order_id=message.order_ref,
            message_id=message.pk,
            contact=message.recipient if message.kind in MESSAGE_READERS else "",
            note=message.last_error if message.kind in MESSAGE_READERS else "",
            at=message.dead_at,
        )
        for message in messages
    ]


def _visits(query: MetricQuery) -> _MetricRows:
    rows = visits.visits_in(query.period, today=today_in_houston(query.now))
    return _MetricRows(rows.select_related(*_RELATED).order_by("-day", "-pk"), _appointment_rows)


def _today(query: MetricQuery) -> _MetricRows:
    today = today_in_houston(query.now)
    return _coming(today, today)


def _next_days(query: MetricQuery) -> _MetricRows:
    return _coming(*coming_days(today_in_houston(query.now)))


def _coming(first: date, last: date) -> _MetricRows:
    rows = visits.appointments_between(first, last).select_related(*_RELATED)
    return _MetricRows(rows.order_by("start_at", "pk"), _appointment_rows)


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


def _completions(query: MetricQuery) -> _MetricRows:
    rows = revenue.completions_in(query.period).select_related(*_RELATED)
    return _MetricRows(rows.order_by("-due_at", "-pk"), _completion_rows)


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


_ROWS_BY_METRIC: Final[dict[Metric, Callable[[MetricQuery], _MetricRows]]] = {
    Metric.CHECKED: _checks,
    Metric.COVERED: _covered_checks,
    **{figure: _wizards_reaching(figure) for figure in OF_WIZARDS},
    Metric.RECEIVED: _received,
    Metric.REFUNDED: _refunded,
    Metric.OUTSTANDING: _outstanding,
    Metric.ABANDONED: _abandoned,
    Metric.FAILED_MESSAGES: _failed_messages,
    Metric.SEARCHES: _searches,
    Metric.REQUESTS: _requests,
    Metric.VISITS: _visits,
    Metric.COMPLETIONS: _completions,
    Metric.TODAY: _today,
    Metric.NEXT_DAYS: _next_days,
}
