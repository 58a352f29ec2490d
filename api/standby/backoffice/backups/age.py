"""Streams encrypted to one recipient in the age format (age-encryption.org), for its own tools.

The server that makes snapshots holds only the public key, so a stolen server opens no snapshot.
"""

from typing import Protocol

import pyrage


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
