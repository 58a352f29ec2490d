"""Snapshots: a dump of the database at one moment, and one copy of every file.

A snapshot is a folder named for its moment, renamed into place when complete. Files and erasures
are stored once beside all snapshots: file contents never change, and a restore of any snapshot must
repeat the erasures made since (RUN-05.5).
"""

import errno
import fcntl
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Final
from uuid import UUID

from standby.audit.models import Erasure
from standby.backoffice.backups import databases
from standby.backoffice.backups.databases import UNFINISHED
from standby.backoffice.backups.encryption import (
    LOCKED,
    BackupError,
    HashingStream,
    Readable,
    read_locked,
    write_locked,
)
from standby.core.providers.files.local import sync
from standby.documents.models import OrderFile
from standby.photos.models import Photo

MANIFEST: Final = "manifest.json"
DATABASE: Final = "database"
_NAME: Final = "%Y%m%dT%H%M%SZ"
# All recent snapshots are kept, then fewer with age: (up to this age, one per span). Keeping the
# first of each span makes the choice stable over time.
KEEP_ALL_FOR: Final = timedelta(hours=1)
ONE_OF_EACH: Final = (
    (timedelta(days=1), timedelta(hours=1)),
    (timedelta(days=30), timedelta(days=1)),
    (timedelta(weeks=12), timedelta(weeks=1)),
)
_A_MONDAY: Final = datetime(2024, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupStore:
    folder: Path
    recipient: str = ""  # age public key; "" leaves snapshots unencrypted

    @property
    def files(self) -> Path:
        return self.folder / "files"

    @property
    def erasures(self) -> Path:
        return self.folder / "erasures"

    @property
    def ending(self) -> str:
        return LOCKED if self.recipient else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    made_at: str
    engine: str
    rows: Mapping[str, int]
    sha256: str
    secret_mark: str  # which secret key its encrypted columns and links need
    is_locked: bool


@contextmanager
def alone_in(store: BackupStore, *, only_reads: bool = False) -> Iterator[None]:
    """Hold the folder's lock. Raises BackupError when another process has it.

    The operating system drops the lock when the process ends, however it ends. With `only_reads`, a
    read-only folder is used without a lock.
    """
    try:
        descriptor = os.open(store.folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        if only_reads and error.errno in (errno.EROFS, errno.EACCES):
            yield
            return
        raise
    try:
        belongs_to(store.folder, descriptor)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        message = f"another process makes or restores snapshots in {store.folder}"
        raise BackupError(message) from error
    finally:
        os.close(descriptor)


def sweep(store: BackupStore) -> int:
    """Delete what killed runs left unfinished, and return how many; requires the folder's lock."""
    unfinished = list(store.folder.rglob(f"{UNFINISHED}*"))
    for path in unfinished:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    return len(unfinished)


def make_snapshot(store: BackupStore, *, files: Path, secret_key: str, now: datetime) -> Path:
    """Write a snapshot and return its folder. Raises BackupError; then none is left behind."""
    unfinished = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=store.folder))
    digests = []

    def write_dump(dump: Readable) -> None:
        reader = HashingStream(dump)
        write_locked(reader, unfinished / (DATABASE + store.ending), recipient=store.recipient)
        digests.append(reader.sha256)

    try:
        rows = databases.dump(write_dump)
        manifest = Manifest(
            made_at=now.astimezone(UTC).isoformat(),
            engine=databases.engine(),
            rows=rows,
            sha256=digests[0],
            secret_mark=secret_mark(secret_key),
            is_locked=bool(store.recipient),
        )
        (unfinished / MANIFEST).write_text(json.dumps(asdict(manifest), indent=2))
        sync(unfinished / MANIFEST)
        # After the database dump, so that every file that its rows name exists by now.
        for key in stored_file_keys() if files.is_dir() else ():
            copy = store.files / f"{key}{store.ending}"
            if not copy.exists():
                # It may have been deleted meanwhile.
                with suppress(FileNotFoundError), (files / key).open("rb") as content:
                    _write_once(content, copy, store)
        snapshot = store.folder / now.astimezone(UTC).strftime(_NAME)
        unfinished.rename(snapshot)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    sync(store.folder)
    return snapshot


def stored_file_keys() -> Iterator[str]:
    """Yield the files that snapshots contain: photos and documents of customers not erased."""
    # Never the original uploads (`Photo.key`), which hold the home's location and are deleted
    # within minutes.
    photos = Photo.objects.filter(
        status=Photo.Status.READY, review__order__customer__erased_at=None
    ).values_list("shown_key", "thumbnail_key")
    documents = OrderFile.objects.filter(order__customer__erased_at=None)
    shown = (key for keys in photos.iterator() for key in keys if key)
    return chain(shown, documents.values_list("key", flat=True).iterator())


def copy_new_erasures(store: BackupStore) -> int:
    """Store the erasures not stored yet, for restores to repeat, and return how many."""
    new = 0
    for customer, erased_at in Erasure.objects.values_list("customer", "erased_at"):
        name = hashlib.sha256(customer.bytes).hexdigest()[:32]
        path = store.erasures / f"{name}.json{store.ending}"
        if not path.exists():
            record = {"customer": str(customer), "erased_at": erased_at.isoformat()}
            _write_once(BytesIO(json.dumps(record).encode()), path, store)
            new += 1
    return new


def erasures_in(store: BackupStore, *, identity: str) -> Mapping[UUID, datetime]:
    """Return when each customer was erased, by public id. Raises BackupError."""
    erasures = {}
    for path in store.erasures.glob("[!.]*.json*"):
        content = BytesIO()
        read_locked(path, into=content, identity=identity)
        record = json.loads(content.getvalue())
        erasures[UUID(record["customer"])] = datetime.fromisoformat(record["erased_at"])
    return erasures


def snapshots_in(store: BackupStore) -> Mapping[datetime, Path]:
    """Return the snapshots by their moment, oldest first."""
    snapshots = {
        datetime.strptime(path.name, _NAME).replace(tzinfo=UTC): path
        for path in store.folder.glob("[0-9]*T*Z")
        if (path / MANIFEST).exists()
    }
    return dict(sorted(snapshots.items()))


def newest_snapshot(store: BackupStore, *, until: datetime | None = None) -> Path:
    """Return the newest snapshot not after `until`. Raises BackupError when there is none."""
    snapshots = [path for at, path in snapshots_in(store).items() if until is None or at <= until]
    if not snapshots:
        raise BackupError(f"{store.folder} holds no snapshot of that time")
    return snapshots[-1]


def prune_snapshots(store: BackupStore, *, now: datetime) -> int:
    """Delete old snapshots by the schedule above, and return how many."""
    snapshots = snapshots_in(store)
    expired = snapshots_to_forget(list(snapshots), now=now)
    for at in expired:
        shutil.rmtree(snapshots[at])
    return len(expired)


def snapshots_to_forget(made_at: Sequence[datetime], *, now: datetime) -> list[datetime]:
    """Return the snapshots to delete. The newest is always kept, however old it is."""
    older = sorted(made_at)[:-1]
    firsts: dict[tuple[timedelta, int], datetime] = {}
    for at in older:
        # At most one span; none when nothing of that age is kept.
        span = next((span for oldest, span in ONE_OF_EACH if now - at <= oldest), None)
        if span is not None:
            firsts.setdefault((span, (at - _A_MONDAY) // span), at)
    return [at for at in older if now - at > KEEP_ALL_FOR and at not in firsts.values()]


def drop_deleted_files(store: BackupStore, *, files: Path, before: datetime) -> int:
    """Delete copies of files that the application deleted before a moment, and return how many.

    Without it, erased photos and documents would stay in the backups.
    """
    deleted = [
        copy
        for copy in store.files.rglob("*")
        if copy.is_file()
        and not (files / copy.relative_to(store.files).as_posix().removesuffix(LOCKED)).exists()
        and copy.stat().st_ctime < before.timestamp()
    ]
    for copy in deleted:
        copy.unlink()
    return len(deleted)


def manifest_of(snapshot: Path) -> Manifest:
    try:
        return Manifest(**json.loads((snapshot / MANIFEST).read_text()))
    except FileNotFoundError as error:
        raise BackupError(f"{snapshot} is no snapshot: it has no {MANIFEST}") from error


def database_of(snapshot: Path, manifest: Manifest) -> Path:
    return snapshot / (DATABASE + LOCKED * manifest.is_locked)


def secret_mark(secret_key: str) -> str:
    # Distinguishes two secret keys without revealing either, hence the slow hash.
    return hashlib.scrypt(secret_key.encode(), salt=b"standby snapshot", n=2**14, r=8, p=1).hex()[
        :16
    ]


def _write_once(content: Readable, path: Path, store: BackupStore) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = path.with_name(UNFINISHED + path.name)
    unfinished.unlink(missing_ok=True)
    write_locked(content, unfinished, recipient=store.recipient)
    unfinished.rename(path)


def belongs_to(folder: Path, target: "int | Path") -> None:
    """Give a path or open file descriptor to the owner of the folder; does nothing without root."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(target, owner.st_uid, owner.st_gid)
