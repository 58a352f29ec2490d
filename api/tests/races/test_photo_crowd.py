"""Many pieces and many photos at once, on several server processes: nothing twice, nothing over."""

from collections import Counter

import pytest
from buyers import buyer_asked_for_photos, send_chunk, start_upload
from sent_files import a_jpeg
from shop import Shop, at_once, report

pytest_plugins = ("shop_fixtures",)
pytestmark = pytest.mark.slow
MIB = 1024 * 1024
SLOTS = [
    *("panel_open", "panel_wide", "gas_meter", "generator_spot", "wall_run"),
    *("path_left", "path_right", "ac_unit", "side_yard", "meter"),
    *(f"extra-{number}" for number in range(1, 11)),
]


def test_e4_a_crowd_of_uploads_stays_within_twenty_photos_and_200_megabytes(
    open_shop: Shop,
) -> None:
    buyer = buyer_asked_for_photos(open_shop, 0)
    requests = [(slot, 10 * MIB) for slot in SLOTS * 3] + [("video", 100 * MIB)] * 4

    answers = at_once(
        lambda request: start_upload(
            open_shop, buyer, request[1][0], size_bytes=request[1][1], server=request[0]
        ),
        list(enumerate(requests)),
    )

    told = Counter(answer.status for answer in answers)
    places = open_shop.rows(
        "SELECT slot, COUNT(*), SUM(size_bytes) FROM photos WHERE status <> 'refused' GROUP BY slot"
    )
    size_bytes = sum(int(size) for _, _, size in places)
    report(
        f"E4: {len(requests)} uploads announced at once",
        open_shop,
        f"{dict(told)}; {len(places)} places, {size_bytes // MIB} MB",
    )
    assert set(told) <= {201, 409}
    assert {count for _, count, _ in places} == {1}
    assert len([slot for slot, _, _ in places if slot != "video"]) <= 20
    assert size_bytes <= 200 * MIB


def test_e4_every_piece_sent_four_times_at_once_makes_one_file(open_shop: Shop) -> None:
    buyer = buyer_asked_for_photos(open_shop, 1)
    photo = a_jpeg(1600, 1200)
    piece_bytes = len(photo) // 8 + 1
    photo_id = start_upload(open_shop, buyer, "panel_open", size_bytes=len(photo)).body["id"]
    told: Counter[int] = Counter()

    for at in range(0, len(photo), piece_bytes):
        piece = photo[at : at + piece_bytes]
        answers = at_once(
            lambda server, piece=piece, at=at: send_chunk(  # type: ignore[misc]
                open_shop, buyer, photo_id, piece, offset=at, server=server
            ),
            range(4),
        )
        told.update(answer.status for answer in answers)
        assert {answer.body["offset"] for answer in answers} == {at + len(piece)}

    [(key, status, received)] = open_shop.rows("SELECT key, status, received_bytes FROM photos")
    stored = "SELECT COUNT(*) FROM order_log WHERE subject = 'photo' AND after = 'stored'"
    report("E4: every piece sent four times at once", open_shop, f"{dict(told)}; one file, one row")
    assert (status, received) == ("stored", len(photo))
    assert (open_shop.data / "files" / key).read_bytes() == photo
    assert open_shop.number(stored) == 1
    assert set(told) <= {200, 409}
    kept = [path for path in (open_shop.data / "files").rglob("*") if path.is_file()]
    assert {path.stat().st_mode & 0o777 for path in kept} == {0o600}
