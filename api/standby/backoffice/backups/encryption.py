"""Streams into and out of snapshots: hashed, and encrypted to one recipient in the age format.

Its own tools (age-encryption.org) open them. The server that makes snapshots holds only the public
key, so a stolen server opens no snapshot.
"""

import hashlib
import os
import shutil
from pathlib import Path
from typing import Final, Protocol

import pyrage

from standby.core.providers.files.local import sync

LOCKED: Final = ".age"


class Readable(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...


class Writable(Protocol):
    def write(self, data: bytes, /) -> int: ...

    def flush(self) -> None: ...


class BackupError(RuntimeError):
    """A snapshot cannot be made or restored; the text tells the operator why."""


def lock(plain: Readable, *, into: Writable, recipient: str) -> None:
    """Encrypt a stream in small pieces, whatever its size. Raises BackupError."""
    try:
        pyrage.encrypt_io(plain, into, [parse_recipient(recipient)])
    except (pyrage.EncryptError, OSError) as error:
        raise BackupError(str(error)) from error


def unlock(locked: Readable, *, into: Writable, identity: str) -> None:
    """Decrypt a stream; `identity` is the text of a key file.

    Raises BackupError; part of the plaintext may have been written by then.
    """
    lines = [line for line in identity.splitlines() if line.startswith("AGE-SECRET-KEY-")]
    try:
        keys = [pyrage.x25519.Identity.from_str(line) for line in lines]
        pyrage.decrypt_io(locked, into, keys)
    except (pyrage.DecryptError, pyrage.IdentityError, OSError) as error:
        raise BackupError(f"it is locked for another key, or was changed: {error}") from error


def parse_recipient(text: str) -> "pyrage.x25519.Recipient":
    """Parse an age public key. Raises BackupError."""
    try:
        return pyrage.x25519.Recipient.from_str(text)
    except pyrage.RecipientError as error:
        raise BackupError(f"{text!r} is not an age recipient (age1…)") from error


class HashingStream:
    """Hashes what is read from `source` through it, or what is written to it."""

    def __init__(self, source: Readable | None = None) -> None:
        self._source = source
        self._hash = hashlib.sha256()

    def read(self, size: int = -1, /) -> bytes:
        chunk = self._source.read(size) if self._source else b""
        self._hash.update(chunk)
        return chunk

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
            lock(source, into=target, recipient=recipient)
        else:
            shutil.copyfileobj(source, target)
    sync(path)


def read_locked(path: Path, *, into: Writable, identity: str) -> None:
    """Read a file, decrypting it if its name ends in .age. Raises BackupError."""
    with path.open("rb") as source:
        if path.suffix == LOCKED:
            unlock(source, into=into, identity=identity)
        else:
            shutil.copyfileobj(source, into)
