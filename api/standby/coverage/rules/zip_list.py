"""Lists of ZIP codes saved as CSV: parse one, and compute what it would change."""

import csv
import io
import math
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

import zipcodes

from standby.core.errors import Conflict, _
from standby.core.market import PLACE
from standby.core.words import say
from standby.coverage.rules.addresses import is_zip

_MOST_COLUMNS: Final = 100
MOST_LISTED_ZIPS: Final = 45_000  # more than there are in the country
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
_UNREADABLE: Final = _(
    "This is not a list of ZIP codes: save it as CSV, with a first line that names zip_code."
)
_NO_CITY: Final = _("It is new to the list: it needs its city.")
_NO_MIDDLE: Final = _(
    "It is new to the list: it needs its latitude and longitude, or a region that has others."
)
_FAR: Final = _(
    "Its latitude and longitude are far from where the post office has it. "
    "Are they in order, and is the one of the west negative?"
)
FAR_DEG: Final = 2.0  # wider than any ZIP code of a metro
_SHOWN: Final = ("city", "state", "county", "region", "middle")
_AS_NUMBER: Final = re.compile(r"([0-9]{3,5})(?:\.0+)?")  # Excel stores a ZIP code as a number
_WITH_FOUR_MORE: Final = re.compile(r"([0-9]{5})-[0-9]{4}")


class ImportRefused(Conflict):
    code = "coverage_import_refused"
    message = _("This file cannot be imported.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipList:
    """A parsed list.

    `lines` have the line number and the columns of ZipRecord, "" or None where a cell is empty;
    `bad` ones have the line number and the reason. `zeros_restored` lists lines whose ZIP code had
    lost its leading zeros.
    """

    lines: list[dict[str, Any]]
    bad: list[dict[str, Any]]
    ignored_columns: list[str]
    zeros_restored: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipRecord:
    """The columns of a ZIP code as they are stored, or would be after the import."""

    zip_code: str
    city: str
    state: str
    county: str
    region: str
    status: str
    lat: float
    lon: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.lat, self.lon

    @property
    def is_served(self) -> bool:
        return self.status == "active"


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipChange:
    """One ZIP code before (None if new) and after."""

    before: ZipRecord | None
    after: ZipRecord

    @property
    def opens(self) -> bool:
        return self.after.is_served and not (self.before and self.before.is_served)

    @property
    def closes(self) -> bool:
        return self.before is not None and self.before.is_served and not self.after.is_served

    @property
    def fields(self) -> dict[str, tuple[Any, Any]]:
        if self.before is None:
            return {}
        return {
            name: (getattr(self.before, name), getattr(self.after, name))
            for name in _SHOWN
            if getattr(self.before, name) != getattr(self.after, name)
        }


class _Wrong(Exception):
    pass


def read_zip_list(content: bytes) -> ZipList:
    """Parse an uploaded list. Raises ImportRefused."""
    rows = _rows(_decoded(content))
    heads = next(rows, (0, []))[1]
    names = _column_names(heads)
    lines: list[dict[str, Any]] = []
    bad: list[dict[str, Any]] = []
    zeros, line_by_zip = [], dict[str, int]()
    for number, cells in rows:
        if number > MOST_LISTED_ZIPS:
            raise ImportRefused(_("There are more lines than ZIP codes in the country."))
        fields = dict(zip(names, (" ".join(cell.split()) for cell in cells), strict=False))
        try:
            line = _line(
                number, fields, extra=[cell for cell in cells[len(names) :] if cell.strip()]
            )
            zip_code = line["zip_code"]
            if zip_code in line_by_zip:
                raise _Wrong(
                    say(
                        "%(zip)s is already on line %(line)s.",
                        zip=zip_code,
                        line=line_by_zip[zip_code],
                    )
                )
        except _Wrong as wrong:
            bad.append({"line": number, "reason": wrong.args[0]})
            continue
        line_by_zip[zip_code] = number
        lines.append(line)
        if not fields["zip_code"].startswith(zip_code):
            zeros.append(number)
    ignored = [
        head.strip() for head, name in zip(heads, names, strict=True) if name not in _COLUMNS
    ]
    return ZipList(lines=lines, bad=bad, ignored_columns=ignored, zeros_restored=zeros)


def _decoded(content: bytes) -> str:
    # Excel writes UTF-8 with a byte order mark, UTF-16 ("Unicode text") or the Windows code page.
    marked = [code for mark, code in _BYTE_ORDER_MARKS.items() if content.startswith(mark)]
    for encoding in marked or ("utf-8", "cp1252"):
        with suppress(UnicodeDecodeError):
            return content.decode(encoding)
    raise ImportRefused(_UNREADABLE)


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    if "\0" in text:
        raise ImportRefused(_UNREADABLE)
    head = text.splitlines()[0] if text else ""
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield begins, cells
            begins = reader.line_num + 1
    except csv.Error as broken:
        if begins == 1:
            raise ImportRefused(_UNREADABLE) from broken
        raise ImportRefused(
            _(
                "Line %(line)s cannot be read, nor can what follows: a quote in it is not closed, "
                "or a cell is longer than 131,072 letters."
            ),
            line=begins,
        ) from broken


def _column_names(heads: list[str]) -> list[str]:
    # Unknown or repeated columns keep their own name, in parentheses.
    if len(heads) > _MOST_COLUMNS:
        raise ImportRefused(_UNREADABLE)
    names = []
    for head in heads:
        plain = re.sub(r"[^a-z0-9]+", "_", head.strip().lower()).strip("_")
        matches = (name for name, spellings in _COLUMNS.items() if plain in spellings)
        name = next(matches, f"({plain})")
        names.append(name if name not in names else f"({plain})")
    if "zip_code" not in names:
        raise ImportRefused(_UNREADABLE)
    return names


def _line(number: int, cells: dict[str, str], *, extra: list[str]) -> dict[str, Any]:
    if extra:
        raise _Wrong(say("There are more cells than columns. Is a comma not quoted?"))
    text = cells["zip_code"]
    if match := _WITH_FOUR_MORE.fullmatch(text):
        zip_code = match.group(1)
    else:
        match = _AS_NUMBER.fullmatch(text)
        zip_code = match.group(1).zfill(5) if match else ""
    if not is_zip(zip_code):
        raise _Wrong(
            say('"%(text)s" is not a ZIP code.', text=text[:20])
            if text
            else say("There is no ZIP code.")
        )
    for name, longest in _LONGEST.items():
        if len(cells.get(name, "")) > longest:
            raise _Wrong(
                say("The %(name)s is longer than %(most)s letters.", name=name, most=longest)
            )
    for name, cell in cells.items():
        if not cell.isprintable():
            raise _Wrong(
                say(
                    "The column %(name)s has a character that cannot be shown.",
                    name=name.strip("()"),
                )
            )
    lat, lon = _middle(cells)
    status = cells.get("status", "").lower()
    if status not in _SERVED | _NOT_SERVED:
        raise _Wrong(
            say('"%(status)s" is neither active nor inactive.', status=cells["status"][:20])
        )
    return {
        "line": number,
        "zip_code": zip_code,
        **{name: cells.get(name, "") for name in _LONGEST},
        "status": "active" if status in _SERVED else "inactive",
        "lat": lat,
        "lon": lon,
    }


def _middle(cells: Mapping[str, str]) -> tuple[float, float] | tuple[None, None]:
    if not (cells.get("lat") or cells.get("lon")):
        return None, None
    try:
        lat, lon = float(cells.get("lat", "")), float(cells.get("lon", ""))
    except ValueError:
        raise _Wrong(say("Latitude and longitude must be two numbers, or both empty.")) from None
    for name, number, most in (("latitude", lat, 90), ("longitude", lon, 180)):
        if not abs(number) <= most:
            raise _Wrong(
                say(
                    "The %(name)s is out of range: it is from -%(most)s to %(most)s.",
                    name=name,
                    most=most,
                )
            )
    return lat, lon


def _new_record(
    columns: dict[str, Any], by_region: Mapping[str, list[tuple[float, float]]]
) -> ZipRecord:
    """Complete a new ZIP code from the post office's list, else by its region's average position.

    Raises _Wrong for one of another state, and where city or position are known nowhere.
    """
    zip_code = columns["zip_code"]
    state = columns["state"] or PLACE.state_code
    known = next(iter(zipcodes.matching(zip_code)), None)  # type: ignore[no-untyped-call]
    if known is not None:
        if known["state"] != state:
            raise _Wrong(
                say(
                    "%(zip)s is in %(known)s, not in %(state)s. Is a digit missing?",
                    zip=zip_code,
                    known=known["state"],
                    state=state,
                )
            )
        columns["city"] = columns["city"] or known["city"]
        columns["county"] = columns["county"] or known["county"].removesuffix(" County")
    if not columns["city"]:
        raise _Wrong(say(_NO_CITY))
    if columns["lat"] is not None and known is not None:
        stated, posted = (
            (columns["lat"], columns["lon"]),
            (float(known["lat"]), float(known["long"])),
        )
        if math.dist(stated, posted) > FAR_DEG:
            raise _Wrong(say(_FAR))
    elif columns["lat"] is None and known is not None:
        columns |= {"lat": float(known["lat"]), "lon": float(known["long"])}
    elif columns["lat"] is None and columns["region"] in by_region:
        lats, lons = zip(*by_region[columns["region"]], strict=True)
        columns |= {"lat": sum(lats) / len(lats), "lon": sum(lons) / len(lons)}
    elif columns["lat"] is None:
        raise _Wrong(say(_NO_MIDDLE))
    return ZipRecord(**{**columns, "state": state})


def diff_zip_list(
    zips: Mapping[str, ZipRecord], zip_list: ZipList, *, is_whole_list: bool
) -> tuple[list[ZipChange], dict[str, Any]]:
    """Compute the changes that an import of this list would make, and the report about them.

    An empty cell changes nothing. With `is_whole_list`, served ZIP codes that the list omits are
    closed, but only if no line is bad: a bad line may be the one that names them. They are
    `left_open` in the report then.
    """
    by_region: dict[str, list[tuple[float, float]]] = {}
    for row in (*map(asdict, zips.values()), *zip_list.lines):
        if row["region"] and row["lat"] is not None:
            by_region.setdefault(row["region"], []).append((row["lat"], row["lon"]))
    changes, bad, unchanged = [], list(zip_list.bad), 0
    for line in zip_list.lines:
        before = zips.get(line["zip_code"])
        columns = {name: value for name, value in line.items() if name != "line"}
        if before is not None:
            stated = {name: value for name, value in columns.items() if value not in ("", None)}
            after = replace(before, **stated)
        else:
            try:
                after = _new_record(columns, by_region)
            except _Wrong as wrong:
                bad.append({"line": line["line"], "reason": wrong.args[0]})
                continue
        if before == after:
            unchanged += 1
        else:
            changes.append(ZipChange(before=before, after=after))
    listed = {line["zip_code"] for line in zip_list.lines}
    missing = [
        one
        for one in zips.values()
        if is_whole_list and one.is_served and one.zip_code not in listed
    ]
    if not bad:
        changes += [ZipChange(before=one, after=replace(one, status="inactive")) for one in missing]
    changes.sort(key=lambda change: change.after.zip_code)
    added = [change.after for change in changes if change.before is None]
    return changes, {
        "is_whole_list": is_whole_list,
        "added": [{"zip_code": one.zip_code, "city": one.city} for one in added],
        "opened": [change.after.zip_code for change in changes if change.opens],
        "closed": [change.after.zip_code for change in changes if change.closes],
        "changed": [
            {"zip_code": change.after.zip_code, "fields": change.fields}
            for change in changes
            if change.fields
        ],
        "unchanged": unchanged,
        "bad": sorted(bad, key=lambda one: one["line"]),
        "left_open": [one.zip_code for one in missing] if bad else [],
        "ignored_columns": zip_list.ignored_columns,
        "zeros_restored": zip_list.zeros_restored,
    }
