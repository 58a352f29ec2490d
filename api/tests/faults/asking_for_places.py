"""What a visitor sees of Google, ill and well."""

from typing import Any

from bad_line import BadLine, Fault
from buyers import Buyer, at_once, open_days
from outside import until
from shop import Shop, report

FAILURES = 5  # after them it is not asked
ASKED_AFTERWARDS = 3
_ADDRESS = "25 Grogans Mill Rd, The Woodlands, TX 77380"
_BY_HAND = ["77380", "77380", "offline", b"\x89PNG", 201]


def post(shop: Shop, path: str, body: dict[str, str]) -> dict[str, Any]:
    answer = shop.http.post(shop.url(path), json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def suggested(shop: Shop) -> dict[str, Any]:
    return post(shop, "/api/google-places", {"input": "1234 Main", "sessionToken": "t"})


def asked_by_hand(shop: Shop) -> list[object]:
    """What a visitor needs who types the whole address."""
    geocoded = post(shop, "/api/geocode-complete", {"address": _ADDRESS})
    picture = shop.http.get(shop.url("/api/map-static"), params={"center": _ADDRESS})
    return [
        post(shop, "/api/extract-zipcode", {"address": _ADDRESS})["zipCode"],
        geocoded["components"]["zip_code"],
        geocoded["provider"],
        picture.content[:4],
        Buyer(open_days(shop)[0]).reserve(shop).status,
    ]


def nobody_waits_for_google(shop: Shop, line: BadLine, fault: Fault) -> None:
    found = at_once(lambda _: suggested(shop), range(FAILURES - 1))
    found.append(suggested(shop))
    before = line.connections
    found += [suggested(shop) for _ in range(ASKED_AFTERWARDS)]
    by_hand = asked_by_hand(shop)
    connections = line.connections - before

    report(
        f"J1 places, {fault}",
        shop,
        f"{len(found)} are told to type it; after {FAILURES} failures {connections} of "
        f"{ASKED_AFTERWARDS} ask; typed by hand: 5 of 5 calls answer",
    )
    assert {told["error"] for told in found} == {"Failed to get address suggestions"}
    assert connections == 0
    assert by_hand == _BY_HAND


def well_again(shop: Shop) -> None:
    until(lambda: "predictions" in suggested(shop))
