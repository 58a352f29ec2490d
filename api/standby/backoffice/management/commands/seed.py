"""`manage.py seed`: insert missing starting data, leaving existing rows alone."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from standby.apps.catalog.services import load_catalog_seed
from standby.apps.coverage.services import load_coverage_seed


class Command(BaseCommand):
    help = "Put in the starting data that is not there yet. Safe to repeat."

    def handle(self, *_args: Any, **_options: Any) -> None:
        catalogue = load_catalog_seed(settings.SEEDS)
        coverage = load_coverage_seed(settings.SEEDS)
        self.stdout.write(f"New rows: {catalogue} in the catalogue, {coverage} in the coverage.")
