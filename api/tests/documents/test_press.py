"""Whatever somebody is called or writes, it is text on our papers and does nothing (E8, E9)."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from booking_helpers import NOW
from document_helpers import COMPANY, LOOK, a_locked_order, words_of
from hypothesis import given, settings
from hypothesis import strategies as st
from payment_terms import PAYMENT_TERMS
from pypdf import PdfReader
from sampling import WHOLE, sample

from standby.documents.providers.pdf import RenderFailed, Template
from standby.documents.providers.pdf.typst import TypstRenderer
from standby.documents.services.document_data import (
    Facts,
    hoa_facts,
    proposal_facts,
)

pytestmark = pytest.mark.usefixtures("shop")
PRESS = TypstRenderer(company=lambda: COMPANY, look=lambda: LOOK)
POLYGLOTS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:/*--></title></style></textarea></script><svg/onload='+/\"/+/onmouseover=1'>",
    '<img src="/etc/passwd">',
    "<img src='http://127.0.0.1:9/x.png'>",
    '<a href="file:///etc/passwd">x</a>',
    "<b><i>unclosed",
    "&lt;b&gt; &amp;amp; &#0; &#x41;",
    "<!ENTITY xxe SYSTEM 'file:///etc/passwd'>",
    "]]><x/>",
    '#read("/etc/passwd")',
    '#image("/etc/passwd")',
    '#import "@preview/cetz:0.3.0"',
    '#include "/etc/passwd"',
    '#panic("x")',
    "#sys.inputs.facts",
    "#let x = 1; #while true {}",
    "#pagebreak()#counter(page).update(1)",
    '#link("https://evil.example")[press]',
    "$ integral_0^infinity x $",
    "*bold* _italic_ `code` ~ -- --- ...",
    "= A heading",
    "- a list\\ + another",
    "/ term: told",
    "@label <label>",
    "// a comment /* and another */",
    "\\u{41}\\#\\\\",
    '"quoted" \'single\' \\"escaped\\"',
    "{{7*7}} ${7*7} <%= 7*7 %>",
    "{% include '/etc/passwd' %}",
    "=cmd|' /C calc'!A0",
    "+SUM(1;1)",
    "'; DROP TABLE orders; --",
    "%s%n%x %00 ../../etc/passwd",
    "/JS (app.alert(1)) >> endobj stream",
    "(unbalanced ) ) ( \\( parentheses",
    "http://evil.example/ https://evil.example/",
    "a" * 100,
    "José Nuñez-Łukasiewicz Øverås",
    "0 0 0 rg BT /F1 12 Tf (x) Tj ET",
]


def bare(text: str) -> str:
    return "".join(text.split())


def pressed(facts: Facts, template: Template = Template.PROPOSAL) -> bytes:
    return PRESS.render(template, facts, made_at=NOW)


@pytest.fixture
def facts_of_a_proposal() -> dict[str, Any]:
    order, site = a_locked_order(), "https://site.test"
    return dict(proposal_facts(order, version=1, terms=PAYMENT_TERMS, site_url=site, now=NOW))


def actions_of(pdf: bytes, *, ours: str = "") -> set[str]:
    """What a file could do beyond being read and leading to its order."""
    names = ("/URI", "/JavaScript", "/JS", "/Launch", "/EmbeddedFile", "/SubmitForm", "/OpenAction")
    notes = [
        reference.get_object()
        for page in PdfReader(BytesIO(pdf)).pages
        for reference in page.get("/Annots", [])
    ]
    facts_of_a_proposal = [str(note) for note in notes if note.get("/A", {}).get("/URI") != ours]
    root = str(PdfReader(BytesIO(pdf)).root_object)
    return {
        name for name in names if any(f"'{name}'" in text for text in [*facts_of_a_proposal, root])
    }


def test_e8_e9_forty_polyglots_are_text(facts_of_a_proposal: dict[str, Any]) -> None:
    wrong = []
    tried = sample(POLYGLOTS, 10)
    for polyglot in tried:
        note = {"id": "scope", "heading": "Scope", "blocks": [{"kind": "text", "text": polyglot}]}
        named = facts_of_a_proposal | {
            "customer": {"name": polyglot, "address": polyglot},
            "clauses": [note, *facts_of_a_proposal["clauses"]],
        }
        pdf = pressed(named)
        text = bare(words_of(pdf))
        actions = actions_of(pdf, ours=named["booking_url"])
        if text.count(bare(polyglot)) < 3 or "root:x:" in text or actions:
            wrong.append(polyglot)

    print(f"E8 E9: {len(tried)} polyglots in name, address and note; {len(wrong)} not text")
    assert len(POLYGLOTS) == 40
    assert wrong == []


def test_e9_an_associations_words_are_text_too() -> None:
    order = a_locked_order()
    for polyglot in sample(POLYGLOTS[:20], 5):
        facts = hoa_facts(
            order,
            association=dict.fromkeys(("name", "address", "contact", "notes"), polyglot),
            site_url="https://site.test",
            now=NOW,
        )

        pdf = pressed(facts, Template.HOA_PACKET)

        assert bare(words_of(pdf)).count(bare(polyglot)) >= 4
        assert actions_of(pdf) == set()


def test_the_same_paper_is_the_same_file(facts_of_a_proposal: dict[str, Any]) -> None:
    assert pressed(facts_of_a_proposal) == pressed(facts_of_a_proposal)


@pytest.mark.parametrize(
    ("called", "printed"),
    [
        ("王小明", "???"),
        ("👩\u200d🚀 Zoë", "?? Zoë"),
        ("\u200b\ufeffQuinn", "Quinn"),
        ("Tab\x80\x9fby", "Tabby"),
        ("Soft\u00adly", "Softly"),
    ],
)
def test_a_sign_without_a_place_in_a_tagged_pdf_stops_nothing(
    facts_of_a_proposal: dict[str, Any], called: str, printed: str
) -> None:
    text = words_of(
        pressed(facts_of_a_proposal | {"customer": {"name": called, "address": "1 Main St"}})
    )

    assert f"{printed} 1 Main St" in text.replace("\u00ad", "")


@settings(max_examples=60 if WHOLE else 10)
@given(called=st.text(max_size=100))
def test_anybody_gets_a_paper(called: str) -> None:
    pdf = pressed(
        {
            "language": "en",
            "number": "1",
            "version": 1,
            "customer": {"name": called, "address": called},
            "agreement": {"version": "1.1", "url": "https://site.test"},
            "total_cents": 1,
            "first_payment": {"cents": 1, "due_on": "2025-11-11"},
            "accepted": {
                "name": called,
                "at_words": called,
                "sha256": "a" * 64,
                "clauses_sha256": "a" * 64,
                "signed_on": "2025-11-03",
                "last_day": "2025-11-06",
            },
        },
        Template.ACCEPTANCE,
    )

    assert pdf.startswith(b"%PDF-")


def test_a_paper_that_lacks_a_fact_fails_in_our_words(facts_of_a_proposal: dict[str, Any]) -> None:
    del facts_of_a_proposal["clauses"]

    with pytest.raises(RenderFailed):
        pressed(facts_of_a_proposal)


def test_fonts_come_with_their_licence(facts_of_a_proposal: dict[str, Any]) -> None:
    folder = Path(__file__).parents[2] / "standby/documents/providers/pdf/fonts"

    assert "SIL Open Font License" in (folder / "OFL.txt").read_text()
    pages: list[Any] = list(PdfReader(BytesIO(pressed(facts_of_a_proposal))).pages)
    used = {
        str(font.get_object()["/BaseFont"]).partition("+")[2]
        for page in pages
        for font in page["/Resources"]["/Font"].values()
    }
    assert used == {"Figtree-Regular", "Figtree-Bold"}
