"""What we hold about a customer: found by staff, counted by table, and exported."""

import zipfile
from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime
from pathlib import Path
from types import NoneType
from typing import Final
from uuid import UUID

import orjson
from django.db import transaction

from standby.audit.services import record_event
from standby.core.errors import DomainError
from standby.core.providers.files import FileGone, Files
from standby.documents.models import OrderFile
from standby.inbox.models import Item, ReceivedFile
from standby.orders.models import Customer, Order
from standby.orders.rules.search_words import parse_search_terms
from standby.photos.models import Photo
from standby.workflows.data_subjects import DataSubject, data_subject_of
from standby.workflows.erase_customer import ensure_erasable
from standby.workflows.personal_data_map import PERSONAL_DATA_MAP, rows_of

FORMAT: Final = "standby customer export, version 1"
_JSON_TYPES: Final = (int, str, dict, list, NoneType)
_MOST_CUSTOMERS: Final = 50


def find_customers(query: str) -> list[Customer]:
    """Return the newest customer row of each matching email address; of all for an empty query."""
    terms = parse_search_terms(query)
    customers = Customer.objects.filter(erased_at=None)
    for _typed, folded in terms:
        found = Order.objects.filter(order_location__search_words__contains=folded)
        customers = customers.filter(pk__in=found.values("customer"))
    newest: dict[str, Customer] = {}
    for customer in customers.order_by("-pk")[:_MOST_CUSTOMERS]:
        newest.setdefault(customer.email_key, customer)
    return list(newest.values())


def orders_by_email(customers: Collection[Customer]) -> Mapping[str, list[Order]]:
    email_keys = [customer.email_key for customer in customers]
    orders = Order.objects.filter(customer__email_key__in=email_keys)
    by_email: defaultdict[str, list[Order]] = defaultdict(list)
    for order in orders.select_related("order_location", "customer").order_by("-pk"):
        by_email[order.customer.email_key].append(order)
    return by_email


def erasure_error(subject: DataSubject) -> DomainError | None:
    try:
        ensure_erasable(subject)
    except DomainError as error:
        return error
    return None


def export_personal_data(public_id: UUID, *, actor: str, now: datetime) -> bytes:
    person = data_subject_of(public_id)
    tables = {
        holding.name: [
            {
                column.attname: value if isinstance(value, _JSON_TYPES) else str(value)
                for column in row._meta.concrete_fields
                if column.attname not in holding.secret
                for value in [getattr(row, column.attname)]
            }
            for row in holding.select(person).order_by("pk")
        ]
        for holding in PERSONAL_DATA_MAP
    }
    counts = {name: len(rows) for name, rows in tables.items() if rows}
    with transaction.atomic(durable=True):
        record_event(
            actor,
            action="customer_exported",
            object=f"customers {min(person.customers)}",
            after={"rows": counts},
            now=now,
        )
    export = {"format": FORMAT, "exported_at": now.isoformat(), "tables": tables}
    return orjson.dumps(export, option=orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS)


def zip_personal_data(
    public_id: UUID, *, files: Files, target: Path, actor: str, now: datetime
) -> None:
    person = data_subject_of(public_id)
    export = export_personal_data(public_id, actor=actor, now=now)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("customer.json", export)
        names = {}
        for photo in Photo.objects.filter(review__order__in=person.orders, status="ready"):
            kind = "mp4" if photo.kind == Photo.Kind.VIDEO else "jpg"
            names[photo.shown_key] = f"photos/{photo.public_id}-{photo.slot}.{kind}"
        for document in OrderFile.objects.filter(order__in=person.orders):
            names[document.key] = f"documents/{document.public_id}-{document.file_name}"
        names |= _received(person, archive=archive)
        for key, name in names.items():
            try:
                archive.writestr(name, files.read(key))
            except FileGone:
                continue  # deleted meanwhile, so it is no longer data that we hold


def _received(person: DataSubject, *, archive: zipfile.ZipFile) -> dict[str, str]:
    # Mails and texts as they came: small ones are written, of the others the keys are returned.
    names = {}
    for item in rows_of(Item, person).exclude(raw=b"", raw_key="").order_by("pk"):
        ending = "eml" if item.kind == Item.Kind.MAIL else "json"
        name = f"messages/{item.public_id}.{ending}"
        if item.raw:
            archive.writestr(name, bytes(item.raw))
        else:
            names[item.raw_key] = name
    for file in rows_of(ReceivedFile, person).exclude(key=""):
        names[file.key] = f"messages/{file.key.rpartition('/')[2]}"
    return names
