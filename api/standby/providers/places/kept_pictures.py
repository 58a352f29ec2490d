"""Pictures drawn before, kept in memory and in a folder of bounded size."""

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
LASTS_S: Final = 24 * 60 * 60  # an outline that staff changed is seen a day later


class KeptPictures:
    """A picture that cannot be kept is drawn again: a full disk fails nobody's page."""

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
        found = self._remembered(key) or self._read(key)
        if found is None:
            drawn = draw()
            found = (self._clock(), drawn)
            self._write(key, drawn)
        self._remember(key, found)
        return found[1]

    def _remembered(self, key: str) -> tuple[float, bytes] | None:
        with self._lock:
            return self._if_fresh(self._memory.get(key))

    def _remember(self, key: str, found: tuple[float, bytes]) -> None:
        with self._lock:
            self._memory[key] = found
            self._memory.move_to_end(key)
            if len(self._memory) > MOST_IN_MEMORY:
                self._memory.popitem(last=False)

    def _read(self, key: str) -> tuple[float, bytes] | None:
        kept = self._folder / f"{key}.png"
        try:
            return self._if_fresh((kept.stat().st_mtime, kept.read_bytes()))
        except OSError:
            return None

    def _if_fresh(self, found: tuple[float, bytes] | None) -> tuple[float, bytes] | None:
        if found is None or self._clock() - found[0] > LASTS_S:
            return None
        return found

    def _write(self, key: str, drawn: bytes) -> None:
        """Under another name first: nobody reads half a picture."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, unfinished = tempfile.mkstemp(dir=self._folder, suffix=".part")
            with os.fdopen(handle, "wb") as file:
                file.write(drawn)
            Path(unfinished).replace(self._folder / f"{key}.png")
            self._forget_oldest()
        except OSError:
            return

    def _forget_oldest(self) -> None:
        kept = sorted(
            ((entry.stat().st_mtime, entry) for entry in self._folder.iterdir()), reverse=True
        )
        total = 0
        for _, entry in kept:
            total += entry.stat().st_size
            if total > self._most_bytes:
                entry.unlink(missing_ok=True)
