"""CSV exports of lists, streamed row by row."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db.models import QuerySet

from standby.core.clock import Period
from standby.coverage.models import NotifyRequest
from standby.messaging.kinds import READABLE_KINDS
from standby.messaging.models import Message
from standby.orders.models import Customer, Order
from standby.payments.models import Payment
from standby.reports.rules import csv_row

_CHUNK_ROWS: Final = 500


# For each list its rows, and the title and field path of each column.
LISTS: Final[Mapping[str, tuple[QuerySet[Any], Mapping[str, str]]]] = {
    "orders": (
        Order.objects.all(),
        {
            "order": "public_id",
            "created_at": "created_at",
            "status": "status",
            "customer": "customer__name",
            "email": "customer__email",
            "phone": "customer__phone",
            "address": "order_location__formatted_address",
            "city": "order_location__city",
            "zip_code": "order_location__zip_code",
            "package": "package__name",
            "generator": "generator__model_number",
            "own_generator": "own_model_number",
            "total_cents": "total_cents",
            "scheduling_fee_cents": "scheduling_fee_cents",
        },
    ),
    "customers": (
        Customer.objects.filter(erased_at=None),
        {
            "customer": "public_id",
            "created_at": "created_at",
            "name": "name",
            "email": "email",
            "phone": "phone",
            "email_updates": "email_updates",
            "sms_updates": "sms_updates",
        },
    ),
    "payments": (
        Payment.objects.all(),
        {
            "payment": "public_id",
            "order": "order__public_id",
            "created_at": "created_at",
            "purpose": "purpose",
            "status": "status",
            "method": "method",
            "amount_cents": "amount_cents",
            "surcharge_cents": "surcharge_cents",
            "refunded_cents": "refunded_cents",
            "disputed_cents": "disputed_cents",
            "paid_at": "paid_at",
            "reference": "provider_ref",
        },
    ),
    "messages": (
        Message.objects.filter(kind__in=READABLE_KINDS),
        {
            "message": "pk",
            "order": "order_ref",
            "created_at": "created_at",
            "kind": "kind",
            "channel": "channel",
            "recipient": "recipient",
            "subject": "subject",
            "status": "status",
            "sent_at": "sent_at",
            "last_error": "last_error",
        },
    ),
    "notify-requests": (
        NotifyRequest.objects.all(),
        {
            "request": "pk",
            "created_at": "created_at",
            "phone": "phone_number",
            "address": "address_formatted",
            "city": "city",
            "zip_code": "zip_code",
            "status": "notification_status",
            "consented_at": "consented_at",
        },
    ),
}


def export_list(name: str, *, period: Period) -> Iterator[str]:
    """Yield the CSV lines of a list in a period, streamed so that memory stays bounded."""
    rows, columns = LISTS[name]
    created = rows.filter(created_at__gte=period.begins_at, created_at__lt=period.ends_at)
    cells = created.order_by("created_at", "pk").values_list(*columns.values())
    yield csv_row(columns)
    for row in cells.iterator(chunk_size=_CHUNK_ROWS):
        yield csv_row(row)
