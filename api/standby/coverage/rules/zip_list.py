"""Parser for ZIP code lists saved as CSV; unreadable lines are reported with the reason."""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from standby.core.errors import Invalid, _
from standby.coverage.rules.addresses import is_zip
from standby.coverage.rules.policy import MOST_LISTED_ZIPS

_COLUMNS: Final[Mapping[str, frozenset[str]]] = {
    "zip_code": frozenset({"zip_code", "zipcode", "zip", "zip5", "postal_code", "postalcode"}),
    "city": frozenset({"city", "town", "place", "primary_city"}),
    "state": frozenset({"state", "state_id", "state_code"}),
    "county": frozenset({"county", "county_name"}),
    "region": frozenset({"region", "area"}),
    "lat": frozenset({"lat", "latitude"}),
    "lon": frozenset({"lon", "lng", "long", "longitude"}),
    "status": frozenset({"status", "served", "active"}),
}
_LONGEST: Final = {"city": 80, "state": 20, "county": 40, "region": 60}  # lengths of the columns
_SERVED: Final = frozenset({"", "active", "served", "yes", "true", "y", "1"})
_NOT_SERVED: Final = frozenset({"inactive", "not served", "no", "false", "n", "0"})
_BYTE_ORDER_MARKS: Final = {
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
_AS_NUMBER: Final = re.compile(r"([0-9]{3,5})(?:\.0+)?")  # Excel stores a ZIP code as a number
_WITH_FOUR_MORE: Final = re.compile(r"([0-9]{5})-[0-9]{4}")


class ZipListUnreadable(Invalid):
    code = "zip_list_unreadable"
    message = _(
        "This is not a list of ZIP codes: save it as CSV, with a first line that names zip_code."
    )


class ZipListTooLong(Invalid):
    code = "zip_list_too_long"
    message = _("There are more lines than ZIP codes in the country.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipLine:
    """One parsed line.

    Empty or None means not given; `middle` is (latitude, longitude) in degrees.
    """

    line: int
    zip_code: str
    city: str
    state: str
    county: str
    region: str
    middle: tuple[float, float] | None
    is_served: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BadLine:
    line: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipList:
    """`zeros_restored` lists lines whose ZIP code had lost its leading zeros."""

    lines: tuple[ZipLine, ...]
    bad: tuple[BadLine, ...]
    ignored_columns: tuple[str, ...]
    zeros_restored: tuple[int, ...]


class _Wrong(Exception):
    pass


def read_zip_list(content: bytes) -> ZipList:
    """Parse an uploaded list. Raises ZipListUnreadable and ZipListTooLong."""
    text = _decoded(content)
    rows = _rows(text)
    _, heads = next(rows, (0, []))
    names = _column_names(heads)
    lines, bad, zeros, line_by_zip = [], [], [], dict[str, int]()
    for number, cells in rows:
        if number > MOST_LISTED_ZIPS:
            raise ZipListTooLong
        fields = dict(zip(names, (" ".join(cell.split()) for cell in cells), strict=False))
        try:
            line = _line(
                number, fields, extra=[cell for cell in cells[len(names) :] if cell.strip()]
            )
            if line.zip_code in line_by_zip:
                raise _Wrong(
                    f"{line.zip_code} stands on line {line_by_zip[line.zip_code]} already."
                )
        except _Wrong as wrong:
            bad.append(BadLine(line=number, reason=wrong.args[0]))
            continue
        line_by_zip[line.zip_code] = number
        lines.append(line)
        if not fields["zip_code"].startswith(line.zip_code):
            zeros.append(number)
    return ZipList(
        lines=tuple(lines),
        bad=tuple(bad),
        ignored_columns=tuple(
            head.strip() for head, name in zip(heads, names, strict=True) if name not in _COLUMNS
        ),
        zeros_restored=tuple(zeros),
    )


def _decoded(content: bytes) -> str:
    # Excel writes UTF-8 with a byte order mark, UTF-16 ("Unicode text") or the Windows code page.
    marked = [code for mark, code in _BYTE_ORDER_MARKS.items() if content.startswith(mark)]
    for encoding in marked or ("utf-8", "cp1252"):
        with suppress(UnicodeDecodeError):
            return content.decode(encoding)
    raise ZipListUnreadable


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    if "\0" in text:
        raise ZipListUnreadable
    head = text.splitlines()[0] if text else ""
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    begins = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield begins, cells
            begins = reader.line_num + 1
    except csv.Error as broken:
        raise ZipListUnreadable from broken


def _column_names(heads: list[str]) -> list[str]:
    # Unknown or repeated columns keep their own name, in parentheses.
    names = []
    for head in heads:
        plain = re.sub(r"[^a-z0-9]+", "_", head.strip().lower()).strip("_")
        matches = (name for name, spellings in _COLUMNS.items() if plain in spellings)
        name = next(matches, f"({plain})")
        names.append(name if name not in names else f"({plain})")
    if "zip_code" not in names:
        raise ZipListUnreadable
    return names


def _line(number: int, cells: dict[str, str], *, extra: list[str]) -> ZipLine:
    if extra:
        raise _Wrong("There are more cells than columns: is a comma missing its quotes?")
    text = cells["zip_code"]
    if match := _WITH_FOUR_MORE.fullmatch(text):
        zip_code = match.group(1)
    else:
        match = _AS_NUMBER.fullmatch(text)
        zip_code = match.group(1).zfill(5) if match else ""
    if not is_zip(zip_code):
        raise _Wrong(f'"{text[:20]}" is not a ZIP code.' if text else "There is no ZIP code.")
    for name, longest in _LONGEST.items():
        if len(cells.get(name, "")) > longest:
            raise _Wrong(f"The {name} is longer than {longest} letters.")
    middle = _middle(cells.get("lat", ""), cells.get("lon", ""))
    status = cells.get("status", "").lower()
    if status not in _SERVED | _NOT_SERVED:
        raise _Wrong(f'"{cells["status"][:20]}" is neither active nor inactive.')
    return ZipLine(
        line=number,
        zip_code=zip_code,
        city=cells.get("city", ""),
        state=cells.get("state", ""),
        county=cells.get("county", ""),
        region=cells.get("region", ""),
        middle=middle,
        is_served=status in _SERVED,
    )


def _middle(lat: str, lon: str) -> tuple[float, float] | None:
    if not lat and not lon:
        return None
    try:
        middle = float(lat), float(lon)
    except ValueError:
        raise _Wrong("Latitude and longitude are two numbers, or both empty.") from None
    if not (abs(middle[0]) <= 90 and abs(middle[1]) <= 180):
        raise _Wrong("Latitude or longitude is not on earth.")
    return middle
