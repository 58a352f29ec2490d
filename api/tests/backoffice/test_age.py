"""Snapshots are locked for one recipient, and open for nobody else (RUN-05, reliability L5)."""

from io import BytesIO

import pyrage
import pytest

from standby.backoffice.backups.encryption import (
    CannotLock,
    CannotOpen,
    NotARecipient,
    check_recipient,
    lock,
    unlock,
)

SECRET = b"Jane Doe, 25 Grogans Mill Rd" * 1000


@pytest.fixture
def identity() -> pyrage.x25519.Identity:
    return pyrage.x25519.Identity.generate()


def locked_for(identity: pyrage.x25519.Identity, content: bytes = SECRET) -> bytes:
    locked = BytesIO()
    lock(BytesIO(content), into=locked, recipient=str(identity.to_public()))
    return locked.getvalue()


def test_what_is_locked_opens_with_its_key_alone(identity: pyrage.x25519.Identity) -> None:
    locked, again = locked_for(identity), BytesIO()

    unlock(BytesIO(locked), into=again, identity=f"# created: today\n{identity}\n")

    assert again.getvalue() == SECRET
    assert b"Jane" not in locked
    assert locked.startswith(b"age-encryption.org/v1\n")


@pytest.mark.parametrize("change", ["another key", "no key", "a byte", "the end"])
def test_another_key_none_a_changed_byte_and_a_missing_end_open_nothing(
    identity: pyrage.x25519.Identity, change: str
) -> None:
    locked, key = bytearray(locked_for(identity)), str(identity)
    if change == "another key":
        key = str(pyrage.x25519.Identity.generate())
    elif change == "no key":
        key = "AGE-SECRET-KEY-NONE"
    elif change == "a byte":
        locked[-1] ^= 1
    else:
        del locked[-5000:]

    with pytest.raises(CannotOpen):
        unlock(BytesIO(locked), into=BytesIO(), identity=key)


@pytest.mark.req("RUN-05.1")
def test_it_is_written_while_it_is_read_and_never_held_whole(
    identity: pyrage.x25519.Identity,
) -> None:
    """A snapshot may be larger than the memory."""
    written, ahead = BytesIO(), []

    class Endless:
        given = 0

        def read(self, size: int = -1) -> bytes:
            ahead.append(self.given - len(written.getbuffer()))
            piece = min(size, 20_000_000 - self.given)
            self.given += piece
            return b"x" * piece

    lock(Endless(), into=written, recipient=str(identity.to_public()))

    assert len(written.getvalue()) > 20_000_000
    assert max(ahead) < 1_000_000


def test_a_full_disk_is_said_so(identity: pyrage.x25519.Identity) -> None:
    class Full(BytesIO):
        def write(self, data: object) -> int:
            raise OSError(28, "No space left on device")

    with pytest.raises(CannotLock, match="No space left"):
        lock(BytesIO(SECRET), into=Full(), recipient=str(identity.to_public()))


def test_what_is_no_recipient_is_said_so_before_anything_is_written() -> None:
    with pytest.raises(NotARecipient, match="age1"):
        check_recipient("ssh-rsa AAAA")
