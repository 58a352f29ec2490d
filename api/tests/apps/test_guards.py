"""Every pair of statuses tried against the real tables, past all of our own code."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import pytest
from bookings import DAY, NOW, reserve
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from standby.apps.booking.models import Appointment, CrewSeat, Order
from standby.apps.guards import (
    ERASABLE,
    LIFECYCLES,
    NEVER_CHANGED,
    NEVER_DELETED,
    install_guards,
)
from standby.apps.payments.models import Payment
from standby.apps.quoting.models import WizardSession

pytestmark = pytest.mark.usefixtures("shop")
UNKNOWN = "lost"
VALUES: dict[type[Any], Callable[[Any], Any]] = {
    models.UUIDField: lambda _: uuid.uuid4(),
    models.DateTimeField: lambda _: NOW,
    models.DateField: lambda _: DAY,
    models.JSONField: lambda _: {},
    models.TextField: lambda _: "text",
    models.CharField: lambda field: uuid.uuid4().hex[: field.max_length],
}
# Where a value in every field would itself break a rule.
OTHERWISE: dict[str, dict[str, Any]] = {
    "orders": {"powered_on_at": None},
    "staff_users": {"role": "", "is_visitor": False},
    "appointments": {"end_at": NOW + timedelta(hours=4)},
    "messages": {"dead_at": None, "link_ref": None},
    "payments": {"amount_cents": 100},
    "wizard_sessions": {"selected_time_window": ""},
    "quotes": {
        "band": "close",
        "generator_choice": "provide_own",
        "generator_cents": 0,
        "sales_tax_cents": 0,
        "discount_cents": 0,
        "total_cents": 2,
    },
}


@pytest.fixture
def bare_order(shop: None) -> Order:
    """One without anything that hangs on it."""
    order = reserve()
    CrewSeat.objects.update(appointment=None, hold_expires_at=None)
    Appointment.objects.all().delete()
    Payment.objects.all().delete()
    return order


def table(name: str) -> type[models.Model]:
    return next(model for model in apps.get_models() if model._meta.db_table == name)


def filled(model: type[models.Model], **told: Any) -> models.Model:
    """A row with a value in every field, so that no rule but the guard can refuse its change."""
    told = OTHERWISE.get(model._meta.db_table, {}) | told
    row = model(
        **{
            field.name: told[field.name] if field.name in told else value_for(field)
            for field in model._meta.concrete_fields
            if not field.primary_key
        }
    )
    row.save(force_insert=True)
    return row


def value_for(field: Any) -> Any:
    if field.remote_field:
        return parent(field)
    if field.choices:
        return field.choices[0][0]
    kinds = (kind for kind in VALUES if isinstance(field, kind))
    kind = next(kinds, None)
    return 1 if kind is None else VALUES[kind](field)


def parent(field: Any) -> models.Model | None:
    """A new one where each child has its own or a live one may be only once; else any."""
    model = field.related_model
    if field.null:
        return None
    if field.name == "wizard" and field.model is Order:
        return filled(WizardSession)
    return model.objects.first() or filled(model)


def becomes(model: type[models.Model], pk: int, status: str) -> bool:
    """False when the guard, or for an unknown status the table's own check, refuses."""
    with connection.cursor() as cursor:
        try:
            with transaction.atomic():
                cursor.execute(
                    f"UPDATE {model._meta.db_table} SET status = %s WHERE id = %s", [status, pk]
                )
        except IntegrityError as refused:
            if "status_may_follow" in str(refused) or "status_is_known" in str(refused):
                return False
            raise
    return True


def tried(model: type[models.Model], before: str, after: str) -> bool:
    """The row is gone afterwards."""
    with transaction.atomic():
        found = becomes(model, filled(model, status=before).pk, after)
        transaction.set_rollback(True)
    return found


@pytest.mark.usefixtures("bare_order")
@pytest.mark.parametrize("name", LIFECYCLES)
def test_a_status_follows_only_where_the_lifecycle_says_so(name: str) -> None:
    rules, model = LIFECYCLES[name], table(name)

    wrong = [
        f"{before} to {after}"
        for before, after in product(rules, [*rules, UNKNOWN])
        if tried(model, before, after) != (before == after or after in rules[before])
    ]

    pairs = len(rules) * (len(rules) + 1)
    print(f"{name}: {pairs} pairs of statuses on {connection.vendor}, {len(wrong)} wrong")
    assert wrong == []


@pytest.mark.usefixtures("bare_order")
@pytest.mark.parametrize("name", NEVER_CHANGED)
def test_what_is_never_changed_refuses_every_change(name: str) -> None:
    row = filled(table(name))

    for field in row._meta.concrete_fields:
        with (
            pytest.raises(IntegrityError, match="never_changed"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(
                f"UPDATE {name} SET {field.column} = {otherwise(field)} WHERE id = %s", [row.pk]
            )


def otherwise(field: Any) -> str:
    """Another value of the column, as SQL."""
    column = field.column
    if isinstance(field, models.CharField | models.TextField):
        return f"CASE WHEN {column} = 'x' THEN 'y' ELSE 'x' END"
    if isinstance(field, models.BooleanField):
        return f"NOT {column}"
    if isinstance(field, models.DateTimeField):
        return "'2001-01-01 00:00:00'"
    if isinstance(field, models.UUIDField | models.JSONField):
        return "NULL"
    return f"COALESCE({column}, 0) + 1"


@pytest.mark.usefixtures("bare_order")
@pytest.mark.parametrize("name", ERASABLE)
def test_what_is_personal_in_an_unchanging_row_may_be_wiped_once_and_not_written(name: str) -> None:
    row = filled(table(name))

    for column in ERASABLE[name]:
        with connection.cursor() as cursor:
            cursor.execute(f"UPDATE {name} SET {column} = 'erased:1' WHERE id = %s", [row.pk])
            cursor.execute(f"UPDATE {name} SET {column} = '' WHERE id = %s", [row.pk])
        with (
            pytest.raises(IntegrityError, match="never_changed"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(f"UPDATE {name} SET {column} = 'written' WHERE id = %s", [row.pk])


@pytest.mark.usefixtures("bare_order")
@pytest.mark.parametrize("name", NEVER_DELETED)
def test_what_is_never_deleted_stays_until_it_is_old_by_the_databases_own_clock(name: str) -> None:
    """F8: a row of the trail may leave after years, a row of an order's log never."""
    model, years = table(name), NEVER_DELETED[name]
    young = filled(model, at=datetime.now(tz=UTC) - timedelta(days=365 * (years or 100) - 2))
    old = filled(model, at=datetime.now(tz=UTC) - timedelta(days=365 * (years or 100) + 9))

    assert not deleted(young)
    assert deleted(old) is (years is not None)


def deleted(row: models.Model) -> bool:
    with connection.cursor() as cursor:
        try:
            with transaction.atomic():
                cursor.execute(f"DELETE FROM {row._meta.db_table} WHERE id = %s", [row.pk])
        except IntegrityError as refused:
            if "never_deleted" in str(refused):
                return False
            raise
    return True


def test_installing_the_guards_again_changes_nothing() -> None:
    install_guards(using="default")
    install_guards(using="default")

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COUNT(*) FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%%_follow'"
            if connection.vendor == "sqlite"
            else "SELECT COUNT(*) FROM pg_trigger WHERE tgname LIKE '%%_follow'"
        )
        assert cursor.fetchone() == (len(LIFECYCLES),)


def test_every_other_table_with_a_status_is_one_where_staff_may_go_back() -> None:
    with_status = {
        model._meta.db_table
        for model in apps.get_models()
        if any(field.name == "status" and field.choices for field in model._meta.concrete_fields)
    }

    assert with_status - set(LIFECYCLES) == {"coverage_zipcode", "manual_quote_requests"}
