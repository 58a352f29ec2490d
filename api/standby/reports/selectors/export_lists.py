"""CSV exports of lists, streamed row by row."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db.models import QuerySet

from standby.core.clock import Period
from standby.coverage.models import NotifyRequest
from standby.messaging.kinds import READABLE_KINDS
from standby.messaging.models import Message
from standby.orders.models import Customer, Order
from standby.reports.rules import csv_row

_CHUNK_ROWS: Final = 500


def _same(names: str) -> dict[str, str]:
    # Columns whose title is the name of their field.
    return {name: name for name in names.split()}


# For each list its rows, and the title and field path of each column.
LISTS: Final[Mapping[str, tuple[QuerySet[Any], Mapping[str, str]]]] = {
    "orders": (
        Order.objects.all(),
        {
            "order": "public_id",
            **_same("created_at status"),
            "customer": "customer__name",
            "email": "customer__email",
            "phone": "customer__phone",
            "address": "order_location__formatted_address",
            "city": "order_location__city",
            "zip_code": "order_location__zip_code",
            "package": "package__name",
            "generator": "generator__model_number",
            "own_generator": "own_model_number",
            **_same("total_cents scheduling_fee_cents"),
        },
    ),
    "customers": (
        Customer.objects.filter(erased_at=None),
        {
            "customer": "public_id",
            **_same("created_at name email phone email_updates sms_updates"),
        },
    ),
    "messages": (
        Message.objects.filter(kind__in=READABLE_KINDS),
        {
            "message": "pk",
            "order": "order_ref",
            **_same("created_at kind channel recipient subject status sent_at last_error"),
        },
    ),
    "notify-requests": (
        NotifyRequest.objects.all(),
        {
            "request": "pk",
            "created_at": "created_at",
            "phone": "phone_number",
            "address": "address_formatted",
            **_same("city zip_code"),
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
