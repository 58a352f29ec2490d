"""Search for orders by text, status, visit day or next action."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Lower

from standby.core.clock import Period
from standby.crews.models import Technician
from standby.orders.models import Appointment, Order
from standby.orders.rules.confirmation_code import order_pk_of
from standby.orders.rules.search_words import ids_like, parse_search_terms
from standby.payments.models import CheckoutSession, Dispute, Payment, Refund
from standby.payments.selectors import transfers_on_their_way
from standby.tracking.rules.next_actions import NextActionKey
from standby.tracking.selectors.orders import OrderSummary, order_summaries
from standby.tracking.selectors.waiting_orders import (
    customers_turn,
    orders_waiting_for,
    waiting_for_staff,
)

PAGE: Final = 50
_RELATED: Final = ("customer", "order_location", "quote", "package", "generator")
# What the columns of the list are sorted by: each has an index, read from either end.
SORTS: Final[Mapping[str, tuple[Any, ...]]] = {
    "customer": (Lower("customer__name"),),
    "status": (F("status"), F("created_at")),
    "visit": (F("visit_day"),),
    "total": (F("total_cents"),),
    "balance": (F("balance_cents"),),
    "created": (F("created_at"),),
}
_SHORTEST_REFERENCE: Final = 8  # characters of a provider's id


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderFilter:
    """What of the orders is listed; an empty field does not filter.

    Days are those of the visit, `created` days those of the reservation. `technician` is an id, or
    "none" for jobs without one. `balance` is "due", "credit" or "on_its_way". `needs` is "staff"
    or "customer", whoever the next action waits for. Amounts are of the order's total.
    """

    status: str = ""
    next_action: NextActionKey | None = None
    needs: str = ""
    first_day: date | None = None
    last_day: date | None = None
    created_from: date | None = None
    created_to: date | None = None
    place: str = ""
    technician: str = ""
    balance: str = ""
    least_cents: int | None = None
    most_cents: int | None = None

    @property
    def waits_for_staff(self) -> bool:
        return self.needs == "staff" or self.next_action is not None

    @property
    def is_by_visit(self) -> bool:
        return bool(self.waits_for_staff or self.first_day or self.last_day)


def orders_matching(text: str) -> QuerySet[Order]:
    """Return the orders in which every word of the text is found."""
    orders = Order.objects.all()
    for typed, folded in parse_search_terms(text):
        orders = orders.filter(_condition_for(typed, text=folded))
    return orders


def find_orders(
    text: str = "",
    filters: OrderFilter = OrderFilter(),
    *,
    sort: str = "",
    page: int = 1,
    now: datetime,
) -> tuple[int, list[OrderSummary]]:
    """Count the matching orders and return a page of them, newest first.

    A filter by next action or visit day sorts by the visit, soonest first, unless `sort` names a
    column of SORTS, with a hyphen for descending. Raises ActionNotOurs.
    """
    orders = _filtered(orders_matching(text), filters)
    by, start = sort or ("visit" if filters.is_by_visit else "-"), (page - 1) * PAGE
    if filters.waits_for_staff:
        # One query for both: what waits is little, and expensive to find.
        keys = [row[0] for row in _in_order(_staffs_turn(orders, filters, now=now), by)]
        count, shown = len(keys), keys[start : start + PAGE]
    else:
        listed = orders
        if filters.needs:
            count, listed = customers_turn(orders, now=now)
        else:
            count = orders.count()
        shown = [row[0] for row in _in_order([listed], by)[start : start + PAGE]]
    by_key = Order.objects.select_related(*_RELATED).in_bulk(shown)
    return count, order_summaries([by_key[key] for key in shown], now=now)


def _staffs_turn(
    orders: QuerySet[Order], filters: OrderFilter, *, now: datetime
) -> list[QuerySet[Order]]:
    if filters.needs == "customer":  # the action asked for is not theirs
        return [orders.none()]
    if filters.next_action is not None:
        # Read first: PostgreSQL does not foresee how few they are, and would sort all orders.
        waiting = orders_waiting_for(filters.next_action, now=now)
        return [orders.filter(pk__in=[key for row in waiting for key in row.values()])]
    # By each action, not joined by OR: PostgreSQL finds the few of each by an index.
    return [orders.filter(pk__in=waiting.keys) for waiting in waiting_for_staff(now).values()]


def _in_order(parts: list[QuerySet[Order]], sort: str) -> QuerySet[Any, Any]:
    # Of all that is in any of the parts, the keys and what they are sorted by.
    sign, by = "-" if sort.startswith("-") else "", SORTS.get(sort.removeprefix("-"), ())
    columns = {f"sorted_by_{number}": key for number, key in enumerate(by)}
    rows = [part.annotate(**columns).values_list("pk", *columns) for part in parts]
    listed = rows[0].union(*rows[1:]) if len(rows) > 1 else rows[0]
    return listed.order_by(*(f"{sign}{name}" for name in columns), f"{sign}pk")


def _filtered(orders: QuerySet[Order], filters: OrderFilter) -> QuerySet[Order]:
    since, until = filters.created_from, filters.created_to
    columns = {
        "status": filters.status or None,
        "created_at__gte": Period(since, since).begins_at if since else None,
        "created_at__lt": Period(until, until).ends_at if until else None,
        "total_cents__gte": filters.least_cents,
        "total_cents__lte": filters.most_cents,
        # Those of the visit again, for the index that the list is sorted by.
        "visit_day__gte": filters.first_day,
        "visit_day__lte": filters.last_day,
    }
    orders = orders.filter(**{name: it for name, it in columns.items() if it is not None})
    if filters.place:
        is_zip = filters.place.isdecimal()
        there = {"zip_code": filters.place} if is_zip else {"city_key": filters.place.lower()}
        orders = orders.filter(**there)
    if filters.first_day or filters.last_day or filters.technician:
        orders = orders.filter(pk__in=_visits(filters).values("order"))
    if filters.balance:
        orders = orders.filter(pk__in=_with_balance(filters.balance))
    return orders


def _with_balance(balance: str) -> QuerySet[Any, Any]:
    if balance == "on_its_way":
        return transfers_on_their_way().values("payment__order")
    is_due = Q(balance_cents__gt=0) if balance == "due" else Q(balance_cents__lt=0)
    return Order.objects.filter(is_due).values("pk")


def _visits(filters: OrderFilter) -> QuerySet[Appointment]:
    visits = Appointment.objects.exclude(status=Appointment.Status.CANCELLED)
    if filters.first_day is not None:
        visits = visits.filter(day__gte=filters.first_day)
    if filters.last_day is not None:
        visits = visits.filter(day__lte=filters.last_day)
    if filters.technician == "none":
        return visits.filter(status=Appointment.Status.CONFIRMED, assigned_to=None)
    if filters.technician:
        return visits.filter(assigned_to__public_id=filters.technician)
    return visits


def _condition_for(typed: str, *, text: str) -> Q:
    # A term that is an id or its beginning, a confirmation code, or a whole contact or provider
    # reference, is not searched for in the text.
    keys: list[int] = []
    if (ids := ids_like(typed)) is not None:
        visits = Appointment.objects.filter(public_id__range=ids)
        keys += Order.objects.filter(public_id__range=ids).values_list("pk", flat=True)
        keys += visits.values_list("order", flat=True)
    if (by_code := order_pk_of(typed)) is not None:
        keys += Order.objects.filter(pk=by_code).values_list("pk", flat=True)
    contacts = Q(customer__email_key=text) | Q(customer__phone_key=text)
    keys += Order.objects.filter(contacts).values_list("pk", flat=True)
    if len(typed) >= _SHORTEST_REFERENCE:
        # One query for each table: joined by OR they would read all payments.
        pages = CheckoutSession.objects.filter(stripe_session_id=typed)
        disputed = Dispute.objects.filter(provider_ref=typed)
        returned = Refund.objects.filter(provider_ref=typed).exclude(provider_ref="")
        refunded = Refund.objects.filter(charge=typed)
        keys += Payment.objects.filter(provider_ref=typed).values_list("order", flat=True)
        for rows in (pages, disputed, returned, refunded):
            keys += rows.values_list("payment__order", flat=True)
    if keys:
        return Q(pk__in=keys)
    technicians = list(Technician.objects.filter(name__icontains=text))
    assigned = Appointment.objects.filter(assigned_to__in=technicians)
    condition = Q(pk__in=list(assigned.values_list("order", flat=True)))
    # The typed spelling too, to match a part of an email address.
    for spelling in {text, typed.lower()}:
        condition |= Q(order_location__search_words__contains=spelling)
    return condition
