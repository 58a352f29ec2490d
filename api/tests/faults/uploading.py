"""A homeowner who sends a photo while the storage is ill, and goes on when it is well again."""

from dataclasses import dataclass

import photographers
from bad_line import Fault
from buyers import Answer, Buyer
from front import until
from outside import Outside
from photographers import PHOTOS, a_buyer_who_is_asked_for_photos, announce
from sent_files import a_jpeg
from shop import Shop, report


@dataclass(frozen=True)
class Sending:
    buyer: Buyer
    photo_id: str
    photo: bytes
    first: int

    @property
    def path(self) -> str:
        return f"{PHOTOS}/{self.photo_id}"


def send(shop: Shop, sending: Sending, offset: int) -> Answer:
    """The first piece, or the rest."""
    end = sending.first if offset == 0 else len(sending.photo)
    piece = sending.photo[offset:end]
    return photographers.send(shop, sending.buyer, sending.photo_id, piece, offset=offset)


def begin(shop: Shop) -> Sending:
    """Half of it arrives while all is well."""
    buyer = a_buyer_who_is_asked_for_photos(shop, 0)
    photo = a_jpeg(800, 600)
    photo_id = announce(shop, buyer, "panel_open", size_bytes=len(photo)).body["id"]
    sending = Sending(buyer, str(photo_id), photo, len(photo) // 2)
    until(lambda: send(shop, sending, 0).status == 200)
    return sending


def uploading_is_refused_clearly(shop: Shop, sending: Sending, fault: Fault) -> None:
    told = send(shop, sending, sending.first)
    state = shop.http.get(
        shop.url(sending.path), headers={"Cookie": f"wz={sending.buyer.secret}"}
    ).json()
    report(
        f"J storage, {fault}",
        shop,
        f"{told.told}, Retry-After {told.retry_after}; "
        f"{state['offset']} of {len(sending.photo)} bytes are kept, as before",
    )
    assert (told.told, told.retry_after) == ("503 files_down", "5")
    assert state == {"offset": sending.first, "status": "receiving"}


def go_on(shop: Shop, outside: Outside, sending: Sending, fault: Fault) -> None:
    until(lambda: send(shop, sending, sending.first).status == 200)
    [(key, status)] = shop.rows(
        f"SELECT key, status FROM photos WHERE size_bytes = {len(sending.photo)} "
        "ORDER BY id DESC LIMIT 1"
    )
    arrived = outside.content(key)
    report(
        f"J storage, after {fault}",
        shop,
        "goes on where it stopped; the file is what was sent, byte by byte",
    )
    assert arrived == sending.photo
    assert status in ("stored", "ready")
