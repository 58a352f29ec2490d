"""`./standby backup FOLDER`: make a snapshot of the database and files, and prune old ones."""

import time
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.utils.timezone import now

from standby.backoffice.backups.encryption import BackupError, parse_recipient
from standby.backoffice.backups.snapshots import (
    ONE_OF_EACH,
    BackupStore,
    alone_in,
    copy_new_erasures,
    drop_deleted_files,
    make_snapshot,
    prune_snapshots,
    sweep,
)
from standby.core.heartbeats import SNAPSHOTS, note_success

_ERASURES_EVERY_S: Final = 60


class Command(BaseCommand):
    help = "Create a snapshot; with --repeat, one every STANDBY_BACKUP_SECONDS until stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument(
            "--recipient",
            default=settings.ENVIRONMENT.backup_recipient,
            help="encrypt for this age key (age1…); default: STANDBY_BACKUP_RECIPIENT",
        )
        parser.add_argument(
            "--unencrypted", action="store_true", help="do not encrypt; never in production"
        )
        parser.add_argument("--repeat", action="store_true", help="repeat until stopped")

    def handle(self, *_args: Any, **options: Any) -> None:
        recipient = "" if options["unencrypted"] else options["recipient"]
        if options["unencrypted"] and settings.ENVIRONMENT.is_production:
            raise CommandError("--unencrypted is for a developer's machine, not for production")
        if not (recipient or options["unencrypted"]):
            raise CommandError(
                "STANDBY_BACKUP_RECIPIENT is empty: set the age key to encrypt the snapshot for "
                "(age1…)"
            )
        store = BackupStore(folder=options["folder"].resolve(), recipient=recipient)
        try:
            if recipient:
                parse_recipient(recipient)
            store.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with alone_in(store):
                if unfinished := sweep(store):
                    self.stdout.write(f"deleted {unfinished} unfinished files of a killed run")
                self._make(store, repeat=options["repeat"])
        except BackupError as error:
            raise CommandError(str(error)) from error

    def _make(self, store: BackupStore, *, repeat: bool) -> None:
        # The period runs from the start of one snapshot to the start of the next; erasures are
        # copied every minute in between.
        every_s, due_at = settings.ENVIRONMENT.backup_seconds, time.monotonic()
        while True:
            if time.monotonic() >= due_at:
                due_at = time.monotonic() + every_s
                self._snapshot(store)
            else:
                copy_new_erasures(store)
            connections.close_all()  # the database may restart before the next snapshot
            if not repeat:
                return
            time.sleep(max(0, min(_ERASURES_EVERY_S, due_at - time.monotonic())))

    def _snapshot(self, store: BackupStore) -> None:
        started_s, moment = time.monotonic(), now()
        snapshot = make_snapshot(
            store, files=settings.FILES, secret_key=settings.SECRET_KEY, now=moment
        )
        copy_new_erasures(store)
        pruned = prune_snapshots(store, now=moment)
        oldest: timedelta = ONE_OF_EACH[-1][0]
        drop_deleted_files(store, files=settings.FILES, before=moment - oldest)
        # The heartbeat comes last: everything above has succeeded.
        note_success(SNAPSHOTS, now=now())
        took_s = time.monotonic() - started_s
        self.stdout.write(f"{snapshot} in {took_s:.1f} s, {pruned} old snapshots deleted")
