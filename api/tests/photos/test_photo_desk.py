"""Photos that have come in are developed, one after another, whatever one of them does."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from bookings import NOW
from photo_reviews import (
    an_order_that_asks_for_photos,
    announced,
    delete_next_file,
    process_photos,
    send,
)
from sent_files import a_jpeg, a_png_that_promises, a_telling_jpeg, a_zip

from standby.core.jobs import claim_next_job
from standby.core.models import Job
from standby.core.providers.files import FileGone, FilesDown
from standby.core.providers.files.local import LocalFiles
from standby.orders.models import Order, OrderLogEntry
from standby.photos.models import Photo
from standby.photos.providers.pictures.process import ProcessingJob
from standby.photos.services import photos
from standby.photos.services.photos import purge_unfinished_uploads, remove_photo
from standby.photos.tasks import photo_handler

pytestmark = pytest.mark.usefixtures("shop")
JPEG = a_jpeg()


@pytest.fixture
def files(tmp_path: Path) -> LocalFiles:
    return LocalFiles(folder=tmp_path)


@pytest.fixture
def order() -> Order:
    return an_order_that_asks_for_photos()


def waiting_deletions() -> list[str]:
    return list(Job.objects.filter(kind="file_deletion").values_list("key", flat=True))


def test_a_photo_is_shown_small_and_large_and_its_original_goes(
    order: Order, files: LocalFiles
) -> None:
    photo = send(order, a_telling_jpeg(orientation=6), files=files)

    process_photos(files)

    photo.refresh_from_db()
    assert (photo.status, photo.ready_at, photo.content_type) == ("ready", NOW, "image/jpeg")
    assert (photo.width_px, photo.height_px) == (480, 640)
    assert files.read(photo.shown_key).startswith(b"\xff\xd8\xff")
    assert files.read(photo.thumbnail_key).startswith(b"\xff\xd8\xff")
    assert waiting_deletions() == [photo.key]
    changes = OrderLogEntry.objects.filter(subject="photo").values_list("before", "after", "actor")
    assert list(changes) == [("receiving", "stored", "visitor"), ("stored", "ready", "clock")]


def test_poison_is_refused_and_what_follows_is_developed(order: Order, files: LocalFiles) -> None:
    """E4: each of these would break a naive decoder, or be shown as something else."""
    poison = {
        "panel_open": (a_png_that_promises(40_000, 40_000), "photo_too_many_pixels"),
        "panel_wide": (JPEG[: len(JPEG) // 2], "photo_unreadable"),
        "gas_meter": (JPEG + a_zip(), "photo_type_refused"),
        "generator_spot": (b"\0\0\0\x18ftypmp42" + bytes(100), "photo_type_refused"),
    }
    for slot, (content, _) in poison.items():
        photo = announced(order, slot, size_bytes=len(content))
        files.append(photo.key, offset=0, chunk=content)
        photos.mark_received(photo, received_bytes=len(content), now=NOW)
    good = send(order, JPEG, files=files, slot="wall_run")

    process_photos(files)

    refused = dict(Photo.objects.filter(status="refused").values_list("slot", "refused_code"))
    assert refused == {slot: code for slot, (_, code) in poison.items()}
    good.refresh_from_db()
    assert good.status == "ready"
    print(f"E4: {len(refused)} poisonous photos refused, the fifth ready")


def test_one_that_takes_its_worker_down_is_refused_after_three_tries(
    order: Order, files: LocalFiles
) -> None:
    """Its try is spent before it is looked at: workers that died are counted."""
    photo = send(order, JPEG, files=files)
    now = NOW
    handler = photo_handler(files=files)
    for _ in range(3):
        assert claim_next_job(handler, now=now) is not None
        assert claim_next_job(handler, now=now) is None
        now += timedelta(minutes=3, seconds=1)

    process_photos(files, now=now)

    photo.refresh_from_db()
    assert (photo.status, photo.refused_code) == ("refused", "photo_unreadable")


def broken_files(folder: Path, call: str, *, times: int) -> LocalFiles:
    """One kind of call fails so often."""
    files, left = LocalFiles(folder=folder), iter(range(times))
    works = getattr(files, call)

    def fails(*told: Any, **more: Any) -> Any:
        if next(left, None) is not None:
            raise FilesDown("the storage does not answer")
        return works(*told, **more)

    setattr(files, call, fails)
    return files


@pytest.mark.parametrize("call", ["fetch", "store"])
def test_j_storage_that_is_down_is_not_the_photos_fault(
    order: Order, files: LocalFiles, tmp_path: Path, call: str
) -> None:
    photo = send(order, JPEG, files=files)
    broken = broken_files(tmp_path, call, times=9)
    now = NOW

    for _ in range(10):
        process_photos(broken, now=now)
        now += timedelta(seconds=31)

    photo.refresh_from_db()
    assert photo.status == "ready"
    print(f"J: storage down for 9 times of {call}: the photo is ready at the tenth")


@pytest.mark.parametrize("content", [b"", JPEG[:-10]], ids=["gone", "another size"])
def test_a_file_that_is_not_there_as_it_was_sent_is_refused(
    order: Order, files: LocalFiles, content: bytes
) -> None:
    photo = send(order, JPEG, files=files)
    files.delete(photo.key)
    if content:
        files.put(photo.key, content, content_type="image/jpeg")

    process_photos(files)

    photo.refresh_from_db()
    assert (photo.status, photo.refused_code) == ("refused", "photo_incomplete")


@pytest.mark.parametrize("content", [JPEG, JPEG[: len(JPEG) // 2]], ids=["good", "refused"])
def test_one_removed_while_it_is_developed_leaves_nothing(
    order: Order, files: LocalFiles, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo = send(order, content, files=files)
    wait = ProcessingJob.is_done

    def removed_meanwhile(job: ProcessingJob, *, wait_s: float) -> bool:
        remove_photo(order, photo.public_id, now=NOW)
        return wait(job, wait_s=wait_s)

    monkeypatch.setattr(ProcessingJob, "is_done", removed_meanwhile)

    process_photos(files)
    while delete_next_file(files, now=NOW + timedelta(minutes=6)):
        pass

    assert not Photo.objects.exists()
    assert [path for path in files._folder.rglob("*") if path.is_file()] == []


def test_files_that_nobody_needs_are_deleted_a_little_later(
    order: Order, files: LocalFiles, tmp_path: Path
) -> None:
    photo = send(order, JPEG, files=files)
    process_photos(files)
    soon, later = NOW + timedelta(minutes=4), NOW + timedelta(minutes=6)
    broken = broken_files(tmp_path, "delete", times=1)

    too_early = delete_next_file(files, now=soon)
    failed = delete_next_file(broken, now=later)
    at_once = delete_next_file(files, now=later)
    done = delete_next_file(files, now=later + timedelta(seconds=31))

    assert (too_early, failed, at_once, done) == (False, True, False, True)
    with pytest.raises(FileGone):
        files.read(photo.key)
    assert waiting_deletions() == []


def test_uploads_that_nobody_went_on_with_are_given_up_after_a_week(order: Order) -> None:
    photo = announced(order, size_bytes=100)

    early = purge_unfinished_uploads(now=NOW + timedelta(days=6))
    late = purge_unfinished_uploads(now=NOW + timedelta(days=8))

    photo.refresh_from_db()
    assert (early, late) == (0, 1)
    assert (photo.status, photo.refused_code) == ("refused", "photo_never_finished")
