"""Numbers of invoices and receipts."""

import re
from collections.abc import Mapping
from typing import Final

PREFIXES: Final[Mapping[str, str]] = {
    "invoice": "INV",
    "receipt": "REC",
    "refund_receipt": "REF",
}
_NUMBER: Final = re.compile(r"(?:(INV|REC|REF)[- ]?)?0*([1-9][0-9]{0,8})", re.IGNORECASE)


def document_number(kind: str, number: int) -> str:
    """Return the number as it is printed: INV-000123."""
    return f"{PREFIXES[kind]}-{number:06}"


def named_documents(text: str) -> tuple[list[str], int]:
    """Return the kinds and the number that a text may name: "INV-000123", "inv 123" or "123".

    No kinds and 0 where it names none.
    """
    named = _NUMBER.fullmatch(text)
    if named is None:
        return [], 0
    letters = (named[1] or "").upper()
    kinds = [kind for kind, prefix in PREFIXES.items() if letters in ("", prefix)]
    return kinds, int(named[2])
