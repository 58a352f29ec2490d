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
    packages, generators, configuration = (
        json.loads((folder / f"{name}.json").read_text())
        for name in ("packages", "generators", "configuration")
    )
    with transaction.atomic():
        machines = set(Generator.objects.values_list("model_number", "kw"))
        numbers = {number for number, _ in machines if number is not None}
        settings = set(AppConfiguration.objects.values_list("category", "key"))
        added_packages = _load_packages(packages)
        added_generators = Generator.objects.bulk_create(
            Generator(**row)
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
    return added_packages + len(added_generators) + len(added_settings)


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
