"""Search for orders by text, status, visit day or next action."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Lower

from standby.core.clock import Period
from standby.core.errors import Invalid, _
from standby.core.policy import MARKET_ZONE
from standby.crews.models import Technician
from standby.documents.models import Proposal
from standby.messaging.selectors import undelivered
from standby.orders.models import Appointment, ChangeOrder, Order
from standby.orders.rules.cancelling import CancellationRule
from standby.orders.rules.confirmation_code import order_pk_of
from standby.orders.rules.search_words import ids_like, parse_search_terms
from standby.payments.models import (
    Cancellation,
    CheckoutSession,
    Dispute,
    Milestone,
    Payment,
    Refund,
)
from standby.payments.selectors import FAILED, TAKEN_BACK, TO_ANSWER, transfers_on_their_way
from standby.photos.models import PhotoReview
from standby.readiness.selectors import to_follow_up
from standby.tracking.rules.next_actions import TECHNICIAN_NAMED_BEFORE, NextActionKey
from standby.tracking.selectors.orders import OrderSummary, order_summaries

PAGE: Final = 50
_RELATED: Final = ("customer", "order_location", "quote", "package", "generator")
_BEFORE_ACCEPTANCE: Final = (Order.Status.RESERVED, Order.Status.SCHEDULED)
_LIVE: Final = (*_BEFORE_ACCEPTANCE, Order.Status.ACCEPTED, Order.Status.EQUIPMENT_ARRIVED)
_MAY_OWE: Final = (CancellationRule.AFTER_THREE_DAYS, CancellationRule.UNREASONABLE_DELAY)
_DUE: Final = Exists(Milestone.objects.filter(order=OuterRef("pk"), status=Milestone.Status.DUE))
# Whose next action is the customer's, when it is none of ours: before acceptance anything, later
# a payment.
_CUSTOMERS_TURN: Final = Q(status__in=_BEFORE_ACCEPTANCE) | (
    Q(_DUE) & ~Q(status=Order.Status.CANCELLED)
)
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


class ActionNotOurs(Invalid):
    code = "step_not_ours"
    message = _("Only actions for staff can be searched for.")


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
    keys = order_keys(text, filters, sort=sort, now=now)
    start = (page - 1) * PAGE
    if filters.waits_for_staff:
        # One query for both: what waits is little, and expensive to find.
        matching = list(keys)
        count, shown = len(matching), matching[start : start + PAGE]
    else:
        count, shown = keys.count(), list(keys[start : start + PAGE])
    by_key = Order.objects.select_related(*_RELATED).in_bulk(shown)
    return count, order_summaries([by_key[key] for key in shown], now=now)


def order_keys(
    text: str, filters: OrderFilter, *, sort: str = "", now: datetime
) -> QuerySet[Any, Any]:
    """Return the keys of the matching orders in their order. Raises ActionNotOurs."""
    orders = _filtered(orders_matching(text), filters, now=now)
    by = SORTS.get(sort.removeprefix("-"))
    if by is None and filters.is_by_visit:
        by = SORTS["visit"]
    if by is None:
        return orders.order_by("-pk").values_list("pk", flat=True)
    keys = (*by, F("pk"))
    order = [key.desc() if sort.startswith("-") else key.asc() for key in keys]
    return orders.order_by(*order).values_list("pk", flat=True)


def _filtered(orders: QuerySet[Order], filters: OrderFilter, *, now: datetime) -> QuerySet[Order]:
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
        in_city = Q(order_location__city__iexact=filters.place)
        orders = orders.filter(in_city | Q(order_location__zip_code=filters.place))
    if filters.first_day or filters.last_day or filters.technician:
        orders = orders.filter(pk__in=_visits(filters).values("order"))
    if filters.balance:
        orders = orders.filter(pk__in=_with_balance(filters.balance))
    if filters.next_action is not None:
        orders = orders.filter(pk__in=_read(orders_waiting_for(filters.next_action, now=now)))
    if filters.needs:
        ours = _read(orders_waiting_for_any(_waiting_orders(now), now=now))
        theirs = orders.filter(_CUSTOMERS_TURN).exclude(pk__in=ours)
        orders = orders.filter(pk__in=ours) if filters.needs == "staff" else theirs
    return orders


def _read(waiting: QuerySet[Any]) -> list[int]:
    # Read first: PostgreSQL does not foresee how few they are, and would go through all orders.
    return [key for row in waiting for key in row.values()]


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


def orders_waiting_for(next_action: NextActionKey, *, now: datetime) -> QuerySet[Any]:
    waiting = _waiting_orders(now)
    if next_action not in waiting:
        raise ActionNotOurs(field="next_action")
    return waiting[next_action]


def orders_waiting_for_any(
    next_actions: Collection[NextActionKey], *, now: datetime
) -> QuerySet[Any]:
    """Return the keys of the orders with one of these next actions, all of them by staff."""
    first, *others = (orders_waiting_for(next_action, now=now) for next_action in next_actions)
    return first.union(*others)


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


def _waiting_orders(now: datetime) -> dict[NextActionKey, QuerySet[Any]]:
    # The rules of tracking/rules/next_actions.py as queries for the keys of orders, so that not
    # every order has to be loaded.
    early = {"order__status__in": _BEFORE_ACCEPTANCE}
    refunded = Refund.objects.filter(needs_decision=True).values("payment")
    lost = Dispute.objects.filter(needs_decision=True).values("payment")
    # By one list of both: joined by OR they would read all payments.
    fee_gone = Payment.objects.filter(pk__in=refunded.union(lost), **early)
    later_change = ChangeOrder.objects.filter(order=OuterRef("order"), pk__gt=OuterRef("pk"))
    declined = ChangeOrder.objects.filter(
        ~Exists(later_change),
        status=ChangeOrder.Status.DECLINED,
        order__quote__locked_at=None,
        **early,
    )
    live_proposal = Proposal.objects.filter(order=OuterRef("pk"), quote=OuterRef("quote")).exclude(
        status=Proposal.Status.SUPERSEDED
    )
    locked = Order.objects.filter(
        ~Exists(live_proposal), status__in=_BEFORE_ACCEPTANCE, quote__locked_at__isnull=False
    )
    arrived = Appointment.objects.filter(
        order__status=Order.Status.EQUIPMENT_ARRIVED, day__lte=now.astimezone(MARKET_ZONE).date()
    ).exclude(status=Appointment.Status.CANCELLED)
    unassigned = Order.objects.filter(
        status__in=Order.BOOKED,
        appointments__status=Appointment.Status.CONFIRMED,
        appointments__assigned_to=None,
        appointments__start_at__lte=now + TECHNICIAN_NAMED_BEFORE,
    )
    due = Milestone.objects.filter(status=Milestone.Status.DUE)
    accepted = Order.objects.filter(
        ~Exists(due.filter(order=OuterRef("pk"))), status=Order.Status.ACCEPTED
    )
    late = due.filter(overdue_notified_at__isnull=False)
    moving = transfers_on_their_way().filter(payment__milestone=OuterRef("pk"))
    late = late.filter(~Exists(moving)).exclude(order__status=Order.Status.CANCELLED)
    may_owe = Cancellation.objects.filter(rule__in=_MAY_OWE).values("order")
    taken_back = Payment.objects.filter(
        TAKEN_BACK | Q(disputed_cents__gt=0, order__status=Order.Status.CANCELLED)
    ).values("order")
    owing = Order.objects.filter(Q(pk__in=may_owe) | Q(pk__in=taken_back), balance_cents__gt=0)
    unreached = Order.objects.filter(public_id__in=undelivered(now=now).values("order_ref"))
    return {
        NextActionKey.RETRY_REFUND: Refund.objects.filter(status__in=FAILED).values(
            "payment__order"
        ),
        NextActionKey.ANSWER_DISPUTE: Dispute.objects.filter(TO_ANSWER).values("payment__order"),
        NextActionKey.DECIDE_VISIT: fee_gone.values("order"),
        NextActionKey.FIND_NEW_DATE: Appointment.objects.filter(
            status=Appointment.Status.NEEDS_NEW_DATE, order__status__in=_LIVE
        ).values("order"),
        NextActionKey.REVIEW_PHOTOS: PhotoReview.objects.filter(
            status=PhotoReview.Status.SUBMITTED, **early
        ).values("order"),
        NextActionKey.DECIDE_AGAIN: declined.values("order"),
        NextActionKey.MAKE_PROPOSAL: locked.values("pk"),
        NextActionKey.MARK_INSTALLED: arrived.values("order"),
        NextActionKey.FOLLOW_UP_STEP: to_follow_up(now=now).values("order"),
        NextActionKey.NAME_TECHNICIAN: unassigned.values("pk"),
        NextActionKey.MARK_EQUIPMENT: accepted.values("pk"),
        NextActionKey.MARK_POWER_ON: Order.objects.filter(
            status=Order.Status.COMPLETED, powered_on_at=None
        ).values("pk"),
        NextActionKey.CHASE_PAYMENT: late.values("order"),
        NextActionKey.COLLECT_OWED: owing.values("pk"),
        NextActionKey.REACH_CUSTOMER: unreached.values("pk"),
    }
