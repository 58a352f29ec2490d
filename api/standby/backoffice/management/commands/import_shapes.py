"""`manage.py import_shapes FILE`: preview a boundary file; with --apply, apply it."""

from datetime import datetime
from pathlib import Path
from typing import Any

from standby.backoffice.coverage_preview import ImportCommand
from standby.coverage.models import CoverageImport
from standby.coverage.providers import wiring as coverage_providers
from standby.coverage.services.import_coverage import preview_boundaries


class Command(ImportCommand):
    help = "Preview a Census ZCTA file (tl_*_zcta520.zip, cb_*.zip) or GeoJSON, or apply it."
    kind = CoverageImport.Kind.OUTLINES

    def previewed(self, file: Path, *, options: dict[str, Any], now: datetime) -> CoverageImport:
        return preview_boundaries(
            file, name=file.name, reader=coverage_providers.boundaries(), by=options["by"], now=now
        )
