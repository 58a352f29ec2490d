"""CSV rows by RFC 4180, safe against formula injection in spreadsheets."""

import csv
from collections.abc import Iterable
from datetime import datetime
from io import StringIO
from typing import Any, Final

# First characters that make a spreadsheet compute a cell, with their full-width forms, which East
# Asian versions accept (ASVS 1.2.10).
_BEGINS_FORMULA: Final = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")


def csv_row(values: Iterable[Any]) -> str:
    """Format one CSV line, CRLF included. Text is escaped against formulas; numbers are not."""
    cells = []
    for value in values:
        cell = value
        if isinstance(value, bool):
            cell = "yes" if value else "no"
        elif isinstance(value, datetime):
            cell = value.strftime("%Y-%m-%dT%H:%M:%SZ")
        elif value is not None and not isinstance(value, int):
            cell = str(value)
            # Blanks before the sign do not help: some spreadsheets drop them.
            if cell.startswith(_BEGINS_FORMULA) or cell.lstrip().startswith(_BEGINS_FORMULA):
                cell = f"'{cell}"
        cells.append(cell)
    line = StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()
