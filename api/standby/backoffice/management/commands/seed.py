"""`manage.py seed`: insert missing starting data, leaving existing rows alone."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from standby.core.unavailable import is_unavailable
from standby.coverage.services.coverage import load_coverage_seed
from standby.pricing.services.catalog import load_catalog_seed


class Command(BaseCommand):
    help = "Insert missing starting data. Safe to repeat."

    def handle(self, *_args: Any, **_options: Any) -> None:
        try:
            with transaction.atomic():
                catalog = load_catalog_seed(settings.MARKET)
                coverage = load_coverage_seed(settings.MARKET)
        except Exception as error:
            if is_unavailable(error):
                raise
            reason = f"{type(error).__name__}: {error}"
            raise CommandError(
                f"A file of {settings.MARKET} cannot be used, so nothing was added. {reason}"
            ) from error
        self.stdout.write(f"New rows: {catalog} in the catalog, {coverage} in the coverage list.")
