"""What a visitor sees of Google, ill and well."""

import time
from typing import Any

from bad_line import BadLine, Fault
from buyers import Buyer, at_once, open_days
from outside import BREAKER_RESTS_S, until
from shop import Shop, report

FAILURES = 5  # after them it is not asked
ASKED_AFTERWARDS = 3
_ADDRESS = "25 Grogans Mill Rd, The Woodlands, TX 77380"
_LONGEST_S = 10
_BY_HAND = ["77380", "77380", "offline", b"\x89PNG", 201]


def post(shop: Shop, path: str, body: dict[str, str]) -> dict[str, Any]:
    answer = shop.http.post(shop.url(path), json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def suggested(shop: Shop) -> tuple[dict[str, Any], float]:
    began = time.monotonic()
    found = post(shop, "/api/google-places", {"input": "1234 Main", "sessionToken": "t"})
    return found, time.monotonic() - began


def is_well(shop: Shop) -> bool:
    return "predictions" in suggested(shop)[0]


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
    before, began = line.connections, time.monotonic()
    first = at_once(lambda _: suggested(shop), range(FAILURES - 1))
    first.append(suggested(shop))
    then = [suggested(shop) for _ in range(ASKED_AFTERWARDS)]
    connections, took_s = line.connections - before, time.monotonic() - began
    by_hand = asked_by_hand(shop)

    longest_s = max(seconds for _, seconds in first)
    report(
        f"J1 places, {fault}",
        shop,
        f"the text after {longest_s:.1f} s at most (bound {_LONGEST_S}), then after "
        f"{max(seconds for _, seconds in then) * 1000:.0f} ms; {connections} of "
        f"{FAILURES + ASKED_AFTERWARDS} asked; typed by hand: 5 of 5 calls answer",
    )
    assert {found["error"] for found, _ in first + then} == {"Failed to get address suggestions"}
    assert longest_s < _LONGEST_S
    assert connections <= FAILURES + took_s / BREAKER_RESTS_S
    assert by_hand == _BY_HAND


def well_again(shop: Shop) -> float:
    return until(lambda: is_well(shop))
