"""What a paper is worded with: its sentences, days and amounts in its language, as plain data."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cache
from pathlib import Path
from typing import Final

from standby.core.words import active_language, dollars, full_date, say
from standby.documents.providers.pdf.message_ids import message_ids

TEMPLATES: Final = Path(__file__).parent / "templates"
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")


def words_for(facts: object) -> dict[str, object]:
    """Return what letterhead.typ looks up: sentences by their ids, days and amounts by theirs.

    A sentence that the language has not is left out; its id is English.
    """
    days: dict[str, str] = {}
    amounts: dict[str, str] = {}
    for name, value in _values(facts):
        if isinstance(value, str) and _DAY.fullmatch(value):
            with suppress(ValueError):
                days[value] = full_date(date.fromisoformat(value))
        if isinstance(value, int) and name.endswith("cents"):
            # What is owed on one line is taken off on another.
            amounts |= {str(cents): _amount(cents) for cents in (value, -value)}
    return {
        "language": active_language(),
        "sentences": {each: said for each in _all_ids() if (said := say(each)) != each},
        "days": days,
        "amounts": amounts,
    }


def _amount(cents: int) -> str:
    return dollars(cents).replace("-", "\N{MINUS SIGN}")


def _values(facts: object, name: str = "") -> Iterator[tuple[str, object]]:
    if isinstance(facts, Mapping):
        for each, value in facts.items():
            yield from _values(value, each)
    elif isinstance(facts, Sequence) and not isinstance(facts, str | bytes):
        if facts and isinstance(facts[0], int):
            return  # the bytes of a picture
        for value in facts:
            yield from _values(value, name)
    else:
        yield name, facts


@cache
def _all_ids() -> frozenset[str]:
    templates = TEMPLATES.glob("*.typ")
    return frozenset(each for path in templates for _, each in message_ids(path.read_text()))
