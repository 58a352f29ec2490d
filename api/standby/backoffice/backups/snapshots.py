"""Making snapshots: the database at one moment, and every file once.

A snapshot is a folder named for its moment, whole or not there at all. Files lie beside all
snapshots: their content never changes, so that one copy serves every snapshot that knows it.
"""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from standby.backoffice.backups import databases
from standby.domain.backups import snapshots_to_forget
from standby.providers.files.disk import sync
from standby.providers.sealing import age

MANIFEST: Final = "manifest.json"
DATABASE: Final = "database"
FILES: Final = "files"
LOCKED: Final = ".age"
_NAME: Final = "%Y%m%dT%H%M%SZ"


class SnapshotMissing(RuntimeError):
    """There is no such snapshot in this folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vault:
    """Where snapshots lie, and for whom they are locked; without a recipient they lie open."""

    folder: Path
    recipient: str = ""

    @property
    def files(self) -> Path:
        return self.folder / FILES


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a snapshot holds. `secret_mark` tells which secret key its seals and links need."""

    made_at: str
    engine: str
    rows: Mapping[str, int]
    sha256: str
    secret_mark: str
    is_locked: bool


def make_snapshot(vault: Vault, *, files: Path, secret_key: str, now: datetime) -> Path:
    """Returns its folder. Raises DumpFailed and NotARecipient; then nothing is left behind."""
    vault.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = Path(tempfile.mkdtemp(prefix=".unfinished-", dir=vault.folder))
    try:
        _fill(unfinished, vault, secret_key=secret_key, now=now)
        _copy_new_files(files, vault)
        place = vault.folder / now.astimezone(UTC).strftime(_NAME)
        unfinished.rename(place)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    sync(vault.folder)
    return place


def snapshots_in(vault: Vault) -> Mapping[datetime, Path]:
    """The oldest first."""
    return dict(sorted(_named(vault)))


def newest_snapshot(vault: Vault, *, until: datetime | None = None) -> Path:
    """Raises SnapshotMissing."""
    found = [place for at, place in snapshots_in(vault).items() if until is None or at <= until]
    if not found:
        raise SnapshotMissing(f"{vault.folder} holds no snapshot of that time")
    return found[-1]


def thin_out(vault: Vault, *, now: datetime) -> int:
    """How many old snapshots were forgotten, by domain/backups.py."""
    found = snapshots_in(vault)
    forgotten = snapshots_to_forget(list(found), now=now)
    for at in forgotten:
        shutil.rmtree(found[at])
    return len(forgotten)


def drop_files_gone(vault: Vault, *, files: Path, before: datetime) -> int:
    """Files that the product deleted before that moment leave the vault too: erased is erased."""
    gone = [
        copy
        for copy in files_in(vault)
        if not (files / key_of(copy, vault)).exists() and copy.stat().st_ctime < before.timestamp()
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


def secret_mark(secret_key: str) -> str:
    """Tells two keys apart without telling either."""
    return hashlib.scrypt(secret_key.encode(), salt=b"standby snapshot", n=2**14, r=8, p=1).hex()[
        :16
    ]


def sha256_of(path: Path) -> str:
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def key_of(copy: Path, vault: Vault) -> str:
    """Under which key the product knows this copy of a file."""
    return copy.relative_to(vault.files).as_posix().removesuffix(LOCKED)


def files_in(vault: Vault) -> Iterator[Path]:
    return (path for path in vault.files.rglob("*") if path.is_file())


def _fill(place: Path, vault: Vault, *, secret_key: str, now: datetime) -> None:
    plain = place / DATABASE
    rows = databases.dump(plain)
    manifest = Manifest(
        made_at=now.astimezone(UTC).isoformat(),
        engine="sqlite" if databases.is_copy_of_sqlite(plain) else "postgresql",
        rows=rows,
        sha256=sha256_of(plain),
        secret_mark=secret_mark(secret_key),
        is_locked=bool(vault.recipient),
    )
    if vault.recipient:
        age.lock(plain, into=plain.with_name(DATABASE + LOCKED), recipient=vault.recipient)
        plain.unlink()
    (place / MANIFEST).write_text(json.dumps(asdict(manifest), indent=1))
    for written in place.iterdir():
        sync(written)


def _copy_new_files(files: Path, vault: Vault) -> None:
    """After the database: each file that its rows name is there by then."""
    for file in sorted(path for path in files.rglob("*") if path.is_file()):
        copy = vault.files / (file.relative_to(files).as_posix() + LOCKED * bool(vault.recipient))
        if file.suffix != ".part" and _is_newer(file, copy):
            copy.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _copy(file, copy, vault)


def _copy(file: Path, copy: Path, vault: Vault) -> None:
    unfinished = copy.with_name(f".unfinished-{copy.name}")
    if vault.recipient:
        age.lock(file, into=unfinished, recipient=vault.recipient)
    else:
        shutil.copyfile(file, unfinished)
    sync(unfinished)
    unfinished.replace(copy)


def _is_newer(file: Path, copy: Path) -> bool:
    """A file that is still being received grows; its copy is made anew."""
    return not copy.exists() or file.stat().st_mtime > copy.stat().st_mtime


def _named(vault: Vault) -> Iterator[tuple[datetime, Path]]:
    for place in vault.folder.glob("[0-9]*T*Z"):
        if (place / MANIFEST).exists():
            yield datetime.strptime(place.name, _NAME).replace(tzinfo=UTC), place
