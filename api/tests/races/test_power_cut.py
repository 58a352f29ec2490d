"""The power goes: what was written but not yet synced to the disk is gone (reliability B3).

A model, since no test may pull the plug: SQLite runs on files of which only what it asked to be
synced survives. With the product's own settings nothing acknowledged is lost.
"""

from collections import defaultdict
from pathlib import Path
from typing import Any

import apsw
import pytest
from sampling import WHOLE

from standby.settings import SQLITE_PRAGMAS

COMMITS = 1000 if WHOLE else 200
WEAKER = SQLITE_PRAGMAS.replace("synchronous=FULL", "synchronous=NORMAL")
pytestmark = pytest.mark.slow


class Disk(apsw.VFS):
    """Real files, and beside each the content that a power cut would leave of it."""

    def __init__(self) -> None:
        self.synced: dict[str, bytearray] = defaultdict(bytearray)
        self.waiting: dict[str, list[tuple[int, bytes | None]]] = defaultdict(list)
        super().__init__("disk", base="unix")

    def xOpen(self, name: Any, flags: list[int]) -> "File":
        return File(self, name, flags)

    def xDelete(self, name: str, sync_folder: bool) -> None:
        self.synced.pop(name, None)
        self.waiting.pop(name, None)
        super().xDelete(name, sync_folder)

    def sync(self, name: str) -> None:
        content = self.synced[name]
        for offset, written in self.waiting.pop(name, []):
            if written is None:
                del content[offset:]
                continue
            content.extend(bytes(max(0, offset - len(content))))
            content[offset : offset + len(written)] = written

    def after_a_power_cut(self, name: str, *, folder: Path) -> Path:
        for path, content in self.synced.items():
            if path.startswith(name):
                (folder / Path(path).name).write_bytes(content)
        return folder / Path(name).name


class File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self.disk = disk
        self.name = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        super().__init__("unix", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        self.disk.waiting[self.name].append((offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, size: int) -> None:
        self.disk.waiting[self.name].append((size, None))
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:
        self.disk.sync(self.name)
        super().xSync(flags)


def lost_in_a_power_cut(folder: Path, *, pragmas: str) -> int:
    """How many of the acknowledged commits are gone."""
    disk, file = Disk(), str(folder / "kept.sqlite3")
    (folder / "after").mkdir()
    database = apsw.Connection(file, vfs="disk")
    database.execute(pragmas.replace("PRAGMA mmap_size=134217728;", "")).fetchall()
    database.execute("CREATE TABLE orders (number INTEGER PRIMARY KEY, name TEXT)")
    for number in range(COMMITS):
        database.execute("BEGIN IMMEDIATE")
        database.execute("INSERT INTO orders VALUES (?, ?)", (number, "x" * 200))
        database.execute("COMMIT")
    left = disk.after_a_power_cut(file, folder=folder / "after")
    database.close()
    return COMMITS - _orders_in(left)


def _orders_in(file: Path) -> int:
    database = apsw.Connection(str(file))
    try:
        assert database.execute("PRAGMA integrity_check").get == "ok"
        return int(database.execute("SELECT COUNT(*) FROM orders").get)
    except apsw.SQLError:
        return 0  # not even the table
    finally:
        database.close()


def test_b3_nothing_acknowledged_is_lost_when_the_power_goes(tmp_path: Path) -> None:
    lost = lost_in_a_power_cut(tmp_path, pragmas=SQLITE_PRAGMAS)
    print(f"\nB3 power cut after {COMMITS} commits: {lost} lost")
    assert lost == 0


def test_b3_with_the_widely_advised_setting_they_would_be(tmp_path: Path) -> None:
    lost = lost_in_a_power_cut(tmp_path, pragmas=WEAKER)
    print(f"\nB3 control: synchronous=NORMAL lost {lost} of {COMMITS}")
    assert lost > 0
