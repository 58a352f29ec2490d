"""What holds of every table of statuses: where a row begins, and what is over stays over."""

from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any, Final

import pytest
from database_helpers import filled, refused_by, table, tables
from django.db import IntegrityError, connection, models, transaction

from standby.accounts.models import Factor
from standby.core import lifecycle
from standby.core.guards import (
    CATALOG_TABLES,
    ERASABLE,
    LIFECYCLES,
    NEVER_CHANGED,
    NEVER_DELETED,
    install_guards,
)
from standby.core.lifecycle import Lifecycle, statuses_before
from standby.coverage.models import CoverageImport
from standby.diagnostics.models import Diagnostic
from standby.documents.models import Proposal
from standby.messaging.models import Message
from standby.orders.models import Appointment, ChangeOrder, Order
from standby.payments.models import CheckoutSession, Milestone, Payment, Payout, Refund
from standby.photos.models import Photo, PhotoReview
from standby.pricing.models.quoting import WizardSession
from standby.reviews.models import CustomerReview

# Whose rows follow which table, and after which statuses nothing follows.
ENDS: Final[dict[type[models.Model], tuple[Lifecycle, set[str]]]] = {
    Order: (lifecycle.ORDER, {"cancelled"}),
    Appointment: (lifecycle.APPOINTMENT, {"cancelled"}),
    Payment: (lifecycle.PAYMENT, set()),
    CheckoutSession: (lifecycle.CHECKOUT, {"complete"}),
    Refund: (lifecycle.REFUND, {"replaced"}),
    Payout: (lifecycle.PAYOUT, {"failed", "canceled"}),
    Milestone: (lifecycle.MILESTONE, {"cancelled"}),
    PhotoReview: (lifecycle.PHOTO_REVIEW, {"cancelled"}),
    Photo: (lifecycle.PHOTO, {"ready", "refused"}),
    ChangeOrder: (lifecycle.CHANGE_ORDER, {"approved", "declined", "withdrawn"}),
    CustomerReview: (lifecycle.REVIEW, {"published"}),
    Proposal: (lifecycle.PROPOSAL, {"accepted", "superseded"}),
    Message: (lifecycle.MESSAGE, {"sent", "suppressed"}),
    Factor: (lifecycle.FACTOR, {"verified"}),
    WizardSession: (lifecycle.WIZARD, {"completed"}),
    Diagnostic: (lifecycle.DIAGNOSTIC, {"cancelled"}),
    CoverageImport: (lifecycle.COVERAGE_IMPORT, {"applied", "withdrawn"}),
}


def reached_from(lifecycle: Lifecycle, status: str) -> set[str]:
    """All that may come after it, at once or later."""
    reached: set[str] = set()
    ahead = [status]
    while ahead:
        after = lifecycle[ahead.pop()] - reached
        reached |= after
        ahead += after
    return reached


def test_every_table_is_looked_at() -> None:
    written = [name for name, table in vars(lifecycle).items() if name.isupper() and table]

    assert len(written) == len(ENDS)


@pytest.mark.parametrize("model", ENDS)
def test_a_row_begins_somewhere_and_comes_to_every_status_it_may_have(
    model: type[models.Model],
) -> None:
    lifecycle, _ = ENDS[model]
    status = model._meta.get_field("status")
    assert isinstance(status, models.CharField)

    assert set(lifecycle) == {value for value, _ in status.choices or ()}
    assert reached_from(lifecycle, status.default) | {status.default} == set(lifecycle)


@pytest.mark.parametrize("model", ENDS)
def test_what_is_over_stays_over(model: type[models.Model]) -> None:
    lifecycle, over = ENDS[model]

    left = {before for after in lifecycle for before in statuses_before(lifecycle, after)}

    assert set(lifecycle) - left == over


@pytest.mark.parametrize(
    ("table", "before", "never"),
    [
        (lifecycle.ORDER, "accepted", {"reserved", "scheduled"}),
        (lifecycle.ORDER, "equipment_arrived", {"reserved", "scheduled"}),
        (lifecycle.APPOINTMENT, "confirmed", {"held", "expired"}),
        (lifecycle.PAYMENT, "paid", {"due", "cancelled"}),
        (lifecycle.CHECKOUT, "expired", {"opening", "open"}),
        (lifecycle.PHOTO, "stored", {"receiving"}),
        (lifecycle.PHOTO_REVIEW, "submitted", {"awaiting_photos"}),
        (lifecycle.WIZARD, "abandoned", {"in_progress"}),
    ],
)
def test_nothing_goes_back_behind_a_step_that_others_rely_on(
    table: Lifecycle, before: str, never: set[str]
) -> None:
    assert not reached_from(table, before) & never


UNKNOWN = "lost"


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


@pytest.mark.django_db
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


@pytest.mark.django_db
@pytest.mark.parametrize("name", NEVER_CHANGED)
def test_what_is_never_changed_refuses_every_change(name: str) -> None:
    row = filled(table(name))

    for field in row._meta.concrete_fields:
        with refused_by(f"{name}_are_never_changed"), connection.cursor() as cursor:
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


@pytest.mark.django_db
@pytest.mark.parametrize("name", ERASABLE)
def test_what_is_personal_in_an_unchanging_row_may_be_wiped_once_and_not_written(name: str) -> None:
    row = filled(table(name))

    for column in ERASABLE[name]:
        with connection.cursor() as cursor:
            cursor.execute(f"UPDATE {name} SET {column} = 'erased:1' WHERE id = %s", [row.pk])
            cursor.execute(f"UPDATE {name} SET {column} = '' WHERE id = %s", [row.pk])
        with refused_by(f"{name}_are_never_changed"), connection.cursor() as cursor:
            cursor.execute(f"UPDATE {name} SET {column} = 'written' WHERE id = %s", [row.pk])


@pytest.mark.django_db
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


@pytest.mark.django_db
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


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite makes a migrated table anew")
def test_a_catalog_table_that_was_made_anew_still_renews_the_version() -> None:
    def triggers() -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT sql FROM sqlite_master WHERE name LIKE '%%_renews_catalog_version' "
                "ORDER BY name"
            )
            return [" ".join(sql.split()) for (sql,) in cursor.fetchall()]

    made = triggers()
    with connection.cursor() as cursor:
        for table in CATALOG_TABLES:
            for verb in ("insert", "update", "delete"):
                cursor.execute(f"DROP TRIGGER {table}_{verb}_renews_catalog_version")
    assert triggers() == []

    install_guards(using="default")

    assert triggers() == made
    assert len(made) == 3 * len(CATALOG_TABLES)


@pytest.mark.django_db
def test_every_table_has_the_guards_that_it_should() -> None:
    """By hand: a guard that is taken away is missed here."""
    with_status = {
        model._meta.db_table
        for model in tables()
        if any(field.name == "status" and field.choices for field in model._meta.concrete_fields)
    }

    # In these staff may go back; a custom quote that was sent is changed as a new version.
    assert with_status - set(LIFECYCLES) == {
        "coverage_zipcode",
        "custom_quotes",
        "installation_steps",
        "manual_quote_requests",
        "received_files",
    }
    assert " ".join(sorted(NEVER_CHANGED)) == (
        "audit_events cancellations consents job_entries ledger_entries message_templates "
        "order_log order_notes price_receipts quotes"
    )
    assert NEVER_DELETED == {
        "order_log": None,
        "order_notes": None,
        "job_entries": None,
        "audit_events": 5,
    }
