"""The catalog's starting data, and planned price changes: each counts from local midnight."""

import json
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from django.db import IntegrityError, transaction

from standby.audit.services import record_event
from standby.core.clock import local_date
from standby.core.errors import Conflict, Invalid, _
from standby.core.sweeps import ALL_AT_ONCE, Steps
from standby.pricing.models.catalog import (
    AppConfiguration,
    Generator,
    InstallationPackage,
    PackageBonusItem,
    PackageIncludedService,
    PlannedChange,
)
from standby.pricing.selectors.catalog import Table, change_row, pending_changes

ROWS: Final = {
    Table.PACKAGES: InstallationPackage,
    Table.GENERATORS: Generator,
    Table.CONFIGURATION: AppConfiguration,
}
# Of generators.json, read where they are needed (core/market.py)
_NOT_COLUMNS: Final = ("manual_url", "serial_numbers")


class PlannedTooLate(Invalid):
    code = "planned_too_late"
    message = _("Choose a day after today. To change today's price, edit it directly.")


class PlannedAlready(Conflict):
    code = "planned_already"
    message = _("Another change to this price is already planned for that day. Withdraw it first.")


class PlanIsOver(Conflict):
    code = "plan_is_over"
    message = _("This change is already in effect, or was withdrawn.")


def plan_change(change: PlannedChange, *, today: date) -> PlannedChange:
    """Store a planned change. Raises PlannedTooLate and PlannedAlready."""
    if change.starts_on <= today:
        raise PlannedTooLate(field="starts_on")
    try:
        with transaction.atomic():
            change.save()
    except IntegrityError as error:
        raise PlannedAlready(field="starts_on") from error
    return change


def withdraw_change(change: PlannedChange, *, by: str, now: datetime, today: date) -> None:
    """Withdraw a change that is not yet in force.

    Raises PlanIsOver from the day it takes effect, whether or not it was applied yet.
    """
    pending = PlannedChange.objects.filter(
        pk=change.pk, applied_at=None, withdrawn_at=None, starts_on__gt=today
    )
    if not pending.update(withdrawn_at=now, withdrawn_by=by):
        raise PlanIsOver
    change.refresh_from_db()


def apply_planned_changes(*, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    """Write the planned changes that are due and return how many.

    Idempotent, and safe with several workers: each change is written once.
    """
    # Prices count the change from local midnight on, even if this job is late.
    today = local_date(now)
    due = [change for change in pending_changes() if change.starts_on <= today]
    apply = partial(apply_change, now=now)
    return steps.items("changes", due, apply, key=lambda change: change.pk)


def apply_change(change: PlannedChange, *, now: datetime) -> bool:
    pending = PlannedChange.objects.filter(pk=change.pk, applied_at=None, withdrawn_at=None)
    with transaction.atomic(durable=True):
        if not pending.update(applied_at=now):
            return False
        table = ROWS[Table(change.table)]
        row = table._default_manager.select_for_update().filter(pk=change.row_id).first()
        if row is not None:
            change_row(row, change)
            row.save()
        record_event(
            "clock",
            action="planned_change_applied",
            object=f"{change.table} {change.row_id}",
            after={
                "field": change.field,
                "new_cents": change.new_cents,
                "starts_on": change.starts_on,
                "planned_by": change.planned_by,
            },
            now=now,
        )
        return True


def load_catalog_seed(folder: Path) -> int:
    """Add the rows that are missing and return how many. Safe to repeat: existing rows are kept.

    A package is identified by its band and by its distance, a generator by its model number (the
    customer's own by its size). Services and bonus items are added only with their package, so that
    removed ones stay removed.
    """
    packages, generators, configuration = (
        json.loads((folder / f"{name}.json").read_text())
        for name in ("packages", "generators", "configuration")
    )
    with transaction.atomic():
        machines = set(Generator.objects.values_list("model_number", "kw"))
        numbers = {number for number, _ in machines if number is not None}
        settings = set(AppConfiguration.objects.values_list("category", "key"))
        added = InstallationPackage.objects.bulk_create(
            InstallationPackage(**row) for row in _missing_packages(packages["packages"])
        )
        PackageIncludedService.objects.bulk_create(
            PackageIncludedService(package=package, display_order=order, **service)
            for package in added
            for order, service in enumerate(packages["included_services"], start=1)
        )
        PackageBonusItem.objects.bulk_create(
            PackageBonusItem(package=package, display_order=order, **bonus)
            for package in added
            for order, bonus in enumerate(packages["bonus_items"], start=1)
        )
        added_generators = Generator.objects.bulk_create(
            Generator(**{name: row[name] for name in row if name not in _NOT_COLUMNS})
            for row in generators
            if row["model_number"] not in numbers
            and (row["model_number"], row["kw"]) not in machines
        )
        added_settings = AppConfiguration.objects.bulk_create(
            AppConfiguration(category=category, key=key, value=value)
            for category, values in configuration.items()
            for key, value in values.items()
            if (category, key) not in settings
        )
    return len(added) + len(added_generators) + len(added_settings)


def _missing_packages(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    stored = InstallationPackage.objects.values_list("code", "max_distance_feet")
    codes, reaches_ft = {code for code, _ft in stored}, {ft for _code, ft in stored}
    return [
        row
        for row in rows
        if row["code"] not in codes and row["max_distance_feet"] not in reaches_ft
    ]
