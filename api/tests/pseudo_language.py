"""A language that nobody speaks: each message id in letters with marks, in double brackets.

It borrows the locale of Greek, so that dates and amounts have no English word either. What is
still in plain letters was said past the catalogs.
"""

import re
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from ops.messages import extracted

LANGUAGE: Final = "el"
IN_IT: Final = {"Accept-Language": LANGUAGE}
_MARKED: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ",
)
_PLACEHOLDER: Final = re.compile(r"(%\(\w+\)s|%%|https?://\S+)")
# Messages have a language of their own: that of their reader.
_TITLE_OF_A_MESSAGE: Final = re.compile("“[^”]*”")
_ENGLISH: Final = re.compile(r"[A-Za-z]{3,}")
# One word in small letters is a name of ours: a status, a kind, a code.
_NAME_OF_OURS: Final = re.compile(r"[a-z0-9_.:/+-]*")


def marked(message: str) -> str:
    parts = _PLACEHOLDER.split(message)
    words = "".join(
        part if _PLACEHOLDER.fullmatch(part) else part.translate(_MARKED) for part in parts
    )
    # The full stop stays last: by it a sentence is known.
    return f"⟦{words[:-1]}⟧." if words.endswith(".") else f"⟦{words}⟧"


def write_catalog(folder: Path) -> None:
    catalog = Catalog(locale=LANGUAGE)
    for message in extracted():
        if not message.id:
            continue
        is_plural = isinstance(message.id, tuple)
        string = tuple(map(marked, message.id)) if is_plural else marked(str(message.id))
        catalog.add(message.id, string)
    file = folder / LANGUAGE / "LC_MESSAGES" / "django.mo"
    file.parent.mkdir(parents=True)
    with file.open("wb") as compiled:
        write_mo(compiled, catalog)


def english_in(text: str, *, data: Collection[str] = ()) -> list[str]:
    """Return the words in plain letters, without those of `data`: names, addresses, models."""
    text = _TITLE_OF_A_MESSAGE.sub("", text)
    for each in sorted(data, key=len, reverse=True):
        text = text.replace(each, "")
    return _ENGLISH.findall(text)


def english_fields(
    answer: Any, *, data: Collection[str] = (), ours: Collection[str] = (), at: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield each field of an answer whose text has plain letters; `ours` are names for machines."""
    if isinstance(answer, dict):
        for name, value in answer.items():
            if name not in ours:
                yield from english_fields(value, data=data, ours=ours, at=f"{at}.{name}")
    elif isinstance(answer, list):
        for value in answer:
            yield from english_fields(value, data=data, ours=ours, at=f"{at}[]")
    elif (
        isinstance(answer, str)
        and not _NAME_OF_OURS.fullmatch(answer)
        and english_in(answer, data=data)
    ):
        yield at, answer


if __name__ == "__main__":
    write_catalog(Path(sys.argv[1]))
