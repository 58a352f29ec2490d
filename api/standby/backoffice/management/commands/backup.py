"""`manage.py backup FOLDER`: a snapshot of the database and the files, old ones thinned out."""

import time
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now

from standby.apps.heartbeats.services import SNAPSHOTS, note_success
from standby.backoffice.backups.databases import DumpFailed
from standby.backoffice.backups.snapshots import Vault, drop_files_gone, make_snapshot, thin_out
from standby.domain.backups import ONE_OF_EACH
from standby.providers.sealing.age import NotARecipient, check_recipient


class Command(BaseCommand):
    help = "Make a snapshot; with --every SECONDS make one again and again until stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--recipient", default="", help="lock it for this age key (age1…)")
        parser.add_argument("--every", type=int, default=0, help="seconds from one to the next")

    def handle(self, *_args: Any, **options: Any) -> None:
        vault = Vault(folder=options["folder"].resolve(), recipient=options["recipient"])
        try:
            if vault.recipient:
                check_recipient(vault.recipient)
            self._snapshot(vault)
            while options["every"]:
                time.sleep(options["every"])
                self._snapshot(vault)
        except (DumpFailed, NotARecipient) as failure:
            raise CommandError(str(failure)) from failure

    def _snapshot(self, vault: Vault) -> None:
        began, moment = time.monotonic(), now()
        place = make_snapshot(
            vault, files=settings.FILES, secret_key=settings.SECRET_KEY, now=moment
        )
        note_success(SNAPSHOTS, now=now())
        forgotten = thin_out(vault, now=moment)
        oldest: timedelta = ONE_OF_EACH[-1][0]
        drop_files_gone(vault, files=settings.FILES, before=moment - oldest)
        took_s = time.monotonic() - began
        self.stdout.write(f"{place} in {took_s:.1f} s, {forgotten} old ones forgotten")
