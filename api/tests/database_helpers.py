"""The database as tests see it: valid rows, which rule says no, and what was asked of it."""

import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from typing import Any, Final

import pytest
from booking_helpers import DAY, NOW
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from standby.core.guards import NEVER_CHANGED, NEVER_DELETED


@contextmanager
def refused_by(rule: str) -> Iterator[None]:
    """By this constraint, this guard, or the uniqueness of this column (table_column)."""
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        yield
    assert _as_named(rule) in f"{refused.value}.".replace(".", "_")


def _as_named(rule: str) -> str:
    """Each database tells a rule by its name, but SQLite tells what is unique by its columns."""
    if connection.vendor == "sqlite":
        for model in apps.get_models():
            for one in model._meta.constraints:
                if one.name == rule and isinstance(one, models.UniqueConstraint):
                    fields = [f for f in model._meta.concrete_fields if f.name in one.fields]
                    fields.sort(key=lambda field: one.fields.index(field.name))
                    columns = [f"{model._meta.db_table}_{field.column}" for field in fields]
                    return f"UNIQUE constraint failed: {', '.join(columns)}_"
    return rule


def past_the_guards(sql: str) -> None:
    """Runs a statement with the tables' guards taken out."""
    with connection.cursor() as cursor:
        for kind, tables in (("changed", NEVER_CHANGED), ("deleted", NEVER_DELETED)):
            for table in tables:
                on = "" if connection.vendor == "sqlite" else f" ON {table}"
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_are_never_{kind}{on}")
        cursor.execute(sql)


@contextmanager
def past_the_check(table: str, constraint: str) -> Iterator[None]:
    """Inside, the database takes rows that this constraint refuses."""
    is_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        if is_sqlite:
            cursor.execute("PRAGMA ignore_check_constraints = ON")
        else:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # what waits for them is in the way
            cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {constraint}")
    try:
        yield
    finally:
        if is_sqlite:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA ignore_check_constraints = OFF")


# Those that grow with every visitor; the others staff fill by hand, or they stay small.
GROWING: Final = frozenset(
    [
        "address_searches",
        "appointments",
        "card_events",
        "consents",
        "coupon_uses",
        "coverage_rejection_requests",
        "crew_seats",
        "customers",
        "idempotent_answers",
        "jobs",
        "ledger_entries",
        "messages",
        "milestones",
        "order_files",
        "order_links",
        "order_locations",
        "order_log",
        "orders",
        "payments",
        "photo_reviews",
        "photos",
        "price_receipts",
        "proposals",
        "quotes",
        "rate_buckets",
        "refunds",
        "audit_events",
        "stripe_checkout_sessions",
        "wizard_interaction_events",
        "wizard_sessions",
    ]
)
# Indexes of what waits, whole: however much is done, little waits.
OF_WHAT_WAITS: Final = frozenset(
    [
        "coupon_uses_open",
        "crew_seats_expiring",
        "jobs_waiting",
        "milestones_due",
        "payments_of_unknown_funding",
    ]
)
_SCAN: Final = re.compile(r"^SCAN (\w+)(?:.* INDEX (\w+))?")
_NAMED: Final = re.compile(r'(?:FROM|JOIN|UPDATE|INTO)\s+"?(\w+)"?(?:\s+(?:AS\s+)?"?(\w+)"?)?')

Ran = list[tuple[str, Any]]


@contextmanager
def statements() -> Iterator[Ran]:
    ran: Ran = []

    def keep(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        ran.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(keep):
        yield ran


def looked_through(ran: Ran) -> set[str]:
    """The growing tables of which a statement reads every row, by SQLite's own plan."""
    return {table for sql, params in ran for table in _scanned(sql, params)}


def _scanned(sql: str, params: Any) -> Iterator[str]:
    if not sql.lstrip("( \n").upper().startswith(("SELECT", "UPDATE", "DELETE", "INSERT", "WITH")):
        return
    tables = {alias or table: table for table, alias in _NAMED.findall(sql)}
    tables |= {table: table for table, _ in _NAMED.findall(sql)}
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
        steps = [str(row[3]) for row in cursor.fetchall()]
    for step in steps:
        found = _SCAN.match(step)
        table = tables.get(found[1], "") if found else ""
        if found and table in GROWING and found[2] not in OF_WHAT_WAITS:
            yield table


_VALUES: Final[dict[type[Any], Callable[[Any], Any]]] = {
    models.UUIDField: lambda _: uuid.uuid4(),
    models.DateTimeField: lambda _: NOW,
    models.DateField: lambda _: DAY,
    models.JSONField: lambda _: {},
    models.CharField: lambda field: uuid.uuid4().hex.upper()[: field.max_length],
    models.TextField: lambda _: uuid.uuid4().hex,
    models.BinaryField: lambda _: b"content",
}
_NUMBERS: Final = count(1)
# Where a value in every field would itself break a rule.
_OTHERWISE: Final[dict[str, dict[str, Any]]] = {
    "appointments": {
        "end_at": NOW + timedelta(hours=4),
        "time_window": "morning",
        "day": DAY,
        "ends_on": DAY,
    },
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
        "band_from_ft": 0,
        "band_max_ft": 25,
        "generator_choice": "provide_own",
        "generator_cents": 0,
        "sales_tax_cents": 0,
        "discount_cents": 0,
        "extras_cents": 0,
        "quoted_run_ft": None,
        "total_cents": 2,
    },
    "saved_quotes": {"band": "close", "band_from_ft": 0, "band_max_ft": 25},
    "staff_tokens": {"role": "viewer"},
    "staff_users": {"role": "", "is_visitor": False},
    "wizard_sessions": {"selected_time_window": ""},
}


def tables() -> list[type[models.Model]]:
    return [model for model in apps.get_models() if model.__module__.startswith("standby.")]


def table(name: str) -> type[models.Model]:
    return next(model for model in tables() if model._meta.db_table == name)


def filled(model: type[models.Model], /, **values: Any) -> Any:
    """Saved, with new parents where it has to have them."""
    values = _OTHERWISE.get(model._meta.db_table, {}) | values
    row = model(
        **{
            field.name: values[field.name] if field.name in values else value_for(field)
            for field in model._meta.concrete_fields
            if not field.primary_key or field.name in values
        }
    )
    row.save(force_insert=True)
    return row


def value_for(field: Any) -> Any:
    if field.remote_field:
        return None if field.null else filled(field.related_model)
    if field.choices:
        return field.choices[0][0]
    if field.name in ("version", "seat_no", "place_no", "number", "receipt_number"):
        return next(_NUMBERS)
    kind = next((kind for kind in _VALUES if isinstance(field, kind)), None)
    return 1 if kind is None else _VALUES[kind](field)
