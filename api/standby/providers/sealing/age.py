"""Files locked for one recipient in the age format (age-encryption.org), which its own tools read.

Whoever makes snapshots holds the public half only: a stolen server opens no old snapshot.
"""

from pathlib import Path

import pyrage


class NotARecipient(ValueError):
    """This is not an age recipient (age1…)."""


class CannotOpen(ValueError):
    """The file is locked for another key, or was changed."""


def check_recipient(recipient: str) -> None:
    """Raises NotARecipient."""
    _recipient(recipient)


def lock(plain: Path, *, into: Path, recipient: str) -> None:
    """A little at a time, whatever its size. Raises NotARecipient."""
    pyrage.encrypt_file(str(plain), str(into), [_recipient(recipient)])


def unlock(locked: Path, *, into: Path, identity: str) -> None:
    """`identity` is the text of a key file. Raises CannotOpen."""
    lines = [line for line in identity.splitlines() if line.startswith("AGE-SECRET-KEY-")]
    try:
        keys = [pyrage.x25519.Identity.from_str(line) for line in lines]
        pyrage.decrypt_file(str(locked), str(into), keys)
    except (pyrage.DecryptError, pyrage.IdentityError) as error:
        raise CannotOpen(f"{locked.name} does not open: {error}") from error
    except OSError as error:
        if error.errno is not None:  # the disk's own trouble
            raise
        raise CannotOpen(f"{locked.name} was changed after it was locked") from error


def _recipient(text: str) -> "pyrage.x25519.Recipient":
    try:
        return pyrage.x25519.Recipient.from_str(text)
    except pyrage.RecipientError as error:
        raise NotARecipient(f"{text!r} is not an age recipient (age1…)") from error
