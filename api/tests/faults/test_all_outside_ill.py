"""Google, Stripe, storage, mail and texts are ill at once, in each way: dates are reserved (J)."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
from bad_line import BadLine, Fault
from buyers import (
    PHOTOS,
    Answer,
    Buyer,
    buyer_asked_for_photos,
    insist,
    open_days,
    send_chunk,
    start_upload,
)
from outside import Outside, reserve, working
from sampling import sample
from sent_files import a_jpeg
from shop import Shop, at_once, report, until

pytest_plugins = ("fault_fixtures",)
pytestmark = pytest.mark.slow
_TRIED = "SELECT COUNT(DISTINCT channel) FROM messages WHERE status = 'queued' AND last_error <> ''"
_WAITING = "SELECT COUNT(*) FROM messages WHERE status = 'queued'"

PAYERS = 4  # one more failure, and Stripe is not asked
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


def google_is_well_again(shop: Shop) -> None:
    until(lambda: "predictions" in suggested(shop))


def reserving_goes_on(shop: Shop, line: BadLine, fault: Fault) -> list[tuple[Buyer, str]]:
    """Who could not pay."""
    payers = [reserve(shop) for _ in range(PAYERS)]
    before = line.connections
    with ThreadPoolExecutor(PAYERS) as crowd:
        asking = [crowd.submit(buyer.open_checkout, shop, order) for buyer, order in payers]
        until(lambda: line.connections >= before + PAYERS or all(one.done() for one in asking))
        reserve(shop)
        told = [asked.result() for asked in asking]
    told.append(payers[0][0].open_checkout(shop, payers[0][1]))
    before = line.connections
    told += [buyer.open_checkout(shop, order) for buyer, order in payers]
    asked = line.connections - before

    report(
        f"J2 cards, {fault}",
        shop,
        f"beside {PAYERS} who pay a date is reserved; {len(told)} are told to come again; after "
        f"{PAYERS + 1} failures {asked} of {PAYERS} ask Stripe",
    )
    assert {(each.outcome, each.retry_after) for each in told} == {("503 cards_down", "5")}
    assert asked == 0
    return payers


def pay_when_well(
    shop: Shop, outside: Outside, payers: list[tuple[Buyer, str]], fault: Fault
) -> None:
    """No event of it ever comes (C7)."""
    paid = []
    for buyer, order in payers:
        page = insist(lambda: buyer.open_checkout(shop, order)).page_id  # noqa: B023
        assert outside.pages_of(order) == [page]
        outside.stripe.pay(page)
        paid.append(page)
    returned = payers[0][0].get(shop, f"/api/checkout-sessions/{paid[0]}/order")
    report(
        f"J2 C7 cards, after {fault}",
        shop,
        f"{len(paid)} retries with the same key: 1 page and 1 charge each; no event comes: the "
        "return page finds it paid",
    )
    assert (returned.status_code, returned.json()["status"]) == (200, "paid")
    assert set(outside.stripe.charges.values()) == {1}


def send_held_now(shop: Shop) -> None:
    """Who holds a date is told after minutes, in case it is paid at once (NEXT-01.4); here now."""
    held = "SELECT dedupe_key FROM messages WHERE kind = 'date_held'"
    now = "'2020-01-01 00:00:00+00'"
    shop.write(f"UPDATE jobs SET due_at = {now} WHERE attempts = 0 AND key IN ({held})")


def mail_and_texts_were_tried(shop: Shop) -> bool:
    send_held_now(shop)
    return shop.number(_TRIED) == 2


def no_message_waits(shop: Shop) -> bool:
    send_held_now(shop)
    return shop.number(_WAITING) == 0


@pytest.fixture(scope="module")
def working_shop(ill_shop: Shop, whole_outside: Outside) -> Iterator[Shop]:
    with working(ill_shop, whole_outside):
        yield ill_shop


@pytest.mark.parametrize("fault", sample(list(Fault), 2))
def test_dates_are_reserved_and_all_goes_on_afterwards(
    working_shop: Shop, outside: Outside, fault: Fault
) -> None:
    shop = working_shop
    google_is_well_again(shop)  # so that each provider's client is there, with one breaker
    buyer, order = reserve(shop)
    assert buyer.open_checkout(shop, order).status == 201
    sending = begin_upload(shop)
    already = set(outside.mailbox.message_ids), len(outside.twilio.taken)
    outside.suffer(fault)
    with ThreadPoolExecutor(4) as visitors:
        parts: list[Future[Any]] = [
            visitors.submit(nobody_waits_for_google, shop, outside.places, fault),
            visitors.submit(uploading_is_refused_clearly, shop, sending, fault),
            visitors.submit(until, lambda: mail_and_texts_were_tried(shop)),
        ]
        payers = visitors.submit(reserving_goes_on, shop, outside.cards, fault).result()
        for part in parts:
            part.result()
    outside.be_well()
    finish_upload(shop, outside, sending, fault)
    pay_when_well(shop, outside, payers, fault)
    google_is_well_again(shop)
    until(lambda: no_message_waits(shop))

    overtaken = "kind = 'date_held' AND status = 'suppressed'"  # by the confirmation
    unasked = "skipped_because = 'unconfirmed'"  # a number gets one text until it says yes
    told = Counter(
        shop.rows(
            f"SELECT channel, status FROM messages WHERE NOT ({overtaken}) AND NOT ({unasked})"
        )
    )
    # Their mail may be out: the server took it and answered too late for us.
    late = shop.number(f"SELECT count(*) FROM messages WHERE channel = 'email' AND {overtaken}")
    mails = len(set(outside.mailbox.message_ids) - already[0])
    texts = len(outside.twilio.taken) - already[1]
    report(
        f"J3 mail and texts, {fault}",
        shop,
        f"{mails} mails and {texts} texts sent after it, none waits; all so far "
        f"{ {' '.join(one): count for one, count in told.items()} }",
    )
    taken = len(set(outside.mailbox.message_ids))
    assert told["email", "sent"] <= taken <= told["email", "sent"] + late
    assert {status for channel, status in told if channel == "email"} == {"sent"}
    assert {status for channel, status in told if channel == "sms"} <= {"sent", "dead"}


# The controls: without breakers and without one key for one page the same faults do harm.


def test_without_the_breaker_each_visitor_waits(careless_shop: Shop, outside: Outside) -> None:
    outside.suffer(Fault.ERROR)
    asks, before = FAILURES + ASKED_AFTERWARDS, outside.places.connections

    for _ in range(asks):
        suggested(careless_shop)

    connections = outside.places.connections - before
    report("J1 control: no breaker", careless_shop, f"{connections} of {asks} asked")
    assert connections == asks


def test_without_one_key_a_retry_makes_another_page(careless_shop: Shop, outside: Outside) -> None:
    buyer, order = reserve(careless_shop)
    outside.suffer(Fault.TRUNCATED)
    buyer.open_checkout(careless_shop, order)
    outside.suffer(None)

    page = buyer.open_checkout(careless_shop, order)

    pages = outside.pages_of(order)
    report("J2 control: a new key each time", careless_shop, f"{len(pages)} pages for one fee")
    assert page.status == 201
    assert len(pages) > 1


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
    return send_chunk(shop, sending.buyer, sending.photo_id, piece, offset=offset)


def begin_upload(shop: Shop) -> Sending:
    """Half of it arrives while all is well."""
    buyer = buyer_asked_for_photos(shop, 0)
    photo = a_jpeg(800, 600)
    photo_id = start_upload(shop, buyer, "panel_open", size_bytes=len(photo)).body["id"]
    sending = Sending(buyer, str(photo_id), photo, len(photo) // 2)
    until(lambda: send(shop, sending, 0).status == 200)
    return sending


def uploading_is_refused_clearly(shop: Shop, sending: Sending, fault: Fault) -> None:
    told = send(shop, sending, sending.first)
    state = sending.buyer.get(shop, sending.path).json()
    report(
        f"J storage, {fault}",
        shop,
        f"{told.outcome}, Retry-After {told.retry_after}; "
        f"{state['offset']} of {len(sending.photo)} bytes are kept, as before",
    )
    assert (told.outcome, told.retry_after) == ("503 files_down", "5")
    assert state == {"offset": sending.first, "status": "receiving"}


def finish_upload(shop: Shop, outside: Outside, sending: Sending, fault: Fault) -> None:
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
