"""Which snapshots are kept (RUN-03, reliability L2)."""

from datetime import UTC, datetime, timedelta
from io import BytesIO, StringIO
from pathlib import Path
from uuid import uuid4

import pyrage
import pytest
from booking_helpers import NOW, reserve
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from environment_helpers import environment_of
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings
from whole_orders import a_photo, an_order_file

from standby.audit.services import record_erasures
from standby.backoffice.backups.encryption import (
    BackupError,
    lock,
    parse_recipient,
    unlock,
)
from standby.backoffice.backups.restore import units_with
from standby.backoffice.backups.snapshots import (
    BackupStore,
    alone_in,
    copy_new_erasures,
    erasures_in,
    snapshots_to_forget,
    stored_file_keys,
    sweep,
)
from standby.messaging.models import Message
from standby.messaging.services import outbox
from standby.orders.models import Customer
from standby.photos.models import PhotoReview

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
AGES = st.lists(st.timedeltas(timedelta(0), timedelta(days=120)), max_size=60, unique=True)


def kept(made_at: list[datetime], *, now: datetime) -> list[datetime]:
    forgotten = snapshots_to_forget(made_at, now=now)
    return [at for at in sorted(made_at) if at not in forgotten]


def test_a_snapshot_a_minute_for_a_day_leaves_an_hour_of_minutes_and_a_day_of_hours() -> None:
    minutes = [NOON - timedelta(minutes=ago) for ago in range(24 * 60)]

    found = kept(minutes, now=NOON)

    assert [at for at in found if NOON - at <= timedelta(hours=1)] == sorted(minutes[:61])
    hours = [at for at in found if NOON - at > timedelta(hours=1)]
    assert 22 <= len(hours) <= 23
    assert all(at.minute == 0 for at in hours[1:])


def test_run_every_day_it_holds_a_month_of_days_and_a_quarter_of_weeks() -> None:
    held: list[datetime] = []
    for day in range(120):
        at = NOON - timedelta(days=119 - day)
        held = kept([*held, at], now=at)

    assert [at for at in held if NOON - at <= timedelta(days=30)] == [
        NOON - timedelta(days=ago) for ago in reversed(range(31))
    ]
    older = [at for at in held if NOON - at > timedelta(days=30)]
    assert 7 <= len(older) <= 8
    assert NOON - older[0] <= timedelta(weeks=12)


@given(AGES)
def test_the_newest_is_never_forgotten_nor_any_of_the_last_hour(ages: list[timedelta]) -> None:
    made_at = [NOON - age for age in ages]

    forgotten = snapshots_to_forget(made_at, now=NOON)

    assert all(NOON - at > timedelta(hours=1) for at in forgotten)
    assert not made_at or max(made_at) not in forgotten


@given(AGES)
def test_to_forget_twice_forgets_no_more(ages: list[timedelta]) -> None:
    once = kept([NOON - age for age in ages], now=NOON)

    assert snapshots_to_forget(once, now=NOON) == []


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

    with pytest.raises(BackupError, match="locked for another key"):
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

    with pytest.raises(BackupError, match="No space left"):
        lock(BytesIO(SECRET), into=Full(), recipient=str(identity.to_public()))


def test_what_is_no_recipient_is_said_so_before_anything_is_written() -> None:
    with pytest.raises(BackupError, match="age1"):
        parse_recipient("ssh-rsa AAAA")


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

    with alone_in(vault), pytest.raises(BackupError, match="another process"), alone_in(vault):
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
    record_erasures({customer: NOW})

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
    an_order_file(order, type="receipt", key="documents/1.pdf")

    assert sorted(stored_file_keys()) == ["documents/1.pdf", "photos/0/shown.jpg"]

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
    outbox.queue_messages(message, now=datetime.now(UTC) - ago)


@pytest.mark.django_db(transaction=True)
def test_the_outbox_is_shown_without_its_words_and_released_when_told() -> None:
    queue("old", ago=timedelta(hours=3))
    queue("new", ago=timedelta(minutes=10))
    assert "The outbox is open" in run("outbox")
    with pytest.raises(CommandError, match="not held"):
        run("outbox", "release")
    snapshot_at = datetime.now(UTC) - timedelta(hours=1)
    outbox.hold_outbox(restored_from=snapshot_at, now=datetime.now(UTC))

    shown = run("outbox")
    released = run("outbox", "release", "--drop-from-snapshot")

    assert "HELD since" in shown
    assert "2 date_held by email, the oldest 180 min old" in shown
    assert "Ada" not in shown
    assert "ada@example.org" not in shown
    assert released == "The outbox is open: 1 dropped, 1 will be sent.\n"
    assert outbox.outbox_hold() is None


def test_only_a_release_drops() -> None:
    with pytest.raises(CommandError, match="only a release drops"):
        run("outbox", "show", "--drop-from-snapshot")


@pytest.mark.req("MARKET-02.2")
@pytest.mark.parametrize(
    ("env_file", "market"),
    [("", ""), ("/etc/standby.env", ""), ("/etc/standby-dallas.env", "@dallas")],
)
def test_a_restore_stops_and_starts_the_units_of_its_own_market(env_file: str, market: str) -> None:
    assert units_with(env_file) == [
        f"standby-web{market}.socket",
        f"standby-web{market}.service",
        f"standby-worker{market}.service",
        f"standby-snapshots{market}.service",
    ]


@pytest.mark.parametrize("env_file", ["/etc/dallas.env", "/etc/standby-.env", "/root/settings"])
def test_a_restore_with_settings_that_no_unit_reads_stops_nothing(env_file: str) -> None:
    with pytest.raises(BackupError, match="units read"):
        units_with(env_file)
