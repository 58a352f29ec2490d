"""Orders as CSV, ticked ones or those of a period: in dollars and with the market's days."""

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from standby.core.clock import Period
from standby.orders.models import Order
from standby.reports.rules import CHUNK_ROWS, csv_row, dollars_plain, in_chunks
from standby.tracking.selectors.orders import OrderSummary, order_summaries

_COLUMNS: Final = (
    *("Code", "Customer", "Email", "Phone", "Address", "City", "ZIP", "Status", "Next", "Visit"),
    *("Window", "Technician", "Package", "Distance (ft)", "Generator", "Own generator"),
    *("Installation", "Generator price", "Permit", "Extras", "Discount", "Sales tax", "Total"),
    *("Reservation fee", "Due", "In credit", "Reserved"),
)


def order_rows_csv(order_ids: Collection[UUID], *, now: datetime) -> Iterator[str]:
    """Yield the lines of the file, newest first; orders that are not there have none."""
    yield from _lines(Order.objects.filter(public_id__in=order_ids).order_by("-pk"), now=now)


def orders_csv(period: Period, *, now: datetime) -> Iterator[str]:
    """Yield the lines of the orders reserved in a period, oldest first."""
    reserved = Order.objects.filter(created_at__gte=period.begins_at, created_at__lt=period.ends_at)
    yield from _lines(reserved.order_by("created_at", "pk"), now=now)


def _lines(orders: QuerySet[Order], *, now: datetime) -> Iterator[str]:
    rows = orders.select_related("customer", "order_location", "quote", "package", "generator")
    yield csv_row(_COLUMNS)
    for chunk in in_chunks(rows.iterator(chunk_size=CHUNK_ROWS)):
        for summary in order_summaries(chunk, now=now):
            yield csv_row(_cells(summary))


def _cells(summary: OrderSummary) -> list[Any]:
    order, visit = summary.order, summary.appointment
    place, customer, quote = order.order_location, order.customer, order.quote
    technician = visit.assigned_to if visit else None
    return [
        order.confirmation_code,
        *(customer.name, customer.email, customer.phone),
        *(place.formatted_address, place.city, place.zip_code),
        order.status,
        summary.next_actions[0].title,
        visit.day if visit else "",
        visit.time_window if visit else "",
        technician.name if technician else "",
        order.package,
        # As measured; before the photo review only the package's limit is known.
        quote.confirmed_run_ft or quote.quoted_run_ft,
        order.generator.model_number if order.generator else "",
        order.own_model_number,
        *map(
            dollars_plain,
            (
                *(quote.installation_cents, quote.generator_cents, quote.permit_cents),
                *(quote.extras_cents, quote.discount_cents, quote.sales_tax_cents),
                *(order.total_cents, order.scheduling_fee_cents),
                max(0, summary.balance_cents),
                max(0, -summary.balance_cents),
            ),
        ),
        order.created_at,
    ]
