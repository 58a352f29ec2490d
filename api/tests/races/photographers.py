"""Buyers who were asked for photos, and send them piece by piece."""

import uuid

from buyers import Answer, Buyer, ask, open_days
from shop import Shop

PHOTOS = "/api/my-booking/photos"


def a_buyer_who_is_asked_for_photos(shop: Shop, number: int) -> Buyer:
    buyer = Buyer(open_days(shop)[number])
    assert buyer.reserve(shop).status == 201
    shop.write(
        "INSERT INTO photo_reviews (public_id, order_id, status, notes, is_decision_maker, "
        "can_place_stake, consent_wording, retake_reason, decided_by, created_at, least_photos) "
        f"SELECT '{uuid.uuid4().hex}', orders.id, 'awaiting_photos', '', FALSE, FALSE, '', '', '', "
        "orders.created_at, 5 FROM orders JOIN customers ON customers.id = orders.customer_id "
        f"WHERE customers.email_key = '{buyer.email}' "
        "AND orders.id NOT IN (SELECT order_id FROM photo_reviews)"
    )
    return buyer


def send(
    shop: Shop, buyer: Buyer, photo: str, piece: bytes, *, offset: int, server: int = 0
) -> Answer:
    headers = {"Content-Type": "application/octet-stream", "Upload-Offset": str(offset)}
    headers["Cookie"] = f"wz={buyer.secret}"
    return ask(shop, "PATCH", f"{PHOTOS}/{photo}", piece, server=server, **headers)


def announce(shop: Shop, buyer: Buyer, slot: str, *, size_bytes: int, server: int = 0) -> Answer:
    kind = "video" if slot == "video" else "photo"
    told = {"slot": slot, "kind": kind, "size_bytes": size_bytes, "content_type": ""}
    return ask(shop, "POST", PHOTOS, told, server=server, Cookie=f"wz={buyer.secret}")
