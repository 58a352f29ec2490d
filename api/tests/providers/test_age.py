"""Snapshots are locked for one recipient, and open for nobody else (RUN-03, reliability L5)."""

from pathlib import Path

import pyrage
import pytest

from standby.providers.sealing.age import CannotOpen, NotARecipient, check_recipient, lock, unlock

pytestmark = pytest.mark.req("RUN-03")
SECRET = b"Jane Doe, 25 Grogans Mill Rd" * 1000


@pytest.fixture
def identity() -> pyrage.x25519.Identity:
    return pyrage.x25519.Identity.generate()


def test_what_is_locked_opens_with_its_key_alone(
    tmp_path: Path, identity: pyrage.x25519.Identity
) -> None:
    plain, locked, again = tmp_path / "plain", tmp_path / "locked", tmp_path / "again"
    plain.write_bytes(SECRET)

    lock(plain, into=locked, recipient=str(identity.to_public()))
    unlock(locked, into=again, identity=f"# created: today\n{identity}\n")

    assert again.read_bytes() == SECRET
    assert b"Jane" not in locked.read_bytes()
    assert locked.read_bytes().startswith(b"age-encryption.org/v1\n")


def test_another_key_and_a_changed_byte_open_nothing(
    tmp_path: Path, identity: pyrage.x25519.Identity
) -> None:
    plain, locked = tmp_path / "plain", tmp_path / "locked"
    plain.write_bytes(SECRET)
    lock(plain, into=locked, recipient=str(identity.to_public()))

    with pytest.raises(CannotOpen):
        unlock(locked, into=tmp_path / "a", identity=str(pyrage.x25519.Identity.generate()))
    with pytest.raises(CannotOpen):
        unlock(locked, into=tmp_path / "b", identity="AGE-SECRET-KEY-NONE")
    content = bytearray(locked.read_bytes())
    content[-1] ^= 1
    locked.write_bytes(content)
    with pytest.raises(CannotOpen):
        unlock(locked, into=tmp_path / "c", identity=str(identity))


def test_what_is_no_recipient_is_said_so_before_anything_is_written() -> None:
    with pytest.raises(NotARecipient, match="age1"):
        check_recipient("ssh-rsa AAAA")
