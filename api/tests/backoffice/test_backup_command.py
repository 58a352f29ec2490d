"""What goes into a vault, who may write to it, and what is refused (RUN-05)."""

from argparse import ArgumentTypeError
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from uuid import uuid4

import pyrage
import pytest
from bookings import NOW, reserve
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from given_settings import environment_of
from loose_rows import a_paper, a_photo
from pytest_django import Settings

from standby.audit.services import record_erasures
from standby.backoffice.backups.snapshots import (
    BackupStore,
    VaultBusy,
    alone_in,
    copy_new_erasures,
    erasures_in,
    stored_file_keys,
    sweep,
)
from standby.backoffice.management.commands.outbox import _duration
from standby.messaging.models import Message
from standby.messaging.services import outbox as notifications
from standby.orders.models import Customer
from standby.photos.models import PhotoReview


def run(*words: str) -> str:
    said = StringIO()
    call_command(*words, stdout=said)
    return said.getvalue()


@pytest.mark.req("RUN-05.1")
@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "STANDBY_BACKUP_RECIPIENT is empty"),
        (("--recipient", "somebody"), "not an age recipient"),
        (("--unencrypted",), "not for production"),
    ],
)
def test_without_a_recipient_of_age_no_snapshot_is_made(
    tmp_path: Path, settings: Settings, words: tuple[str, ...], why: str
) -> None:
    settings.ENVIRONMENT = django_settings.ENVIRONMENT.model_copy(update={"env": "production"})

    with pytest.raises(CommandError, match=why):
        run("backup", str(tmp_path / "vault"), *words)

    assert not (tmp_path / "vault").exists()


@pytest.mark.parametrize(
    ("settings", "seconds"),
    [
        ({}, 60),
        ({"DATABASE_URL": "postgresql://x@y/z"}, 300),
        ({"DATABASE_URL": "postgresql://x@y/z", "STANDBY_BACKUP_SECONDS": "900"}, 900),
    ],
)
def test_l2_a_snapshot_each_minute_and_of_postgresql_each_five(
    tmp_path: Path, settings: dict[str, str], seconds: int
) -> None:
    found = environment_of({"STANDBY_DATA": str(tmp_path), **settings})

    assert found.backup_seconds == seconds


def test_two_runs_never_write_into_one_vault(tmp_path: Path) -> None:
    vault = BackupStore(folder=tmp_path)

    with alone_in(vault), pytest.raises(VaultBusy, match="another process"), alone_in(vault):
        pass
    with alone_in(vault):  # and it is free again
        pass


def test_what_killed_runs_left_is_swept_and_nothing_else(tmp_path: Path) -> None:
    vault = BackupStore(folder=tmp_path)
    (tmp_path / ".unfinished-abc").mkdir()
    (tmp_path / ".unfinished-abc" / "database.age").write_bytes(b"half")
    (tmp_path / "files" / "photos").mkdir(parents=True)
    (tmp_path / "files" / "photos" / ".unfinished-shown.jpg.age").write_bytes(b"half")
    (tmp_path / "files" / "photos" / "shown.jpg.age").write_bytes(b"whole")

    assert sweep(vault) == 2

    left = [path.name for path in tmp_path.rglob("*") if path.is_file()]
    assert left == ["shown.jpg.age"]
    assert sweep(vault) == 0


@pytest.mark.django_db
def test_an_erasure_is_written_once_locked_and_under_a_name_that_tells_nothing(
    tmp_path: Path,
) -> None:
    identity, customer = pyrage.x25519.Identity.generate(), uuid4()
    vault = BackupStore(folder=tmp_path, recipient=str(identity.to_public()))
    record_erasures([customer], now=NOW)

    assert [copy_new_erasures(vault), copy_new_erasures(vault)] == [1, 0]

    [written] = vault.erasures.iterdir()
    assert str(customer).encode() not in written.read_bytes()
    assert customer.hex not in written.name.replace("-", "")
    assert erasures_in(vault, identity=str(identity)) == {customer: NOW}


@pytest.mark.req("RUN-05.2")
@pytest.mark.usefixtures("shop")
def test_e5_what_a_homeowner_sent_and_what_is_of_an_erased_customer_is_not_kept() -> None:
    order = reserve()
    review = PhotoReview.objects.create(order=order, created_at=NOW)
    for number, status in enumerate(("ready", "stored", "refused")):
        shown_key = f"photos/{number}/shown.jpg" if status == "ready" else ""
        key = f"photos/{number}/original"
        a_photo(review, f"extra-{number}", status=status, key=key, shown_key=shown_key)
    a_paper(order, type="receipt", key="papers/1.pdf")

    assert sorted(stored_file_keys()) == ["papers/1.pdf", "photos/0/shown.jpg"]

    Customer.objects.update(erased_at=NOW)

    assert list(stored_file_keys()) == []


def queue(key: str, *, ago: timedelta) -> None:
    message = Message(
        kind="date_held",
        channel="email",
        recipient="ada@example.org",
        subject="Secret",
        text="For Ada alone",
        dedupe_key=key,
    )
    notifications.queue_messages(message, now=datetime.now(UTC) - ago)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("drop", [("--drop-older-than", "2h"), ("--drop-from-snapshot",)])
def test_the_outbox_is_shown_without_its_words_and_released_when_told(
    drop: tuple[str, ...],
) -> None:
    queue("old", ago=timedelta(hours=3))
    queue("new", ago=timedelta(minutes=10))
    assert "The outbox is open" in run("outbox")
    with pytest.raises(CommandError, match="not held"):
        run("outbox", "release")
    snapshot_at = datetime.now(UTC) - timedelta(hours=1)
    notifications.hold_outbox(restored_from=snapshot_at, now=datetime.now(UTC))

    shown = run("outbox")
    released = run("outbox", "release", *drop)

    assert "HELD since" in shown
    assert "2 date_held by email, the oldest 180 min old" in shown
    assert "Ada" not in shown
    assert "ada@example.org" not in shown
    assert released == "The outbox is open: 1 dropped, 1 will be sent.\n"
    assert notifications.outbox_hold() is None


def test_an_age_is_written_with_its_unit_and_only_a_release_drops() -> None:
    with pytest.raises(CommandError, match="only a release drops"):
        run("outbox", "show", "--drop-older-than", "0m")
    assert _duration("90m") == timedelta(minutes=90)
    with pytest.raises(ArgumentTypeError, match="write 90m, 2h or 3d"):
        _duration("2 hours")
