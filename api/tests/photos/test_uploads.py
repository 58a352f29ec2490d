"""Photos are received in chunks, then processed one after another, whatever one of them does."""

import signal
import uuid
from datetime import timedelta
from inspect import signature
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from booking_helpers import NOW
from photo_reviews import (
    an_order_that_asks_for_photos,
    announced,
    delete_next_file,
    process_photos,
    send,
    submitted,
)
from sent_files import HTML, a_jpeg, a_png_that_promises, a_telling_jpeg, a_zip

from standby.core import stopping
from standby.core.jobs import claim_next_job, run_next_job
from standby.core.lifecycle import StatusMoved
from standby.core.models import Job
from standby.core.providers.files import FileGone, Files, FilesDown
from standby.core.providers.files.local import LocalFiles
from standby.orders.models import Order, OrderLogEntry
from standby.photos import rules
from standby.photos.models import Photo
from standby.photos.providers.pictures.process import ProcessingJob
from standby.photos.selectors import PhotoNotFound
from standby.photos.services import photos
from standby.photos.services.photos import (
    OffsetWrong,
    PhotoTooLarge,
    PhotoTypeRefused,
    SlotTaken,
    SlotUnknown,
    TooManyPhotos,
    TypeRefused,
    VideoTypeRefused,
    append_chunk,
    purge_unfinished_uploads,
    refuse_photo,
    remove_photo,
    start_upload,
    upload_offset,
)
from standby.photos.services.reviews import PhotosClosed
from standby.photos.tasks import photo_handler

pytestmark = pytest.mark.usefixtures("shop")
JPEG = a_jpeg(64, 48)
MIB = 1024 * 1024


@pytest.fixture
def files(tmp_path: Path) -> LocalFiles:
    return LocalFiles(folder=tmp_path)


@pytest.fixture
def order() -> Order:
    return an_order_that_asks_for_photos()


def piece(order: Order, photo: Photo, content: bytes, *, offset: int, files: Files) -> int:
    return append_chunk(order, photo.public_id, offset=offset, chunk=content, files=files, now=NOW)


def test_a_photo_comes_piece_by_piece_also_one_too_short_to_tell_its_type(
    order: Order, files: LocalFiles
) -> None:
    photo = announced(order, size_bytes=len(JPEG))

    ends = [0, 5, *range(100, len(JPEG), 100), len(JPEG)]
    offsets = [
        piece(order, photo, JPEG[at:end], offset=at, files=files) for at, end in pairwise(ends)
    ]

    photo.refresh_from_db()
    assert offsets == ends[1:]
    assert (photo.status, photo.received_bytes, photo.stored_at) == ("stored", len(JPEG), NOW)
    assert files.read(photo.key) == JPEG
    entry = OrderLogEntry.objects.get(order=order, subject="photo")
    assert (entry.before, entry.after, entry.note) == ("receiving", "stored", "panel_open")


def test_a_piece_sent_again_after_a_lost_answer_does_no_harm(
    order: Order, files: LocalFiles
) -> None:
    photo = announced(order, size_bytes=len(JPEG))
    first = piece(order, photo, JPEG[:500], offset=0, files=files)

    again = piece(order, photo, JPEG[:500], offset=0, files=files)
    last = piece(order, photo, JPEG[500:], offset=500, files=files)
    after_the_last = piece(order, photo, JPEG[500:], offset=500, files=files)

    assert (first, again) == (500, 500)
    assert last == after_the_last == len(JPEG)
    assert files.read(photo.key) == JPEG
    assert OrderLogEntry.objects.filter(subject="photo").count() == 1
    print("E4: every piece sent twice, one file, one row")


@pytest.mark.parametrize("offset", [0, 400, 501, 600])
def test_a_piece_that_does_not_follow_is_told_where_to_go_on(
    order: Order, files: LocalFiles, offset: int
) -> None:
    photo = announced(order, size_bytes=len(JPEG))
    piece(order, photo, JPEG[:500], offset=0, files=files)

    with pytest.raises(OffsetWrong) as wrong:
        piece(order, photo, JPEG[offset : offset + 550], offset=offset, files=files)

    assert wrong.value.offset == 500


class OvertakenFiles(LocalFiles):
    """While one call writes, another with the same piece is faster."""

    def __init__(self, *, folder: Path, order: Order, photo: Photo) -> None:
        super().__init__(folder=folder)
        self.order, self.photo = order, photo

    def append(self, key: str, *, offset: int, chunk: bytes) -> None:
        calm = LocalFiles(folder=self._folder)
        piece(self.order, self.photo, chunk, offset=offset, files=calm)
        super().append(key, offset=offset, chunk=chunk)


def test_two_pieces_at_once_count_once(order: Order, tmp_path: Path) -> None:
    photo = announced(order, size_bytes=len(JPEG))
    files = OvertakenFiles(folder=tmp_path, order=order, photo=photo)

    with pytest.raises(OffsetWrong) as wrong:
        piece(order, photo, JPEG[:500], offset=0, files=files)

    assert wrong.value.offset == 500
    photo.refresh_from_db()
    assert photo.received_bytes == 500


@pytest.mark.parametrize(
    ("kind", "slot", "most"),
    [("photo", "panel_open", 10 * MIB), ("video", "video", 100 * MIB)],
)
def test_e4_exactly_the_limit_is_fine_and_a_byte_more_is_not(
    order: Order, kind: str, slot: str, most: int
) -> None:
    taken = announced(order, slot, size_bytes=most, kind=kind)

    with pytest.raises(PhotoTooLarge):
        announced(order, slot, size_bytes=most + 1, kind=kind)

    assert taken.size_bytes == most
    assert Photo.objects.count() == 1
    print(f"E4: {kind} of {most} bytes is announced, of {most + 1} refused")


def test_e4_more_than_was_announced_is_not_taken(order: Order, files: LocalFiles) -> None:
    photo = announced(order, size_bytes=len(JPEG))
    piece(order, photo, JPEG[:-1], offset=0, files=files)

    with pytest.raises(PhotoTooLarge):
        piece(order, photo, JPEG[-1:] + b"!", offset=len(JPEG) - 1, files=files)

    photo.refresh_from_db()
    assert (photo.status, files.size_bytes(photo.key)) == ("receiving", len(JPEG) - 1)


@pytest.mark.parametrize(
    ("kind", "slot", "content_type", "code"),
    [
        ("photo", "meter", "image/svg+xml", "photo_type_refused"),
        ("photo", "meter", "video/mp4", "photo_type_refused"),
        ("video", "video", "image/png", "video_type_refused"),
        ("photo", "video", "", "photo_slot_unknown"),
    ],
)
def test_e4_a_browser_that_says_the_wrong_type_or_place_is_believed(
    order: Order, kind: str, slot: str, content_type: str, code: str
) -> None:
    with pytest.raises((TypeRefused, SlotUnknown)) as refused:
        start_upload(order, kind=kind, slot=slot, size_bytes=9, content_type=content_type, now=NOW)

    assert refused.value.code == code


@pytest.mark.parametrize("content_type", ["", "image/heif", "image/jpg", "image/heic"])
def test_browsers_have_several_words_for_one_type(order: Order, content_type: str) -> None:
    photo = start_upload(
        order, kind="photo", slot="meter", size_bytes=9, content_type=content_type, now=NOW
    )

    assert photo.status == "receiving"


@pytest.mark.req("PHOTO-01.6")
@pytest.mark.parametrize(
    ("kind", "slot", "begins"),
    [
        ("photo", "panel_open", HTML + bytes(100)),
        ("photo", "panel_open", b"GIF8"),  # all there is of it
        ("video", "video", JPEG),
    ],
    ids=["a page", "shorter than a head", "a picture for a film"],
)
def test_e4_e6_what_does_not_begin_as_its_kind_is_refused_at_once(
    order: Order, files: LocalFiles, kind: str, slot: str, begins: bytes
) -> None:
    size_bytes = len(begins) if len(begins) < 9 else 5 * MIB
    photo = announced(order, slot, size_bytes=size_bytes, kind=kind)

    with pytest.raises((PhotoTypeRefused, VideoTypeRefused)):
        piece(order, photo, begins, offset=0, files=files)

    photo.refresh_from_db()
    assert (photo.status, photo.refused_code) == ("refused", f"{kind}_type_refused")
    assert Job.objects.filter(kind="file_deletion").filter(key=photo.key).exists()
    assert list(files._folder.iterdir()) == []


@pytest.mark.req("PHOTO-01.3")
def test_e4_twenty_photos_and_a_video_and_no_more(order: Order) -> None:
    for slot in sorted(rules.PHOTO_SLOTS):
        announced(order, slot, size_bytes=MIB)
    announced(order, "video", size_bytes=MIB, kind="video")
    twentieth = Photo.objects.get(slot="extra-10")
    Photo.objects.filter(pk=twentieth.pk).update(slot="elsewhere")

    with pytest.raises(TooManyPhotos):
        announced(order, "extra-10", size_bytes=MIB)

    assert Photo.objects.count() == 21
    print("E4: 20 photos and a video; the 21st photo is refused")


def test_e4_two_hundred_megabytes_and_no_more(order: Order) -> None:
    announced(order, "video", size_bytes=100 * MIB, kind="video")
    for number in range(1, 11):
        announced(order, f"extra-{number}", size_bytes=10 * MIB)

    with pytest.raises(TooManyPhotos):
        announced(order, "meter", size_bytes=1)

    print("E4: 200 MB announced; one byte more is refused")


def test_a_refused_photo_leaves_its_place_and_one_that_arrived_does_not(
    order: Order, files: LocalFiles
) -> None:
    photo = announced(order, size_bytes=100)
    with pytest.raises(PhotoTypeRefused):
        piece(order, photo, HTML + bytes(30), offset=0, files=files)

    send(order, JPEG, files=files)

    assert list(Photo.objects.order_by("pk").values_list("status", flat=True)) == [
        *("refused", "stored")
    ]
    with pytest.raises(SlotTaken):
        announced(order, size_bytes=600)


def test_a_photo_is_refused_once(order: Order, files: LocalFiles) -> None:
    photo = send(order, JPEG, files=files)
    refuse_photo(photo, code="not_a_photo", now=NOW)

    with pytest.raises(StatusMoved):
        refuse_photo(photo, code="not_a_photo", now=NOW)


def test_an_unfinished_photo_makes_room_for_another_try(order: Order, files: LocalFiles) -> None:
    first = announced(order, size_bytes=500)
    piece(order, first, JPEG[:100], offset=0, files=files)

    second = announced(order, size_bytes=600)

    assert list(Photo.objects.values_list("pk", flat=True)) == [second.pk]
    assert Job.objects.filter(kind="file_deletion").get().key == first.key
    with pytest.raises(PhotoNotFound):
        piece(order, first, JPEG[100:200], offset=100, files=files)


def test_a_photo_can_be_taken_away_files_and_all_and_none_once_they_are_with_staff(
    order: Order, files: LocalFiles
) -> None:
    photo = send(order, JPEG, files=files)

    remove_photo(order, photo.public_id, now=NOW)

    assert not Photo.objects.exists()
    assert Job.objects.filter(kind="file_deletion").get().key == photo.key
    last = OrderLogEntry.objects.filter(subject="photo").last()
    assert last is not None
    assert (last.before, last.after) == ("stored", "removed")

    review = submitted(order, JPEG, files=files)
    photo = review.photos.get(slot="panel_open")
    assert str(review) == f"photo review of order {order.pk}, submitted"
    assert str(photo).endswith("panel_open, stored")
    Photo.objects.filter(slot="wall_run").update(status="stored", received_bytes=0)
    with pytest.raises(PhotosClosed):
        remove_photo(order, photo.public_id, now=NOW)
    with pytest.raises(PhotosClosed):
        announced(order, "meter", size_bytes=9)
    with pytest.raises(PhotosClosed):
        piece(order, Photo.objects.get(slot="wall_run"), JPEG, offset=0, files=files)


def test_what_the_browser_sent_to_the_storage_is_found_there_and_pieces_are_not_looked_for(
    order: Order, files: LocalFiles
) -> None:
    photo = announced(order, size_bytes=len(JPEG))

    def status() -> str:
        return str(upload_offset(order, photo.public_id, files=files, now=NOW).status)

    seen = [status()]
    for sent in (JPEG[:-1], JPEG):
        files.put(photo.key, sent, content_type="image/jpeg")
        seen += [status(), status()]

    assert seen == ["receiving"] * 3 + ["stored"] * 2
    assert Photo.objects.get().received_bytes == len(JPEG)
    in_pieces = announced(order, "meter", size_bytes=len(JPEG))
    piece(order, in_pieces, JPEG[:300], offset=0, files=files)
    looked_at = upload_offset(order, in_pieces.public_id, files=files, now=NOW)
    assert (looked_at.status, looked_at.received_bytes) == ("receiving", 300)


def test_e7_a_key_is_ours_whatever_a_file_was_called(order: Order) -> None:
    """There is nowhere to say it: the name has no field, and a key is random."""
    folder, random, last = announced(order, size_bytes=9).key.split("/")

    assert "name" not in signature(start_upload).parameters
    assert (folder, len(random), last) == ("photos", 32, "original")
    assert uuid.UUID(random).version == 4


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
        "panel_wide": (a_jpeg()[: len(a_jpeg()) // 2], "photo_unreadable"),
        "gas_meter": (a_jpeg() + a_zip(), "photo_type_refused"),
        "generator_spot": (b"\0\0\0\x18ftypmp42" + bytes(100), "photo_type_refused"),
    }
    for slot, (content, _) in poison.items():
        photo = announced(order, slot, size_bytes=len(content))
        files.append(photo.key, offset=0, chunk=content)
        photos.mark_received(photo, received_bytes=len(content), now=NOW)
    good = send(order, a_jpeg(), files=files, slot="wall_run")

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
    photo = send(order, a_jpeg(), files=files)
    now = NOW
    handler = photo_handler(files=files)
    for _ in range(3):
        assert claim_next_job(handler, now=now) is not None
        assert claim_next_job(handler, now=now) is None
        now += timedelta(minutes=3, seconds=1)

    process_photos(files, now=now)

    photo.refresh_from_db()
    assert (photo.status, photo.refused_code) == ("refused", "photo_unreadable")


def test_a_worker_that_is_asked_to_stop_leaves_a_photo_to_the_next(
    order: Order, files: LocalFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of it, and without a try of the photo's three."""
    photo = send(order, a_jpeg(), files=files)
    begun: list[ProcessingJob] = []

    def is_done(job: ProcessingJob, *, wait_s: float) -> bool:
        begun.append(job)
        return False

    with monkeypatch.context() as asked:
        asked.setattr(stopping, "is_requested", lambda: True)
        asked.setattr(ProcessingJob, "is_done", is_done)
        run_next_job(photo_handler(files=files), now=NOW)
    left = Job.objects.get(kind=Job.Kind.PHOTO)
    process_photos(files)

    photo.refresh_from_db()
    assert (left.attempts, left.leased_until) == (0, None)
    assert [job._process.returncode for job in begun] == [-signal.SIGKILL]
    assert photo.status == "ready"


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
    photo = send(order, a_jpeg(), files=files)
    broken = broken_files(tmp_path, call, times=9)
    now = NOW

    for _ in range(10):
        process_photos(broken, now=now)
        now += timedelta(seconds=31)

    photo.refresh_from_db()
    assert photo.status == "ready"
    print(f"J: storage down for 9 times of {call}: the photo is ready at the tenth")


@pytest.mark.parametrize("content", [b"", a_jpeg()[:-10]], ids=["gone", "another size"])
def test_a_file_that_is_not_there_as_it_was_sent_is_refused(
    order: Order, files: LocalFiles, content: bytes
) -> None:
    photo = send(order, a_jpeg(), files=files)
    files.delete(photo.key)
    if content:
        files.put(photo.key, content, content_type="image/jpeg")

    process_photos(files)

    photo.refresh_from_db()
    assert (photo.status, photo.refused_code) == ("refused", "photo_incomplete")


@pytest.mark.parametrize(
    "content", [a_jpeg(), a_jpeg()[: len(a_jpeg()) // 2]], ids=["good", "refused"]
)
def test_one_removed_while_it_is_developed_leaves_nothing(
    order: Order, files: LocalFiles, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo = send(order, content, files=files)
    wait = ProcessingJob.is_done

    def removed_meanwhile(job: ProcessingJob, *, wait_s: float) -> bool:
        if Photo.objects.exists():
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
    photo = send(order, a_jpeg(), files=files)
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
