"""The overview's metrics: the booking funnel, and the rows that each metric counts, in pages."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Exists, Model, OuterRef, Q, QuerySet, Sum

from standby.core.clock import Period, days_between, local_date
from standby.coverage import selectors
from standby.coverage.models import AddressSearch, NotifyRequest
from standby.documents.models import Proposal
from standby.messaging.kinds import READABLE_KINDS
from standby.messaging.models import Message
from standby.messaging.selectors import failed_messages, reminded_by_mail
from standby.orders.models import Appointment, Order
from standby.orders.selectors import orders as order_selectors
from standby.payments import selectors as payment_selectors
from standby.payments.models import LedgerEntry, Milestone, Payment
from standby.pricing.models.quoting import WizardSession
from standby.reports.rules import FUNNEL, OF_WIZARDS, Metric, coming_days

ROWS_OF_A_PAGE: Final = 50
_RESERVED: Final = Q(status=WizardSession.Status.COMPLETED)
_DATE: Final = Q(selected_installation_date__isnull=False) | _RESERVED
_GENERATOR: Final = ~Q(generator_choice="") | _DATE
# Each step includes the later ones: a visitor who answered a later question passed the earlier
# ones.
_STEP_FILTERS: Final = {
    Metric.BAND: Q(max_distance_ft__isnull=False) | _GENERATOR,
    Metric.GENERATOR: _GENERATOR,
    Metric.DATE: _DATE,
    Metric.RESERVED: _RESERVED,
}
_UNPAID: Final = (Milestone.Status.WAITING, Milestone.Status.DUE)
_ACCEPTED_OR_LATER: Final = (
    Order.Status.ACCEPTED,
    Order.Status.EQUIPMENT_ARRIVED,
    Order.Status.COMPLETED,
)


def funnel_report(period: Period) -> dict[Metric, int]:
    """Return the count of each funnel step for visits and wizard sessions begun in the period.

    Later steps count whenever they happened. Address checks are counted by visitor and the other
    steps by wizard session, because a session does not know of its checks. Orders of staff are
    in none of them: `staff_orders` counts these.
    """
    steps = _wizards_begun(period).aggregate(
        **{step: Count("pk", filter=condition) for step, condition in _STEP_FILTERS.items()}
    )
    counted = steps | {
        Metric.CHECKED: selectors.checks_in(period).count(),
        Metric.COVERED: selectors.covered_checks_in(period).count(),
        **{step: wizards_at(step, period).count() for step in _order_filters()},
    }
    return {step: counted[step] for step in FUNNEL}


def staff_orders(period: Period) -> int:
    """Return how many orders begun in the period staff took, or made the quote of."""
    return _begun(period).filter(by_staff=True, status=WizardSession.Status.COMPLETED).count()


def wizards_at(metric: Metric, period: Period) -> QuerySet[WizardSession]:
    """Return the wizard sessions begun in the period with an order that reached the step."""
    # One plain condition at a time: all of them in one expression took PostgreSQL ten seconds to
    # compile and two to run.
    wizards = _wizards_begun(period)
    if metric in _STEP_FILTERS:
        return wizards.filter(_STEP_FILTERS[metric])
    orders = Order.objects.filter(_order_filters()[metric], wizard=OuterRef("pk"))
    return wizards.filter(Exists(orders))


def wizards_left(period: Period) -> QuerySet[WizardSession]:
    return WizardSession.objects.filter(
        status=WizardSession.Status.ABANDONED,
        updated_at__gte=period.begins_at,
        updated_at__lt=period.ends_at,
    )


def _wizards_begun(period: Period) -> QuerySet[WizardSession]:
    return _begun(period).filter(by_staff=False)


def _begun(period: Period) -> QuerySet[WizardSession]:
    return WizardSession.objects.filter(
        created_at__gte=period.begins_at, created_at__lt=period.ends_at
    )


def _order_filters() -> dict[Metric, Q]:
    # An order that reached a later step counts for the earlier ones, even if canceled since.
    completed = Q(status=Order.Status.COMPLETED)
    # Rows are looked up for each order, because a period has few and the tables keep growing.
    of_order = {"order": OuterRef("pk")}
    proposals = Proposal.objects.filter(accepted_at__isnull=False, **of_order)
    accepted = Q(status__in=_ACCEPTED_OR_LATER) | Q(Exists(proposals))
    locked = Q(quote__locked_at__isnull=False) | accepted
    fees = Payment.objects.filter(
        purpose=Payment.Purpose.SCHEDULING_FEE, paid_at__isnull=False, **of_order
    )
    unpaid = Milestone.objects.filter(status__in=_UNPAID, **of_order)
    return {
        # Without a fee due, confirming the order schedules it.
        Metric.FEE_PAID: Q(Exists(fees)) | Q(status=Order.Status.SCHEDULED) | locked,
        Metric.PRICE_LOCKED: locked,
        Metric.ACCEPTED: accepted,
        Metric.COMPLETED: completed,
        Metric.PAID: Q(~Exists(unpaid)) & completed,
    }


# The columns of every row; each metric fills those that it knows. `what` is a code: step reached,
# purpose, kind, window or status. Contact and address may belong to people who never became
# customers: the caller decides by role who sees them.
_EMPTY_ROW: Final[Mapping[str, Any]] = {
    "order_id": None,
    "message_id": None,
    "customer_name": "",
    "zip_code": "",
    "contact": "",
    "address": "",
    "note": "",
    "at": None,
    "day": None,
    "amount_cents": None,
    "days": None,
}


def metric_rows(
    metric: Metric, period: Period, *, now: datetime, page: int = 1, zip_code: str | None = None
) -> dict[str, Any]:
    """Return one page of a metric's rows, with the `count` and `sum_cents` of all of them.

    Pages count from 1, and one past the end is empty. The sum is None when it is not money.

    `zip_code` narrows only the metrics by ZIP code: "" selects rows without one.
    """
    today, of_order = local_date(now), ("order__customer", "order__order_location")
    searches = selectors.searches_not_served(period, zip_code=zip_code)
    requests = selectors.requests_not_served(period, zip_code=zip_code)
    received, refunded = (
        payment_selectors.received_in(period),
        payment_selectors.refunded_in(period),
    )
    owing = payment_selectors.orders_owing().select_related("customer", "order_location")
    visited = order_selectors.visits_in(period, today=today)
    completed = payment_selectors.completions_in(period)
    arriving = order_selectors.appointments_between(today, today)
    next_days = order_selectors.appointments_between(*coming_days(today))
    of_orders = [*of_order, "payment"]
    # Querysets are lazy: only the metric's own is run.
    queries: dict[Metric, QuerySet[Any]] = {
        Metric.CHECKED: _newest(selectors.checks_in(period)),
        Metric.COVERED: _newest(selectors.covered_checks_in(period)),
        Metric.RECEIVED: _newest(received.select_related(*of_orders), by="at"),
        Metric.REFUNDED: _newest(refunded.select_related(*of_orders), by="at"),
        Metric.OUTSTANDING: owing.order_by("created_at", "pk"),
        Metric.ABANDONED: _newest(wizards_left(period), by="updated_at"),
        Metric.FAILED_MESSAGES: _newest(failed_messages(), by="dead_at"),
        Metric.SEARCHES: _newest(searches),
        Metric.REQUESTS: _newest(requests),
        Metric.VISITS: _newest(visited.select_related(*of_order), by="day"),
        Metric.COMPLETIONS: _newest(completed.select_related(*of_order), by="reached_at"),
        Metric.TODAY: arriving.select_related(*of_order).order_by("start_at", "pk"),
        Metric.NEXT_DAYS: next_days.select_related(*of_order).order_by("start_at", "pk"),
    }
    # The funnel's are not among them, for their conditions take a while to build.
    rows = _newest(wizards_at(metric, period)) if metric in OF_WIZARDS else queries[metric]
    sum_cents = None
    if metric == Metric.OUTSTANDING:
        sum_cents, _ = payment_selectors.outstanding()
    elif metric in (Metric.RECEIVED, Metric.REFUNDED):
        # A payment lowers what the customer owes, a refund raises it.
        sign = -1 if metric == Metric.RECEIVED else 1
        sum_cents = sign * (rows.aggregate(sum=Sum("amount_cents"))["sum"] or 0)
    first = (page - 1) * ROWS_OF_A_PAGE
    shown = list(rows[first : first + ROWS_OF_A_PAGE])
    if rows.model is WizardSession:
        serialized = _wizard_rows(shown)
    else:
        serialized = [_row_of(one) for one in shown]
    return {
        "count": rows.count(),
        "sum_cents": sum_cents,
        "rows": [{**_EMPTY_ROW, **row} for row in serialized],
    }


def _newest(rows: QuerySet[Any], *, by: str = "created_at") -> QuerySet[Any]:
    return rows.order_by(f"-{by}", "-pk")


def _row_of(one: Model) -> dict[str, Any]:
    row: dict[str, Any] = {}
    order: Order | None = getattr(one, "order", None)
    match one:
        case AddressSearch():
            row = {"key": f"search {one.pk}", "what": one.coverage_status, "at": one.created_at}
            row |= {"zip_code": one.zip_code, "address": one.address}
        case NotifyRequest():
            row = {"key": f"request {one.pk}", "what": one.notification_status}
            row |= {"zip_code": one.zip_code, "address": one.address_formatted}
            row |= {"contact": one.formatted_phone or one.phone_number, "at": one.created_at}
        case LedgerEntry():
            what = one.payment.purpose if one.payment else one.kind
            row = {"key": f"entry {one.pk}", "what": what, "note": one.note, "at": one.at}
            row["amount_cents"] = abs(one.amount_cents)
        case Order():
            row = {"key": f"order {one.pk}", "what": one.status, "at": one.created_at}
            row["amount_cents"], order = one.balance_cents, one
        case Message():
            row = {"key": f"message {one.pk}", "what": one.kind, "at": one.dead_at}
            row |= {"order_id": one.order_ref, "message_id": one.pk}
            if one.kind in READABLE_KINDS:
                row |= {"contact": one.recipient, "note": one.last_error}
        case Appointment():
            row = {"key": f"appointment {one.pk}", "what": one.time_window, "note": one.status}
            row |= {"at": one.start_at, "day": one.day}
            row["days"] = days_between(one.order.created_at, one.day)
        case Milestone():
            row = {"key": f"milestone {one.pk}", "what": one.kind, "at": one.reached_at}
            if one.reached_at:
                row["days"] = days_between(one.order.created_at, local_date(one.reached_at))
    return row | (_order_columns(order) if order else {})


def _wizard_rows(wizards: Sequence[WizardSession]) -> list[dict[str, Any]]:
    # Contact data of a session without an order is shown only with consent to reminders.
    consenting = reminded_by_mail([wizard.email for wizard in wizards])
    made = Order.objects.filter(wizard__in=wizards).select_related("customer", "order_location")
    orders = {order.wizard_id: order for order in made.order_by("pk")}
    rows = []
    for wizard in wizards:
        row: dict[str, Any] = {"key": f"wizard {wizard.pk}"}
        if (order := orders.get(wizard.pk)) is not None:
            row |= {"what": order.status, "at": wizard.created_at, **_order_columns(order)}
            rows.append({**row, "amount_cents": order.total_cents})
            continue
        if wizard.selected_installation_date is not None:
            row["what"] = Metric.DATE
        elif wizard.generator_choice:
            row["what"] = Metric.GENERATOR
        else:
            row["what"] = Metric.BAND if wizard.max_distance_ft is not None else Metric.COVERED
        if wizard.email.strip().lower() in consenting:
            row["contact"] = f"{wizard.full_name} {wizard.email}".strip()
        row |= {"at": wizard.updated_at, "day": wizard.selected_installation_date}
        rows.append({**row, "amount_cents": wizard.total_cents})
    return rows


def _order_columns(order: Order) -> dict[str, Any]:
    return {
        "order_id": order.public_id,
        "customer_name": order.customer.name,
        "zip_code": order.order_location.zip_code,
    }
