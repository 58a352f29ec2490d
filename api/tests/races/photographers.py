"""Buyers who were asked for photos, and send them piece by piece."""

import json
import uuid
from contextlib import closing
from http.client import HTTPConnection

from buyers import Answer, Buyer, open_days
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


def ask(
    shop: Shop, buyer: Buyer, method: str, path: str, body: bytes, *, server: int, **headers: str
) -> Answer:
    port = shop.ports[server % len(shop.ports)]
    kind = {"Content-Type": "application/octet-stream"}
    told = {"Cookie": f"wz={buyer.secret}", **kind, **headers}
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request(method, path, body, told)
        response = connection.getresponse()
        return Answer(response.status, json.loads(response.read()))


def announce(shop: Shop, buyer: Buyer, slot: str, *, size_bytes: int, server: int = 0) -> Answer:
    kind = "video" if slot == "video" else "photo"
    told = {"slot": slot, "kind": kind, "size_bytes": size_bytes, "content_type": ""}
    return ask(
        shop,
        buyer,
        "POST",
        PHOTOS,
        json.dumps(told).encode(),
        server=server,
        **{"Content-Type": "application/json"},
    )
