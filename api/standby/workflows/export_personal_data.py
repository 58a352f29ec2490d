"""Export of all personal data about a customer."""

import zipfile
from datetime import datetime
from pathlib import Path
from types import NoneType
from typing import Any, Final
from uuid import UUID

import orjson
from django.db import transaction

from standby.audit.services import record_event
from standby.core.providers.files import FileGone, Files
from standby.documents.models import OrderFile
from standby.photos.models import Photo
from standby.workflows.personal_data_map import (
    PERSONAL_DATA_MAP,
    data_subject_of,
)

FORMAT: Final = "standby customer export, version 1"


def export_personal_data(public_id: UUID, *, actor: str, now: datetime) -> bytes:
    """Return the data as JSON, each table with its rows. Raises CustomerNotFound."""
    person = data_subject_of(public_id)
    tables = {
        holding.name: [
            {
                column.attname: _to_json(getattr(row, column.attname))
                for column in row._meta.concrete_fields
                if column.attname not in holding.secret
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
    """Write the JSON export, photos and documents into a ZIP file.

    Raises CustomerNotFound and FilesDown.
    """
    person = data_subject_of(public_id)
    export = export_personal_data(public_id, actor=actor, now=now)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("customer.json", export)
        names = {}
        for photo in Photo.objects.filter(review__order__in=person.orders, status="ready"):
            kind = "mp4" if photo.kind == Photo.Kind.VIDEO else "jpg"
            names[photo.shown_key] = f"photos/{photo.public_id}-{photo.slot}.{kind}"
        for document in OrderFile.objects.filter(order__in=person.orders):
            name = f"{document.public_id}-{document.type}-{document.version}.pdf"
            names[document.key] = f"papers/{name}"
        for key, name in names.items():
            try:
                archive.writestr(name, files.read(key))
            except FileGone:
                continue  # deleted meanwhile, so it is no longer data that we hold


def _to_json(value: Any) -> Any:
    return value if isinstance(value, int | str | dict | list | NoneType) else str(value)
