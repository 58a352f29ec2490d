"""Many pieces and many photos at once, on several server processes: nothing twice, nothing over.

E4, on both databases: `python -m ops.postgresql pytest -s tests/races/test_photo_crowd.py`.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from buyers import at_once
from photographers import PHOTOS, a_buyer_who_is_asked_for_photos, announce, ask
from sent_files import a_jpeg
from shop import Shop, report

pytestmark = pytest.mark.slow
MIB = 1024 * 1024
SLOTS = [
    *("panel_open", "panel_wide", "gas_meter", "generator_spot", "wall_run"),
    *("path_left", "path_right", "ac_unit", "side_yard", "meter"),
    *(f"extra-{number}" for number in range(1, 11)),
]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with Shop(tmp_path_factory.mktemp("photo-shop")) as opened:
        yield opened


def test_e4_a_crowd_of_uploads_stays_within_twenty_photos_and_200_megabytes(shop: Shop) -> None:
    buyer = a_buyer_who_is_asked_for_photos(shop, 0)
    wishes = [(slot, 10 * MIB) for slot in SLOTS * 3] + [("video", 100 * MIB)] * 4

    answers = at_once(
        lambda wish: announce(shop, buyer, wish[1][0], size_bytes=wish[1][1], server=wish[0]),
        list(enumerate(wishes)),
    )

    told = Counter(answer.status for answer in answers)
    places = shop.rows(
        "SELECT slot, COUNT(*), SUM(size_bytes) FROM photos WHERE status <> 'refused' GROUP BY slot"
    )
    size_bytes = sum(int(size) for _, _, size in places)
    report(
        f"E4: {len(wishes)} uploads announced at once",
        shop,
        f"{dict(told)}; {len(places)} places, {size_bytes // MIB} MB",
    )
    assert set(told) <= {201, 409}
    assert {count for _, count, _ in places} == {1}
    assert len([slot for slot, _, _ in places if slot != "video"]) <= 20
    assert size_bytes <= 200 * MIB


def test_e4_every_piece_sent_four_times_at_once_makes_one_file(shop: Shop) -> None:
    buyer = a_buyer_who_is_asked_for_photos(shop, 1)
    photo = a_jpeg(1600, 1200)
    piece_bytes = len(photo) // 8 + 1
    photo_id = announce(shop, buyer, "panel_open", size_bytes=len(photo)).body["id"]
    told: Counter[str] = Counter()

    for offset in range(0, len(photo), piece_bytes):
        piece = photo[offset : offset + piece_bytes]
        answers = at_once(
            lambda server, piece=piece, offset=offset: ask(  # type: ignore[misc]
                shop,
                buyer,
                "PATCH",
                f"{PHOTOS}/{photo_id}",
                piece,
                server=server,
                **{"Upload-Offset": str(offset)},
            ),
            list(range(4)),
        )
        told.update(f"{answer.status}" for answer in answers)
        assert {answer.body["offset"] for answer in answers} == {offset + len(piece)}

    [(key, status, received)] = shop.rows(
        "SELECT key, status, received_bytes FROM photos WHERE size_bytes = " + str(len(photo))
    )
    stored = "SELECT COUNT(*) FROM order_log WHERE subject = 'photo' AND after = 'stored'"
    report("E4: every piece sent four times at once", shop, f"{dict(told)}; one file, one row")
    assert (status, received) == ("stored", len(photo))
    assert (shop.data / "files" / key).read_bytes() == photo
    assert shop.number(stored) == 1
    assert set(told) <= {"200", "409"}


def test_the_shop_keeps_its_files_to_itself(shop: Shop) -> None:
    kept = [path for path in (Path(shop.data) / "files").rglob("*") if path.is_file()]

    assert kept
    assert {path.stat().st_mode & 0o777 for path in kept} == {0o600}
