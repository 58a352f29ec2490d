"""`manage.py import_shapes FILE`: preview a boundary file; with --apply, apply it."""

from datetime import datetime
from pathlib import Path
from typing import Any

from standby import providers
from standby.apps.coverage.models import CoverageImport
from standby.backoffice.coverage_files import ImportCommand
from standby.flows.coverage.import_coverage import preview_boundaries


class Command(ImportCommand):
    help = "Preview a Census ZCTA file (tl_*_zcta520.zip, cb_*.zip) or GeoJSON, or apply it."
    kind = CoverageImport.Kind.OUTLINES

    def previewed(self, file: Path, *, options: dict[str, Any], now: datetime) -> CoverageImport:
        return preview_boundaries(
            file, name=file.name, reader=providers.outlines(), by=options["by"], now=now
        )
