"""A snapshot that is killed leaves nothing readable, and the next run sweeps it (RUN-05, L5)."""

import subprocess
import sys
from pathlib import Path

import pyrage
import pytest
from kept_things import canaries_in, manage, reserve_with_photo
from shop import Shop, report

pytestmark = pytest.mark.slow


def killed_at_every_step(shop: Shop, folder: Path, *options: str) -> int:
    """How often. What it wrote into temporary files is in `folder` as well."""
    (folder / "tmp").mkdir(parents=True)
    ran = subprocess.run(
        [sys.executable, Path(__file__).with_name("killed_backup.py"), folder, *options],
        cwd=Path(__file__).parents[2],
        env=shop.environment(TMPDIR=str(folder / "tmp"), PYTHONPATH=str(Path(__file__).parents[2])),
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    return int(ran.stdout)


def unfinished_in(vault: Path) -> list[Path]:
    return list(vault.rglob(".unfinished-*"))


def test_l5_killed_at_any_step_a_snapshot_leaves_nothing_readable(tmp_path: Path) -> None:
    recipient = str(pyrage.x25519.Identity.generate().to_public())
    locked, control = tmp_path / "locked", tmp_path / "control"
    data = tmp_path / "data"
    data.mkdir()
    with Shop(data=data) as shop:
        reserve_with_photo(shop)
        steps = killed_at_every_step(shop, locked, "--recipient", recipient)
        killed_at_every_step(shop, control, "--unencrypted")
        told, told_open = canaries_in(locked), canaries_in(control)
        beside = {name for name in canaries_in(data) if not name.startswith(("standby.", "files/"))}

        vault = max(locked.glob("vault-*"), key=lambda each: len(unfinished_in(each)))
        before = unfinished_in(vault)
        again = manage(shop, "backup", str(vault), "--recipient", recipient)

    report("L5 killed at every step of a snapshot", shop, f"{steps} times, {len(told)} readable")
    report("L5 control: left open", shop, f"{len(told_open)} readable files")
    assert steps > 20
    assert told == {}
    assert beside == set()
    assert told_open
    assert again.returncode == 0, again.stderr
    assert len(before) > 0
    assert f"swept {len(before)} unfinished" in again.stdout
    assert unfinished_in(vault) == []


def test_what_homeowners_sent_is_in_no_snapshot(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    (tmp_path / "data").mkdir()
    with Shop(data=tmp_path / "data") as shop:
        reserve_with_photo(shop)
        made = manage(shop, "backup", str(vault), "--unencrypted")

    assert made.returncode == 0, made.stderr
    names = {path.name for path in (vault / "files").rglob("*") if path.is_file()}
    assert names == {"shown.jpg"}
    assert b"GPSLatitude 30.1" not in {
        found for told in canaries_in(vault).values() for found in told
    }
