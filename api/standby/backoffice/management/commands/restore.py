"""`manage.py restore FOLDER`: the newest snapshot, or one named, into an empty database."""

import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now

from standby import providers
from standby.backoffice.backups.databases import DatabaseUnsound, DumpFailed
from standby.backoffice.backups.restore import (
    NotEmpty,
    OtherSecret,
    SnapshotDamaged,
    restore,
)
from standby.backoffice.backups.snapshots import SnapshotMissing, Vault, newest_snapshot
from standby.backoffice.office import office
from standby.domain.policy import HOUSTON
from standby.flows.money.look_up_payment import (
    LONG_AGO,
    reconcile_charges,
    reconcile_payments,
    settle_pages_since,
)
from standby.providers.cards import CardsDown, CheckoutState
from standby.providers.sealing.age import CannotOpen

_CLOCKS_DIFFER: Final = timedelta(minutes=5)  # ours and the provider's, at the very most
_FAILURES = (
    CannotOpen,
    DatabaseUnsound,
    DumpFailed,
    NotEmpty,
    OtherSecret,
    SnapshotDamaged,
    SnapshotMissing,
)


class Command(BaseCommand):
    help = "Bring a snapshot back into an empty database, judge it, and ask the card provider."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--until", type=datetime.fromisoformat, help="the newest not after it")
        parser.add_argument("--identity", type=Path, help="the age key file that opens it")
        parser.add_argument(
            "--without-reconciling",
            action="store_true",
            help="do not ask the card provider what was paid since the snapshot",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        began = time.monotonic()
        until: datetime | None = options["until"]
        if until is not None and until.tzinfo is None:
            until = until.replace(tzinfo=HOUSTON)
        vault = Vault(folder=options["folder"].resolve())
        identity = options["identity"].read_text() if options["identity"] else ""
        try:
            found = restore(
                newest_snapshot(vault, until=until),
                vault,
                files=settings.FILES,
                identity=identity,
                secret_key=settings.SECRET_KEY,
            )
        except _FAILURES as failure:
            raise CommandError(str(failure)) from failure
        told, ownerless = "card provider not asked", list[CheckoutState]()
        if not options["without_reconciling"]:
            told, ownerless = _reconciled(snapshot_at=datetime.fromisoformat(found.made_at))
        took_s = time.monotonic() - began
        self.stdout.write(
            f"{now():%Y-%m-%dT%H:%M:%SZ} restored the snapshot of {found.made_at}: "
            f"{found.rows} rows, {found.files} files, {told}, in {took_s:.1f} s"
        )
        for page in ownerless:
            self.stdout.write(_call_about(page))


def _call_about(page: CheckoutState) -> str:
    cents = page.amount_cents or 0
    return (
        f"CALL: ${cents // 100:,}.{cents % 100:02d} by {page.charge}, order "
        f"{page.metadata.get('order_id', 'not named')}, page {page.id}: "
        "paid after the snapshot for an order that was lost"
    )


def _reconciled(*, snapshot_at: datetime) -> tuple[str, list[CheckoutState]]:
    """What was paid after the snapshot is known to the provider alone."""
    moment, cards = now(), providers.cards()
    try:
        pages = reconcile_payments(cards=cards, office=office(), now=moment, since=LONG_AGO)
        refunds = reconcile_charges(cards=cards, office=office(), now=moment)
        ownerless = settle_pages_since(
            snapshot_at - _CLOCKS_DIFFER, cards=cards, office=office(), now=moment
        )
    except CardsDown as down:
        raise CommandError(
            "Everything is restored, but the card provider does not answer: before you open, "
            "run `manage.py work --once` until it does."
        ) from down
    told = f"{pages} pages to pay and {refunds} payments asked about"
    return f"{told}, {len(ownerless)} paid for orders that were lost", ownerless
