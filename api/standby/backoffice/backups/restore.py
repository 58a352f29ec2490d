"""From a snapshot to a product that may open again: loaded, brought up to date, and judged."""

import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections

from standby.backoffice.backups import databases
from standby.backoffice.backups.snapshots import (
    DATABASE,
    LOCKED,
    Manifest,
    Vault,
    files_in,
    key_of,
    manifest_of,
    secret_mark,
    sha256_of,
)
from standby.providers.sealing import age

# What must be nowhere in a sound database. Each question counts the rows that break a promise.
BROKEN_PROMISES: Final[Mapping[str, str]] = {
    "a confirmed appointment has a crew's day": """
        SELECT COUNT(*) FROM appointments WHERE status = 'confirmed'
        AND NOT EXISTS (SELECT 1 FROM crew_seats WHERE appointment_id = appointments.id
                        AND hold_expires_at IS NULL)""",
    "a crew's day belongs to a live appointment": """
        SELECT COUNT(*) FROM crew_seats JOIN appointments ON appointments.id = appointment_id
        WHERE appointments.status NOT IN ('held', 'confirmed')
        OR crew_seats.day <> appointments.day""",
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


class NotEmpty(RuntimeError):
    """There is a database already: a restore never overwrites one."""


class OtherSecret(RuntimeError):
    """The links and second factors of this snapshot were sealed by another secret key."""


class SnapshotDamaged(RuntimeError):
    """Its content is not what was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What came back."""

    rows: int
    files: int
    made_at: str


def restore(
    snapshot: Path, vault: Vault, *, files: Path, identity: str, secret_key: str
) -> Restored:
    """Into an empty database and folder. `identity` is the age key's text, "" for an open snapshot.

    Raises NotEmpty, OtherSecret, SnapshotMissing, SnapshotDamaged, CannotOpen, DumpFailed and
    DatabaseUnsound.
    """
    manifest = manifest_of(snapshot)
    if not databases.is_empty():
        raise NotEmpty("the database of these settings has tables already; give an empty one")
    if manifest.secret_mark != secret_mark(secret_key):
        raise OtherSecret("STANDBY_SECRET_KEY is not the one that this snapshot was made with")
    with tempfile.TemporaryDirectory(dir=files.parent) as folder:
        copy = Path(folder) / DATABASE
        _unlocked(snapshot / DATABASE, into=copy, identity=identity, is_locked=manifest.is_locked)
        if sha256_of(copy) != manifest.sha256:
            raise SnapshotDamaged(f"{snapshot.name}: the database is not the one that was written")
        databases.load(copy)
    databases.require_whole()
    _require_same_rows(manifest)
    call_command("migrate", verbosity=0)
    require_promises_kept()
    returned = _bring_back_files(vault, files=files, identity=identity)
    return Restored(rows=sum(manifest.rows.values()), files=returned, made_at=manifest.made_at)


def require_promises_kept() -> None:
    """Raises DatabaseUnsound naming each promise that some row breaks."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        broken = []
        for promise, question in BROKEN_PROMISES.items():
            cursor.execute(question)
            if count := cursor.fetchone()[0]:
                broken.append(f"not true of {count}: {promise}")
    if broken:
        raise databases.DatabaseUnsound("; ".join(broken))


def _require_same_rows(manifest: Manifest) -> None:
    found = databases.rows_of_each_table()
    other = [table for table, rows in manifest.rows.items() if found.get(table) != rows]
    if other:
        raise databases.DatabaseUnsound(f"not as many rows as in the snapshot: {', '.join(other)}")


def _bring_back_files(vault: Vault, *, files: Path, identity: str) -> int:
    """Safe to repeat: what is there stays."""
    count = 0
    for copy in files_in(vault):
        file = files / key_of(copy, vault)
        if not file.exists():
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            plain = copy.with_name(copy.name.removesuffix(LOCKED))
            _unlocked(plain, into=file, identity=identity, is_locked=copy.suffix == LOCKED)
            file.chmod(0o600)
            count += 1
    return count


def _unlocked(plain: Path, *, into: Path, identity: str, is_locked: bool) -> None:
    if is_locked:
        age.unlock(plain.with_name(plain.name + LOCKED), into=into, identity=identity)
    else:
        shutil.copyfile(plain, into)
