"""The office looks behind a figure: the very rows that it counts, a page at a time (OPS-10)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import Model, QuerySet, Sum

from standby.apps.booking import visits
from standby.apps.booking.models import Appointment, Order
from standby.apps.coverage import demand
from standby.apps.coverage.models import AddressSearch, NotifyRequest
from standby.apps.notifications.models import Message
from standby.apps.notifications.queries import failed_messages, reminded_by_mail
from standby.apps.payments import revenue
from standby.apps.payments.models import LedgerEntry, Milestone
from standby.apps.quoting.funnel import wizards_left
from standby.apps.quoting.models import WizardSession
from standby.domain.figures import OF_WIZARDS, Figure
from standby.domain.periods import Period, day_in_houston, days_between
from standby.domain.roles import MESSAGE_READERS
from standby.domain.scheduling import today_in_houston
from standby.flows.office.look_at_funnel import wizards_at
from standby.flows.office.look_at_overview import coming_days

ROWS_OF_A_PAGE: Final = 50
_WHO: Final = ("order__customer", "order__order_location")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One of those that a figure counts. `contact` and `address` are of people, some of whom
    never became customers: who may see them is decided where they are shown.

    `what` is a code: the figure reached, a purpose, a kind, a window or a status.
    """

    key: str
    what: str
    order_id: UUID | None = None
    message_id: int | None = None
    customer_name: str = ""
    zip_code: str = ""
    contact: str = ""
    address: str = ""
    note: str = ""
    at: datetime | None = None
    day: date | None = None
    amount_cents: int | None = None
    days: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Of which time, and of which ZIP code where the figure knows one."""

    period: Period
    now: datetime
    zip_code: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """`sum_cents` is of all the rows, where they are money."""

    count: int
    sum_cents: int | None
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class _Behind:
    """All that a figure counts, in the order in which it is read; and how a page becomes rows."""

    found: QuerySet[Any]
    rows_of: Callable[[Sequence[Any]], list[Row]]
    sum_cents: int | None = None


def look_behind_figure(figure: Figure, asked: Asked, *, page: int) -> Page:
    """Pages are counted from 1; behind the last one there are no rows."""
    behind = _BEHIND[figure](asked)
    first = (page - 1) * ROWS_OF_A_PAGE
    shown: list[Model] = list(behind.found[first : first + ROWS_OF_A_PAGE])
    return Page(count=behind.found.count(), sum_cents=behind.sum_cents, rows=behind.rows_of(shown))


def _checks(asked: Asked) -> _Behind:
    return _Behind(demand.checks_in(asked.period).order_by("-created_at", "-pk"), _search_rows)


def _covered_checks(asked: Asked) -> _Behind:
    found = demand.covered_checks_in(asked.period)
    return _Behind(found.order_by("-created_at", "-pk"), _search_rows)


def _searches(asked: Asked) -> _Behind:
    found = demand.searches_not_served(asked.period, zip_code=asked.zip_code)
    return _Behind(found.order_by("-created_at", "-pk"), _search_rows)


def _search_rows(searches: Sequence[AddressSearch]) -> list[Row]:
    return [
        Row(
            key=f"search {search.pk}",
            what=search.coverage_status,
            zip_code=search.zip_code,
            address=search.address,
            at=search.created_at,
        )
        for search in searches
    ]


def _requests(asked: Asked) -> _Behind:
    found = demand.requests_not_served(asked.period, zip_code=asked.zip_code)
    return _Behind(found.order_by("-created_at", "-pk"), _request_rows)


def _request_rows(requests: Sequence[NotifyRequest]) -> list[Row]:
    return [
        Row(
            key=f"request {request.pk}",
            what=request.notification_status,
            zip_code=request.zip_code,
            contact=request.formatted_phone or request.phone_number,
            address=request.address_formatted,
            at=request.created_at,
        )
        for request in requests
    ]


def _reached(figure: Figure) -> Callable[[Asked], _Behind]:
    def behind(asked: Asked) -> _Behind:
        found = wizards_at(figure, asked.period)
        return _Behind(found.order_by("-created_at", "-pk"), _wizard_rows)

    return behind


def _abandoned(asked: Asked) -> _Behind:
    found = wizards_left(asked.period).order_by("-updated_at", "-pk")
    return _Behind(found, _wizard_rows)


def _wizard_rows(wizards: Sequence[WizardSession]) -> list[Row]:
    """Whom to write to only where they agreed to it; a customer's own page knows the rest."""
    orders = {
        order.wizard_id: order
        for order in Order.objects.filter(wizard__in=wizards)
        .select_related("customer", "order_location")
        .order_by("pk")
    }
    may_be_written_to = reminded_by_mail([wizard.email for wizard in wizards])
    return [
        _ordered_row(wizard, orders[wizard.pk])
        if wizard.pk in orders
        else _left_row(wizard, is_agreed=wizard.email.strip().lower() in may_be_written_to)
        for wizard in wizards
    ]


def _ordered_row(wizard: WizardSession, order: Order) -> Row:
    return Row(
        key=f"wizard {wizard.pk}",
        what=order.status,
        order_id=order.public_id,
        customer_name=order.customer.name,
        zip_code=order.order_location.zip_code,
        at=wizard.created_at,
        amount_cents=order.total_cents,
    )


def _left_row(wizard: WizardSession, *, is_agreed: bool) -> Row:
    contact = f"{wizard.full_name} {wizard.email}".strip() if is_agreed else ""
    return Row(
        key=f"wizard {wizard.pk}",
        what=_farthest(wizard),
        contact=contact,
        at=wizard.updated_at,
        day=wizard.selected_installation_date,
        amount_cents=wizard.total_cents,
    )


def _farthest(wizard: WizardSession) -> str:
    if wizard.selected_installation_date is not None:
        return Figure.DATE
    if wizard.generator_choice:
        return Figure.GENERATOR
    return Figure.BAND if wizard.max_distance_ft is not None else Figure.COVERED


def _received(asked: Asked) -> _Behind:
    found = revenue.received_in(asked.period)
    return _Behind(_newest(found), _entry_rows, sum_cents=-_sum(found))


def _refunded(asked: Asked) -> _Behind:
    found = revenue.refunded_in(asked.period)
    return _Behind(_newest(found), _entry_rows, sum_cents=_sum(found))


def _newest(entries: QuerySet[LedgerEntry]) -> QuerySet[LedgerEntry]:
    return entries.select_related(*_WHO, "payment").order_by("-at", "-pk")


def _sum(entries: QuerySet[LedgerEntry]) -> int:
    return entries.aggregate(sum=Sum("amount_cents"))["sum"] or 0


def _entry_rows(entries: Sequence[LedgerEntry]) -> list[Row]:
    return [
        Row(
            key=f"entry {entry.pk}",
            what=entry.payment.purpose if entry.payment else entry.kind,
            note=entry.note,
            at=entry.at,
            amount_cents=abs(entry.amount_cents),
            **_of_order(entry.order),
        )
        for entry in entries
    ]


def _outstanding(_: Asked) -> _Behind:
    found = revenue.orders_owing().select_related("customer", "order_location")
    return _Behind(
        found.order_by("created_at", "pk"), _owing_rows, sum_cents=revenue.outstanding().cents
    )


def _owing_rows(orders: Sequence[Order]) -> list[Row]:
    owed = revenue.owed_by(list(orders))
    return [
        Row(
            key=f"order {order.pk}",
            what=order.status,
            at=order.created_at,
            amount_cents=owed[order.pk],
            **_of_order(order),
        )
        for order in orders
    ]


def _failed_messages(_: Asked) -> _Behind:
    return _Behind(failed_messages().order_by("-dead_at", "-pk"), _message_rows)


def _message_rows(messages: Sequence[Message]) -> list[Row]:
    return [
        Row(
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


def _visits(asked: Asked) -> _Behind:
    found = visits.visits_in(asked.period, today=today_in_houston(asked.now))
    return _Behind(found.select_related(*_WHO).order_by("-day", "-pk"), _appointment_rows)


def _today(asked: Asked) -> _Behind:
    today = today_in_houston(asked.now)
    return _coming(today, today)


def _next_days(asked: Asked) -> _Behind:
    return _coming(*coming_days(today_in_houston(asked.now)))


def _coming(first: date, last: date) -> _Behind:
    found = visits.coming_between(first, last).select_related(*_WHO)
    return _Behind(found.order_by("start_at", "pk"), _appointment_rows)


def _appointment_rows(appointments: Sequence[Appointment]) -> list[Row]:
    return [
        Row(
            key=f"appointment {appointment.pk}",
            what=appointment.time_window,
            note=appointment.status,
            at=appointment.start_at,
            day=appointment.day,
            days=days_between(appointment.order.created_at, appointment.day),
            **_of_order(appointment.order),
        )
        for appointment in appointments
    ]


def _completions(asked: Asked) -> _Behind:
    found = revenue.completions_in(asked.period).select_related(*_WHO)
    return _Behind(found.order_by("-due_at", "-pk"), _completion_rows)


def _completion_rows(milestones: Sequence[Milestone]) -> list[Row]:
    """Reached is what they were found by: `due_at` is known."""
    return [
        Row(
            key=f"milestone {milestone.pk}",
            what=milestone.kind,
            at=milestone.due_at,
            days=days_between(milestone.order.created_at, day_in_houston(milestone.due_at)),  # type: ignore[arg-type]
            **_of_order(milestone.order),
        )
        for milestone in milestones
    ]


def _of_order(order: Order) -> dict[str, Any]:
    return {
        "order_id": order.public_id,
        "customer_name": order.customer.name,
        "zip_code": order.order_location.zip_code,
    }


_BEHIND: Final[dict[Figure, Callable[[Asked], _Behind]]] = {
    Figure.CHECKED: _checks,
    Figure.COVERED: _covered_checks,
    **{figure: _reached(figure) for figure in OF_WIZARDS},
    Figure.RECEIVED: _received,
    Figure.REFUNDED: _refunded,
    Figure.OUTSTANDING: _outstanding,
    Figure.ABANDONED: _abandoned,
    Figure.FAILED_MESSAGES: _failed_messages,
    Figure.SEARCHES: _searches,
    Figure.REQUESTS: _requests,
    Figure.VISITS: _visits,
    Figure.COMPLETIONS: _completions,
    Figure.TODAY: _today,
    Figure.NEXT_DAYS: _next_days,
}
