"""Encrypted and hashed streams into and out of snapshots."""

import hashlib
import os
import shutil
from pathlib import Path
from typing import Final

from standby.providers.files.disk import sync
from standby.providers.sealing import age
from standby.providers.sealing.age import Readable, Writable

LOCKED: Final = ".age"


class HashingReader:
    def __init__(self, stream: Readable) -> None:
        self._stream = stream
        self._hash = hashlib.sha256()

    def read(self, size: int = -1, /) -> bytes:
        piece = self._stream.read(size)
        self._hash.update(piece)
        return piece

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


def write_locked(plain: Readable, place: Path, *, recipient: str) -> None:
    """Write a new file with mode 0600, encrypted if there is a recipient."""
    opened = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(opened, "wb") as written:
        if recipient:
            age.lock(plain, into=written, recipient=recipient)
        else:
            shutil.copyfileobj(plain, written)
    sync(place)


def read_locked(place: Path, *, into: Writable, identity: str) -> None:
    """Read a file, decrypting it if its name ends in .age. Raises CannotOpen."""
    with place.open("rb") as opened:
        if place.suffix == LOCKED:
            age.unlock(opened, into=into, identity=identity)
        else:
            shutil.copyfileobj(opened, into)
