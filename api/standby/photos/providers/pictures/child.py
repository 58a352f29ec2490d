"""Re-encode one photo or remux one video, in a process with limited CPU time and memory.

Run as a separate program (`python -I child.py photo|logo|video FILE FOLDER RULES`) without
environment variables, so that a file made to exploit a decoder harms only this process. Prints its
result as one line of JSON. Imports nothing of standby, so that it starts fast.
"""

import hashlib
import io
import json
import math
import resource
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

MOST_CPU_S = 20
MOST_MEMORY_BYTES = 512 * 1024 * 1024
LARGEST_OUTPUT_BYTES = 128 * 1024 * 1024
MOST_OPEN_FILES = 64

SHOWN_PX = 4096  # enough to read a breaker's label
SHOWN_AREA_PX = 4096 * 3072  # a panorama along a wall may be longer, and as large in all
THUMBNAIL_PX = 480
LOGO_PX = (960, 320)  # three times as large as it is shown
STRIP_PX = 512
QUALITY = 88
THUMBNAIL_QUALITY = 76

CUT_SHORT_S = 1.5  # shorter than the container claims: the rest was never uploaded
VIDEO_CODECS = frozenset({"h264", "hevc", "mpeg4", "av1", "vp9"})
AUDIO_CODECS = frozenset({"aac", "mp3", "alac", "ac3", "opus"})


END_OF_JPEG = b"\xff\xd9"
ANY_BITS = bytes(range(1, 255))

_BROKEN = (OSError, ValueError, SyntaxError, EOFError, IndexError, ZeroDivisionError)


class PhotoRejected(Exception):
    pass


def limit_itself() -> None:
    for kind, most in (
        (resource.RLIMIT_CPU, MOST_CPU_S),
        (resource.RLIMIT_DATA, MOST_MEMORY_BYTES),
        (resource.RLIMIT_FSIZE, LARGEST_OUTPUT_BYTES),
        (resource.RLIMIT_NOFILE, MOST_OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hardest = resource.getrlimit(kind)
        allowed = most if hardest == resource.RLIM_INFINITY else min(most, hardest)
        resource.setrlimit(kind, (allowed, allowed))


def open_photo(
    path: Path, *, most_pixels: int, formats: tuple[str, ...] = ("PNG", "JPEG", "HEIF")
) -> Any:
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - the limits come first
    from pillow_heif import register_heif_opener  # noqa: PLC0415

    Image.MAX_IMAGE_PIXELS = None  # our own, stricter limit is checked below
    register_heif_opener(thumbnails=False)
    try:
        picture = Image.open(path, formats=formats)
    except (UnidentifiedImageError, *_BROKEN) as unreadable:
        raise PhotoRejected("photo_unreadable") from unreadable
    width_px, height_px = picture.size
    if width_px * height_px > most_pixels:
        raise PhotoRejected("photo_too_many_pixels")
    return picture


def develop_photo(path: Path, *, folder: Path, rules: dict[str, int]) -> dict[str, int]:
    # Only pixels are carried over to shown.jpg and thumbnail.jpg.
    from PIL import Image, ImageOps  # noqa: PLC0415

    picture = open_photo(path, most_pixels=rules["most_pixels"])
    size = _shown_size(picture.width, picture.height)
    picture = _loaded(picture, path, draft=("RGB", size))
    if picture.mode == "I;16":
        picture = picture.point(lambda bright: bright / 256, "L")
    elif picture.mode not in {"RGB", "CMYK", "L"} or picture.has_transparency_data:
        picture = _in_plain_colours(picture)
    picture.thumbnail(size, Image.Resampling.LANCZOS)
    picture = _in_srgb(picture, mode="RGB")
    with suppress(*_BROKEN):  # invalid EXIF data is ignored
        picture = ImageOps.exif_transpose(picture)
    converted = Image.new("RGB", picture.size)
    converted.paste(picture)  # converting and saving alone would keep the JPEG comment
    converted.save(folder / "shown.jpg", "JPEG", quality=QUALITY, progressive=True)
    converted.thumbnail((THUMBNAIL_PX, THUMBNAIL_PX), Image.Resampling.LANCZOS)
    converted.save(folder / "thumbnail.jpg", "JPEG", quality=THUMBNAIL_QUALITY)
    return {"width_px": picture.width, "height_px": picture.height}


def develop_logo(path: Path, *, folder: Path, rules: dict[str, int]) -> dict[str, int]:
    # Only pixels are carried over to logo.png, the transparent ones too.
    from PIL import Image, ImageOps  # noqa: PLC0415

    formats = ("PNG", "JPEG", "WEBP")
    picture = open_photo(path, most_pixels=rules["most_pixels"], formats=formats)
    picture = _loaded(picture, path)
    if picture.mode == "I;16":
        picture = picture.point(lambda bright: bright / 256, "L")
    if picture.mode not in {"RGB", "CMYK", "L"} or picture.has_transparency_data:
        picture = picture.convert("RGBA")
    picture = _in_srgb(picture, mode="RGBA" if picture.mode == "RGBA" else "RGB")
    with suppress(*_BROKEN):
        picture = ImageOps.exif_transpose(picture)
    picture.thumbnail(LOGO_PX, Image.Resampling.LANCZOS)
    converted = Image.new("RGBA", picture.size)
    converted.paste(picture)
    converted.save(folder / "logo.png", "PNG", optimize=True)
    return {"width_px": picture.width, "height_px": picture.height}


def _shown_size(width_px: int, height_px: int) -> tuple[int, int]:
    scale = max(
        SHOWN_PX / max(width_px, height_px), math.sqrt(SHOWN_AREA_PX / (width_px * height_px))
    )
    return max(1, round(width_px * scale)), max(1, round(height_px * scale))


def _loaded(picture: Any, path: Path, *, draft: tuple[Any, ...] | None = None) -> Any:
    # Drafted, a JPEG is decoded no larger than needed. What was decoded in vain is freed before the
    # next try: two copies with a decoder exceed the memory limit.
    if _is_decoded(picture, draft=draft):
        return picture
    if picture.format in {"JPEG", "MPO"}:
        picture.close()
        whole = _with_an_end(path, draft=draft)
        if whole is not None:
            return whole
    raise PhotoRejected("photo_unreadable")


def _with_an_end(path: Path, *, draft: tuple[Any, ...] | None) -> Any:
    # Of a JPEG whose end marker alone is missing, as browsers show it; None where pixels are
    # missing too. They are where any bits before the end change the picture.
    from PIL import Image  # noqa: PLC0415

    content, fingerprint = path.read_bytes().rstrip(b"\xff"), b""
    for tail in (ANY_BITS, b""):
        sent = io.BytesIO(content + tail + END_OF_JPEG)
        picture = Image.open(sent, formats=("JPEG",))
        if not _is_decoded(picture, draft=draft):
            return None
        before, fingerprint = fingerprint, _fingerprint(picture)
        if not before:
            picture.close()
    return picture if fingerprint == before else None


def _is_decoded(picture: Any, *, draft: tuple[Any, ...] | None) -> bool:
    try:
        if draft:
            picture.draft(*draft)
        picture.load()
    except _BROKEN:
        return False
    return True


def _fingerprint(picture: Any) -> bytes:
    # In strips, because two full copies exceed the memory limit.
    digest = hashlib.sha256()
    for top in range(0, picture.height, STRIP_PX):
        strip = picture.crop((0, top, picture.width, min(top + STRIP_PX, picture.height)))
        digest.update(strip.tobytes())
    return digest.digest()


def _in_srgb(picture: Any, *, mode: str) -> Any:
    # Phones save Display P3 and scanners their own colors: read as sRGB they would look dull. A
    # profile that cannot be read, or is of another kind of picture, is ignored.
    from PIL import ImageCms  # noqa: PLC0415

    profile = picture.info.get("icc_profile")
    if profile:
        with suppress(ImageCms.PyCMSError, *_BROKEN):
            return ImageCms.profileToProfile(
                picture,
                ImageCms.ImageCmsProfile(io.BytesIO(profile)),
                ImageCms.createProfile("sRGB"),
                renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
                outputMode=mode,
            )
    return picture if picture.mode == mode else picture.convert(mode)


def _in_plain_colours(picture: Any) -> Any:
    # Transparent pixels become white. In strips, because two full copies exceed the memory limit.
    from PIL import Image  # noqa: PLC0415

    if not picture.has_transparency_data:
        return picture.convert("RGB")
    plain = Image.new("RGB", picture.size, "white")
    plain.info = picture.info
    for top in range(0, picture.height, STRIP_PX):
        strip = picture.crop((0, top, picture.width, min(top + STRIP_PX, picture.height)))
        clear = strip.convert("RGBA")
        plain.paste(clear, (0, top), mask=clear)
    return plain


def develop_video(path: Path, *, folder: Path, rules: dict[str, int]) -> dict[str, int]:
    # The same packets in a new container (video.mp4); nothing is decoded or re-encoded.
    import av  # noqa: PLC0415

    av.logging.set_level(None)
    try:
        with av.open(str(path), format="mov", options={"protocol_whitelist": "file"}) as source:
            result = _remuxed(source, target=folder / "video.mp4")
    except (av.FFmpegError, ValueError, EOFError) as unreadable:
        raise PhotoRejected("video_unreadable") from unreadable
    if result["duration_s"] < rules["shortest_s"]:
        raise PhotoRejected("video_too_short")
    if result["duration_s"] > rules["longest_s"]:
        raise PhotoRejected("video_too_long")
    return result


def _remuxed(source: Any, *, target: Path) -> dict[str, int]:
    import av  # noqa: PLC0415

    video = next(iter(source.streams.video), None)
    if video is None or video.codec_context.name not in VIDEO_CODECS:
        raise PhotoRejected("video_type_refused")
    audio = next(iter(source.streams.audio), None)
    streams = [video] + ([audio] if audio and audio.codec_context.name in AUDIO_CODECS else [])
    promised_s = float((source.duration or 0) / av.time_base)
    with av.open(
        str(target), "w", format="mp4", options={"movflags": "+faststart", "fflags": "+bitexact"}
    ) as output:
        copies = {stream.index: output.add_stream_from_template(stream) for stream in streams}
        for copy in copies.values():
            copy.metadata.clear()
        duration_s = _copied(source, streams, output=output, copies=copies)
    if duration_s < promised_s - CUT_SHORT_S:
        raise PhotoRejected("video_unreadable")
    return {
        "width_px": video.codec_context.width,
        "height_px": video.codec_context.height,
        "duration_s": round(duration_s),
    }


def _copied(source: Any, streams: list[Any], *, output: Any, copies: dict[int, Any]) -> float:
    # Duration of the video stream in seconds, by its packets.
    first_s, last_s = None, 0.0
    for packet in source.demux(streams):
        if packet.dts is None:
            continue
        if packet.stream.type == "video" and packet.pts is not None:
            begins_s = float(packet.pts * packet.time_base)
            first_s = begins_s if first_s is None else min(first_s, begins_s)
            last_s = max(last_s, begins_s + float((packet.duration or 0) * packet.time_base))
        packet.stream = copies[packet.stream.index]
        output.mux(packet)
    return last_s - (first_s or 0.0)


def peak_bytes() -> int:
    # VmHWM is this process's own peak; ru_maxrss would include the parent's size before exec.
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    [peak] = [line for line in status.read_text().splitlines() if line.startswith("VmHWM:")]
    return int(peak.split()[1]) * 1024


PROCESSORS = {"photo": develop_photo, "logo": develop_logo, "video": develop_video}


def main() -> int:
    kind, path, folder, rules = sys.argv[1:]
    limit_itself()
    try:
        result: dict[str, Any] = PROCESSORS[kind](
            Path(path), folder=Path(folder), rules=json.loads(rules)
        )
    except PhotoRejected as refused:
        result = {"refused": refused.args[0]}
    except MemoryError:
        result = {"refused": f"{kind}_too_heavy"}
    result["peak_bytes"] = peak_bytes()
    sys.stdout.write(json.dumps(result))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
