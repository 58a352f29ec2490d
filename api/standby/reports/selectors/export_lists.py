"""CSV exports of lists, streamed row by row: people and orders by name, times as in the market."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from standby.core.clock import Period
from standby.coverage.models import NotifyRequest
from standby.messaging.kinds import READABLE_KINDS
from standby.messaging.models import Message
from standby.orders.models import Customer, Order
from standby.reports.rules import CHUNK_ROWS, csv_row, in_chunks
from standby.reports.selectors.order_rows import orders_csv


def _customers_csv(period: Period) -> Iterator[str]:
    yield csv_row(("Name", "Email", "Phone", "Email updates", "Text updates", "Orders", "Since"))
    customers = Customer.objects.filter(erased_at=None).prefetch_related("orders")
    for customer in _created_in(customers, period):
        yield csv_row(
            (
                *(customer.name, customer.email, customer.phone),
                *(customer.email_updates, customer.sms_updates),
                " ".join(order.confirmation_code for order in customer.orders.all()),
                customer.created_at,
            )
        )


def _messages_csv(period: Period) -> Iterator[str]:
    yield csv_row(
        (
            *("Written", "Order", "Customer", "Kind", "Channel", "To", "Subject", "Status"),
            *("Sent", "Last error"),
        )
    )
    messages = _created_in(Message.objects.filter(kind__in=READABLE_KINDS), period)
    for chunk in in_chunks(messages):
        refs = {message.order_ref for message in chunk if message.order_ref}
        orders = Order.objects.filter(public_id__in=refs).select_related("customer")
        by_ref = {order.public_id: order for order in orders}
        for message in chunk:
            order = by_ref.get(message.order_ref) if message.order_ref else None
            yield csv_row(
                (
                    message.created_at,
                    order.confirmation_code if order else "",
                    order.customer.name if order else "",
                    *(message.kind, message.channel, message.recipient, message.subject),
                    *(message.outcome, message.sent_at, message.last_error),
                )
            )


def _notify_requests_csv(period: Period) -> Iterator[str]:
    yield csv_row(("Asked", "Phone", "Address", "City", "ZIP", "Status", "Agreed to texts"))
    for request in _created_in(NotifyRequest.objects.all(), period):
        yield csv_row(
            (
                *(request.created_at, request.phone_number, request.address_formatted),
                *(request.city, request.zip_code, request.notification_status),
                request.consented_at,
            )
        )


def _created_in(rows: Any, period: Period) -> Iterator[Any]:
    created = rows.filter(created_at__gte=period.begins_at, created_at__lt=period.ends_at)
    return iter(created.order_by("created_at", "pk").iterator(chunk_size=CHUNK_ROWS))


_LISTS: Final[Mapping[str, Callable[[Period], Iterator[str]]]] = {
    "customers": _customers_csv,
    "messages": _messages_csv,
    "notify-requests": _notify_requests_csv,
}
LISTS: Final = ("orders", *_LISTS)


def export_list(name: str, *, period: Period, now: datetime) -> Iterator[str]:
    """Return the CSV lines of a list in a period, streamed so that memory stays bounded."""
    return orders_csv(period, now=now) if name == "orders" else _LISTS[name](period)
