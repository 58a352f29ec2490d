"""Making snapshots: the database at one moment, and every file once.

A snapshot is a folder named for its moment, whole or not there at all. Files lie beside all
snapshots: their content never changes, so that one copy serves every snapshot that knows it. So do
the erasures: what a snapshot holds of somebody who was erased later is erased again (RUN-05).
"""

import errno
import fcntl
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final
from uuid import UUID

from standby.apps.trail.models import Erasure
from standby.backoffice.backups import databases
from standby.backoffice.backups.databases import UNFINISHED
from standby.backoffice.backups.kept_files import keys_of_kept_files
from standby.backoffice.backups.owners import belongs_to
from standby.backoffice.backups.streams import (
    LOCKED,
    HashingReader,
    read_locked,
    write_locked,
)
from standby.domain.backups import snapshots_to_forget
from standby.providers.files.disk import sync
from standby.providers.sealing.age import Readable

MANIFEST: Final = "manifest.json"
DATABASE: Final = "database"
_NAME: Final = "%Y%m%dT%H%M%SZ"


class SnapshotMissing(RuntimeError):
    """There is no such snapshot in this folder."""


class VaultBusy(RuntimeError):
    """Another process writes snapshots into this folder, or reads one from it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupStore:
    """Where snapshots lie, and for whom they are locked; without a recipient they lie open."""

    folder: Path
    recipient: str = ""

    @property
    def files(self) -> Path:
        return self.folder / "files"

    @property
    def erasures(self) -> Path:
        return self.folder / "erasures"

    @property
    def ending(self) -> str:
        """Of the name of whatever is written into it."""
        return LOCKED if self.recipient else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a snapshot holds. `secret_mark` tells which secret key its seals and links need."""

    made_at: str
    engine: str
    rows: Mapping[str, int]
    sha256: str
    secret_mark: str
    is_locked: bool


@contextmanager
def alone_in(store: BackupStore, *, only_reads: bool = False) -> Iterator[None]:
    """No other process makes or restores snapshots here meanwhile. Raises VaultBusy.

    The lock is the process's: it is gone with it, however it ends. A copy on a disk that cannot be
    written to is read without one.
    """
    try:
        opened = os.open(store.folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        if only_reads and error.errno in (errno.EROFS, errno.EACCES):
            yield
            return
        raise
    try:
        belongs_to(store.folder, opened)
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise VaultBusy(f"another process makes or restores snapshots in {store.folder}") from error
    finally:
        os.close(opened)


def sweep(store: BackupStore) -> int:
    """Drop what killed runs left unfinished; how many files and folders. Only while alone in it."""
    left = list(store.folder.rglob(f"{UNFINISHED}*"))
    for path in left:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    return len(left)


def make_snapshot(store: BackupStore, *, files: Path, secret_key: str, now: datetime) -> Path:
    """Returns its folder. Raises DumpFailed, CannotLock and NotARecipient; then there is none."""
    unfinished = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=store.folder))
    try:
        _fill(unfinished, store, secret_key=secret_key, now=now)
        # After the database: each file that its rows name is there by then.
        _copy_new_files(files, store)
        place = store.folder / now.astimezone(UTC).strftime(_NAME)
        unfinished.rename(place)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    sync(store.folder)
    return place


def copy_new_erasures(store: BackupStore) -> int:
    """Each erasure once, so that no snapshot is restored without it; how many were new."""
    new = 0
    for customer, erased_at in Erasure.objects.values_list("customer", "erased_at"):
        name = hashlib.sha256(customer.bytes).hexdigest()[:32]
        place = store.erasures / f"{name}.json{store.ending}"
        if not place.exists():
            told = {"customer": str(customer), "erased_at": erased_at.isoformat()}
            _write_once(BytesIO(json.dumps(told).encode()), place, store)
            new += 1
    return new


def erasures_in(store: BackupStore, *, identity: str) -> Mapping[UUID, datetime]:
    """When each customer was erased, by public id. Raises CannotOpen."""
    snapshots = {}
    for place in store.erasures.glob("[!.]*.json*"):
        opened = BytesIO()
        read_locked(place, into=opened, identity=identity)
        told = json.loads(opened.getvalue())
        snapshots[UUID(told["customer"])] = datetime.fromisoformat(told["erased_at"])
    return snapshots


def snapshots_in(store: BackupStore) -> Mapping[datetime, Path]:
    """The oldest first."""
    return dict(sorted(_named(store)))


def newest_snapshot(store: BackupStore, *, until: datetime | None = None) -> Path:
    """Raises SnapshotMissing."""
    snapshots = [place for at, place in snapshots_in(store).items() if until is None or at <= until]
    if not snapshots:
        raise SnapshotMissing(f"{store.folder} holds no snapshot of that time")
    return snapshots[-1]


def prune_snapshots(store: BackupStore, *, now: datetime) -> int:
    """How many old snapshots were forgotten, by domain/backups.py."""
    snapshots = snapshots_in(store)
    forgotten = snapshots_to_forget(list(snapshots), now=now)
    for at in forgotten:
        shutil.rmtree(snapshots[at])
    return len(forgotten)


def drop_files_gone(store: BackupStore, *, files: Path, before: datetime) -> int:
    """Files that the product deleted before that moment leave the vault too: erased is erased."""
    gone = [
        copy
        for copy in files_in(store)
        if not (files / key_of(copy, store)).exists() and copy.stat().st_ctime < before.timestamp()
    ]
    for copy in gone:
        copy.unlink()
    return len(gone)


def manifest_of(snapshot: Path) -> Manifest:
    """Raises SnapshotMissing."""
    try:
        return Manifest(**json.loads((snapshot / MANIFEST).read_text()))
    except FileNotFoundError as error:
        raise SnapshotMissing(f"{snapshot} is no snapshot: it has no {MANIFEST}") from error


def database_of(snapshot: Path, manifest: Manifest) -> Path:
    return snapshot / (DATABASE + LOCKED * manifest.is_locked)


def secret_mark(secret_key: str) -> str:
    """Tells two keys apart without telling either."""
    return hashlib.scrypt(secret_key.encode(), salt=b"standby snapshot", n=2**14, r=8, p=1).hex()[
        :16
    ]


def key_of(copy: Path, store: BackupStore) -> str:
    """Under which key the product knows this copy of a file."""
    return copy.relative_to(store.files).as_posix().removesuffix(LOCKED)


def files_in(store: BackupStore) -> Iterator[Path]:
    return (path for path in store.files.rglob("*") if path.is_file())


def _fill(place: Path, store: BackupStore, *, secret_key: str, now: datetime) -> None:
    digests = []

    def take(plain: Readable) -> None:
        counted = HashingReader(plain)
        write_locked(counted, place / (DATABASE + store.ending), recipient=store.recipient)
        digests.append(counted.sha256)

    rows = databases.dump(take)
    manifest = Manifest(
        made_at=now.astimezone(UTC).isoformat(),
        engine=databases.engine(),
        rows=rows,
        sha256=digests[0],
        secret_mark=secret_mark(secret_key),
        is_locked=bool(store.recipient),
    )
    (place / MANIFEST).write_text(json.dumps(asdict(manifest), indent=2))
    sync(place / MANIFEST)


def _copy_new_files(files: Path, store: BackupStore) -> None:
    """Never what a homeowner sent: it says where their home is, and is deleted in minutes (E5)."""
    for key in keys_of_kept_files() if files.is_dir() else ():
        place = store.files / f"{key}{store.ending}"
        if not place.exists():
            try:
                with (files / key).open("rb") as opened:
                    _write_once(opened, place, store)
            except FileNotFoundError:  # deleted a moment ago
                continue


def _write_once(plain: Readable, place: Path, store: BackupStore) -> None:
    """Under its name when it is whole."""
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = place.with_name(UNFINISHED + place.name)
    unfinished.unlink(missing_ok=True)
    write_locked(plain, unfinished, recipient=store.recipient)
    unfinished.rename(place)


def _named(store: BackupStore) -> Iterator[tuple[datetime, Path]]:
    for place in store.folder.glob("[0-9]*T*Z"):
        if (place / MANIFEST).exists():
            yield datetime.strptime(place.name, _NAME).replace(tzinfo=UTC), place
