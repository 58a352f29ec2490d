"""A valid row of any table, with a value in every field that may hold one."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from itertools import count
from typing import Any, Final

from bookings import DAY, NOW
from django.apps import apps
from django.db import models

_VALUES: Final[dict[type[Any], Callable[[Any], Any]]] = {
    models.UUIDField: lambda _: uuid.uuid4(),
    models.DateTimeField: lambda _: NOW,
    models.DateField: lambda _: DAY,
    models.JSONField: lambda _: {},
    models.CharField: lambda field: uuid.uuid4().hex.upper()[: field.max_length],
    models.TextField: lambda _: uuid.uuid4().hex,
}
_NUMBERS: Final = count(1)
# Where a value in every field would itself break a rule.
_OTHERWISE: Final[dict[str, dict[str, Any]]] = {
    "appointments": {"end_at": NOW + timedelta(hours=4), "time_window": "morning"},
    "catalog_version": {"id": 1},
    "coverage_zipcode": {"zip_code": "77380"},
    "crew_seats": {"hold_expires_at": None, "is_closed": False},
    "installation_packages": {"max_distance_feet": 25, "is_active": False},
    "manual_quote_requests": {"run_ft": 240},
    "messages": {"dead_at": None, "link_ref": None, "delivery": ""},
    "orders": {"powered_on_at": None},
    "payments": {"amount_cents": 100},
    "planned_changes": {"withdrawn_at": None},
    "quotes": {
        "band": "close",
        "generator_choice": "provide_own",
        "generator_cents": 0,
        "sales_tax_cents": 0,
        "discount_cents": 0,
        "total_cents": 2,
    },
    "staff_tokens": {"role": "viewer"},
    "staff_users": {"role": "", "is_visitor": False},
    "wizard_sessions": {"selected_time_window": ""},
}


def tables() -> list[type[models.Model]]:
    return [model for model in apps.get_models() if model.__module__.startswith("standby.")]


def table(name: str) -> type[models.Model]:
    return next(model for model in tables() if model._meta.db_table == name)


def filled(model: type[models.Model], /, **told: Any) -> Any:
    """Saved, with new parents where it has to have them."""
    told = _OTHERWISE.get(model._meta.db_table, {}) | told
    row = model(
        **{
            field.name: told[field.name] if field.name in told else value_for(field)
            for field in model._meta.concrete_fields
            if not field.primary_key or field.name in told
        }
    )
    row.save(force_insert=True)
    return row


def value_for(field: Any) -> Any:
    if field.remote_field:
        return None if field.null else filled(field.related_model)
    if field.choices:
        return field.choices[0][0]
    if field.name in ("version", "seat_no"):
        return next(_NUMBERS)
    kind = next((kind for kind in _VALUES if isinstance(field, kind)), None)
    return 1 if kind is None else _VALUES[kind](field)
