"""A running site on a disk that fills up: nobody is told 'reserved' in vain, /metrics and /readyz
say it, and it heals by itself (reliability B5)."""

import math
import os
import time
from contextlib import suppress
from pathlib import Path

import pytest
from buyers import Buyer, open_days, with_crews
from front import until
from kept_things import manage
from pyrage import x25519
from shop import Shop, report
from watched import Samples, samples_of, small_disk

from standby.server.alarms import ALARMS

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="only the administrator may mount a disk"),
    pytest.mark.skipif("DATABASE_URL" in os.environ, reason="PostgreSQL's disk is not ours"),
]
TRIES = 10
TOKEN = "a-token-of-the-operator"
[FULL] = [alarm for alarm in ALARMS if alarm.name == "StandbyDiskFull"]


def fill(disk: Path) -> Path:
    """To the last byte."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as opened, suppress(OSError):
        while True:
            opened.write(bytes(4096))
    return filler


def reserves(shop: Shop, day: str) -> int:
    return Buyer(day).reserve(shop).status


def readiness(shop: Shop) -> tuple[int, str]:
    answer = shop.http.get(shop.url("/readyz"))
    return answer.status_code, answer.json()["status"]


def healed_after(shop: Shop, day: str) -> float:
    freed_at = time.monotonic()
    until(lambda: reserves(shop, day) == 201)
    until(lambda: readiness(shop) == (200, "ok"))
    return time.monotonic() - freed_at


def scraped(shop: Shop) -> Samples:
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    return samples_of(shop.http.get(shop.url("/metrics"), headers=bearer).text)


def works(shop: Shop) -> list[tuple[object, ...]]:
    """The heartbeats afterwards."""
    assert manage(shop, "work", "--once").returncode == 0
    return shop.rows("SELECT name, last_succeeded_at FROM heartbeats ORDER BY name")


def test_b5_a_full_disk_is_said_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", mb=24) as disk, Shop(disk) as shop:
        days = with_crews(shop, open_days(shop), 30)
        before = [reserves(shop, days[0]) for _ in range(TRIES)]
        filler = fill(disk)
        while_full = [reserves(shop, days[1]) for _ in range(TRIES)]
        page = shop.http.get(shop.url("/")).status_code
        until(lambda: readiness(shop) == (503, "database cannot be written to"))
        filler.unlink()
        healed_s = healed_after(shop, days[2])
        told = before.count(201) + while_full.count(201) + 1
        kept = shop.number("SELECT COUNT(*) FROM orders")
        whole = shop.rows("PRAGMA integrity_check")

    report("B5 disk full", shop, f"{told - kept} of {told} lost, well after {healed_s:.1f} s")
    assert set(before) == {201}
    assert {503} <= set(while_full) <= {201, 503}
    assert (page, kept, whole) == (200, told, [("ok",)])


def test_a_full_disk_is_told_and_so_is_what_never_ran(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    settings = {
        "STANDBY_METRICS": "on",
        "STANDBY_METRICS_TOKEN": TOKEN,
        "STANDBY_BACKUP_RECIPIENT": str(x25519.Identity.generate().to_public()),
        "STANDBY_SNAPSHOTS_FOLDER": str(vault),
    }
    with small_disk(tmp_path / "disk", mb=64) as disk, Shop(disk, settings=settings) as shop:
        fresh = scraped(shop)
        backed_up = manage(shop, "backup", str(vault)).returncode
        beaten, well = works(shop), scraped(shop)
        filler = fill(disk)
        beaten_while_full, full = works(shop), scraped(shop)
        filler.unlink()
        beaten_again, mended = works(shop), scraped(shop)

    age, overdue = "standby_worker_age_seconds", "standby_snapshot_overdue_seconds"
    assert (fresh[age], fresh[overdue], backed_up) == (math.inf, math.inf, 0)
    assert max(well[age], well[overdue]) < math.inf
    assert beaten_while_full == beaten != beaten_again
    assert max(well[FULL.metric], mended[FULL.metric]) <= FULL.over < full[FULL.metric]
