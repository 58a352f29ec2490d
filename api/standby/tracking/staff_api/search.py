"""Search over everything: orders, customers, custom quote requests and tasks (Ctrl-K)."""

from typing import Annotated, Final
from uuid import UUID

from django.http import HttpRequest
from ninja import Query, Router, Schema

from standby.accounts.staff_auth import StaffBearer
from standby.core.contacts import format_phone
from standby.core.roles import Permission
from standby.core.schema import ProblemOut, line
from standby.orders.rules.search_words import LONGEST_SEARCH
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.tracking.selectors.search import (
    orders_found,
    quote_requests_found,
    tasks_found,
)
from standby.workflows.customer_data import find_customers

router = Router(tags=["staff"])
_MOST_OF_A_KIND: Final = 8
_FEWEST_CHARACTERS: Final = 2


class StaffSearchIn(Schema):
    """Every word has to match; fewer than two characters find nothing."""

    q: line(LONGEST_SEARCH) = ""  # type: ignore[valid-type]


class SearchHitOut(Schema):
    """`order_id` of a task is null where it is about no order."""

    id: str
    title: str
    detail: str
    order_id: UUID | None = None


class StaffSearchOut(Schema):
    orders: list[SearchHitOut]
    customers: list[SearchHitOut]
    quote_requests: list[SearchHitOut]
    tasks: list[SearchHitOut]


@router.get(
    "/staff/search",
    response={200: StaffSearchOut, **dict.fromkeys((401, 403, 422, 503), ProblemOut)},
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="search_everything",
)
def get_search(request: HttpRequest, params: Annotated[StaffSearchIn, Query()]) -> StaffSearchOut:
    """At most eight of each kind, the newest first."""
    if len(params.q) < _FEWEST_CHARACTERS:
        return StaffSearchOut(orders=[], customers=[], quote_requests=[], tasks=[])
    return StaffSearchOut(
        orders=[
            SearchHitOut(
                id=str(order.public_id),
                title=order.customer.name,
                detail=f"{order.confirmation_code} \N{MIDDLE DOT} "
                f"{order.order_location.formatted_address}",
                order_id=order.public_id,
            )
            for order in orders_found(params.q, most=_MOST_OF_A_KIND)
        ],
        customers=[
            SearchHitOut(
                id=str(customer.public_id),
                title=customer.name,
                detail=f"{customer.email} \N{MIDDLE DOT} {format_phone(customer.phone)}",
            )
            for customer in find_customers(params.q)[:_MOST_OF_A_KIND]
        ],
        quote_requests=[
            SearchHitOut(id=str(each.pk), title=each.name, detail=_about(each))
            for each in quote_requests_found(params.q, most=_MOST_OF_A_KIND)
        ],
        tasks=[
            SearchHitOut(
                id=str(task.public_id),
                title=task.title,
                detail=task.order.customer.name if task.order else "",
                order_id=task.order.public_id if task.order else None,
            )
            for task in tasks_found(params.q, most=_MOST_OF_A_KIND)
        ],
    )


def _about(request: ManualQuoteRequest) -> str:
    return f"about {request.run_ft} ft \N{MIDDLE DOT} {request.address}"
