"""Encrypted and hashed streams into and out of snapshots."""

import hashlib
import os
import shutil
from pathlib import Path
from typing import Final

from standby.backoffice.backups import age
from standby.backoffice.backups.age import Readable, Writable
from standby.core.providers.files.disk import sync

LOCKED: Final = ".age"


class HashingReader:
    def __init__(self, stream: Readable) -> None:
        self._stream = stream
        self._hash = hashlib.sha256()

    def read(self, size: int = -1, /) -> bytes:
        chunk = self._stream.read(size)
        self._hash.update(chunk)
        return chunk

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()


class HashingSink:
    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def write(self, data: bytes, /) -> int:
        self._hash.update(data)
        return len(data)

    def flush(self) -> None: ...

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()


def write_locked(source: Readable, path: Path, *, recipient: str) -> None:
    """Write a new file with mode 0600, encrypted if there is a recipient."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as target:
        if recipient:
            age.lock(source, into=target, recipient=recipient)
        else:
            shutil.copyfileobj(source, target)
    sync(path)


def read_locked(path: Path, *, into: Writable, identity: str) -> None:
    """Read a file, decrypting it if its name ends in .age. Raises CannotOpen."""
    with path.open("rb") as source:
        if path.suffix == LOCKED:
            age.unlock(source, into=into, identity=identity)
        else:
            shutil.copyfileobj(source, into)
