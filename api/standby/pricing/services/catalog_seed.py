"""Loading the catalog's starting data."""

import json
from pathlib import Path
from typing import Any

from django.db import transaction

from standby.pricing.models.catalog import (
    AppConfiguration,
    Generator,
    InstallationPackage,
    PackageBonusItem,
    PackageIncludedService,
)


def load_catalog_seed(folder: Path) -> int:
    """Add the rows that are missing and return how many. Safe to repeat: existing rows are kept.

    A package is identified by its distance, a generator by its model number (the customer's own by
    its size). Services and bonus items are added only with their package, so that removed ones stay
    removed.
    """
    with transaction.atomic():
        packages = _load_packages(json.loads((folder / "packages.json").read_text()))
        generators = _load_generators(json.loads((folder / "generators.json").read_text()))
        rules = _load_configuration(json.loads((folder / "configuration.json").read_text()))
    return packages + generators + rules


def _load_packages(seed: dict[str, Any]) -> int:
    existing = set(InstallationPackage.objects.values_list("max_distance_feet", flat=True))
    missing = [row for row in seed["packages"] if row["max_distance_feet"] not in existing]
    packages = InstallationPackage.objects.bulk_create(
        InstallationPackage(**row) for row in missing
    )
    PackageIncludedService.objects.bulk_create(
        PackageIncludedService(package=package, display_order=order, **service)
        for package in packages
        for order, service in enumerate(seed["included_services"], start=1)
    )
    PackageBonusItem.objects.bulk_create(
        PackageBonusItem(package=package, display_order=order, **bonus)
        for package in packages
        for order, bonus in enumerate(seed["bonus_items"], start=1)
    )
    return len(missing)


def _load_generators(seed: list[dict[str, Any]]) -> int:
    existing = set(Generator.objects.values_list("model_number", "kw"))
    numbers = {number for number, _ in existing if number is not None}
    missing = [
        row
        for row in seed
        if row["model_number"] not in numbers and (row["model_number"], row["kw"]) not in existing
    ]
    Generator.objects.bulk_create(Generator(**row) for row in missing)
    return len(missing)


def _load_configuration(seed: dict[str, dict[str, Any]]) -> int:
    existing = set(AppConfiguration.objects.values_list("category", "key"))
    missing = [
        AppConfiguration(category=category, key=key, value=value)
        for category, settings in seed.items()
        for key, value in settings.items()
        if (category, key) not in existing
    ]
    return len(AppConfiguration.objects.bulk_create(missing))
