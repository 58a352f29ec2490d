"""`manage.py import_zips FILE`: preview a list of ZIP codes; with --apply, apply it."""

from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from standby.backoffice.coverage_preview import ImportCommand
from standby.coverage.models import CoverageImport
from standby.coverage.services.import_coverage import preview_zip_list


class Command(ImportCommand):
    help = "Preview a CSV of ZIP codes (zip_code, city, ...), or apply what was previewed."
    kind = CoverageImport.Kind.ZIP_LIST

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--whole-list", action="store_true", help="stop serving ZIP codes that it does not name"
        )

    def previewed(self, file: Path, *, options: dict[str, Any], now: datetime) -> CoverageImport:
        return preview_zip_list(
            file, name=file.name, is_whole_list=options["whole_list"], by=options["by"], now=now
        )
