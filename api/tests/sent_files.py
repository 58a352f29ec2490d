"""Files as homeowners send them, and as nobody should."""

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import av
import pillow_heif
from hostile_pdfs import ONE_PAGE, written_pdf
from PIL import Image, PngImagePlugin

GPS = 0x8825
ORIENTATION = 0x0112
MAKER = 0x010F
SECRET = "29.7604N-95.3698W"
XMP = f"<x:xmpmeta xmlns:x='adobe:ns:meta/'><gps>{SECRET}</gps></x:xmpmeta>".encode()


def a_picture(width: int = 640, height: int = 480, mode: str = "RGB") -> Any:
    """Not one colour: something that an encoder has to work for."""
    grain = Image.effect_noise((max(width // 8, 1), max(height // 8, 1)), 60)
    return grain.resize((width, height)).convert(mode)


def saved(picture: Any, kind: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


def exif(*, orientation: int = 1) -> bytes:
    made = Image.Exif()
    made[ORIENTATION] = orientation
    made[MAKER] = SECRET
    made.get_ifd(GPS).update({1: "N", 2: (29.0, 45.0, 37.0), 3: "W", 4: (95.0, 22.0, 11.0)})
    return made.tobytes()


def a_jpeg(width: int = 640, height: int = 480, mode: str = "RGB", **options: Any) -> bytes:
    return saved(a_picture(width, height, mode), "JPEG", **options)


def a_png(width: int = 640, height: int = 480, mode: str = "RGB", **options: Any) -> bytes:
    return saved(a_picture(width, height, mode), "PNG", **options)


def a_heic(width: int = 640, height: int = 480, **options: Any) -> bytes:
    pillow_heif.register_heif_opener()
    return saved(a_picture(width, height), "HEIF", quality=50, **options)


def a_telling_jpeg(*, orientation: int = 1) -> bytes:
    """With all that a camera or a stranger may write beside the pixels."""
    plain = a_jpeg(
        exif=exif(orientation=orientation),
        comment=b"<script>alert(1)</script>" + SECRET.encode(),
        xmp=XMP,
        icc_profile=b"\0" * 128 + SECRET.encode(),
    )
    return plain + b"trailing " + SECRET.encode()


def a_telling_png() -> bytes:
    info = PngImagePlugin.PngInfo()
    info.add_text("Comment", f"<script>alert(1)</script>{SECRET}")
    info.add_itxt("XML:com.adobe.xmp", XMP.decode())
    return a_png(pnginfo=info, exif=exif(), icc_profile=b"\0" * 128 + SECRET.encode())


def a_telling_heic() -> bytes:
    return a_heic(exif=exif(), xmp=XMP)


def a_png_that_promises(width: int, height: int, *, mebibytes: int = 0) -> bytes:
    """A header of that size over rows of zeros, packed small: a bomb."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    packed = zlib.compress(b"\0" * (1024 * 1024), 9) if not mebibytes else _zeros(mebibytes)
    return (
        b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", packed) + _chunk(b"IEND")
    )


def _zeros(mebibytes: int) -> bytes:
    packer = zlib.compressobj(9)
    block = b"\0" * (1024 * 1024)
    return b"".join(packer.compress(block) for _ in range(mebibytes)) + packer.flush()


def _chunk(name: bytes, content: bytes = b"") -> bytes:
    return (
        struct.pack(">I", len(content))
        + name
        + content
        + struct.pack(">I", zlib.crc32(name + content))
    )


def a_zip() -> bytes:
    """An archive of one empty file."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a", b"")
    return buffer.getvalue()


SVG = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
HTML = b"<!doctype html><html><script>alert(1)</script></html>"
EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\nshowpage\n"
PDF = written_pdf(ONE_PAGE)


@cache
def not_pictures() -> Mapping[str, bytes]:
    """What nobody may send as a photo, by what it is."""
    jpeg, png = a_jpeg(), a_png()
    return {
        "svg": SVG,
        "gif": saved(a_picture(mode="P"), "GIF"),
        "html": HTML,
        "zip": a_zip(),
        "eps": EPS,
        "pdf": PDF,
        "tiff": saved(a_picture(), "TIFF"),
        "webp": saved(a_picture(), "WEBP"),
        "bmp": saved(a_picture(), "BMP"),
        "avif brand": b"\0\0\0\x1cftypavif\0\0\0\0avifmif1" + bytes(64),
        "executable": b"\x7fELF" + bytes(64),
        "nothing": b"\0" * 64,
        "jpeg and zip": jpeg + a_zip(),
        "jpeg and zip with a comment": jpeg + a_zip()[:-2] + b"\x05\x00hello",
        "png and zip": png + a_zip(),
        "jpeg and pdf": jpeg[:2] + b"\xff\xfe\x00\x20" + PDF[:30] + jpeg[2:] + PDF,
        "gif and jpeg": b"GIF89a" + jpeg,
    }


@cache
def broken_pictures() -> Mapping[str, bytes]:
    """Recognised by their first bytes, and no more than that."""
    jpeg, png, heic = a_jpeg(), a_png(), a_heic(320, 240)
    return {
        "half a jpeg": jpeg[: len(jpeg) // 2],
        "half a png": png[: len(png) // 2],
        "half a heic": heic[: len(heic) // 2],
        "a jpeg's head": jpeg[:100],
        "a png's head": png[:40],
        "a heic's head": heic[:64],
        "a jpeg with noise inside": jpeg[:400] + bytes(range(256)) * 40,
        "a png with a wrong sum": png[:60] + b"\xff" * 8 + png[68:],
        "a png without size": b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", bytes(13)) + _chunk(b"IEND"),
    }


@cache
def behind_pictures() -> Mapping[str, bytes]:
    """What stands behind the picture in files of phones, and what a stranger may put there."""
    film = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + bytes(5000)
    return {
        "a motion photo of a Pixel": film,
        "a motion photo of a Samsung": b"\0\0\x30\x0aMotionPhoto_Data" + film + b"SEFHk\0\0\0SEFT",
        "a film whose bytes look like markup": film + b"<%@" + bytes(500) + b"<SVG" + b"<?php",
        "a depth map": a_jpeg(64, 48, mode="L"),
        "a page": HTML,
        "zeros of a card": bytes(4096),
        "one letter of an end": b"\xff",
    }


def a_jpeg_with_gain_map() -> bytes:
    """Two pictures in one file: what is seen, and how much brighter a better screen shows it."""
    return saved(a_picture(), "MPO", save_all=True, append_images=[a_picture(160, 120)])


def a_profile(*columns: tuple[float, float, float], gamma: float, space: bytes = b"RGB ") -> bytes:
    """An ICC profile of three primaries (XYZ under D50) and one curve; of gray without any."""
    curve = b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256)) + bytes(2)
    tags = {b"wtpt": _xyz((0.9642, 1.0, 0.8249))}
    for letter, column in zip((b"r", b"g", b"b"), columns, strict=False):
        tags[letter + b"XYZ"], tags[letter + b"TRC"] = _xyz(column), curve
    if not columns:
        tags[b"kTRC"] = curve
    at, table, content = 132 + 12 * len(tags), struct.pack(">I", len(tags)), b""
    for name, tag in tags.items():
        table += name + struct.pack(">II", at + len(content), len(tag))
        content += tag
    head = struct.pack(">I4xI", at + len(content), 0x02400000) + b"mntr" + space + b"XYZ "
    head = head.ljust(36, b"\0") + b"acsp"
    return head.ljust(68, b"\0") + _xyz((0.9642, 1.0, 0.8249))[8:] + bytes(48) + table + content


def _xyz(of: tuple[float, float, float]) -> bytes:
    return b"XYZ " + bytes(4) + struct.pack(">3i", *(round(value * 65536) for value in of))


DISPLAY_P3 = a_profile(  # its curve is sRGB's, here nearly
    (0.51512, 0.24120, -0.00105),
    (0.29198, 0.69225, 0.04189),
    (0.15710, 0.06657, 0.78407),
    gamma=2.2,
)
ADOBE_RGB = a_profile(
    (0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457), gamma=2.2
)
PROPHOTO = a_profile(
    (0.79767, 0.28804, 0.0), (0.13519, 0.71188, 0.0), (0.03134, 0.00009, 0.82491), gamma=1.8
)
LINEAR_GRAY = a_profile(gamma=1.0, space=b"GRAY")


def a_png_of_16_bits(*, channels: int) -> bytes:
    """From black to white, from left to right: 256 by 16 pixels of 1, 2, 3 or 4 times 16 bits."""
    kind = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    full = b"\xff\xff" if channels in {2, 4} else b""
    colors = channels - bool(full)
    row = b"\0" + b"".join(struct.pack(">H", x * 257) * colors + full for x in range(256))
    header = struct.pack(">IIBBBBB", 256, 16, 16, kind, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(row * 16))
        + _chunk(b"IEND")
    )


def a_film(
    path: Path,
    *,
    seconds: float = 35,
    container: str = "mp4",
    sound: bool = True,
    told: dict[str, str] | None = None,
) -> Path:
    """A small moving picture, 5 a second, as a phone would write it."""
    with av.open(str(path), "w", format=container) as made:
        made.metadata.update(told or {"location": SECRET, "comment": SECRET})
        film = made.add_stream("mpeg4", rate=5)
        film.width, film.height, film.pix_fmt = 64, 48, "yuv420p"
        film.metadata["comment"] = SECRET
        voice = made.add_stream("aac", rate=8000, layout="mono") if sound else None
        for number in range(int(seconds * 5)):
            frame = a_frame(number)
            frame.pts, frame.time_base = number, Fraction(1, 5)
            made.mux(film.encode(frame))
        made.mux(film.encode())
        if voice:
            speak(made, voice, seconds=seconds)
    return path


def a_frame(number: int = 0) -> Any:
    still: Any = av.VideoFrame
    return still.from_image(Image.new("RGB", (64, 48), (number % 255, 80, 40)))


def speak(made: Any, voice: Any, *, seconds: float) -> None:
    """So many seconds of silence."""
    for number in range(int(seconds * 8)):
        silence = av.AudioFrame(format="fltp", layout="mono", samples=1000)
        silence.sample_rate, silence.pts, silence.time_base = 8000, number * 1000, Fraction(1, 8000)
        for plane in silence.planes:
            plane.update(bytes(plane.buffer_size))
        made.mux(voice.encode(silence))
    made.mux(voice.encode())
