"""Streams locked for one recipient in the age format (age-encryption.org), as its tools read it.

Whoever makes snapshots holds the public half only: a stolen server opens no old snapshot.
"""

from typing import Protocol

import pyrage


class Readable(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...


class Writable(Protocol):
    def write(self, data: bytes, /) -> int: ...

    def flush(self) -> None: ...


class NotARecipient(ValueError):
    """This is not an age recipient (age1…)."""


class CannotLock(RuntimeError):
    """What was to be locked could not be read, or what was locked could not be written."""


class CannotOpen(ValueError):
    """The stream is locked for another key, or was changed."""


def check_recipient(recipient: str) -> None:
    """Raises NotARecipient."""
    _recipient(recipient)


def lock(plain: Readable, *, into: Writable, recipient: str) -> None:
    """A little at a time, whatever its size. Raises NotARecipient and CannotLock."""
    try:
        pyrage.encrypt_io(plain, into, [_recipient(recipient)])
    except (pyrage.EncryptError, OSError) as error:
        raise CannotLock(str(error)) from error


def unlock(locked: Readable, *, into: Writable, identity: str) -> None:
    """`identity` is the text of a key file. Raises CannotOpen; part of it may be written then."""
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
