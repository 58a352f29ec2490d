"""Restore of a snapshot: load, migrate, check, hold the outbox and repeat erasures."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, Literal
from uuid import UUID

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Max

from standby.backoffice.backups import databases
from standby.backoffice.backups.databases import UNFINISHED
from standby.backoffice.backups.encryption import LOCKED, BackupError, HashingStream, read_locked
from standby.backoffice.backups.snapshots import (
    BackupStore,
    Manifest,
    database_of,
    erasures_in,
    manifest_of,
    secret_mark,
    stored_file_keys,
)
from standby.core.models import Heartbeat
from standby.messaging.services.outbox import hold_outbox
from standby.workflows.erase_customer import erase_again

# The socket first: while it is up, any request would start the server again.
_UNITS: Final = (
    "standby-web{instance}.socket",
    "standby-web{instance}.service",
    "standby-worker{instance}.service",
    "standby-snapshots{instance}.service",
)
_ENV_FILE: Final = re.compile(r"standby(?:-(?P<market>[^/]+))?\.env")
# Rules of a sound database. Each query counts the rows that break one.
INTEGRITY_RULES: Final[Mapping[str, str]] = {
    "a confirmed appointment has an afternoon and a morning of one crew": """
        SELECT COUNT(*) FROM appointments WHERE status = 'confirmed'
        AND NOT EXISTS (SELECT 1 FROM crew_seats later JOIN crew_seats sooner
                        ON sooner.seat_no = later.seat_no
                        WHERE sooner.afternoon_id = appointments.id
                        AND sooner.hold_expires_at IS NULL AND sooner.day = appointments.day
                        AND later.morning_id = appointments.id
                        AND later.day = appointments.ends_on)""",
    "a crew's afternoon belongs to a live appointment": """
        SELECT COUNT(*) FROM crew_seats JOIN appointments ON appointments.id = afternoon_id
        WHERE appointments.status NOT IN ('held', 'confirmed')
        OR crew_seats.day <> appointments.day""",
    "a crew's morning belongs to an appointment that has its afternoon": """
        SELECT COUNT(*) FROM crew_seats seat JOIN appointments ON appointments.id = seat.morning_id
        WHERE seat.day <> appointments.ends_on
        OR NOT EXISTS (SELECT 1 FROM crew_seats other
                       WHERE other.afternoon_id = seat.morning_id)""",
    "a paid payment names its charge": """
        SELECT COUNT(*) FROM payments WHERE status = 'paid' AND COALESCE(provider_ref, '') = ''""",
    "no payment is disputed for more than it took": """
        SELECT COUNT(*) FROM payments WHERE disputed_cents > amount_cents""",
    "no payment gave back more than it took": """
        SELECT COUNT(*) FROM payments WHERE refunded_cents > amount_cents + surcharge_cents""",
    "an order stands on a quote of the same total": """
        SELECT COUNT(*) FROM orders JOIN quotes ON quotes.id = quote_id
        WHERE orders.total_cents <> quotes.total_cents""",
}


def units_with(env_file: str) -> list[str]:
    """Return the units in deploy/systemd that take their settings from this file.

    Raises BackupError for a name that no unit reads: another market's units would be stopped.
    """
    read = _ENV_FILE.fullmatch(Path(env_file or "standby.env").name)
    if read is None:
        raise BackupError(
            f"{env_file}: units read /etc/standby.env, or /etc/standby-NAME.env of the market NAME"
        )
    instance = f"@{read['market']}" if read["market"] else ""
    return [unit.format(instance=instance) for unit in _UNITS]


def running_among(units: Sequence[str]) -> list[str]:
    """Return which of them run; none where systemd does not run them, as in containers."""
    if shutil.which("systemctl") is None:
        return []
    return [unit for unit in units if _systemctl("is-active", "--quiet", unit).returncode == 0]


def change_units(verb: Literal["stop", "start"], units: Sequence[str]) -> None:
    """Stop or start services. Raises BackupError."""
    result = _systemctl(verb, *units)
    if result.returncode:
        raise BackupError(
            f"systemctl {verb} {' '.join(units)}: {result.stderr.strip()} (are you root?)"
        )


def _systemctl(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603 - our own arguments
        ["systemctl", *arguments],  # noqa: S607 - the machine's own
        capture_output=True,
        text=True,
        check=False,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    snapshot: Path
    store: BackupStore
    manifest: Manifest
    identity: str  # text of the age key; "" for an unencrypted snapshot
    erasures: Mapping[UUID, datetime]

    @property
    def made_at(self) -> datetime:
        return datetime.fromisoformat(self.manifest.made_at)


def choose(snapshot: Path, store: BackupStore, *, identity: str, secret_key: str) -> Chosen:
    """Validate a snapshot completely, before anything is changed. Raises BackupError."""
    manifest = manifest_of(snapshot)
    if manifest.engine != databases.engine():
        raise BackupError(f"it is of {manifest.engine}, and DATABASE_URL says {databases.engine()}")
    # Its links and second factors were encrypted with the secret key of that time.
    if manifest.secret_mark != secret_mark(secret_key):
        raise BackupError("STANDBY_SECRET_KEY is not the one that this snapshot was made with")
    content = HashingStream()
    read_locked(database_of(snapshot, manifest), into=content, identity=identity)
    if content.sha256 != manifest.sha256:
        raise BackupError(f"{snapshot.name}: the database is not the one that was written")
    return Chosen(
        snapshot=snapshot,
        store=store,
        manifest=manifest,
        identity=identity,
        erasures=erasures_in(store, identity=identity),
    )


def set_present_aside(*, files: Path, now: datetime) -> list[str]:
    """Move the present database and files out of the way without deleting them; return where to."""
    label = f"{now:%Y%m%dt%H%M%Sz}"
    folder = files.parent / f"{databases.ASIDE}{label}"
    moved_to = []
    if not databases.is_empty():
        moved_to.append(databases.set_aside(label, target=folder))
    if any(path.is_file() for path in files.rglob("*")):
        folder.mkdir(mode=0o700, exist_ok=True)
        files.rename(folder / files.name)
        moved_to.append(str(folder / files.name))
    return moved_to


def load(chosen: Chosen, *, files: Path, now: datetime) -> tuple[int, int, list[UUID]]:
    """Restore a snapshot into an empty database and folder, and hold the outbox.

    Returns how many files were restored, how many customers erased again, and which of their orders
    are open in the snapshot. Raises BackupError.
    """
    source = database_of(chosen.snapshot, chosen.manifest)
    databases.load(lambda into: read_locked(source, into=into, identity=chosen.identity))
    databases.require_whole()
    counts, expected = databases.rows_of_each_table(), chosen.manifest.rows
    if differing := [table for table, rows in expected.items() if counts.get(table) != rows]:
        raise BackupError(f"not as many rows as in the snapshot: {', '.join(differing)}")
    erased_count, open_orders = make_usable(
        restored_from=chosen.made_at, erasures=chosen.erasures, now=now
    )
    # After the erasures, so that files of erased customers are not restored.
    count = 0
    for key in stored_file_keys():
        stored = chosen.store.files / key
        copies = (stored.with_name(stored.name + LOCKED), stored)
        copy = next((copy for copy in copies if copy.exists()), None)
        if copy is None:
            continue
        file = files / key
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        unfinished = file.with_name(UNFINISHED + file.name)
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as target:
            read_locked(copy, into=target, identity=chosen.identity)
        unfinished.rename(file)
        count += 1
    return count, erased_count, open_orders


def make_usable(
    *, restored_from: datetime, erasures: Mapping[UUID, datetime], now: datetime
) -> tuple[int, list[UUID]]:
    """Migrate what was restored, hold the outbox, judge the data, and erase customers again.

    Returns how many were erased, and which of their orders were open. Raises BackupError.
    """
    call_command("migrate", verbosity=0)
    hold_outbox(restored_from=restored_from, now=now)
    require_integrity()
    return erase_again(erasures, now=now)


def require_older_than(moment: datetime) -> None:
    """Raise BackupError if something in the database was written after the moment."""
    newest = Heartbeat.objects.aggregate(newest=Max("last_succeeded_at"))["newest"]
    if newest is not None and newest > moment:
        raise BackupError(
            f"the database has something of {newest:%Y-%m-%dT%H:%M:%SZ}: it was not taken back to "
            f"{moment:%Y-%m-%dT%H:%M:%SZ} yet (deploy/cluster/restore-to does that on a node)"
        )


def require_integrity() -> None:
    # Raise BackupError naming every rule of INTEGRITY_RULES that some row breaks.
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        broken = []
        for rule, query in INTEGRITY_RULES.items():
            cursor.execute(query)
            if count := cursor.fetchone()[0]:
                broken.append(f"not true of {count}: {rule}")
    if broken:
        raise BackupError("; ".join(broken))
