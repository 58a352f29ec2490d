"""The photo calls, as a phone's browser makes them."""

from pathlib import Path
from typing import Any

import pytest
from booking_client import a_body, post_order
from django.conf import settings
from django.db import transaction
from django.test import Client
from photo_reviews import FIVE, process_photos
from sent_files import a_film, a_heic, a_jpeg
from whole_orders import now, reserve

from standby.core.providers import wiring as core_providers
from standby.core.providers.files import FilesDown
from standby.core.providers.files.local import LocalFiles
from standby.orders.models import Order
from standby.photos.models import Photo
from standby.photos.services.reviews import open_review

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
PHOTOS = "/api/my-booking/photos"
MIB = 1024 * 1024
JPEG = a_jpeg(320, 240)
ANSWERS = {"is_decision_maker": True, "can_place_stake": True, "consent": True, "notes": "A dog"}
RENDITIONS = ("shown", "thumbnail", "video")


@pytest.fixture
def order(browser: Client) -> Order:
    """Reserved by `browser`, and photos are asked."""
    reserved = reserve(browser)
    with transaction.atomic(durable=True):
        open_review(reserved, now=now())
    return reserved


def announce(browser: Client, slot: str = "panel_open", **told: Any) -> Any:
    body = {"slot": slot, "kind": "photo", "size_bytes": len(JPEG), "content_type": "", **told}
    return browser.post(PHOTOS, data=body, content_type="application/json")


def patch(browser: Client, photo_id: str, piece: bytes, *, offset: object = 0) -> Any:
    return browser.patch(
        f"{PHOTOS}/{photo_id}",
        data=piece,
        content_type="application/octet-stream",
        headers={"Upload-Offset": str(offset)},
    )


def send(browser: Client, slot: str = "panel_open", content: bytes = JPEG, **told: Any) -> str:
    photo_id: str = announce(browser, slot, size_bytes=len(content), **told).json()["id"]
    for at in range(0, len(content), MIB):
        assert patch(browser, photo_id, content[at : at + MIB], offset=at).status_code == 200
    return photo_id


def work_off() -> None:
    process_photos(core_providers.files(), now=now())


def submit(browser: Client) -> Any:
    return browser.post(f"{PHOTOS}/submit", data=ANSWERS, content_type="application/json")


def test_five_photos_go_the_whole_way_and_are_shown_as_nothing_but_pictures(
    browser: Client, order: Order
) -> None:
    """E7: their names are ours; whatever they may contain does not run."""
    asked = browser.get(PHOTOS).json()
    for slot in FIVE:
        send(browser, slot, a_heic(320, 240) if slot == "gas_meter" else JPEG)
    work_off()

    submitted = submit(browser)

    review = browser.get(PHOTOS).json()
    assert (asked["status"], asked["least"], asked["most"]) == ("awaiting_photos", 5, 20)
    assert "Photo Review Policy" in asked["consent_wording"]
    assert (len(asked["shots"]), asked["photos"]) == (10, [])
    assert (submitted.status_code, submitted.json()) == (200, {"status": "submitted"})
    assert review["status"] == "submitted"
    assert [shot["slot"] for shot in review["shots"][:5]] == list(FIVE)
    assert [shot["photo"]["status"] for shot in review["shots"][:5]] == ["ready"] * 5
    [photo] = [one for one in review["photos"] if one["slot"] == "panel_open"]
    shown, small = browser.get(photo["shown_url"]), browser.get(photo["thumbnail_url"])
    assert len(small.content) <= len(shown.content)
    for answer in (shown, small):
        assert answer.content.startswith(b"\xff\xd8\xff")
        assert answer.headers["Content-Type"] == "image/jpeg"
        assert answer.headers["Content-Disposition"] == 'inline; filename="panel-open.jpg"'
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert answer.headers["Cache-Control"] == "no-store"


def test_e6_a_film_is_handed_out_as_a_file(browser: Client, order: Order, tmp_path: Path) -> None:
    send(browser, "video", a_film(tmp_path / "film").read_bytes(), kind="video")
    work_off()
    [video] = browser.get(PHOTOS).json()["photos"]

    answer = browser.get(video["shown_url"])

    content = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert video["thumbnail_url"] is None
    assert (Photo.objects.get().duration_s, Photo.objects.get().content_type) == (35, "video/mp4")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="video.mp4"'
    assert answer.headers["Content-Type"] == "video/mp4"
    assert len(content) == int(answer.headers["Content-Length"])
    assert browser.get(video["shown_url"].replace("/video", "/shown")).status_code == 404


@pytest.mark.req("PHOTO-01.10")
def test_an_upload_goes_on_where_it_stopped(browser: Client, order: Order) -> None:
    told = announce(browser).json()
    patch(browser, told["id"], JPEG[:1000])

    state = browser.get(f"{PHOTOS}/{told['id']}").json()
    wrong = patch(browser, told["id"], JPEG[2000:], offset=2000)
    again = patch(browser, told["id"], JPEG[:1000])
    rest = patch(browser, told["id"], JPEG[1000:], offset=1000)

    assert (told["offset"], told["chunk_bytes"], told["upload"]) == (0, MIB, None)
    assert state == {"offset": 1000, "status": "receiving"}
    assert (wrong.status_code, wrong.json()["code"], wrong.json()["offset"]) == (
        409,
        "upload_offset_wrong",
        1000,
    )
    assert again.json() == {"offset": 1000}
    assert rest.json() == {"offset": len(JPEG)}
    assert browser.get(f"{PHOTOS}/{told['id']}").json()["status"] == "stored"


def test_e3_a_piece_is_a_mebibyte_at_most_and_no_other_call_takes_as_much(
    browser: Client, order: Order
) -> None:
    photo_id = announce(browser, size_bytes=3 * MIB).json()["id"]

    most = patch(browser, photo_id, JPEG[:100] + bytes(MIB - 100))
    more = patch(browser, photo_id, bytes(MIB + 1), offset=MIB)
    elsewhere = browser.post(PHOTOS, data=b" " * (64 * 1024 + 1), content_type="application/json")

    assert most.json() == {"offset": MIB}
    assert [more.status_code, elsewhere.status_code] == [413, 413]


NAMES = ["../../x", "%2e%2e/x", "..\\x", "x\x00.jpg", "con", "a" * 300, "\u202egpj.exe"]


@pytest.mark.parametrize("name", NAMES)
def test_e7_a_name_is_not_read_and_a_path_is_no_slot(
    browser: Client, order: Order, name: str, own_folder: Path
) -> None:
    as_name = announce(browser, filename=name, name=name)
    as_slot = announce(browser, name)

    assert as_name.status_code == 201
    assert as_slot.status_code == 422
    assert name not in Photo.objects.get().key
    assert not (own_folder / "x").exists()
    print(f"E7: {name[:12]!r}: name ignored, slot refused")


@pytest.mark.parametrize(
    ("call", "body", "status", "code"),
    [
        *((f"get /photo/{shown}", None, 404, "photo_not_found") for shown in RENDITIONS),
        *(
            ("patch /photo", offset, 400, "upload_offset_missing")
            for offset in ("", "-1", "1.5", "x", "1" * 13, "٣")
        ),
        ("post ", {"size_bytes": 10 * MIB + 1}, 413, "photo_too_large"),
        ("post ", {"slot": "roof"}, 422, "photo_slot_unknown"),
        ("post ", {"content_type": "image/svg+xml"}, 422, "photo_type_refused"),
        ("post /submit", ANSWERS | {"consent": False}, 422, "photo_consent_needed"),
        ("post /submit", ANSWERS, 409, "too_few_photos"),
    ],
)
def test_what_is_not_ready_or_cannot_be_is_refused(
    browser: Client, order: Order, call: str, body: Any, status: int, code: str
) -> None:
    photo_id = send(browser)
    method, path = call.replace("/photo", f"/{photo_id}").split(" ")

    if method == "patch":
        answer = patch(browser, photo_id, JPEG[:100], offset=body)
    elif not path:
        answer = announce(browser, **{"slot": "meter", **body})
    else:
        told: dict[str, Any] = {"content_type": "application/json"} if body else {}
        answer = getattr(browser, method)(f"{PHOTOS}{path}", body, **told)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert Photo.objects.count() == 1


def test_a_photo_can_be_taken_away(browser: Client, order: Order) -> None:
    photo_id = send(browser)

    answers = [browser.delete(f"{PHOTOS}/{photo_id}").status_code for _ in range(2)]

    assert answers == [204, 404]
    assert browser.get(PHOTOS).json()["photos"] == []


class StoreFiles(LocalFiles):
    """A folder that takes files from browsers, or is down."""

    is_down = False

    def append(self, key: str, *, offset: int, chunk: bytes) -> None:
        if self.is_down:
            raise FilesDown("the storage does not answer")
        super().append(key, offset=offset, chunk=chunk)

    def presigned_upload(
        self, key: str, *, size_bytes: int, content_type: str, **told: Any
    ) -> dict[str, Any] | None:
        fields = {"key": key, "type": content_type, "size": f"{size_bytes}"}
        return {"url": "https://store.test/", "fields": fields}

    def presigned_read(self, key: str, **told: Any) -> str | None:
        return f"https://store.test/{key}?signed"


@pytest.fixture
def store(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> StoreFiles:
    made = StoreFiles(folder=own_folder / "files")
    monkeypatch.setattr(core_providers, "files", lambda: made)
    return made


def test_a_store_may_be_sent_to_directly(browser: Client, order: Order, store: StoreFiles) -> None:
    told = announce(browser).json()
    fields = told["upload"]["fields"]
    store.put(fields["key"], JPEG, content_type="image/jpeg")

    [photo] = browser.get(PHOTOS).json()["photos"]

    assert told["upload"]["url"] == "https://store.test/"
    assert (fields["type"], fields["size"]) == ("application/octet-stream", str(len(JPEG)))
    assert photo["status"] == "stored"


def test_a_film_in_a_store_is_fetched_from_there(
    browser: Client, order: Order, store: StoreFiles, tmp_path: Path
) -> None:
    send(browser, "video", a_film(tmp_path / "film").read_bytes(), kind="video")
    work_off()
    [video] = browser.get(PHOTOS).json()["photos"]

    answer = browser.get(video["shown_url"])

    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("https://store.test/photos/")


def test_j_storage_that_is_down_is_503_and_booking_goes_on(
    browser: Client, order: Order, store: StoreFiles
) -> None:
    told = announce(browser).json()
    store.is_down = True

    down = patch(browser, told["id"], JPEG)
    other = Client()
    booked = post_order(other, a_body(other, email="bo@example.org", phone="(281) 555-0199"))
    store.is_down = False
    up = patch(browser, told["id"], JPEG)

    assert (down.status_code, down.json()["code"]) == (503, "files_down")
    assert int(down.headers["Retry-After"]) > 0
    assert booked.status_code == 201
    assert up.json() == {"offset": len(JPEG)}
    assert settings.ENVIRONMENT.files == "local"
    print("J: storage down: upload 503 with Retry-After, booking 201; then the upload goes on")
