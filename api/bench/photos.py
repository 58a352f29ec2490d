"""Measure how many phone photos are received and processed in a second, and the peak memory.

`python api/bench/photos.py [COUNT]`: a fresh SQLite file and folder, chunks of 1 MiB, one worker,
photos of 12 megapixels, JPEG and HEIC in turn.
"""

import io
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

API = Path(__file__).resolve().parents[1]
NOON = datetime(2026, 1, 15, 18, 0, tzinfo=UTC)
ROUNDS = 3
WIDTH, HEIGHT = 4032, 3024
MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Ingest:
    """Speeds of one round; `server_grew_bytes` is the growth of the receiving process."""

    received_per_second: float
    ready_per_second: float
    server_grew_bytes: int
    worker_peak_bytes: int


def main(count: int) -> None:
    with tempfile.TemporaryDirectory(prefix="standby-photos-") as folder:
        rounds = _rounds(folder, count)
    middle = sorted(rounds, key=lambda each: each.ready_per_second)[ROUNDS // 2]
    grew = max(each.server_grew_bytes for each in rounds) / MIB
    peak = max(each.worker_peak_bytes for each in rounds) / MIB
    print(f"photos: {middle.received_per_second:.1f}/s received, 12 Mpx, JPEG and HEIC in turn")
    print(f"        {middle.ready_per_second:.2f}/s made ready by one worker")
    print(f"        median of {ROUNDS} rounds of {count}; receiving takes {grew:.0f} MB more,")
    print(f"        developing {peak:.0f} MB at most")


def _rounds(folder: str, count: int) -> list[Ingest]:
    os.environ.update(
        STANDBY_DATA=folder, DJANGO_SETTINGS_MODULE="standby.settings", DATABASE_URL=""
    )
    sys.path[:0] = [str(API), str(API / "tests")]
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from standby.pricing.services.catalog_seed import load_catalog_seed

    call_command("migrate", verbosity=0)
    load_catalog_seed(settings.MARKET)
    _serve_one_zip_code()
    sent = [_photo("JPEG", quality=90), _photo("HEIF", quality=60)]
    return [_round(folder, count, sent) for _ in range(ROUNDS)]


def _serve_one_zip_code() -> None:
    from bookings import serve_the_woodlands, set_rule

    serve_the_woodlands()
    set_rule("scheduling", "crews_per_day", ROUNDS)


def _round(folder: str, count: int, sent: Sequence[bytes]) -> Ingest:
    from photo_reviews import an_order_that_asks_for_photos

    from standby.core.jobs import run_next_job
    from standby.core.providers.files.local import LocalFiles
    from standby.photos import rules as shots
    from standby.photos.providers.pictures.process import ProcessingJob
    from standby.photos.tasks import photo_handler

    files = LocalFiles(folder=Path(folder) / "files")
    order = an_order_that_asks_for_photos()
    before = _forget_peak()
    begun = time.perf_counter()
    for number, slot in enumerate(sorted(shots.PHOTO_SLOTS)[:count]):
        _send(order, sent[number % len(sent)], slot=slot, files=files)
    received_s = time.perf_counter() - begun
    grew = _peak_bytes() - before
    peaks: list[int] = []
    result = ProcessingJob.result

    def measured(job: ProcessingJob) -> Any:
        made = result(job)
        peaks.append(job.peak_bytes)
        return made

    type.__setattr__(ProcessingJob, "result", measured)
    begun = time.perf_counter()
    while run_next_job(photo_handler(files=files), now=NOON):
        pass
    ready_s = time.perf_counter() - begun
    return Ingest(count / received_s, count / ready_s, grew, max(peaks))


def _send(order: Any, content: bytes, *, slot: str, files: Any) -> None:
    from photo_reviews import announced

    from standby.photos.services.photos import append_chunk

    photo = announced(order, slot, size_bytes=len(content))
    for offset in range(0, len(content), MIB):
        piece = content[offset : offset + MIB]
        append_chunk(order, photo.public_id, offset=offset, chunk=piece, files=files, now=NOON)


def _photo(kind: str, *, quality: int) -> bytes:
    from PIL import Image
    from pillow_heif import register_heif_opener

    register_heif_opener()
    grain = Image.effect_noise((WIDTH // 16, HEIGHT // 16), 60)
    buffer = io.BytesIO()
    grain.resize((WIDTH, HEIGHT)).convert("RGB").save(buffer, kind, quality=quality)
    return buffer.getvalue()


def _forget_peak() -> int:
    # Resets the peak (VmHWM) and returns the memory in use.
    Path("/proc/self/clear_refs").write_text("5")
    return _peak_bytes()


def _peak_bytes() -> int:
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024


if __name__ == "__main__":
    main(min(int(sys.argv[1]), 20) if len(sys.argv) > 1 else 10)
