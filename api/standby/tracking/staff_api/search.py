"""Search over everything that has a screen of its own (Ctrl-K)."""

from collections.abc import Iterator
from typing import Annotated, Final
from uuid import UUID

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Query, Router, Schema

from standby.accounts.staff_auth import StaffBearer, staff_call
from standby.core.contacts import format_phone
from standby.core.roles import Permission
from standby.core.schema import Line
from standby.core.words import brief_full_date, dollars
from standby.orders.rules.search_words import LONGEST_SEARCH
from standby.sales.models import Lead
from standby.sales.selectors.leads import search_leads
from standby.tracking.selectors.search import (
    search_custom_quotes,
    search_diagnostics,
    search_documents,
    search_orders,
    search_payouts,
    search_tasks,
    search_technicians,
)
from standby.workflows.customer_data import find_customers

router = Router(tags=["staff"])
_MOST_OF_A_KIND: Final = 8
_FEWEST_CHARACTERS: Final = 2
# Custom quotes and requests for one are kinds of their own.
_OTHER_LEADS: Final = (
    Lead.Source.CALL,
    Lead.Source.SAVED_QUOTE,
    Lead.Source.WIZARD,
    Lead.Source.NOT_COVERED,
)
# Who may sign in to the tables, and open this one there
_TABLE_OF_DIAGNOSTICS: Final = (Permission.OPEN_TABLES, Permission.SEND_MESSAGES)


class StaffSearchIn(Schema):
    """Every word has to match; fewer than two characters find nothing."""

    q: Annotated[str, Line(LONGEST_SEARCH)] = ""


class SearchHitOut(Schema):
    """`id` is of the screen that it leads to; a lead's is its source and its id there.

    `order_id` of a task is null where it is about no order.
    """

    id: str
    title: str
    detail: str
    order_id: UUID | None = None


class StaffSearchOut(Schema):
    """At most eight of each kind, and none of a kind that the role has no screen for."""

    orders: list[SearchHitOut]
    customers: list[SearchHitOut]
    leads: list[SearchHitOut]
    quote_requests: list[SearchHitOut]
    custom_quotes: list[SearchHitOut]
    diagnostics: list[SearchHitOut]
    documents: list[SearchHitOut]
    tasks: list[SearchHitOut]
    technicians: list[SearchHitOut]
    payouts: list[SearchHitOut]


@router.get(
    "/staff/search",
    response=StaffSearchOut,
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="search_everything",
)
def get_search(
    request: HttpRequest, params: Annotated[StaffSearchIn, Query()]
) -> dict[str, list[SearchHitOut]]:
    """At most eight of each kind, the newest first."""
    q = params.q
    hits: dict[str, list[SearchHitOut]] = {name: [] for name in StaffSearchOut.model_fields}
    if len(q) < _FEWEST_CHARACTERS:
        return hits
    hits["orders"] = list(_orders(q))
    hits["customers"] = list(_customers(q))
    hits["documents"] = list(_documents(q))
    hits["technicians"] = list(_technicians(q))
    # The tasks of no order are on a screen of their own.
    has_tasks = staff_call(request).may(Permission.WRITE_NOTES)
    hits["tasks"] = list(_tasks(q, of_orders_only=not has_tasks))
    if staff_call(request).may(Permission.PLACE_ORDERS):
        hits["leads"] = list(_leads(q))
        hits["quote_requests"] = list(_quote_requests(q))
        hits["custom_quotes"] = list(_custom_quotes(q))
    if all(staff_call(request).may(needed) for needed in _TABLE_OF_DIAGNOSTICS):
        hits["diagnostics"] = list(_diagnostics(q))
    if staff_call(request).may(Permission.SEE_BOOKS):
        hits["payouts"] = list(_payouts(q))
    return hits


def _orders(q: str) -> Iterator[SearchHitOut]:
    for order in search_orders(q)[:_MOST_OF_A_KIND]:
        yield SearchHitOut(
            id=str(order.public_id),
            title=order.customer.name,
            detail=_joined(order.confirmation_code, order.order_location.formatted_address),
            order_id=order.public_id,
        )


def _customers(q: str) -> Iterator[SearchHitOut]:
    for customer in find_customers(q)[:_MOST_OF_A_KIND]:
        yield SearchHitOut(
            id=str(customer.public_id),
            title=customer.name,
            detail=_joined(customer.email, format_phone(customer.phone)),
        )


def _leads(q: str) -> Iterator[SearchHitOut]:
    for lead in search_leads(q, sources=_OTHER_LEADS, most=_MOST_OF_A_KIND, now=now()):
        yield SearchHitOut(
            id=f"{lead.source}/{lead.source_ref}",
            title=lead.title,
            detail=_joined(lead.wants, lead.address),
        )


def _quote_requests(q: str) -> Iterator[SearchHitOut]:
    sources = [Lead.Source.MANUAL_QUOTE]
    for lead in search_leads(q, sources=sources, most=_MOST_OF_A_KIND, now=now()):
        yield SearchHitOut(
            id=lead.source_ref,
            title=lead.name,
            detail=_joined(lead.reference, lead.wants, lead.address),
        )


def _custom_quotes(q: str) -> Iterator[SearchHitOut]:
    for quote in search_custom_quotes(q)[:_MOST_OF_A_KIND]:
        yield SearchHitOut(
            id=str(quote.public_id),
            title=quote.name,
            detail=_joined(dollars(quote.total_cents), quote.status, quote.address),
        )


def _diagnostics(q: str) -> Iterator[SearchHitOut]:
    for visit in search_diagnostics(q)[:_MOST_OF_A_KIND]:
        yield SearchHitOut(
            id=str(visit.pk),
            title=visit.name,
            detail=_joined(brief_full_date(visit.day), visit.address),
        )


def _documents(q: str) -> Iterator[SearchHitOut]:
    for document in search_documents(q)[:_MOST_OF_A_KIND]:
        is_void = document.voided_at is not None
        yield SearchHitOut(
            id=document.label,
            title=document.label,
            detail=_joined(
                document.order.customer.name,
                dollars(document.amount_cents),
                "void" if is_void else "",
            ),
            order_id=document.order.public_id,
        )


def _tasks(q: str, *, of_orders_only: bool) -> Iterator[SearchHitOut]:
    for task in search_tasks(q, of_orders_only=of_orders_only)[:_MOST_OF_A_KIND]:
        yield SearchHitOut(
            id=str(task.public_id),
            title=task.title,
            detail=task.order.customer.name if task.order else "",
            order_id=task.order.public_id if task.order else None,
        )


def _technicians(q: str) -> Iterator[SearchHitOut]:
    for technician in search_technicians(q)[:_MOST_OF_A_KIND]:
        yield SearchHitOut(
            id=str(technician.public_id),
            title=technician.name,
            detail=format_phone(technician.phone),
        )


def _payouts(q: str) -> Iterator[SearchHitOut]:
    for payout in search_payouts(q)[:_MOST_OF_A_KIND]:
        amount = dollars(abs(payout.amount_cents))
        yield SearchHitOut(
            id=str(payout.public_id),
            title=payout.provider_ref,
            detail=_joined(amount, brief_full_date(payout.arrives_on)),
        )


def _joined(*parts: str) -> str:
    return " \N{MIDDLE DOT} ".join(part for part in parts if part)
