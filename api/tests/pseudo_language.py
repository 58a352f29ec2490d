"""A language that nobody speaks: each message id in letters with marks, in double brackets.

It borrows the locale of Greek, so that dates and amounts have no English word either. What is
still in plain letters was said past the catalogs, or past the templates of messages.
"""

import re
import shutil
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django.conf import settings
from ops.messages import extracted
from pytest_django import Settings

LANGUAGE: Final = "el"
IN_IT: Final = {"Accept-Language": LANGUAGE}
_MARKED: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ",
)
_PLACEHOLDER: Final = re.compile(r"(%\(\w+\)s|%%|https?://\S+)")
_IN_A_TEMPLATE: Final = re.compile(r"(\{\w+\}|\[\[[^]]+\]\])")
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


def write_templates(folder: Path) -> None:
    """Write each template of a message in this language beside the English one."""
    ours = settings.MESSAGE_TEMPLATES / "en"
    shutil.copytree(ours, folder / "en")
    (folder / LANGUAGE).mkdir()
    for file in ours.iterdir():
        (folder / LANGUAGE / file.name).write_text(_marked_template(file.read_text()))


def _marked_template(template: str) -> str:
    head, _, body = template.strip().partition("\n\n")
    fields = [line.split(": ", 1) for line in head.splitlines()]
    marked_head = "\n".join(f"{name}: {_marked_words(words)}" for name, words in fields)
    return f"{marked_head}\n\n" + "\n\n".join(map(_marked_words, body.split("\n\n")))


def _marked_words(words: str) -> str:
    return "".join(
        part if _IN_A_TEMPLATE.fullmatch(part) else part.translate(_MARKED)
        for part in _IN_A_TEMPLATE.split(words)
    )


def speak_it(folder: Path, chosen: Settings) -> None:
    """Let this language be one of ours, with the catalog and the templates in `folder`."""
    chosen.LANGUAGES = [("en", "English"), (LANGUAGE, "Pseudo")]
    chosen.LOCALE_PATHS = [folder]
    if (folder / "messages").exists():
        chosen.MESSAGE_TEMPLATES = folder / "messages"


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
