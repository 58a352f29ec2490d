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


class NotARecipient(ValueError):
    """The text is not an age recipient (age1…)."""


class CannotLock(RuntimeError):
    """The plain stream could not be read, or the encrypted one could not be written."""


class CannotOpen(ValueError):
    """The stream is encrypted to another key, or was altered."""


def check_recipient(recipient: str) -> None:
    """Raise NotARecipient unless the text is an age recipient."""
    _recipient(recipient)


def lock(plain: Readable, *, into: Writable, recipient: str) -> None:
    """Encrypt a stream in small pieces, whatever its size. Raises NotARecipient and CannotLock."""
    try:
        pyrage.encrypt_io(plain, into, [_recipient(recipient)])
    except (pyrage.EncryptError, OSError) as error:
        raise CannotLock(str(error)) from error


def unlock(locked: Readable, *, into: Writable, identity: str) -> None:
    """Decrypt a stream; `identity` is the text of a key file.

    Raises CannotOpen; part of the plaintext may have been written by then.
    """
    lines = [line for line in identity.splitlines() if line.startswith("AGE-SECRET-KEY-")]
    try:
        keys = [pyrage.x25519.Identity.from_str(line) for line in lines]
        pyrage.decrypt_io(locked, into, keys)
    except (pyrage.DecryptError, pyrage.IdentityError, OSError) as error:
        raise CannotOpen(f"it is locked for another key, or was changed: {error}") from error


def _recipient(text: str) -> "pyrage.x25519.Recipient":
    try:
        return pyrage.x25519.Recipient.from_str(text)
    except pyrage.RecipientError as error:
        raise NotARecipient(f"{text!r} is not an age recipient (age1…)") from error


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
            lock(source, into=target, recipient=recipient)
        else:
            shutil.copyfileobj(source, target)
    sync(path)


def read_locked(path: Path, *, into: Writable, identity: str) -> None:
    """Read a file, decrypting it if its name ends in .age. Raises CannotOpen."""
    with path.open("rb") as source:
        if path.suffix == LOCKED:
            unlock(source, into=into, identity=identity)
        else:
            shutil.copyfileobj(source, into)
