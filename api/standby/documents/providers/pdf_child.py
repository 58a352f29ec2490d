"""Open one PDF, in a process with limited CPU time and memory, and say what is wrong with it.

Run as a separate program (`python -I pdf_child.py FILE`) without environment variables. It prints
its result as one line of JSON. Imports nothing of standby, so that it starts fast.
"""

import json
import logging
import re
import resource
import sys
import zlib
from pathlib import Path
from typing import Any

MOST_CPU_S = 10
MOST_MEMORY_BYTES = 384 * 1024 * 1024
MOST_OPEN_FILES = 64
MOST_PAGES = 2000
MOST_OBJECTS = 200_000
MOST_UNPACKED_BYTES = 400 * 1024 * 1024  # of all its streams
PIECE_BYTES = 1024 * 1024

# Programs, other programs that it starts, other files in it, and forms that are programs
ACTIVE_NAMES = frozenset(
    {"/JS", "/JavaScript", "/Launch", "/EmbeddedFiles", "/EF", "/AF", "/XFA", "/RichMediaContent"}
)
ACTIVE_KINDS = frozenset(
    {
        *("/JavaScript", "/Launch", "/ImportData", "/SubmitForm", "/GoToE", "/Rendition"),
        *("/EmbeddedFile", "/RichMedia", "/RichMediaExecute", "/FileAttachment", "/Movie"),
    }
)
# The same in the file as it stands, for readers that are cleverer with broken parts than ours
ACTIVE_WORDS = re.compile(
    rb"/(JavaScript|Launch|SubmitForm|ImportData|GoToE|EmbeddedFiles?|RichMedia\w*|XFA)[\s/<\[(\d>]"
)
ESCAPED = re.compile(rb"#([0-9a-fA-F]{2})")
FLATE = ("/FlateDecode", "/Fl")


class PdfRejected(Exception):
    pass


class Complaints(logging.Handler):
    """What the library left out: it goes on behind a part that it cannot read."""

    def __init__(self) -> None:
        super().__init__()
        self.has_left_out = False

    def emit(self, record: logging.LogRecord) -> None:
        self.has_left_out |= "Error(" in record.getMessage()


def limit_itself() -> None:
    for kind, most in (
        (resource.RLIMIT_CPU, MOST_CPU_S),
        (resource.RLIMIT_DATA, MOST_MEMORY_BYTES),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, MOST_OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hardest = resource.getrlimit(kind)
        allowed = most if hardest == resource.RLIM_INFINITY else min(most, hardest)
        resource.setrlimit(kind, (allowed, allowed))


def inspect(path: Path) -> int:
    """Return how many pages it has. Raises PdfRejected, and whatever the library raises."""
    from pypdf import PdfReader  # noqa: PLC0415 - the limits come first

    complaints = Complaints()
    logging.getLogger("pypdf").addHandler(complaints)
    names = ESCAPED.sub(lambda value: bytes.fromhex(value[1].decode()), path.read_bytes())
    if ACTIVE_WORDS.search(names):
        raise PdfRejected("active")
    reader = PdfReader(path, strict=False)
    if reader.is_encrypted and not reader.decrypt(""):
        raise PdfRejected("encrypted")
    ensure_passive(reader.trailer)
    root: Any = reader.trailer["/Root"]
    pages = count_pages(root["/Pages"])
    if complaints.has_left_out:
        raise PdfRejected("broken")
    return pages


def ensure_passive(trailer: Any) -> None:
    """Look at each object that the file leads to, once."""
    visited, waiting, unpacked_bytes = set[tuple[int, int]](), [trailer], 0
    count = 0
    while waiting:
        value = resolved(waiting.pop(), visited)
        count += 1
        if count > MOST_OBJECTS:
            raise PdfRejected("too_many_objects")
        if isinstance(value, dict):
            ensure_no_action(value)
            # Their values as they stand: a reference is followed when its turn comes.
            waiting.extend(dict.values(value))
            unpacked_bytes = ensure_small(value, unpacked_bytes)
        elif isinstance(value, list):
            waiting.extend(list.__iter__(value))


def resolved(value: Any, visited: set[tuple[int, int]]) -> Any:
    from pypdf.generic import IndirectObject  # noqa: PLC0415

    if not isinstance(value, IndirectObject):
        return value
    place = (value.idnum, value.generation)
    if place in visited:
        return None
    visited.add(place)
    return value.get_object()


def ensure_no_action(value: dict[Any, Any]) -> None:
    kinds = {str(value[name]) for name in ("/S", "/Type", "/Subtype") if name in value}
    if ACTIVE_NAMES & set(value) or ACTIVE_KINDS & kinds:
        raise PdfRejected("active")


def ensure_small(value: Any, unpacked_bytes: int) -> int:
    """Unpack what is packed, piece by piece, and count it; nothing of it is held."""
    packed = getattr(value, "_data", b"")
    filters = value.get("/Filter") if packed else None
    names = filters if isinstance(filters, list) else [filters]
    if not names or str(names[0]) not in FLATE:
        return unpacked_bytes
    if [str(name) for name in names[1:]].count("/FlateDecode"):
        raise PdfRejected("packed_twice")
    unpacker = zlib.decompressobj()
    rest = bytes(packed)
    try:
        while rest and not unpacker.eof:
            unpacked_bytes += len(unpacker.decompress(rest, PIECE_BYTES))
            rest = unpacker.unconsumed_tail
            if unpacked_bytes > MOST_UNPACKED_BYTES:
                raise PdfRejected("too_large_unpacked")
    except zlib.error:
        pass  # viewers show what comes before it
    return unpacked_bytes


def count_pages(root: Any) -> int:
    """Walk the tree of pages, which may lead back to itself."""
    visited, waiting, pages = set[tuple[int, int]](), [root], 0
    while waiting:
        node = resolved(waiting.pop(), visited)
        if not isinstance(node, dict):
            continue
        kids = node.get("/Kids")
        if isinstance(kids, list):
            waiting.extend(list.__iter__(kids))
        elif node.get("/Type") == "/Page":
            pages += 1
        if pages > MOST_PAGES:
            raise PdfRejected("too_many_pages")
    if not pages:
        raise PdfRejected("no_pages")
    return pages


def main() -> int:
    limit_itself()
    try:
        result: dict[str, Any] = {"pages": inspect(Path(sys.argv[1]))}
    except PdfRejected as rejected:
        result = {"refused": rejected.args[0]}
    except MemoryError:
        result = {"refused": "too_heavy"}
    except Exception as error:  # noqa: BLE001 - whatever the library makes of it, it is no PDF
        result = {"refused": f"unreadable: {type(error).__name__}"}
    sys.stdout.write(json.dumps(result))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
