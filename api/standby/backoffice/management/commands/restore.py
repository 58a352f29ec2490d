"""`./standby restore FOLDER`: restore a snapshot step by step, without deleting anything."""

import os
import sys
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now

from standby.backoffice.backups import databases
from standby.backoffice.backups.encryption import BackupError
from standby.backoffice.backups.restore import (
    Chosen,
    change_units,
    choose,
    load,
    make_usable,
    require_older_than,
    running_among,
    set_present_aside,
    units_with,
)
from standby.backoffice.backups.snapshots import (
    BackupStore,
    alone_in,
    belongs_to,
    erasures_in,
    newest_snapshot,
)
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
_STEPS_TO: Final = """\
The database was taken back to {moment} by deploy/cluster/restore-to. This does the rest:
  1. stop what is running here: {running}; on the other web hosts it has to be stopped too
  2. check that nothing in it is newer and nobody uses it, migrate, check the integrity rules
  3. hold the outbox: no message is sent until you say `./standby outbox release`
  4. repeat the erasures of customers since then ({erasures} erasures are known)
  5. {cards}
  6. {opening}"""
_STILL_OPEN: Final = """\
The database is still in use by {others}. Nothing was changed. Stop it first, on every web host:
  systemctl stop {units}
  or, with containers: docker compose stop nginx web worker snapshots
A pooler keeps connections for a while: restart it."""
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
            "--to",
            type=datetime.fromisoformat,
            help="load nothing: on a node of the cluster the database was taken back to this",
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
        until, moment = _in_local_time(options["until"]), _in_local_time(options["to"])
        try:
            identity = _identity(options["identity"])
            self.units = units_with(settings.ENVIRONMENT.env_file)
            running_units = running_among(self.units)
            if moment:
                erasures = erasures_in(store, identity=identity)
                self._confirm(_steps_to(moment, erasures, running_units, options), options)
            else:
                newest = newest_snapshot(store, until=until)
                snapshot = choose(newest, store, identity=identity, secret_key=settings.SECRET_KEY)
                self._confirm(_steps(snapshot, running_units, options), options)
            if running_units:
                self.stdout.write(f"Stopping {', '.join(running_units)}")
                change_units("stop", running_units)
            with alone_in(store, only_reads=True):
                if moment:
                    self._finish_restore_to(moment, erasures, options)
                else:
                    self._restore(snapshot, options)
            if options["open"]:
                self.stdout.write("Starting the services")
                change_units("start", self.units)
        except BackupError as error:
            raise CommandError(
                f"{error}\nThe services are not to be started before a restore has succeeded."
            ) from error

    def _confirm(self, steps: str, options: dict[str, Any]) -> None:
        self.stdout.write(steps)
        if options["yes"]:
            return
        self.stdout.write('Type "restore" to begin: ', ending="")
        self.stdout.flush()
        if sys.stdin.readline().strip() != "restore":
            raise CommandError("Nothing was changed.")

    def _finish_restore_to(
        self, moment: datetime, erasures: Mapping[UUID, datetime], options: dict[str, Any]
    ) -> None:
        require_older_than(moment)
        self._require_alone()
        erased_count, open_orders = make_usable(restored_from=moment, erasures=erasures, now=now())
        summary, lost_pages = self._reconciled(moment, options)
        self.stdout.write(
            f"{now():%Y-%m-%dT%H:%M:%SZ} the database is as it was at {moment.isoformat()}: "
            f"{erased_count} erased again, {summary}"
        )
        self._say_what_to_do(lost_pages, open_orders, aside=[], options=options)

    def _require_alone(self) -> None:
        if others := databases.others_connected():
            units = " ".join(self.units)
            raise CommandError(_STILL_OPEN.format(others="; ".join(others), units=units))

    def _reconciled(
        self, moment: datetime, options: dict[str, Any]
    ) -> tuple[str, list[CheckoutState]]:
        if options["without_reconciling"]:
            return "card provider not asked", []
        self.stdout.write("Asking the card provider")
        return _reconcile(snapshot_at=moment)

    def _restore(self, snapshot: Chosen, options: dict[str, Any]) -> None:
        started_s = time.monotonic()
        self._require_alone()
        aside = set_present_aside(files=settings.FILES, now=now())
        for place in aside:
            self.stdout.write(f"Moved aside: {place}")
        self.stdout.write("Loading")
        try:
            files, erased_count, open_orders = load(snapshot, files=settings.FILES, now=now())
            summary, lost_pages = self._reconciled(snapshot.made_at, options)
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
        self._say_what_to_do(lost_pages, open_orders, aside=aside, options=options)

    def _say_what_to_do(
        self,
        lost_pages: Sequence[CheckoutState],
        open_orders: Sequence[UUID],
        *,
        aside: Sequence[str],
        options: dict[str, Any],
    ) -> None:
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
        start = f"systemctl start {' '.join(self.units)} (containers: docker compose up -d)"
        self.stdout.write(
            _NEXT.format(
                open="The services are being started." if options["open"] else f"Open: {start}",
                aside=", ".join(aside) or "nothing was",
            )
        )


def _in_local_time(moment: datetime | None) -> datetime | None:
    return moment.replace(tzinfo=MARKET_ZONE) if moment and moment.tzinfo is None else moment


def _identity(path: str | None) -> str:
    # The text of the age key. Raises CommandError when it cannot be read.
    if path == "-":
        return sys.stdin.read()
    try:
        return Path(path).read_text() if path else ""
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}") from error


def _steps(snapshot: Chosen, running: list[str], options: dict[str, Any]) -> str:
    return _STEPS.format(
        made_at=snapshot.manifest.made_at,
        rows=sum(snapshot.manifest.rows.values()),
        engine=snapshot.manifest.engine,
        erasures=len(snapshot.erasures),
        **_common_steps(running, options),
    )


def _steps_to(
    moment: datetime,
    erasures: Mapping[UUID, datetime],
    running: list[str],
    options: dict[str, Any],
) -> str:
    common = _common_steps(running, options)
    return _STEPS_TO.format(moment=moment.isoformat(), erasures=len(erasures), **common)


def _common_steps(running: list[str], options: dict[str, Any]) -> dict[str, str]:
    asks = "ask the card provider what was paid since then"
    return {
        "running": ", ".join(running) or "nothing that systemd runs",
        "cards": "do not ask the card provider, as requested"
        if options["without_reconciling"]
        else asks,
        "opening": "start the services" if options["open"] else "leave everything stopped",
    }


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
