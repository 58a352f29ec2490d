"""A snapshot that is killed leaves nothing readable, and the next run sweeps it (RUN-05, L5)."""

import subprocess
import sys
from pathlib import Path

import pyrage
import pytest
from kept_things import canaries_in, reserve_with_photo
from running_shops import Running
from sampling import SEED, WHOLE
from shop import API, Shop, report

pytest_plugins = ("open_shops",)
pytestmark = pytest.mark.slow
STRIDE = 1 if WHOLE else 9 + SEED % 5
FEWEST = 20 if WHOLE else 2


def killed_again_and_again(shop: Shop, folder: Path, *options: str) -> int:
    """How often. What it wrote into temporary files is in `folder` as well."""
    (folder / "tmp").mkdir(parents=True)
    script = Path(__file__).with_name("killed_backup.py")
    ran = subprocess.run(
        [sys.executable, script, folder, str(STRIDE), *options],
        cwd=API,
        env=shop.environment(TMPDIR=str(folder / "tmp"), PYTHONPATH=str(API)),
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    return int(ran.stdout)


def unfinished_in(vault: Path) -> list[Path]:
    return list(vault.rglob(".unfinished-*"))


@pytest.mark.req("RUN-05.3")
def test_l5_killed_at_any_step_a_snapshot_leaves_nothing_readable(
    open_shop: Running, tmp_path: Path
) -> None:
    recipient = str(pyrage.x25519.Identity.generate().to_public())
    locked, control = tmp_path / "locked", tmp_path / "control"
    reserve_with_photo(open_shop)
    kills = killed_again_and_again(open_shop, locked, "--recipient", recipient)
    killed_again_and_again(open_shop, control, "--unencrypted")
    told, told_open = canaries_in(locked), canaries_in(control)
    ours = ("standby.", "files/")
    beside = [name for name in canaries_in(open_shop.data) if not name.startswith(ours)]

    vault = max(locked.glob("vault-*"), key=lambda each: len(unfinished_in(each)))
    before = unfinished_in(vault)
    again = open_shop.manage("backup", str(vault), "--recipient", recipient)

    name = f"L5 a snapshot is killed at every {STRIDE}. step"
    report(name, open_shop, f"{kills} times, {len(told)} readable")
    report("L5 control: left open", open_shop, f"{len(told_open)} readable files")
    assert kills > FEWEST
    assert told == {}
    assert beside == []
    assert told_open
    assert len(before) > 0
    assert f"deleted {len(before)} unfinished" in again
    assert unfinished_in(vault) == []
