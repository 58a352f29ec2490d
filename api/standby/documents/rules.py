"""Numbers of invoices and receipts."""

from collections.abc import Mapping
from typing import Final

PREFIXES: Final[Mapping[str, str]] = {
    "invoice": "INV",
    "receipt": "REC",
    "refund_receipt": "REF",
}


def document_number(kind: str, number: int) -> str:
    """Return the number as it is printed: INV-000123."""
    return f"{PREFIXES[kind]}-{number:06}"
