"""Write the server's catalogs of messages anew from the code, and compile those of translations.

A message id is the English sentence (api/standby/core/words.py), so the English catalog has no
other text and needs no compiling.
"""

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from standby.documents.providers.pdf.message_ids import message_ids

from ops.tools import API

CODE: Final = API / "standby"
LOCALES: Final = CODE / "locale"
SOURCE: Final = "en"
# Whose arguments are message ids: their first, or those of these numbers.
KEYWORDS: Final[dict[str, tuple[int, ...] | None]] = {
    "_": None,
    "say": None,
    "Sentence": None,
    "say_count": (1, 2),
    "_counted": (2, 3),  # of backoffice/coverage_preview.py
    "sentence": (4,),  # of the table in tracking/rules/status_sentences.py
}


def extracted() -> Catalog:
    """Return a catalog of every message id in the code, each with the files that have it."""
    catalog = Catalog(locale=SOURCE, project="Standby", charset="utf-8")
    methods = [("**.py", "python"), ("**.typ", "ops.messages:ids_of_a_template")]
    found = extract_from_dir(CODE, method_map=methods, keywords=KEYWORDS)
    for file, _line, message, comments, context in found:
        catalog.add(message, locations=[(file, 0)], auto_comments=comments, context=context)
    return catalog


def ids_of_a_template(
    file: IO[bytes], *_: object, **_options: object
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield what Babel wants of an extractor: line, keyword, message id and comments."""
    for line, message in message_ids(file.read().decode()):
        yield line, "_", message, []


def catalog_file(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / "django.po"


def text_of(catalog: Catalog) -> bytes:
    """Return the file of a catalog. Without dates and lines, two branches seldom meet in it."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, sort_output=True, omit_header=True, include_lineno=False, width=100)
    plurals = f"Plural-Forms: {catalog.plural_forms}"
    header = "Content-Type: text/plain; charset=utf-8"
    return f'msgid ""\nmsgstr ""\n"{header}\\n"\n"{plurals}\\n"\n\n'.encode() + buffer.getvalue()


def translations() -> Iterator[Path]:
    """Yield the catalogs of every language but the one that message ids are in."""
    source = catalog_file(SOURCE)
    return (path for path in sorted(LOCALES.glob("*/LC_MESSAGES/django.po")) if path != source)


def write() -> None:
    found = extracted()
    catalog_file(SOURCE).parent.mkdir(parents=True, exist_ok=True)
    catalog_file(SOURCE).write_bytes(text_of(found))
    for path in translations():
        with path.open("rb") as file:
            catalog = read_po(file, locale=path.parents[1].name)
        catalog.update(found, no_fuzzy_matching=True)
        path.write_bytes(text_of(catalog))


def compile_translations() -> None:
    for path in translations():
        with path.open("rb") as file:
            catalog = read_po(file, locale=path.parents[1].name)
        with path.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, catalog)


if __name__ == "__main__":
    compile_translations() if "compile" in sys.argv else write()
