"""What homeowners send is recognised, taken apart and made anew, or refused (E4, E5, E6)."""

import json
import re
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import av
import pytest
from PIL import Image
from sent_files import (
    SECRET,
    a_film,
    a_frame,
    a_heic,
    a_jpeg,
    a_png,
    a_png_that_promises,
    a_telling_heic,
    a_telling_jpeg,
    a_telling_png,
    broken_pictures,
    not_pictures,
    saved,
    speak,
)

from standby.photos.providers.pictures import PHOTO_TYPES, VIDEO_TYPES, PictureRefused
from standby.photos.providers.pictures.child import MOST_CPU_S
from standby.photos.providers.pictures.process import ProcessingJob, identify_photo

MIB = 1024 * 1024
Make = Callable[[], bytes]


def sent(folder: Path, content: bytes) -> Path:
    path = folder / "sent"
    path.write_bytes(content)
    return path


def develop(*, kind: str, file: Path, folder: Path) -> SimpleNamespace:
    """All of it, waited for."""
    developing = ProcessingJob(kind=kind, file=file, folder=folder)
    while not developing.is_done(wait_s=1):
        pass
    shown = folder / ("video.mp4" if kind == "video" else "shown.jpg")
    return SimpleNamespace(shown=shown, thumbnail=folder / "thumbnail.jpg", **developing.result())


def developed(folder: Path, content: bytes) -> SimpleNamespace:
    return develop(kind="photo", file=sent(folder, content), folder=folder)


def refusal(folder: Path, content: bytes) -> str:
    """How the whole way through says no."""
    path = sent(folder, content)
    try:
        identify_photo(path, types=PHOTO_TYPES, kind="photo")
        develop(kind="photo", file=path, folder=folder)
    except PictureRefused as refused:
        return refused.code
    return "taken"


def segments(jpeg: bytes) -> list[int]:
    """The markers of a JPEG, in order, to its end: a parser of our own, for the tests."""
    found, at = [], 2
    while jpeg[at + 1] != 0xD9:
        assert jpeg[at] == 0xFF, "a marker was expected"
        marker = jpeg[at + 1]
        found.append(marker)
        at += 2 + struct.unpack(">H", jpeg[at + 2 : at + 4])[0]
        if marker == 0xDA:
            scan = re.compile(rb"\xff(?![\x00\xd0-\xd7])").search(jpeg, at)
            assert scan is not None
            at = scan.start()
    assert at + 2 == len(jpeg), "something stands behind the picture's end"
    return found


@pytest.mark.req("PHOTO-01.8")
@pytest.mark.parametrize(
    ("make", "size", "small_size"),
    [
        *((make, (640, 480), (480, 360)) for make in (a_jpeg, a_png, a_heic)),
        (partial(a_telling_jpeg, orientation=6), (480, 640), (360, 480)),
        (partial(a_jpeg, 4400, 3300), (4096, 3072), (480, 360)),
        (partial(a_png, 1, 1), (1, 1), (1, 1)),
        *(
            (partial(a_png, mode=mode), (640, 480), (480, 360))
            for mode in ("RGBA", "LA", "P", "L", "1")
        ),
        *((partial(a_jpeg, mode=mode), (640, 480), (480, 360)) for mode in ("CMYK", "L")),
    ],
    ids=[
        *("jpeg", "png", "heic", "taken upright", "large", "one dot", "clear", "clear grey"),
        *("palette", "grey", "two colours", "print", "grey jpeg"),
    ],
)
def test_a_photo_of_any_colour_becomes_a_jpeg_that_stands_upright_and_a_small_one(
    tmp_path: Path, make: Make, size: tuple[int, int], small_size: tuple[int, int]
) -> None:
    made = developed(tmp_path, make())

    assert (made.width_px, made.height_px) == size
    with Image.open(made.shown) as shown, Image.open(made.thumbnail) as small:
        assert (shown.format, shown.mode, shown.size) == ("JPEG", "RGB", size)
        assert (small.format, small.size) == ("JPEG", small_size)


def test_what_is_clear_is_shown_on_white(tmp_path: Path) -> None:
    clear = Image.new("RGBA", (20, 20), (0, 0, 0, 0))

    made = developed(tmp_path, saved(clear, "PNG"))

    with Image.open(made.shown) as shown:
        assert shown.getpixel((10, 10)) == (255, 255, 255)


@pytest.mark.req("PHOTO-01.9")
@pytest.mark.parametrize(
    "make", [a_telling_jpeg, a_telling_png, a_telling_heic], ids=["jpeg", "png", "heic"]
)
def test_e5_nothing_but_pixels_is_left(tmp_path: Path, make: Make) -> None:
    content = make()
    assert SECRET.encode() in content, "the test's own photo tells nothing"

    made = developed(tmp_path, content)

    for path in (made.shown, made.thumbnail):
        jpeg = path.read_bytes()
        told = set(segments(jpeg)) - {0xE0, 0xDB, 0xC0, 0xC2, 0xC4, 0xDA, 0xDD}
        assert told == set(), f"markers {told}"
        assert SECRET.encode() not in jpeg
        assert b"script" not in jpeg
    print(f"E5: {len(content)} bytes with EXIF, GPS, XMP, ICC and a comment; nothing of it left")


@pytest.mark.skipif(not shutil.which("exiftool"), reason="exiftool is not on this machine")
@pytest.mark.parametrize("make", [a_telling_jpeg, a_telling_heic], ids=["jpeg", "heic"])
def test_e5_exiftool_finds_nothing_either(tmp_path: Path, make: Make) -> None:
    made = developed(tmp_path, make())

    said = subprocess.run(
        ["exiftool", "-G1", "-s", "-a", "-u", made.shown],
        check=True,
        capture_output=True,
        text=True,
    )

    groups = {line.split("]")[0].strip("[ ") for line in said.stdout.splitlines()}
    assert groups <= {"ExifTool", "System", "File", "JFIF", "Composite"}


@pytest.mark.parametrize("name", [*not_pictures(), *broken_pictures()])
def test_e4_what_is_no_photo_is_refused_by_its_bytes_and_what_cannot_be_read_too(
    tmp_path: Path, name: str
) -> None:
    code = refusal(tmp_path, {**not_pictures(), **broken_pictures()}[name])

    assert code == "photo_type_refused" or (
        name in broken_pictures() and code == "photo_unreadable"
    )
    print(f"E4: {name}: {code}")


MEASURE = """
import json, re, sys
sys.path.insert(0, {folder!r})
import child
from PIL import Image
import pillow_heif
from pathlib import Path
def memory():
    return int(re.search("VmHWM:[^0-9]*([0-9]+)", open("/proc/self/status").read())[1]) * 1024
try:
    child.open_photo(Path({small!r}), most_pixels=50_000_000)
except child.PhotoRejected:
    pass
before = memory()
try:
    child.open_photo(Path({bomb!r}), most_pixels=50_000_000)
    said = "opened"
except child.PhotoRejected as refused:
    said = refused.args[0]
print(json.dumps([said, memory() - before]))
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_e4_a_bomb_is_refused_by_its_header_alone(tmp_path: Path) -> None:
    """1.6 thousand million pixels in a file of a few hundred kilobytes."""
    bomb, small = tmp_path / "bomb", tmp_path / "small"
    bomb.write_bytes(a_png_that_promises(40_000, 40_000, mebibytes=200))
    small.write_bytes(a_png(8, 8))
    folder = str(Path(sys.modules[ProcessingJob.__module__].__file__ or "").parent)
    code = MEASURE.format(folder=folder, small=str(small), bomb=str(bomb))

    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)

    said, grew_bytes = json.loads(ran.stdout)
    print(
        f"E4: 1.6 Gpx in {bomb.stat().st_size // 1024} KB refused with "
        f"{grew_bytes / MIB:.1f} MB more memory"
    )
    assert said == "photo_too_many_pixels"
    assert grew_bytes <= 20 * MIB


@pytest.mark.parametrize(
    ("width", "height", "code"),
    [
        (7072, 7071, "photo_too_many_pixels"),
        (60_000, 60_000, "photo_too_many_pixels"),
        (2**31 - 1, 2**31 - 1, "photo_too_many_pixels"),
        (7071, 7071, "photo_unreadable"),  # under the limit; then its rows are not there
    ],
)
def test_e4_fifty_million_pixels_are_the_limit(
    tmp_path: Path, width: int, height: int, code: str
) -> None:
    assert refusal(tmp_path, a_png_that_promises(width, height)) == code


@pytest.mark.slow
@pytest.mark.nightly
def test_e4_the_largest_photos_fit_into_time_and_memory(tmp_path: Path) -> None:
    for name, content in (
        ("JPEG", a_jpeg(8160, 6120, quality=85)),
        ("HEIC", a_heic(8064, 6048)),
        ("PNG, clear", a_png(8160, 6120, mode="RGBA")),
    ):
        began = time.monotonic()
        developing = ProcessingJob(kind="photo", file=sent(tmp_path, content), folder=tmp_path)
        while not developing.is_done(wait_s=0.1):
            pass
        made = developing.result()
        print(
            f"E4: 49 Mpx {name} of {len(content) / MIB:.1f} MB in "
            f"{time.monotonic() - began:.1f} s, {developing.peak_bytes / MIB:.0f} MB"
        )
        assert made["width_px"] * made["height_px"] > 1_000_000
        assert developing.peak_bytes <= 512 * MIB


GREEDY = (
    "import sys; sys.path.insert(0, {folder!r}); import child; "
    "child.MOST_CPU_S = {cpu_s}; child.limit_itself()\n"
)


@pytest.mark.parametrize(
    ("does", "ended"),
    [("x = bytearray(600 * 1024 * 1024)", 1), ("while True: pass", -24)],
    ids=["memory", "time"],
)
def test_e4_a_decoder_gone_wild_is_stopped(does: str, ended: int) -> None:
    """512 MB, and 20 s of computing (here 1): the system's own limits, set before the file is
    opened."""
    folder = str(Path(sys.modules[ProcessingJob.__module__].__file__ or "").parent)

    ran = subprocess.run(
        [sys.executable, "-c", GREEDY.format(folder=folder, cpu_s=1) + does],
        check=False,
        capture_output=True,
        timeout=120,
    )

    print(f"E4: {does!r} stopped, exit {ran.returncode}")
    assert ran.returncode in (ended, -9)
    assert MOST_CPU_S == 20


def test_a_child_that_was_killed_takes_too_long_or_fails_refuses_its_photo(tmp_path: Path) -> None:
    file = sent(tmp_path, a_jpeg(6000, 4500))
    killed, slow, failing = (
        ProcessingJob(kind=kind, file=file, folder=tmp_path)
        for kind in ("photo", "photo", "nothing")
    )

    killed.give_up()
    slow._until = time.monotonic()
    assert slow.is_done(wait_s=0)
    while not failing.is_done(wait_s=0.1):
        pass

    for developing, code in (
        (killed, "photo_too_heavy"),
        (slow, "photo_too_heavy"),
        (failing, "nothing_unreadable"),
    ):
        with pytest.raises(PictureRefused, match=code):
            developing.result()


@pytest.mark.parametrize(("container", "content_type"), [("mp4", "mp4"), ("mov", "quicktime")])
def test_e6_a_film_is_shown_without_what_the_camera_wrote(
    tmp_path: Path, container: str, content_type: str
) -> None:
    film = a_film(tmp_path / "sent", container=container)
    assert SECRET.encode() in film.read_bytes(), "the test's own film tells nothing"

    made = develop(kind="video", file=film, folder=tmp_path)

    assert identify_photo(film, types=VIDEO_TYPES, kind="video") == f"video/{content_type}"
    assert (made.width_px, made.height_px, made.duration_s) == (64, 48, 35)
    assert SECRET.encode() not in made.shown.read_bytes()
    with av.open(str(made.shown)) as shown:
        assert {stream.type for stream in shown.streams} == {"video", "audio"}
        assert shown.streams.video[0].codec_context.name == "mpeg4"
        assert float(shown.duration or 0) / av.time_base == pytest.approx(35, abs=0.5)
        assert SECRET not in str(shown.metadata)
    print(f"E6: {container} of 35 s shown as MP4, same packets, no metadata")


@pytest.mark.req("PHOTO-01.4")
@pytest.mark.parametrize(
    ("seconds", "code"),
    [(10, "video_too_short"), (29, "video_too_short"), (30, ""), (60, ""), (62, "video_too_long")],
)
def test_e6_thirty_to_sixty_seconds(tmp_path: Path, seconds: int, code: str) -> None:
    film = a_film(tmp_path / "sent", seconds=seconds, sound=False)

    if not code:
        made = develop(kind="video", file=film, folder=tmp_path)
        assert made.duration_s == seconds
        return
    with pytest.raises(PictureRefused, match=code):
        develop(kind="video", file=film, folder=tmp_path)


@pytest.mark.parametrize(
    "container", ["matroska", "avi", "mpegts", "webm"], ids=["mkv", "avi", "ts", "webm"]
)
def test_e6_other_containers_are_no_films_of_ours(tmp_path: Path, container: str) -> None:
    path = tmp_path / "sent"
    codec = "libvpx" if container == "webm" else "mpeg4"
    with av.open(str(path), "w", format=container) as made:
        film: Any = made.add_stream(codec, rate=5)
        film.width, film.height, film.pix_fmt = 64, 48, "yuv420p"
        made.mux(film.encode(a_frame()))
        made.mux(film.encode())

    with pytest.raises(PictureRefused, match="video_type_refused"):
        identify_photo(path, types=VIDEO_TYPES, kind="video")
    with pytest.raises(PictureRefused, match="video_unreadable"):
        develop(kind="video", file=path, folder=tmp_path)


def test_e6_part_of_a_film_and_none_at_all_are_refused(tmp_path: Path) -> None:
    film = a_film(tmp_path / "whole", sound=False)
    whole = film.read_bytes()
    # Its index stands first, and promises more than comes.
    index_first = develop(kind="video", file=film, folder=tmp_path).shown.read_bytes()
    assert index_first.index(b"moov") < index_first.index(b"mdat")
    with av.open(str(tmp_path / "sound"), "w", format="mp4") as made:
        speak(made, made.add_stream("aac", rate=8000, layout="mono"), seconds=1)

    for content in (
        *(whole[: len(whole) // 2], whole[:200], index_first[: -len(index_first) // 3]),
        (tmp_path / "sound").read_bytes(),
        b"#EXTM3U\n#EXTINF:35,\nfile:///etc/passwd\n",
        b"\0\0\0\x14ftypisom" + bytes(90),
    ):
        with pytest.raises(PictureRefused, match=r"video_(unreadable|type_refused)"):
            develop(kind="video", file=sent(tmp_path, content), folder=tmp_path)
