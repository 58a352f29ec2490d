"""Base of the commands that import coverage files: preview a file, then apply the same file."""

from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now

from standby.backoffice.coverage_report_text import sentences_of
from standby.core.errors import Conflict, Invalid
from standby.coverage.models import CoverageImport
from standby.coverage.services.import_coverage import apply_import, previewed_before

_DEFAULT_ACTOR: Final = "command line"


class ImportCommand(BaseCommand):
    kind: CoverageImport.Kind

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--apply", action="store_true", help="apply it as previewed")
        parser.add_argument("--by", default=_DEFAULT_ACTOR, help="who did it, for the audit log")

    def handle(self, *_args: Any, **options: Any) -> None:
        file: Path = options["file"]
        if not file.is_file():
            raise CommandError(f"There is no file {file}")
        try:
            if options["apply"]:
                self._apply(file, by=options["by"])
            else:
                self._preview(file, options)
        except (Invalid, Conflict) as error:
            raise CommandError(str(error)) from error

    def previewed(self, file: Path, *, options: dict[str, Any], now: datetime) -> CoverageImport:
        raise NotImplementedError

    def _preview(self, file: Path, options: dict[str, Any]) -> None:
        imported = self.previewed(file, options=options, now=now())
        for sentence in sentences_of(imported):
            mark = "!" if sentence.is_warning else " "
            self.stdout.write(f"{mark} {sentence.in_short()}")
        self.stdout.write(f"Nothing is changed yet. To apply import {imported.pk}: --apply")

    def _apply(self, file: Path, *, by: str) -> None:
        pending = previewed_before(file, kind=self.kind)
        apply_import(pending.pk, by=by, now=now())
        self.stdout.write(f"Import {pending.pk} is applied: {len(pending.changes)} rows.")
