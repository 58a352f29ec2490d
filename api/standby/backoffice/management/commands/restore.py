"""`./standby restore FOLDER`: restore a snapshot step by step, without deleting anything."""

import os
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now

from standby.backoffice.backups import databases
from standby.backoffice.backups.encryption import BackupError
from standby.backoffice.backups.restore import (
    UNITS,
    Chosen,
    change_units,
    choose,
    load,
    running_units,
    set_present_aside,
)
from standby.backoffice.backups.snapshots import BackupStore, alone_in, belongs_to, newest_snapshot
from standby.core.policy import MARKET_ZONE
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards import CardsDown, CheckoutState
from standby.workflows.look_up_payment import (
    CHARGE_LOOKBACK,
    reconcile_charges,
    reconcile_payments,
    settle_pages_since,
)

_CLOCKS_DIFFER: Final = timedelta(minutes=5)  # upper bound for our clock against the provider's
_STEPS: Final = """\
This restores the snapshot of {made_at} ({rows} rows of {engine}), in these steps:
  1. stop what is running here: {running}
  2. move the present database and files aside; nothing is deleted
  3. load the snapshot, compare its rows, migrate, check the integrity rules
  4. hold the outbox: no message is sent until you say `./standby outbox release`
  5. repeat the erasures of customers since then ({erasures} erasures are known)
  6. restore the photos and documents that the snapshot names
  7. {cards}
  8. {opening}"""
_STILL_OPEN: Final = """\
The database is still in use by {others}. Nothing was moved. Stop it first:
  systemctl stop {units}
  or, with containers: docker compose stop nginx web worker snapshots"""
_NEXT: Final = """\
What to do now:
  1. Handle the lines above that begin with CALL and CLOSE.
  2. `./standby outbox` shows what waits to be sent. What was queued at the moment of the snapshot
     may have been sent after it, and would be sent twice: `./standby outbox release
     --drop-from-snapshot` drops that, `./standby outbox release` sends everything.
  3. {open}
  4. When all is well, delete for good what was moved aside: {aside}"""


class Command(BaseCommand):
    help = "Restore a snapshot: stop, move aside, load, check, repeat erasures, hold the outbox."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument(
            "--until",
            type=datetime.fromisoformat,
            help="restore the newest snapshot not after this",
        )
        parser.add_argument(
            "--identity", help="the age key file that decrypts it; - reads it from standard input"
        )
        parser.add_argument("--yes", action="store_true", help="begin without asking")
        parser.add_argument("--open", action="store_true", help="start the services afterwards")
        parser.add_argument(
            "--without-reconciling",
            action="store_true",
            help="do not ask the card provider what was paid since the snapshot",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        store = BackupStore(folder=options["folder"].resolve())
        if not store.folder.is_dir():
            raise CommandError(f"{store.folder} is not a folder of snapshots")
        until, path = options["until"], options["identity"]
        if until is not None and until.tzinfo is None:
            until = until.replace(tzinfo=MARKET_ZONE)
        try:
            newest, identity = newest_snapshot(store, until=until), ""
            if path == "-":
                identity = sys.stdin.read()
            elif path:
                try:
                    identity = Path(path).read_text()
                except OSError as error:
                    raise CommandError(f"{path} cannot be read: {error.strerror}") from error
            snapshot = choose(newest, store, identity=identity, secret_key=settings.SECRET_KEY)
            running = running_units()
            self._confirm(snapshot, running, options)
            if running:
                self.stdout.write(f"Stopping {', '.join(running)}")
                change_units("stop", running)
            with alone_in(store, only_reads=True):
                self._restore(snapshot, options)
            if options["open"]:
                self.stdout.write("Starting the services")
                change_units("start", UNITS)
        except BackupError as error:
            raise CommandError(
                f"{error}\nThe services are not to be started before a restore has succeeded."
            ) from error

    def _confirm(self, snapshot: Chosen, running: list[str], options: dict[str, Any]) -> None:
        is_unreconciled = options["without_reconciling"]
        self.stdout.write(
            _STEPS.format(
                made_at=snapshot.manifest.made_at,
                rows=sum(snapshot.manifest.rows.values()),
                engine=snapshot.manifest.engine,
                running=", ".join(running) or "nothing that systemd runs",
                erasures=len(snapshot.erasures),
                cards="do not ask the card provider, as requested"
                if is_unreconciled
                else "ask the card provider what was paid since then",
                opening="start the services" if options["open"] else "leave everything stopped",
            )
        )
        if options["yes"]:
            return
        self.stdout.write('Type "restore" to begin: ', ending="")
        self.stdout.flush()
        if sys.stdin.readline().strip() != "restore":
            raise CommandError("Nothing was changed.")

    def _restore(self, snapshot: Chosen, options: dict[str, Any]) -> None:
        started_s = time.monotonic()
        if others := databases.others_connected():
            raise CommandError(_STILL_OPEN.format(others="; ".join(others), units=" ".join(UNITS)))
        aside = set_present_aside(files=settings.FILES, now=now())
        for place in aside:
            self.stdout.write(f"Moved aside: {place}")
        self.stdout.write("Loading")
        try:
            files, erased_count, open_orders = load(snapshot, files=settings.FILES, now=now())
            summary, lost_pages = "card provider not asked", list[CheckoutState]()
            if not options["without_reconciling"]:
                self.stdout.write("Asking the card provider")
                summary, lost_pages = _reconcile(snapshot_at=snapshot.made_at)
        finally:
            for path in settings.DATA.rglob("*") if os.geteuid() == 0 else ():
                if not path.is_symlink():
                    belongs_to(settings.DATA, path)
        took_s = time.monotonic() - started_s
        self.stdout.write(
            f"{now():%Y-%m-%dT%H:%M:%SZ} restored the snapshot of {snapshot.manifest.made_at}: "
            f"{sum(snapshot.manifest.rows.values())} rows, {files} files, "
            f"{erased_count} erased again, {summary}, in {took_s:.1f} s"
        )
        for page in lost_pages:
            cents = page.amount_cents or 0
            self.stdout.write(
                f"CALL: ${cents // 100:,}.{cents % 100:02d} by {page.charge}, order "
                f"{page.metadata.get('order_id', 'not named')}, page {page.id}: "
                "paid after the snapshot for an order that was lost"
            )
        for order in open_orders:
            self.stdout.write(
                f"CLOSE: order {order} was open at the snapshot and its customer was erased since: "
                "complete or cancel it in the console"
            )
        start = f"systemctl start {' '.join(UNITS)} (containers: docker compose up -d)"
        self.stdout.write(
            _NEXT.format(
                open="The services are being started." if options["open"] else f"Open: {start}",
                aside=", ".join(aside) or "nothing was",
            )
        )


def _reconcile(*, snapshot_at: datetime) -> tuple[str, list[CheckoutState]]:
    # Payments made after the snapshot are known to the card provider only.
    moment, cards = now(), payments_providers.cards()
    try:
        pages = reconcile_payments(cards=cards, now=moment, since=CHARGE_LOOKBACK)
        refunds = reconcile_charges(cards=cards, now=moment)
        lost_pages = settle_pages_since(snapshot_at - _CLOCKS_DIFFER, cards=cards, now=moment)
    except CardsDown as error:
        raise CommandError(
            "Everything is restored, but the card provider does not answer: before you open, "
            "run `./standby work --once` until it does. Nothing is sent: the outbox is held."
        ) from error
    summary = f"{pages} pages to pay and {refunds} payments asked about"
    return f"{summary}, {len(lost_pages)} paid for orders that were lost", lost_pages
