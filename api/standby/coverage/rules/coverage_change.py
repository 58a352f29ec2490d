"""Compute what a list of ZIP codes would change, before anything is changed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from standby.coverage.rules.zip_list import BadLine, ZipLine, ZipList

Middle = tuple[float, float]

_STATE: Final = "TX"  # where a line names no state
_NO_CITY: Final = "It is new to the list: it needs its city."
_NO_MIDDLE: Final = (
    "It is new to the list: it needs its latitude and longitude, or a region that has others."
)
_SHOWN: Final = ("city", "state", "county", "region", "middle")


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipRecord:
    """A ZIP code as it is stored, or would be after the import."""

    zip_code: str
    city: str
    state: str
    county: str
    region: str
    middle: Middle
    is_served: bool


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipListDiff:
    """`left_open`: served ZIP codes that a whole list omits, left served as some lines are bad."""

    changes: tuple[ZipChange, ...]
    unchanged: int
    bad: tuple[BadLine, ...]
    left_open: tuple[str, ...]


def diff_zip_list(
    zips: Mapping[str, ZipRecord], zip_list: ZipList, *, is_whole_list: bool
) -> ZipListDiff:
    """Compute the changes that an import of this list would make.

    An empty cell changes nothing. With `is_whole_list`, served ZIP codes that the list omits are
    closed, but only if no line is bad: a bad line may be the one that names them.
    """
    regions = _middles_of_regions([*zips.values()], zip_list.lines)
    changes, bad, unchanged = [], list(zip_list.bad), 0
    for line in zip_list.lines:
        change = _change_by(line, zips.get(line.zip_code), regions)
        if isinstance(change, BadLine):
            bad.append(change)
        elif change.before == change.after:
            unchanged += 1
        else:
            changes.append(change)
    listed = {line.zip_code for line in zip_list.lines}
    missing = [
        one
        for one in zips.values()
        if is_whole_list and one.is_served and one.zip_code not in listed
    ]
    if not bad:
        changes += [ZipChange(before=one, after=replace(one, is_served=False)) for one in missing]
    return ZipListDiff(
        changes=tuple(sorted(changes, key=lambda change: change.after.zip_code)),
        unchanged=unchanged,
        bad=tuple(sorted(bad, key=lambda one: one.line)),
        left_open=tuple(one.zip_code for one in missing) if bad else (),
    )


def _change_by(
    line: ZipLine, before: ZipRecord | None, regions: Mapping[str, Middle]
) -> ZipChange | BadLine:
    if before is not None:
        stated = {name: getattr(line, name) for name in _SHOWN if getattr(line, name)}
        after = replace(before, is_served=line.is_served, **stated)
        return ZipChange(before=before, after=after)
    middle = line.middle or regions.get(line.region)
    if not line.city:
        return BadLine(line=line.line, reason=_NO_CITY)
    if middle is None:
        return BadLine(line=line.line, reason=_NO_MIDDLE)
    after = ZipRecord(
        zip_code=line.zip_code,
        city=line.city,
        state=line.state or _STATE,
        county=line.county,
        region=line.region,
        middle=middle,
        is_served=line.is_served,
    )
    return ZipChange(before=None, after=after)


def _middles_of_regions(*places: Iterable[ZipRecord | ZipLine]) -> dict[str, Middle]:
    # A new ZIP code gets its region's average position until a boundary file gives its own.
    by_region: dict[str, list[Middle]] = {}
    for place in (place for some in places for place in some):
        if place.region and place.middle:
            by_region.setdefault(place.region, []).append(place.middle)
    return {
        region: (
            sum(lat for lat, _ in middles) / len(middles),
            sum(lon for _, lon in middles) / len(middles),
        )
        for region, middles in by_region.items()
    }
