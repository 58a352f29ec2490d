"""The list of orders as CSV: ticked rows, in dollars and with the market's days."""

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from standby.core.clock import local_date
from standby.orders.models import Order
from standby.reports.rules import csv_row, dollars_plain
from standby.tracking.selectors.orders import OrderSummary, order_summaries

_COLUMNS: Final = (
    *("Code", "Customer", "Email", "Phone", "Address", "City", "ZIP", "Status", "Next", "Visit"),
    *("Technician", "Total", "Due", "In credit", "Reserved"),
)


def order_rows_csv(order_ids: Collection[UUID], *, now: datetime) -> Iterator[str]:
    """Return the lines of the file; orders that are not there have none."""
    orders = Order.objects.filter(public_id__in=order_ids).select_related(
        "customer", "order_location", "quote", "package", "generator"
    )
    yield csv_row(_COLUMNS)
    for summary in order_summaries(list(orders.order_by("-pk")), now=now):
        yield csv_row(_cells(summary))


def _cells(summary: OrderSummary) -> list[Any]:
    order, visit = summary.order, summary.appointment
    place, customer = order.order_location, order.customer
    technician = visit.assigned_to if visit else None
    return [
        order.confirmation_code,
        *(customer.name, customer.email, customer.phone),
        *(place.formatted_address, place.city, place.zip_code),
        order.status,
        summary.steps[0].title,
        visit.day if visit else "",
        technician.name if technician else "",
        dollars_plain(order.total_cents),
        dollars_plain(max(0, summary.balance_cents)),
        dollars_plain(max(0, -summary.balance_cents)),
        local_date(order.created_at),
    ]
