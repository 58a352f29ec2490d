"""PDFs as nobody should send them: each is written object by object."""

import io
import zipfile
import zlib
from collections.abc import Mapping
from functools import cache
from typing import Final

from pypdf import PdfReader, PdfWriter

ONE_PAGE: Final[Mapping[int, bytes]] = {
    1: b"<</Type/Catalog/Pages 2 0 R>>",
    2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
    3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>",
    4: b"<</Length 9>>stream\n0 0 m S q\nendstream",
}
JS: Final = b"<</S/JavaScript/JS(app.alert(1))>>"
_ACTIONS: Final = {
    "javascript": JS,
    "javascript in a stream": b"<</S/JavaScript/JS 8 0 R>>",
    "javascript by another name": b"<</S/J#61vaScript/J#53(app.alert(1))>>",
    "javascript behind a reference": b"<</S 9 0 R/JS(app.alert(1))>>",
    "launch": b"<</S/Launch/F(cmd.exe)>>",
    "launch for one system": b"<</S/Launch/Win<</F(cmd.exe)/P(/c calc)>>>>",
    "submit": b"<</S/SubmitForm/F(http://example.org/)>>",
    "import": b"<</S/ImportData/F(a.fdf)>>",
    "another file": b"<</S/GoToE/F(a.pdf)>>",
    "a film": b"<</S/Rendition/JS(app.alert(1))/OP 0>>",
    "behind another": b"<</S/GoTo/D[3 0 R/Fit]/Next " + JS + b">>",
}
_MORE: Final = {8: b"<</Length 12>>stream\napp.alert(1)\nendstream", 9: b"/JavaScript"}


def written_pdf(
    objects: Mapping[int, bytes], *, trailer: bytes = b"", header: bytes = b"%PDF-1.7\n"
) -> bytes:
    """A PDF of these objects with its table; the first is the root."""
    out, places = header, dict[int, int]()
    for number, content in objects.items():
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table, size = len(out), max(places) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n" % size
    for number in range(1, size):
        place = places.get(number)
        out += b"%010d 00000 n \n" % place if place else b"0000000000 00000 f \n"
    root = next(iter(objects))
    return out + b"trailer\n<</Size %d/Root %d 0 R%s>>\nstartxref\n%d\n%%%%EOF\n" % (
        size, root, trailer, table,
    )  # fmt: skip


def _with(**changed: bytes) -> bytes:
    """One page, with more in its catalog, its page, or as objects of their own."""
    objects, more = dict(ONE_PAGE), b"".join(changed.values())
    objects |= {number: text for number, text in _MORE.items() if b"%d 0 R" % number in more}
    objects[1] = objects[1][:-2] + changed.get("catalog", b"") + b">>"
    objects[3] = objects[3][:-2] + changed.get("page", b"") + b">>"
    objects |= {int(name[1:]): text for name, text in changed.items() if name[0] == "o"}
    return written_pdf(objects)


def _packed(content: bytes, names: bytes = b"/FlateDecode") -> bytes:
    return b"<</Filter%s/Length %d>>stream\n%s\nendstream" % (names, len(content), content)


def _encrypted(user: str) -> bytes:
    writer, out = PdfWriter(clone_from=PdfReader(io.BytesIO(written_pdf(ONE_PAGE)))), io.BytesIO()
    writer.encrypt(user, "owner", algorithm="AES-256")
    writer.write(out)
    return out.getvalue()


def _zip() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.sh", b"rm -rf /")
    return out.getvalue()


@cache
def good_pdfs() -> Mapping[str, bytes]:
    """What people send: each is kept byte for byte."""
    good = written_pdf(ONE_PAGE)
    return {
        "one page": good,
        "a link": _with(page=b"/Annots[<</Subtype/Link/A<</S/URI/URI(https://a.example)>>>>]"),
        "opens at a page": _with(catalog=b"/OpenAction[3 0 R/Fit]"),
        "packed": _with(o4=_packed(zlib.compress(b"0 0 m S q " * 100))),
        "packed and cut off": _with(o4=_packed(zlib.compress(b"0 0 m S q " * 100)[:-9])),
        "packed as a picture": _with(o4=_packed(b"\xff\xd8\xff", b"[/DCTDecode]")),
        "changed once": good + good[good.index(b"xref") :],
        "a wrong table": good.replace(b"startxref\n", b"startxref\n9"),
        "no password to open": _encrypted(""),
        "a picture around": _with(o4=b"<</Length 0>>stream\n\nendstream"),
    }


@cache
def hostile_pdfs() -> Mapping[str, bytes]:
    good = written_pdf(ONE_PAGE)
    size = len(good)
    packer = zlib.compressobj(1)
    bomb = b"".join(packer.compress(bytes(4 * 1024 * 1024)) for _ in range(110)) + packer.flush()
    found = {f"cut at {part}/10": good[: size * part // 10] for part in range(1, 10)}
    found |= {f"cut at {part}/10, with an end": good[: size * part // 10] + b"\n%%EOF\n"
              for part in range(1, 3)}  # fmt: skip
    for name, action in _ACTIONS.items():
        found[f"when opened: {name}"] = _with(catalog=b"/OpenAction " + action)
        found[f"on a page: {name}"] = _with(page=b"/AA<</O " + action + b">>")
    for kind, action in (("javascript", JS), ("launch", _ACTIONS["launch"])):
        annotation = b"/Annots[<</Subtype/Widget/A " + action + b">>]"
        found[f"in an annotation: {kind}"] = _with(page=annotation)
        found[f"in an outline: {kind}"] = _with(
            catalog=b"/Outlines<</First<</A " + action + b">>>>"
        )
    found |= {
        "in the names": _with(catalog=b"/Names<</JavaScript<</Names[(a) " + JS + b"]>>>>"),
        "in a form": _with(catalog=b"/AcroForm<</Fields[<</FT/Btn/AA<</U " + JS + b">>>>]>>"),
        "xfa": _with(catalog=b"/AcroForm<</XFA[(template) 8 0 R]>>"),
        "files in it": _with(catalog=b"/Names<</EmbeddedFiles<</Names[(a.exe) 10 0 R]>>>>"),
        "a file beside a page": _with(page=b"/Annots[<</Subtype/FileAttachment/FS 10 0 R>>]"),
        "files of it": _with(catalog=b"/AF[<</Type/Filespec/EF<</F 8 0 R>>>>]"),
        "flash": _with(page=b"/Annots[<</Subtype/RichMedia/RichMediaContent<<>>>>]"),
        "a film of old": _with(page=b"/Annots[<</Subtype/Movie/Movie<</F(a.avi)>>>>]"),
        "encrypted": _encrypted("secret"),
        "no pages": written_pdf({1: ONE_PAGE[1], 2: b"<</Type/Pages/Kids[]/Count 0>>"}),
        "no tree": written_pdf({1: b"<</Type/Catalog>>"}),
        "a tree of nothing": written_pdf({1: ONE_PAGE[1], 2: b"null"}),
        "a tree that is text": written_pdf({1: ONE_PAGE[1], 2: b"(pages)"}),
        "its own parent": written_pdf({1: ONE_PAGE[1], 2: b"<</Type/Pages/Kids[2 0 R]/Count 1>>"}),
        "two that are each other": written_pdf(
            {1: ONE_PAGE[1], 2: b"<</Kids[3 0 R]>>", 3: b"<</Kids[2 0 R]>>"}
        ),
        "no table": good[: good.index(b"xref")] + b"trailer<</Root 1 0 R>>\n%%EOF\n",
        "no root": good.replace(b"/Root 1 0 R", b"/Rood 1 0 R").replace(b"/Catalog", b"/Catalob"),
        "a root that is itself": written_pdf({1: b"1 0 R"}),
        "too many pages": written_pdf(
            {1: ONE_PAGE[1], 2: b"<</Kids[" + b"<</Type/Page>>" * 2100 + b"]>>"}
        ),
        "too many objects": _with(catalog=b"/A[" + b"1 " * 250_000 + b"]"),
        "nested deep": _with(catalog=b"/A" + b"[" * 50_000 + b"]" * 50_000),
        "dictionaries in each other": _with(catalog=b"/A" + b"<</A" * 50_000 + b">>" * 50_000),
        "a bomb": _with(o4=_packed(bomb)),
        "a bomb in a bomb": _with(
            o4=_packed(zlib.compress(bomb, 9), b"[/FlateDecode/FlateDecode]")
        ),
        "a bomb of objects": _with(
            o4=_packed(bomb)[:2] + b"/Type/ObjStm/N 9/First 9" + _packed(bomb)[2:]
        ),
        "a table that is a bomb": good[: good.index(b"xref")]
        + b"99 0 obj\n<</Type/XRef/W[1 2 2]/Size 9/Root 1 0 R" + _packed(bomb)[2:]
        + b"\nendobj\nstartxref\n%d\n%%%%EOF\n" % good.index(b"xref"),
        "tables in a ring": good.replace(b"/Root", b"/Prev %d/Root" % good.index(b"xref"), 1)
        .replace(b"/Catalog", b"/Catalob").replace(b"/Pages 2", b"/Paged 2"),
        "a page behind a header at 1000": bytes(1000) + good,
        "html before": b"<html>" + good,
        "html behind": good + b"<html><script>alert(1)</script>",
        "html behind a second end": good + b"<script>alert(1)</script>\n%%EOF<script>",
        "a program behind": good + b"#!/bin/sh\nrm -rf /\n",
        "windows behind": good + b"MZ\x90\x00",
        "an archive too": good + _zip(),
        "a jpeg first": b"\xff\xd8\xff\xe0" + good,
        "a number that never ends": _with(catalog=b"/A " + b"9" * 1_000_000)[:-6],
        "only the frame": b"%PDF-1.7\n%%EOF\n",
        "only its name": b"%PDF-",
        "zeros": b"%PDF-1.7\n" + bytes(100_000) + b"%%EOF",
        "noise": b"%PDF-1.7\n" + bytes(range(256)) * 500 + b"%%EOF",
    }  # fmt: skip
    return found
