"""Rows of a CSV file as RFC 4180 has them, in which no spreadsheet finds a formula."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

# What makes a spreadsheet compute a cell, also in the wide forms that East Asian ones know
# (reliability.md E10; ASVS 1.2.10).
_BEGINS_FORMULA: Final = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
_NEEDS_QUOTES: Final = ('"', ",", "\r", "\n")

Cell = str | int | bool | datetime | None


def csv_row(cells: Iterable[Cell]) -> str:
    """With the end of its line. A number of ours stays a number, below zero too."""
    return ",".join(_cell(cell) for cell in cells) + "\r\n"


def _cell(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, datetime):
        return cell.strftime("%Y-%m-%dT%H:%M:%SZ")
    return _quoted(_safe(cell)) if isinstance(cell, str) else str(cell)


def _safe(text: str) -> str:
    """Blanks in front of the sign hide nothing: some spreadsheets drop them."""
    return f"'{text}" if text.startswith(_BEGINS_FORMULA) or _behind_blanks(text) else text


def _behind_blanks(text: str) -> bool:
    return text[:1].isspace() and text.lstrip().startswith(_BEGINS_FORMULA)


def _quoted(text: str) -> str:
    if not any(sign in text for sign in _NEEDS_QUOTES):
        return text
    doubled = text.replace('"', '""')
    return f'"{doubled}"'
