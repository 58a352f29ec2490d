"""Search for orders by text, status, visit day or next action."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Sum

from standby.core.errors import Invalid, _
from standby.core.policy import HOUSTON
from standby.documents.models import Proposal
from standby.messaging.selectors import undelivered
from standby.orders.models import Appointment, ChangeOrder, Order, Technician
from standby.orders.rules.cancelling import CancellationRule
from standby.orders.rules.search_words import SearchTerm, parse_search_terms
from standby.payments.models import (
    Cancellation,
    CheckoutSession,
    Dispute,
    LedgerEntry,
    Milestone,
    Payment,
    Refund,
)
from standby.payments.selectors.payments import FAILED, TAKEN_BACK, TO_ANSWER
from standby.photos.models import PhotoReview
from standby.tracking.rules.next_actions import NextActionKey
from standby.tracking.rules.policy import TECHNICIAN_NAMED_BEFORE
from standby.tracking.selectors.orders import OrderSummary, order_summaries

PAGE: Final = 50
_RELATED: Final = ("customer", "order_location", "quote", "package", "generator")
_BEFORE_ACCEPTANCE: Final = (Order.Status.RESERVED, Order.Status.SCHEDULED)
_LIVE: Final = (*_BEFORE_ACCEPTANCE, Order.Status.ACCEPTED, Order.Status.EQUIPMENT_ARRIVED)
_MAY_OWE: Final = (CancellationRule.AFTER_THREE_DAYS, CancellationRule.UNREASONABLE_DELAY)
_SHORTEST_REFERENCE: Final = 8  # characters of a provider's id


class StepNotOurs(Invalid):
    code = "step_not_ours"
    message = _("Only what is for us to do can be looked for.")


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSearch:
    # Empty fields do not filter. Days are those of the visit.
    text: str = ""
    status: str = ""
    step: NextActionKey | None = None
    needs_staff: bool = False
    first_day: date | None = None
    last_day: date | None = None
    page: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderPage:
    count: int
    orders: list[OrderSummary]


def find_orders(search: OrderSearch, *, now: datetime) -> OrderPage:
    """Return a page of orders, newest first.

    A search by next action or visit day sorts by the visit, soonest first.
    """
    count, keys = _page_of(search, now=now)
    by_key = Order.objects.select_related(*_RELATED).in_bulk(keys)
    return OrderPage(count=count, orders=order_summaries([by_key[key] for key in keys], now=now))


def _page_of(search: OrderSearch, *, now: datetime) -> tuple[int, list[int]]:
    keys = _sorted(_matching(search, now=now), search=search).values_list("pk", flat=True)
    start = (search.page - 1) * PAGE
    if search == OrderSearch(status=search.status, page=search.page):
        return keys.count(), list(keys[start : start + PAGE])
    # One query for both the count and the page: a filtered list is short enough to load.
    page = list(keys)
    return len(page), page[start : start + PAGE]


def orders_waiting_for(step: NextActionKey, *, now: datetime) -> QuerySet[Any]:
    """Return the keys of the orders with this next action for staff. Raises StepNotOurs."""
    if step not in _QUERY_BY_STEP:
        raise StepNotOurs(field="step")
    return _QUERY_BY_STEP[step](now)


def _matching(search: OrderSearch, *, now: datetime) -> QuerySet[Order]:
    orders = Order.objects.all()
    for term in parse_search_terms(search.text):
        orders = orders.filter(_condition_for(term))
    if search.status:
        orders = orders.filter(status=search.status)
    if search.step is not None:
        orders = orders.filter(pk__in=orders_waiting_for(search.step, now=now))
    if search.needs_staff:
        first, *others = (waiting(now) for waiting in _QUERY_BY_STEP.values())
        orders = orders.filter(pk__in=first.union(*others))
    if search.first_day or search.last_day:
        orders = orders.filter(pk__in=_with_visit(search.first_day, search.last_day))
    return orders


def _sorted(orders: QuerySet[Order], *, search: OrderSearch) -> QuerySet[Order]:
    if not (search.needs_staff or search.step or search.first_day or search.last_day):
        return orders.order_by("-pk")
    newest = Appointment.objects.filter(order=OuterRef("pk")).order_by("-created_at", "-pk")
    return orders.annotate(visit_day=Subquery(newest.values("day")[:1])).order_by("visit_day", "pk")


def _with_visit(first: date | None, last: date | None) -> QuerySet[Any]:
    visits = Appointment.objects.exclude(status=Appointment.Status.CANCELLED)
    if first is not None:
        visits = visits.filter(day__gte=first)
    if last is not None:
        visits = visits.filter(day__lte=last)
    return visits.values("order")


def _condition_for(term: SearchTerm) -> Q:
    # A term that is an id or its beginning, or a whole contact or provider reference, is not
    # searched for in the text.
    keys = [*_with_id(term), *_with_contact(term.folded), *_with_reference(term.typed)]
    if keys:
        return Q(pk__in=keys)
    condition = Q(pk__in=_with_technician(term.folded))
    # The typed spelling too, to match a part of an e-mail address.
    for spelling in {term.folded, term.typed.lower()}:
        condition |= Q(search_text__words__contains=spelling)
    return condition


def _with_id(term: SearchTerm) -> list[int]:
    if term.ids is None:
        return []
    visits = Appointment.objects.filter(public_id__range=term.ids)
    return [
        *Order.objects.filter(public_id__range=term.ids).values_list("pk", flat=True),
        *visits.values_list("order", flat=True),
    ]


def _with_contact(text: str) -> list[int]:
    matching = Order.objects.filter(Q(customer__email_key=text) | Q(customer__phone_key=text))
    return list(matching.values_list("pk", flat=True))


def _with_reference(query: str) -> list[int]:
    if len(query) < _SHORTEST_REFERENCE:
        return []
    pages = CheckoutSession.objects.filter(stripe_session_id=query).values("payment")
    disputed = Dispute.objects.filter(provider_ref=query).values("payment")
    charged = Payment.objects.filter(Q(provider_ref=query) | Q(pk__in=pages) | Q(pk__in=disputed))
    returned = Refund.objects.filter(Q(provider_ref=query) | Q(charge=query))
    return [
        *charged.values_list("order", flat=True),
        *returned.values_list("payment__order", flat=True),
    ]


def _with_technician(name: str) -> list[int]:
    technicians = Technician.objects.filter(name__icontains=name)
    return list(
        Appointment.objects.filter(assigned_to__in=list(technicians)).values_list(
            "order", flat=True
        )
    )


def _refund_failed(_: datetime) -> QuerySet[Any]:
    return Refund.objects.filter(status__in=FAILED).values("payment__order")


def _dispute_to_answer(_: datetime) -> QuerySet[Any]:
    return Dispute.objects.filter(TO_ANSWER).values("payment__order")


def _fee_gone(_: datetime) -> QuerySet[Any]:
    refunded = Refund.objects.filter(needs_decision=True).values("payment")
    lost = Dispute.objects.filter(needs_decision=True).values("payment")
    payments = Payment.objects.filter(Q(pk__in=refunded) | Q(pk__in=lost))
    return payments.filter(order__status__in=_BEFORE_ACCEPTANCE).values("order")


def _date_lost(_: datetime) -> QuerySet[Any]:
    lost = Appointment.objects.filter(status=Appointment.Status.NEEDS_NEW_DATE)
    return lost.filter(order__status__in=_LIVE).values("order")


def _photos_to_review(_: datetime) -> QuerySet[Any]:
    sent = PhotoReview.objects.filter(status=PhotoReview.Status.SUBMITTED)
    return sent.filter(order__status__in=_BEFORE_ACCEPTANCE).values("order")


def _change_declined(_: datetime) -> QuerySet[Any]:
    later = ChangeOrder.objects.filter(order=OuterRef("order"), pk__gt=OuterRef("pk"))
    declined = ChangeOrder.objects.filter(
        ~Exists(later),
        status=ChangeOrder.Status.DECLINED,
        order__status__in=_BEFORE_ACCEPTANCE,
        order__quote__locked_at=None,
    )
    return declined.values("order")


def _without_proposal(_: datetime) -> QuerySet[Any]:
    live = Proposal.objects.filter(order=OuterRef("pk"), quote=OuterRef("quote")).exclude(
        status=Proposal.Status.SUPERSEDED
    )
    locked = Order.objects.filter(
        ~Exists(live), status__in=_BEFORE_ACCEPTANCE, quote__locked_at__isnull=False
    )
    return locked.values("pk")


def _day_has_come(now: datetime) -> QuerySet[Any]:
    arrived = Appointment.objects.filter(
        order__status=Order.Status.EQUIPMENT_ARRIVED, day__lte=now.astimezone(HOUSTON).date()
    )
    return arrived.exclude(status=Appointment.Status.CANCELLED).values("order")


def _without_technician(now: datetime) -> QuerySet[Any]:
    soon = now + TECHNICIAN_NAMED_BEFORE
    unassigned = Order.objects.filter(
        status__in=_LIVE,
        appointments__status=Appointment.Status.CONFIRMED,
        appointments__assigned_to=None,
        appointments__start_at__lte=soon,
    )
    return unassigned.values("pk")


def _equipment_to_come(_: datetime) -> QuerySet[Any]:
    due = Milestone.objects.filter(order=OuterRef("pk"), status=Milestone.Status.DUE)
    return Order.objects.filter(~Exists(due), status=Order.Status.ACCEPTED).values("pk")


def _power_to_come(_: datetime) -> QuerySet[Any]:
    return Order.objects.filter(status=Order.Status.COMPLETED, powered_on_at=None).values("pk")


def _paid_late(_: datetime) -> QuerySet[Any]:
    late = Milestone.objects.filter(status=Milestone.Status.DUE, overdue_told_at__isnull=False)
    return late.exclude(order__status=Order.Status.CANCELLED).values("order")


def _owed(_: datetime) -> QuerySet[Any]:
    may_owe = Cancellation.objects.filter(rule__in=_MAY_OWE).values("order")
    taken_back = Payment.objects.filter(
        TAKEN_BACK | Q(disputed_cents__gt=0, order__status=Order.Status.CANCELLED)
    )
    condition = Q(order__in=may_owe) | Q(order__in=taken_back.values("order"))
    balances = LedgerEntry.objects.filter(condition).order_by().values("order")
    return balances.annotate(sum=Sum("amount_cents")).filter(sum__gt=0).values("order")


def _undelivered(now: datetime) -> QuerySet[Any]:
    order_refs = undelivered(now=now).values("order_ref")
    return Order.objects.filter(public_id__in=order_refs).values("pk")


# The rules of tracking/rules/next_actions.py as queries, so that not every order has to be loaded.
_QUERY_BY_STEP: Final[Mapping[NextActionKey, Callable[[datetime], QuerySet[Any]]]] = {
    NextActionKey.RETRY_REFUND: _refund_failed,
    NextActionKey.ANSWER_DISPUTE: _dispute_to_answer,
    NextActionKey.DECIDE_VISIT: _fee_gone,
    NextActionKey.FIND_NEW_DATE: _date_lost,
    NextActionKey.REVIEW_PHOTOS: _photos_to_review,
    NextActionKey.DECIDE_AGAIN: _change_declined,
    NextActionKey.MAKE_PROPOSAL: _without_proposal,
    NextActionKey.MARK_INSTALLED: _day_has_come,
    NextActionKey.NAME_TECHNICIAN: _without_technician,
    NextActionKey.MARK_EQUIPMENT: _equipment_to_come,
    NextActionKey.MARK_POWER_ON: _power_to_come,
    NextActionKey.CHASE_PAYMENT: _paid_late,
    NextActionKey.COLLECT_OWED: _owed,
    NextActionKey.REACH_CUSTOMER: _undelivered,
}
