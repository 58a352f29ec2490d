"""A running site on a disk that fills up: /metrics tells it, and that nothing can be written."""

import math
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pyrage import x25519
from shop import API, Shop
from test_full_disk import fill
from watched import Samples, samples_of

from standby.domain.alarms import ALARMS

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="only the administrator may mount a disk"),
    pytest.mark.skipif("DATABASE_URL" in os.environ, reason="PostgreSQL's disk is not ours"),
]
MEGABYTES = 64
RECIPIENT = str(x25519.Identity.generate().to_public())
TOKEN = "a-token-of-the-operator"
[FULL] = [alarm for alarm in ALARMS if alarm.name == "StandbyDiskFull"]


@contextmanager
def small_disk(place: Path) -> Iterator[Path]:
    place.mkdir()
    size = f"size={MEGABYTES}m"
    subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", place], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def manage(shop: Shop, *command: str) -> int:
    ran = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=API, env=shop.environment(), check=False
    )
    return ran.returncode


def scraped(shop: Shop) -> Samples:
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    return samples_of(shop.http.get(shop.url("/metrics"), headers=bearer).text)


def beats(shop: Shop) -> list[tuple[object, ...]]:
    return shop.rows("SELECT name, last_succeeded_at FROM heartbeats ORDER BY name")


def test_a_full_disk_is_told_and_so_is_what_never_ran(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    settings = {
        "STANDBY_METRICS": "on",
        "STANDBY_METRICS_TOKEN": TOKEN,
        "STANDBY_BACKUP_RECIPIENT": RECIPIENT,
        "STANDBY_SNAPSHOTS_FOLDER": str(vault),
    }
    with small_disk(tmp_path / "disk") as disk, Shop(disk, settings=settings) as shop:
        fresh = scraped(shop)
        backed_up, worked = manage(shop, "backup", str(vault)), manage(shop, "work", "--once")
        well, beaten = scraped(shop), beats(shop)
        filler = fill(disk)
        worked_while_full = manage(shop, "work", "--once")
        full, beaten_while_full = scraped(shop), beats(shop)
        filler.unlink()
        manage(shop, "work", "--once")
        mended, beaten_again = scraped(shop), beats(shop)

    age, overdue = "standby_worker_age_seconds", "standby_snapshot_overdue_seconds"
    assert (fresh[age], fresh[overdue]) == (math.inf, math.inf)
    assert (backed_up, worked, worked_while_full) == (0, 0, 0)
    assert math.isfinite(well[age])
    assert math.isfinite(well[overdue])
    assert beaten_while_full == beaten
    assert beaten_again != beaten
    assert well[FULL.metric] <= FULL.over < full[FULL.metric]
    assert mended[FULL.metric] <= FULL.over
