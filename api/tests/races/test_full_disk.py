"""The disk is full: nobody is told 'reserved' in vain, and it heals by itself (reliability B5)."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from buyers import Buyer, open_days, with_crews
from front import until
from shop import Shop, report

pytestmark = [pytest.mark.slow, pytest.mark.nightly]
MEGABYTES = 24
TRIES = 10


@contextmanager
def small_disk(place: Path) -> Iterator[Path]:
    """A disk of its own, in memory. Only the machine's administrator may mount one."""
    place.mkdir()
    size = f"size={MEGABYTES}m"
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", place], check=False)
    if mounted.returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


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


@pytest.mark.skipif(os.geteuid() != 0, reason="only the machine's administrator may mount a disk")
@pytest.mark.skipif("DATABASE_URL" in os.environ, reason="PostgreSQL's disk is not ours to fill")
def test_b5_a_full_disk_is_said_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk, Shop(disk) as shop:
        days = with_crews(shop, open_days(shop), 30)
        before = [reserves(shop, days[0]) for _ in range(TRIES)]
        filler = fill(disk)
        while_full = [reserves(shop, days[1]) for _ in range(TRIES)]
        page = shop.http.get(shop.url("/")).status_code
        until(lambda: readiness(shop) == (503, "database cannot be written to"))
        filler.unlink()
        freed_at = time.monotonic()
        until(lambda: reserves(shop, days[2]) == 201)
        until(lambda: readiness(shop) == (200, "ok"))
        healed_s = time.monotonic() - freed_at
        told = before.count(201) + while_full.count(201) + 1
        kept = shop.number("SELECT COUNT(*) FROM orders")
        whole = shop.rows("PRAGMA integrity_check")

    report("B5 disk full", shop, f"{told - kept} of {told} lost, well after {healed_s:.1f} s")
    assert set(before) == {201}
    assert set(while_full) <= {201, 503}
    assert 503 in while_full
    assert page == 200
    assert kept == told
    assert whole == [("ok",)]
