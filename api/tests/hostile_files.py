"""What no honest person uploads as a list, a map or a logo, by what is wrong with it."""

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Mapping
from typing import Any, Final

from hostile_json import BODIES
from PIL import Image

HEADER: Final = b"zip_code,city,state,county,region,lat,lon,status\n"
GOOD_LINE: Final = b"77380,Spring,TX,Montgomery,North,30.1,-95.4,active\n"
LAST_LINE: Final = b"77381,Spring,TX,Montgomery,North,30.1,-95.4,active\n"
GOOD_LIST: Final = HEADER + GOOD_LINE
_TEXT: Final = (HEADER + GOOD_LINE).decode()


def packed(**files: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_dot_", "."), content)
    return stream.getvalue()


def _anything() -> dict[str, bytes]:
    """What is no file of any kind that we take."""
    return {f"only: {name}": raw for name, raw in BODIES.items()} | {
        "an old Excel file": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512),
        "a new Excel file": packed(**{"xl/workbook.xml": b"<workbook/>"}),
        "a bomb": packed(zips_dot_csv=bytes(100_000_000)),
        "a bomb in a zip": packed(a_dot_zip=packed(zips_dot_csv=bytes(10_000_000))),
        "half a zip": packed(zips_dot_csv=GOOD_LIST)[:-9],
        "a program": b"\x7fELF" + bytes(64),
        "a paper": b"%PDF-1.7\n%%EOF",
        "a page": b"<!doctype html><table><tr><td>zip_code<td>77380</table>",
        "a drawing": b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        "NULs": bytes(1000),
        "a mark only": b"\xef\xbb\xbf",
        "a 16-bit mark only": b"\xff\xfe",
        "lone surrogates": "\ud800\udfff\ud800".encode("utf-8", "surrogatepass") * 9,
    }


def refused_lists() -> Mapping[str, bytes]:
    """Lists of ZIP codes of which no line can be taken."""
    return _anything() | {
        "UTF-16 without its mark": _TEXT.encode("utf-16-le"),
        "UTF-16 cut short": _TEXT.encode("utf-16")[:-1],
        "UTF-32": _TEXT.encode("utf-32"),
        "a mainframe's letters": _TEXT.encode("cp037"),
        "a mark that lies": b"\xff\xfe" + GOOD_LIST,
        "broken UTF-8 after its mark": b"\xef\xbb\xbf" + GOOD_LIST + b"\xff",
        "a NUL in a cell": HEADER + b"77380,Spr\x00ing\n",
        "a NUL at the end": GOOD_LIST + b"\x00",
        "no header": GOOD_LINE,
        "only the header": HEADER,
        "only the header, twice the columns": HEADER[:-1] + b"," + HEADER,
        "a header and empty lines": HEADER + b"\n,,,\n\r\n",
        "no column of ZIP codes": b"city,state\nSpring,TX\n",
        "the header below": b"Our list\n" + GOOD_LIST,
        "a million columns": b"zip_code" + b",a" * 1_000_000 + b"\n77380\n",
        "a column too many": b"zip_code" + b",a" * 100 + b"\n77380\n",
        "a giant cell": HEADER + b'77380,"' + b"a" * 140_000 + b'"\n',
        "a giant name of a column": b"zip_code," + b"a" * 140_000 + b"\n77380,a\n",
        "a quote that never closes": HEADER + b'77380,"Spring\n77381,Spring\n',
        "a quote closed too early": HEADER + b'77380,"Spr"ing\n',
        "a quote in the header": b'zip_code,"city\n77380,Spring\n',
        "two delimiters": b"zip_code;city|state\n".replace(b";", b"|") + b"77380|Spring|TX\n",
        "more lines than allowed": HEADER + GOOD_LINE * 45_001,
        "more bytes than allowed": HEADER + b" " * (5 * 1024 * 1024),
        "deep brackets": HEADER[:-1].replace(b"zip_code", b"[" * 9000) + b"\n77380\n",
    }


# Beside a good line before and after: the third line, and what its reason says.
BAD_LINES: Final[Mapping[str, str]] = {
    "77380,Again,TX": "already on line 2",
    "7738,Spring": "07738 is in NJ, not in TX",
    "773801,Spring": '"773801" is not a ZIP code',
    "-77382,Spring": '"-77382" is not a ZIP code',
    "1e308,Spring": '"1e308" is not a ZIP code',
    "77382.5,Spring": "is not a ZIP code",
    "=77382+0,Spring": "is not a ZIP code",
    '"=HYPERLINK(""http://x"")",Spring': "is not a ZIP code",
    "NaN,Spring": "is not a ZIP code",
    "null,Spring": "is not a ZIP code",
    "true,Spring": "is not a ZIP code",
    "2026-02-30,Spring": "is not a ZIP code",
    "٧٧٣٨٢,Spring": "is not a ZIP code",
    "\uff17\uff17380,Spring": "is not a ZIP code",
    "<b>77382</b>,Spring": "is not a ZIP code",
    ",Spring": "There is no ZIP code",
    "' OR 1=1 --,Spring": "is not a ZIP code",
    "9" * 5000 + ",Spring": "is not a ZIP code",
    "[" * 900 + ",Spring": "is not a ZIP code",
    '{"zip_code": 77382},Spring': "is not a ZIP code",
    "77382," + "S" * 81: "The city is longer than 80 letters",
    "77382," + "S" * 130_000: "The city is longer than 80 letters",
    "77382,Spr\x1b[31ming": "The column city has a character that cannot be shown",
    "77382,Spr\u202eing": "The column city has a character that cannot be shown",
    "77382,\ufeffSpring": "The column city has a character that cannot be shown",
    "77382,Spring," + "T" * 21: "The state is longer than 20 letters",
    "77382,Spring,OK": "77382 is in TX, not in OK",
    "77382,Spring,TX," + "M" * 41: "The county is longer than 40 letters",
    "77382,Spring,TX,Mont\x7fgomery": "The column county has a character that cannot be shown",
    "77382,Spring,TX,,": "",  # the post office knows its place
    "77382,Spring,TX,," + "N" * 61: "The region is longer than 60 letters",
    "77382,Spring,TX,,,30.1": "must be two numbers, or both empty",
    "77382,Spring,TX,,,,-95.4": "must be two numbers, or both empty",
    "77382,Spring,TX,,,north,west": "must be two numbers, or both empty",
    "77382,Spring,TX,,,0x1e,-95": "must be two numbers, or both empty",
    "77382,Spring,TX,,,nan,nan": "The latitude is out of range",
    "77382,Spring,TX,,,inf,-95": "The latitude is out of range",
    "77382,Spring,TX,,,-90.5,-95": "The latitude is out of range",
    "77382,Spring,TX,,,1e308,-95": "The latitude is out of range",
    "77382,Spring,TX,,,1e999,-95": "The latitude is out of range",
    "77382,Spring,TX,,,30,-1e308": "The longitude is out of range",
    "77382,Spring,TX,,,30,180.5": "The longitude is out of range",
    "77382,Spring,TX,,,30.1,95.4": "far from where the post office has it",
    "77382,Spring,TX,,,-30.1,-95.4": "far from where the post office has it",
    "77382,Spring,TX,,,0,0": "far from where the post office has it",
    "77382,Spring,TX,,,30,-95,maybe": '"maybe" is neither active nor inactive',
    "77382,Spring,TX,,,30,-95,2": '"2" is neither active nor inactive',
    "77382,Spring,TX,,,30,-95,active,more": "There are more cells than columns",
    "77382," + "," * 100_000 + "x": "There are more cells than columns",
    "77999,": "It is new to the list: it needs its city",
    "77999,Nowhere": "needs its latitude and longitude",
}


def _feature(geometry: Any, **properties: Any) -> bytes:
    told = {"type": "Feature", "properties": properties or {"ZIP": "77380"}, "geometry": geometry}
    return json.dumps({"type": "FeatureCollection", "features": [told]}).encode()


def _polygon(*points: Any) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": [list(points)]}


_SQUARE: Final = ([-95.5, 30.0], [-95.5, 30.2], [-95.3, 30.2], [-95.3, 30.0], [-95.5, 30.0])
GOOD_MAP: Final = _feature(_polygon(*_SQUARE))


def _number_instead(number: str) -> bytes:
    return GOOD_MAP.replace(b"-95.5", number.encode())


def refused_maps() -> Mapping[str, bytes]:
    """Outlines of ZIP codes of which none can be drawn."""
    numbers = ("NaN", "Infinity", "1e308", "-1e308", "1e999", "null", '"-95.5"', "[]", "true",
               "9" * 5000, "95.5", "-195.5")  # fmt: skip
    zips: tuple[Any, ...] = (None, True, -77380, 77380.5, 10**20, [77380], {"zip": 77380}, "",
                             "77380 ' --", "\x0077380", "٧٧٣٨٠", "10001")  # fmt: skip
    kinds: tuple[Any, ...] = (
        "Point",
        "LineString",
        "GeometryCollection",
        "polygon",
        "",
        None,
        1,
        {},
    )
    return (
        dict(list(_anything().items())[::3])  # a process each takes its time
        | {f"a corner of {one[:12]}": _number_instead(one) for one in numbers}
        | {f"a ZIP code of {one!r}": _feature(_polygon(*_SQUARE), ZIP=one) for one in zips}
        | {f"an area that is {one!r}": _feature({"type": one, "coordinates": [1]}) for one in kinds}
        | {
            "a list of ZIP codes": GOOD_LIST,
            "no area": _feature(None),
            "an empty area": _feature({"type": "Polygon", "coordinates": []}),
            "an area of no corners": _feature({"type": "Polygon", "coordinates": [[]]}),
            "an area of one corner": _feature(_polygon([-95.5, 30.0])),
            "an area of one place": _feature(_polygon(*[[-95.5, 30.0]] * 5)),
            "an area of words": _feature(_polygon("a", "b", "c", "a")),
            "degrees swapped": _feature(_polygon(*[[lat, lon] for lon, lat in _SQUARE])),
            "features that are an object": b'{"features": {"ZIP": "77380"}}',
            "a feature that is null": b'{"features": [null]}',
            "properties that are a list": b'{"features": [{"properties": ["ZIP"]}]}',
            "deep coordinates": GOOD_MAP.replace(b"[-95.5, 30.0]", b"[" * 5000 + b"]" * 5000),
            "two marks": b"\xef\xbb\xbf" * 2 + GOOD_MAP,
            "UTF-16": GOOD_MAP.decode().encode("utf-16"),
            "cut short": GOOD_MAP[:-3],
            "two maps in a zip": packed(a_dot_geojson=GOOD_MAP, b_dot_geojson=GOOD_MAP),
            "no shapes": packed(z_dot_shp=b"", z_dot_shx=b"", z_dot_dbf=b""),
            "shapes of nothing": packed(z_dot_shp=bytes(200), z_dot_shx=bytes(200)),
            "shapes that lie": packed(
                z_dot_shp=struct.pack(">7i", 9994, *[2**30] * 6) + bytes(90),
                z_dot_shx=struct.pack(">7i", 9994, *[2**30] * 6) + bytes(90),
                z_dot_dbf=b"\x03" + b"\xff" * 40,
            ),
            "a bomb of a map": packed(z_dot_geojson=b'{"features":[' + b"[" * 50_000_000),
        }
    )


def a_picture(kind: str = "PNG", size: tuple[int, int] = (300, 100), mode: str = "RGB") -> bytes:
    stream = io.BytesIO()
    Image.new(mode, size, 1 if mode in ("1", "P", "L") else (31, 78, 140)).save(stream, kind)
    return stream.getvalue()


def _chunk(name: bytes, content: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(name + content))
    return struct.pack(">I", len(content)) + name + content + check


def _png(width: int, height: int, content: bytes = b"", bits: int = 8, color: int = 2) -> bytes:
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + _chunk(b"IDAT", content) + _chunk(b"IEND", b"")


def refused_logos() -> Mapping[str, bytes]:
    """Pictures that are none, are more than they say, or of a size that no logo has."""
    good, photo = a_picture(), a_picture("JPEG")
    anything = {name: raw for name, raw in _anything().items() if raw}  # no body is no logo
    return (
        anything
        | {f"{kind}, not taken": a_picture(kind) for kind in ("GIF", "BMP", "TIFF", "PPM", "ICO")}
        | {f"the first {size} bytes": good[:size] for size in (1, 8, 16, 33, 60)}
        | {f"a photo's first {size} bytes": photo[:size] for size in (2, 20, 300)}
        | {
            f"{width} by {height}": a_picture(size=(width, height))
            for width, height in ((1, 1), (63, 100), (300, 31), (801, 100), (100, 201))
        }
        | {
            "no pixels": _png(0, 0),
            "less than nothing": _png(2**32 - 1, 2**32 - 1),
            "a picture of nothing": _png(300, 100),
            "pixels that are none": _png(300, 100, b"no zlib"),
            "bits of no kind": _png(300, 100, zlib.compress(bytes(90_400)), bits=7, color=9),
            "a bomb of pixels": _png(60_000, 60_000, zlib.compress(bytes(9_000_000)), 1, 0),
            "a word too long": good[:8] + struct.pack(">I", 2**31 - 1) + good[12:],
            "a wrong check": good[:29] + b"\x00\x00\x00\x00" + good[33:],
            "a picture that is a zip too": good + packed(a=b"b"),
            "a picture that is a paper too": good + b"%PDF-1.7\n%%EOF",
        }
    )
