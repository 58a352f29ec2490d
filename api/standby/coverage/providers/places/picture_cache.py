"""Cache of rendered maps, in memory and in a folder of bounded size."""

import hashlib
import os
import tempfile
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Final

MOST_IN_MEMORY: Final = 64
MOST_BYTES: Final = 64 * 1024 * 1024
LASTS_S: Final = 24 * 60 * 60  # a changed boundary shows on maps after a day


class PictureCache:
    """A map that cannot be cached is rendered again, so that a full disk breaks no page."""

    def __init__(
        self,
        folder: Path,
        *,
        most_bytes: int = MOST_BYTES,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._folder = folder
        self._most_bytes = most_bytes
        self._clock = clock
        self._memory: OrderedDict[str, tuple[float, bytes]] = OrderedDict()
        self._lock = Lock()

    def picture(self, name: str, *, draw: Callable[[], bytes]) -> bytes:
        key = hashlib.sha256(name.encode()).hexdigest()
        entry = self._remembered(key) or self._read(key)
        if entry is None:
            drawn = draw()
            entry = (self._clock(), drawn)
            self._write(key, drawn)
        self._remember(key, entry)
        return entry[1]

    def _remembered(self, key: str) -> tuple[float, bytes] | None:
        with self._lock:
            return self._if_fresh(self._memory.get(key))

    def _remember(self, key: str, entry: tuple[float, bytes]) -> None:
        with self._lock:
            self._memory[key] = entry
            self._memory.move_to_end(key)
            if len(self._memory) > MOST_IN_MEMORY:
                self._memory.popitem(last=False)

    def _read(self, key: str) -> tuple[float, bytes] | None:
        file = self._folder / f"{key}.png"
        try:
            return self._if_fresh((file.stat().st_mtime, file.read_bytes()))
        except OSError:
            return None

    def _if_fresh(self, entry: tuple[float, bytes] | None) -> tuple[float, bytes] | None:
        if entry is None or self._clock() - entry[0] > LASTS_S:
            return None
        return entry

    def _write(self, key: str, picture: bytes) -> None:
        # Written under a temporary name first, so that no half-written file is read.
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, unfinished = tempfile.mkstemp(dir=self._folder, suffix=".part")
            with os.fdopen(handle, "wb") as file:
                file.write(picture)
            Path(unfinished).replace(self._folder / f"{key}.png")
            self._forget_oldest()
        except OSError:
            return

    def _forget_oldest(self) -> None:
        files = sorted(
            ((entry.stat().st_mtime, entry) for entry in self._folder.iterdir()), reverse=True
        )
        total = 0
        for _, entry in files:
            total += entry.stat().st_size
            if total > self._most_bytes:
                entry.unlink(missing_ok=True)
