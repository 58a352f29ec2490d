"""CSV exports of lists, streamed row by row."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import NoneType
from typing import Any, Final

from django.db.models import QuerySet

from standby.core.periods import Period
from standby.core.roles import MESSAGE_READERS
from standby.coverage.models import NotifyRequest
from standby.messaging.models import Message
from standby.orders.models import Customer, Order
from standby.payments.models import Payment
from standby.reports.rules.csv_rows import csv_row

_CHUNK_ROWS: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class _ExportList:
    rows: Callable[[Period], QuerySet[Any]]
    columns: Sequence[tuple[str, str]]  # title and field path


def _created_in(rows: QuerySet[Any], period: Period) -> QuerySet[Any]:
    created = rows.filter(created_at__gte=period.begins_at, created_at__lt=period.ends_at)
    return created.order_by("created_at", "pk")


LISTS: Final[Mapping[str, _ExportList]] = {
    "orders": _ExportList(
        rows=lambda period: _created_in(Order.objects.all(), period),
        columns=(
            ("order", "public_id"),
            ("created_at", "created_at"),
            ("status", "status"),
            ("customer", "customer__name"),
            ("email", "customer__email"),
            ("phone", "customer__phone"),
            ("address", "order_location__formatted_address"),
            ("city", "order_location__city"),
            ("zip_code", "order_location__zip_code"),
            ("package", "package__name"),
            ("generator", "generator__model_number"),
            ("own_generator", "own_model_number"),
            ("total_cents", "total_cents"),
            ("scheduling_fee_cents", "scheduling_fee_cents"),
        ),
    ),
    "customers": _ExportList(
        rows=lambda period: _created_in(Customer.objects.filter(erased_at=None), period),
        columns=(
            ("customer", "public_id"),
            ("created_at", "created_at"),
            ("name", "name"),
            ("email", "email"),
            ("phone", "phone"),
            ("email_updates", "email_updates"),
            ("sms_updates", "sms_updates"),
        ),
    ),
    "payments": _ExportList(
        rows=lambda period: _created_in(Payment.objects.all(), period),
        columns=(
            ("payment", "public_id"),
            ("order", "order__public_id"),
            ("created_at", "created_at"),
            ("purpose", "purpose"),
            ("status", "status"),
            ("method", "method"),
            ("amount_cents", "amount_cents"),
            ("surcharge_cents", "surcharge_cents"),
            ("refunded_cents", "refunded_cents"),
            ("disputed_cents", "disputed_cents"),
            ("paid_at", "paid_at"),
            ("reference", "provider_ref"),
        ),
    ),
    "messages": _ExportList(
        rows=lambda period: _created_in(Message.objects.filter(kind__in=MESSAGE_READERS), period),
        columns=(
            ("message", "pk"),
            ("order", "order_ref"),
            ("created_at", "created_at"),
            ("kind", "kind"),
            ("channel", "channel"),
            ("recipient", "recipient"),
            ("subject", "subject"),
            ("status", "status"),
            ("sent_at", "sent_at"),
            ("last_error", "last_error"),
        ),
    ),
    "notify-requests": _ExportList(
        rows=lambda period: _created_in(NotifyRequest.objects.all(), period),
        columns=(
            ("request", "pk"),
            ("created_at", "created_at"),
            ("phone", "phone_number"),
            ("address", "address_formatted"),
            ("city", "city"),
            ("zip_code", "zip_code"),
            ("status", "notification_status"),
            ("consented_at", "consented_at"),
        ),
    ),
}


def export_list(name: str, *, period: Period) -> Iterator[str]:
    """Yield the CSV lines of a list in a period, streamed so that memory stays bounded."""
    export = LISTS[name]
    yield csv_row(title for title, _ in export.columns)
    rows = export.rows(period).values_list(*(column for _, column in export.columns))
    for row in rows.iterator(chunk_size=_CHUNK_ROWS):
        yield csv_row(_to_cell(value) for value in row)


def _to_cell(value: Any) -> Any:
    return value if isinstance(value, int | datetime | NoneType) else str(value)
