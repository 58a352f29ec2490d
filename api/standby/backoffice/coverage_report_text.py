"""Sentences about what a coverage import changes, for the command line and the admin."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from standby.coverage.models import CoverageImport

_MOST_NAMED: Final = 12
Report = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSentence:
    words: str
    rows: Sequence[str] = ()
    is_warning: bool = False  # staff should check it

    def in_short(self) -> str:
        shown = ", ".join(self.rows[:_MOST_NAMED])
        more = len(self.rows) - _MOST_NAMED
        names = f"{shown} and {more} more" if more > 0 else shown
        return f"{self.words}: {names}" if self.rows else f"{self.words}."


def sentences_of(imported: CoverageImport) -> list[ReportSentence]:
    if imported.kind == CoverageImport.Kind.ZIP_LIST:
        return list(_zip_list_sentences(imported.report))
    return list(_boundary_sentences(imported.report))


def _zip_list_sentences(report: Report) -> Iterator[ReportSentence]:
    bad = [f"line {one['line']}: {one['reason']}" for one in report["bad"]]
    yield from _counted_sentence(
        bad, "line cannot be used", "lines cannot be used", is_warning=True
    )
    added = [f"{one['zip_code']} {one['city']}" for one in report["added"]]
    yield from _counted_sentence(
        added, "ZIP code is new to the list", "ZIP codes are new to the list"
    )
    yield from _counted_sentence(
        report["opened"], "ZIP code begins to be served", "ZIP codes begin to be served"
    )
    waiting = report["waiting"]
    zips_text = [f"{zip_code} ({phones})" for zip_code, phones in waiting.items()]
    phones = sum(waiting.values())
    if zips_text:
        words = "person waited and gets" if phones == 1 else "people waited and get"
        yield ReportSentence(words=f"{phones} {words} a text that we come", rows=zips_text)
    yield from _counted_sentence(
        report["closed"], "ZIP code is served no more", "ZIP codes are served no more",
        is_warning=True,
    )  # fmt: skip
    yield from _counted_sentence(
        report["left_open"],
        "served ZIP code is not in the file; it stays served until the lines above are right",
        "served ZIP codes are not in the file; they stay served until the lines above are right",
        is_warning=True,
    )
    changed = [f"{one['zip_code']} ({_fields(one['fields'])})" for one in report["changed"]]
    yield from _counted_sentence(
        changed, "ZIP code is described anew", "ZIP codes are described anew"
    )
    yield ReportSentence(words=f"{report['unchanged']} stay as they are")
    yield from _counted_sentence(
        [f"line {line}" for line in report["zeros_restored"]],
        "ZIP code had lost the zeros in front", "ZIP codes had lost the zeros in front",
    )  # fmt: skip
    columns = [column or "(without a name)" for column in report["ignored_columns"]]
    yield from _counted_sentence(columns, "column is not used", "columns are not used")


def _boundary_sentences(report: Report) -> Iterator[ReportSentence]:
    yield ReportSentence(words=f"{report['matched']} of our ZIP codes are in the file")
    first = report["first_drawn"]
    yield from _counted_sentence(
        first, "is drawn for the first time", "are drawn for the first time"
    )
    if report["were_approximate"]:
        yield ReportSentence(
            words=f"{report['were_approximate']} were drawn only approximately so far"
        )
    yield from _counted_sentence(
        report["unmatched"],
        "served ZIP code is not in it (PO boxes have no area) and stays as it is",
        "served ZIP codes are not in it (PO boxes have no area) and stay as they are",
        is_warning=True,
    )
    yield from _counted_sentence(
        report["without_outline"],
        "of them is not on the map at all", "of them are not on the map at all", is_warning=True,
    )  # fmt: skip
    if report["unlisted"]:
        words = f"{report['unlisted']:,} other ZIP codes of the file are not on our list"
        yield ReportSentence(words=words)
    yield from _counted_sentence(
        report["unlisted_near"], "of them is next door", "of them are next door"
    )
    yield ReportSentence(
        words=f"{report['points_before']:,} points become {report['points_after']:,}, within "
        f"{report['tolerance_m']} m"
    )
    yield ReportSentence(
        words=f"The map's answer will weigh {_kb(report['map_bytes_after_zipped'])} on the wire "
        f"({_kb(report['map_bytes_after'])} unpacked); "
        f"now it is {_kb(report['map_bytes_before_zipped'])} ({_kb(report['map_bytes_before'])})"
    )
    if not report["do_borders_match"]:
        yield ReportSentence(
            words="Neighbours overlap in this file: look at the map", is_warning=True
        )
    yield from _counted_sentence(
        report["repaired"],
        "outline crossed itself and was repaired", "outlines crossed themselves and were repaired",
        is_warning=True,
    )  # fmt: skip
    yield from _counted_sentence(
        report["middles_moved"],
        "middle lay outside of its outline and moves into it",
        "middles lay outside of their outlines and move into them",
    )


def _counted_sentence(
    rows: Sequence[str], one: str, more: str, *, is_warning: bool = False
) -> Iterator[ReportSentence]:
    if rows:
        words = f"{len(rows):,} {one if len(rows) == 1 else more}"
        yield ReportSentence(words=words, rows=rows, is_warning=is_warning)


def _fields(fields: Mapping[str, Sequence[Any]]) -> str:
    return "; ".join(
        f"{name}: {_value(before)} becomes {_value(after)}"
        for name, (before, after) in fields.items()
    )


def _value(value: Any) -> str:
    if isinstance(value, str):
        return value or "none"
    return ", ".join(f"{part:g}" for part in value)


def _kb(size_bytes: int) -> str:
    return f"{size_bytes / 1000:,.0f} kB"
