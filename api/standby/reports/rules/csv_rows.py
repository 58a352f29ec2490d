"""CSV rows by RFC 4180, safe against formula injection in spreadsheets."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

# First characters that make a spreadsheet compute a cell, with their full-width forms, which East
# Asian versions accept (ASVS 1.2.10).
_BEGINS_FORMULA: Final = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
_NEEDS_QUOTES: Final = ('"', ",", "\r", "\n")

Cell = str | int | bool | datetime | None


def csv_row(cells: Iterable[Cell]) -> str:
    """Format one CSV line, CRLF included. Strings are escaped against formulas; numbers are not."""
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
    # Blanks before the sign do not help: some spreadsheets drop them.
    return f"'{text}" if text.startswith(_BEGINS_FORMULA) or _behind_blanks(text) else text


def _behind_blanks(text: str) -> bool:
    return text[:1].isspace() and text.lstrip().startswith(_BEGINS_FORMULA)


def _quoted(text: str) -> str:
    if not any(sign in text for sign in _NEEDS_QUOTES):
        return text
    doubled = text.replace('"', '""')
    return f'"{doubled}"'
