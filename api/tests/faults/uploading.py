"""A homeowner who sends a photo while the storage is ill, and goes on when it is well again."""

import json
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any

from bad_line import Fault
from buyers import Buyer
from outside import Outside, until
from photographers import PHOTOS, a_buyer_who_is_asked_for_photos, announce
from sent_files import a_jpeg
from shop import Shop, report

_WITHIN_S = 60  # of a call that takes 12 s at most; this machine may be busy


@dataclass(frozen=True)
class Sending:
    buyer: Buyer
    photo_id: str
    photo: bytes
    first: int

    @property
    def path(self) -> str:
        return f"{PHOTOS}/{self.photo_id}"


def send(shop: Shop, sending: Sending, offset: int) -> tuple[int, dict[str, Any], str]:
    """The first piece, or the rest."""
    end = sending.first if offset == 0 else len(sending.photo)
    headers = {
        "Content-Type": "application/octet-stream",
        "Cookie": f"wz={sending.buyer.secret}",
        "Upload-Offset": str(offset),
    }
    with closing(HTTPConnection("127.0.0.1", shop.ports[0], timeout=_WITHIN_S)) as connection:
        connection.request("PATCH", sending.path, sending.photo[offset:end], headers)
        answer = connection.getresponse()
        told = json.loads(answer.read())
    retry_after = answer.headers["Retry-After"] or ""
    return answer.status, told, retry_after


def begin(shop: Shop) -> Sending:
    """Half of it arrives while all is well."""
    buyer = a_buyer_who_is_asked_for_photos(shop, 0)
    photo = a_jpeg(800, 600)
    photo_id = announce(shop, buyer, "panel_open", size_bytes=len(photo)).body["id"]
    sending = Sending(buyer, str(photo_id), photo, len(photo) // 2)
    until(lambda: send(shop, sending, 0)[0] == 200)
    return sending


def uploading_is_refused_clearly(shop: Shop, sending: Sending, fault: Fault) -> None:
    status, told, retry_after = send(shop, sending, sending.first)
    state = shop.http.get(
        shop.url(sending.path), headers={"Cookie": f"wz={sending.buyer.secret}"}
    ).json()
    report(
        f"J storage, {fault}",
        shop,
        f"{status} {told.get('code')}, Retry-After {retry_after}; "
        f"{state['offset']} of {len(sending.photo)} bytes are kept, as before",
    )
    assert (status, told["code"], retry_after) == (503, "files_down", "5")
    assert state == {"offset": sending.first, "status": "receiving"}


def go_on(shop: Shop, outside: Outside, sending: Sending, fault: Fault) -> None:
    until(lambda: send(shop, sending, sending.first)[0] == 200)
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
