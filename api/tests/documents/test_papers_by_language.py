"""In a language that nobody speaks, a paper has no English word but data (I18N-01.3)."""

import re
from collections.abc import Iterator
from dataclasses import asdict, replace
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import booking_helpers
import pytest
from account_helpers import a_scheduled_order as a_paid_order
from account_helpers import an_accepted_order, cancel_by_staff, fresh, pay_milestone, send_refunds
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from booking_helpers import ADA, NOW, SITE, a_request
from django.conf import settings as configured
from django.test import Client
from django.utils.translation import override
from document_helpers import (
    COMPANY,
    a_locked_order,
    a_proposal,
    accept,
    make_documents,
    printing,
    words_of,
)
from pseudo_language import IN_IT, LANGUAGE, english_in
from pypdf import PdfReader
from pytest_django import Settings
from stay_on_lists import TOO_LARGE, answers
from test_documents import WATERWAY, a_photo
from test_gas_request import HOME
from test_one_code import a_finished_order
from whole_orders import an_order_file

from standby.core.market import GAS, PLACE, TERMS, Company
from standby.core.words import say
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.services.receipts import issue_receipt
from standby.documents.models import BillingDocument, OrderFile
from standby.documents.providers.pdf import RenderFailed, Template
from standby.documents.providers.pdf.message_ids import message_ids
from standby.documents.providers.pdf.words import TEMPLATES
from standby.documents.services.billing import issue_documents, print_documents
from standby.documents.services.document_data import hoa_facts
from standby.documents.services.documents import make_hoa_packet
from standby.documents.services.gas_request import gas_request_facts
from standby.orders.models import Order
from standby.orders.rules.cancelling import CancellationRule
from standby.payments.providers.cards.test_mode import TestCards
from standby.photos.rules import requested_slots
from standby.pricing.models.catalog import PackageBonusItem, PackageIncludedService
from standby.pricing.rules.line_items import LineItem, LineKind
from standby.readiness.models import InstallationStep
from standby.sales.models import CustomQuote
from standby.sales.services.quotes import pdf_facts
from standby.workflows.completion_packet import make_packet

pytestmark = pytest.mark.usefixtures("shop")
LATER = NOW + timedelta(days=7)  # the customer may no longer cancel freely
# Fingerprints, codes, numbers and addresses of pages; whatever was broken over lines is one word.
CODES = re.compile(
    r"[0-9a-f]{64}|(INV|REC|REF)-\d{6}|(pi|re)_test_[0-9a-f]+|[0-9A-Z]{4}(-[0-9A-Z]{4}){3}"
    r"|https://site\.test(/[a-z-]+)*(/[0-9A-Z]{16})?"
)
SIGNS = re.compile(r"SN-4711|CREW-1|P-77|XG-1|v?1\.1\(2025-10-18\)")
CONTENT_WORDS = re.compile(
    # Two words in a row, a bracket or a line that begins with one: none of them is code.
    r"(?<![\w.#-])[A-Za-z]{2,} +[A-Za-z]{2,}|\[\s*[A-Za-z]{2,}|^\s*[A-Z][a-z]+",
    re.MULTILINE,
)
# Our font draws these from two signs, and so the PDF has them for the plain letters as well.
TWINS = str.maketrans("ḿṽḾṼ", "mvMV")
SENTENCE = re.compile("[A-Z]|[a-z] [a-z]")
TYPST_WORDS = re.compile(
    r"\b(let|set|show|if|else|for|in|not|and|or|import|return|none|context|heading\.where)\b"
)


@pytest.fixture(autouse=True)
def _pseudo(pseudo_locales: Path, settings: Settings) -> None:
    settings.LANGUAGES = [("en", "English"), (LANGUAGE, "Pseudo")]
    settings.LOCALE_PATHS = [pseudo_locales]


@pytest.fixture
def customers_read_it(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whoever has the papers made, a worker or staff, reads English."""
    monkeypatch.setattr(booking_helpers, "ADA", replace(booking_helpers.ADA, language=LANGUAGE))
    with override("en"):
        yield


def bare(text: str) -> str:
    # As `words_of` has dashes
    return "".join(text.replace("\u2013", "-").replace("\u2212", "-").split())


def texts_in(facts: Any) -> Iterator[str]:
    if isinstance(facts, dict):
        facts = facts.values()
    if isinstance(facts, str):
        yield facts
    elif not isinstance(facts, int | float | None):
        for each in facts:
            yield from texts_in(each)


def company_facts(company: Company) -> Iterator[str]:
    return texts_in(asdict(company))


def data() -> set[str]:
    """Names, addresses, codes, and the words of the market and its staff: no catalog has them."""
    rows: list[str] = [
        *(order.confirmation_code for order in Order.objects.all()),
        *PackageIncludedService.objects.values_list("service_name", flat=True),
        *PackageIncludedService.objects.values_list("service_description", flat=True),
        *PackageBonusItem.objects.values_list("bonus_name", flat=True),
        *PackageBonusItem.objects.values_list("bonus_description", flat=True),
    ]
    terms = [each.rstrip(".") for each in texts_in(asdict(TERMS))]
    return {
        *("Ada Lovelace", ADA.name, "24 Waterway Ave, The Woodlands, TX 77380"),
        *("Generac", "As measured in your photos", "(SHA-256)", PLACE.city),
        *company_facts(COMPANY),
        *company_facts(configured.COMPANY),
        *WATERWAY.values(),
        *terms,
        *(each[:1].upper() + each[1:] for each in terms),
        *(", ".join(item["name"] for item in TERMS.not_included).lower(),),
        *rows,
    }


def english_of(text: str) -> list[str]:
    text = SIGNS.sub("|", CODES.sub("|", bare(text).translate(TWINS)))
    for each in sorted(map(bare, data()), key=len, reverse=True):
        if len(each) > 2:
            text = text.replace(each, "|")
    return english_in(text)


def english_papers(folder: Path) -> dict[str, list[str]]:
    """The English words of each paper in a folder, by its name, where there are any."""
    papers = [path.read_bytes() for path in sorted(folder.rglob("*.pdf"))]
    assert len(papers) == OrderFile.objects.filter(added_by="").count() > 0
    for paper in papers:
        assert str(PdfReader(BytesIO(paper)).root_object["/Lang"]) == "el-US"
    titles = OrderFile.objects.filter(added_by="").values_list("title", flat=True)
    said = {
        **{path.name: words_of(path.read_bytes()) for path in folder.rglob("*.pdf")},
        **{f"title of {title}": title for title in titles},
    }
    return {name: found for name, text in said.items() if (found := english_of(text))}


@pytest.mark.req("I18N-01.3")
@pytest.mark.usefixtures("customers_read_it")
def test_proposal_and_acceptance_are_in_it(tmp_path: Path) -> None:
    order = a_locked_order(a_request(answers=answers(TOO_LARGE)))
    order.payments.update(status="paid", paid_at=NOW, provider_ref="pi_test_1")
    a_photo(order, requested_slots(5)[0], tmp_path)

    proposal = accept(a_proposal(tmp_path, order))
    make_documents(printing(tmp_path))

    assert english_papers(tmp_path) == {}
    assert set(OrderFile.objects.values_list("type", "language")) == {
        ("general_proposal", LANGUAGE),
        ("acceptance", LANGUAGE),
    }
    said = [text for clause in proposal.clauses or [] for text in texts_in(clause["blocks"])]
    assert english_of(" ".join(clause["heading"] for clause in proposal.clauses or [])) == []
    assert len(said) > 40


@pytest.mark.usefixtures("customers_read_it")
def test_who_brings_a_generator_reads_it_too(tmp_path: Path) -> None:
    a_proposal(tmp_path, a_locked_order(a_request(generator_choice="provide_own", model_number="")))

    assert english_papers(tmp_path) == {}


@pytest.mark.usefixtures("customers_read_it")
def test_what_was_signed_keeps_its_language_with_all_that_follows_from_it(
    tmp_path: Path, settings: Settings
) -> None:
    proposal = a_proposal(tmp_path)
    settings.LANGUAGE_CODE = "en"

    accept(proposal)
    make_documents(printing(tmp_path))

    assert english_papers(tmp_path) == {}


@pytest.mark.req("I18N-01.3")
@pytest.mark.usefixtures("customers_read_it")
def test_invoices_receipts_and_the_completion_packet_are_in_it(
    cards: TestCards, tmp_path: Path
) -> None:
    order = a_finished_order(cards, tmp_path)
    an_order_file(order, type="permit", title="Permit", added_by="staff jo")
    InstallationStep.objects.create(order=order, kind="permit", status="done", done_on=NOW.date())
    InstallationStep.objects.create(order=order, kind="rough_inspection", status="not_needed")
    make_packet(fresh(order), documents=printing(tmp_path), now=LATER)

    assert english_papers(tmp_path) == {}
    assert set(BillingDocument.objects.values_list("kind", flat=True)) == {"invoice", "receipt"}


@pytest.mark.usefixtures("customers_read_it")
@pytest.mark.parametrize(
    "rule", [CancellationRule.AFTER_THREE_DAYS, CancellationRule.UNREASONABLE_DELAY]
)
def test_receipts_of_a_refund_are_in_it(
    rule: CancellationRule, cards: TestCards, tmp_path: Path
) -> None:
    order = an_accepted_order(cards)
    pay_milestone(order, method="credit_card", cards=cards, now=LATER)
    cancel_by_staff(order, rule, cards=cards, now=LATER)
    send_refunds(cards, now=LATER)
    issue_documents(fresh(order), site_url=SITE, now=LATER)
    print_documents(fresh(order), documents=printing(tmp_path))

    assert english_papers(tmp_path) == {}


@pytest.mark.usefixtures("customers_read_it")
@pytest.mark.parametrize(
    "rule", [CancellationRule.FEE_FORFEITED, CancellationRule.FEE_KEPT_AS_CREDIT]
)
def test_a_statement_that_nothing_goes_back_is_in_it(
    rule: CancellationRule, cards: TestCards, tmp_path: Path
) -> None:
    order = a_paid_order(cards)
    cancel_by_staff(order, rule, cards=cards, now=NOW)
    issue_documents(fresh(order), site_url=SITE, now=NOW)
    print_documents(fresh(order), documents=printing(tmp_path))

    assert english_papers(tmp_path) == {}


@pytest.mark.usefixtures("customers_read_it")
def test_the_receipt_of_a_diagnostic_is_in_it(tmp_path: Path) -> None:
    booked = Diagnostic(
        name="Ada Lovelace",
        address="24 Waterway Ave, The Woodlands, TX 77380",
        day=LATER.date(),
        amount_cents=9_00,
        charge="pi_test_1",
        language=LANGUAGE,
    )

    issue_receipt(booked, now=NOW)

    contents = booked.receipt_contents
    assert contents is not None
    paper = printing(tmp_path).renderer.render(Template.BILLING, contents, made_at=NOW)
    assert english_of(words_of(paper)) == []


def a_quote(**changed: Any) -> dict[str, Any]:
    lines = [
        LineItem(kind=LineKind.INSTALLATION, description="|", unit_cents=1),
        LineItem(kind=LineKind.EXTRA, description="|", unit_cents=1, taxable=True),
    ]
    quote = CustomQuote(
        **changed,
        name="Ada Lovelace",
        address="24 Waterway Ave, The Woodlands, TX 77380",
        run_ft=200,
        line_items=[line.as_dict() for line in lines],
        total_cents=2,
        valid_until=NOW,
        updated_at=NOW,
    )
    return pdf_facts(quote)


@pytest.mark.parametrize("status", ["draft", "sent"])
def test_a_quote_is_in_the_language_of_who_opens_it(status: str, tmp_path: Path) -> None:
    with override(LANGUAGE):
        facts = a_quote(status=status)

    paper = printing(tmp_path).renderer.render(Template.QUOTE, facts, made_at=NOW)

    number = re.compile(str(facts["number"]))
    assert english_of(number.sub("", words_of(paper))) == []


def test_a_language_that_no_font_has_is_not_printed_as_question_marks(
    tmp_path: Path, settings: Settings
) -> None:
    said = Catalog(locale="ja")
    said.add("Total", "合計")
    file = tmp_path / "ja" / "LC_MESSAGES" / "django.mo"
    file.parent.mkdir(parents=True)
    with file.open("wb") as compiled:
        write_mo(compiled, said)
    settings.LANGUAGES = [("en", "English"), ("ja", "Japanese")]
    settings.LOCALE_PATHS = [tmp_path]
    press, facts = printing(tmp_path).renderer, a_quote()

    assert press.render(Template.QUOTE, facts, made_at=NOW)
    with pytest.raises(RenderFailed):
        press.render(Template.QUOTE, facts | {"language": "ja"}, made_at=NOW)


def test_papers_for_others_are_english_whoever_asks_for_them(
    tmp_path: Path, settings: Settings
) -> None:
    settings.LANGUAGE_CODE = LANGUAGE
    order = a_locked_order()
    with override(LANGUAGE):
        packet = make_hoa_packet(
            order,
            association=WATERWAY,
            documents=printing(tmp_path),
            actor="staff jo",
            now=NOW,
        )
        asked = Client(headers=IN_IT).post("/api/gas-requests", HOME, "application/json")

    texts = [words_of((tmp_path / packet.key).read_bytes()), words_of(asked.content)]
    assert packet.language == "en"
    assert "Section 202.019 of the Texas Property Code does not let" in texts[0]
    assert "Added by the generator" in texts[1]
    assert [text for text in texts if "⟦" in text] == []


def test_papers_for_others_could_be_set_in_it(tmp_path: Path) -> None:
    own = a_locked_order(a_request(model_number="7291"))
    with override(LANGUAGE):
        facts = hoa_facts(own, association=WATERWAY, site_url=SITE, now=NOW)
        asked = HOME | {"appliances": [], "generator_btu_h": 0}
        gas = gas_request_facts(**asked, now=NOW)
    press = printing(tmp_path).renderer
    names = [GAS["pressure"], *(each["source"]["name"] for each in GAS["generators"])]

    letter = words_of(press.render(Template.HOA_PACKET, facts, made_at=NOW))
    request = words_of(press.render(Template.GAS_REQUEST, gas, made_at=NOW))

    for each in [*names, PLACE.gas_utility, "AL-425", "AC-630", "AC-425"]:
        request = bare(request).replace(bare(each), "|")
    assert (english_of(letter), english_of(request)) == ([], [])


def untold(template: str) -> list[str]:
    """Words that a template has in itself: as content, or in a text that is no message id."""
    code = re.sub(r"//.*|#import .*", "", template)
    for _line, message in message_ids(code):
        code = code.replace(f'"{message}"', '""')
    texts = [
        text for text in re.findall(r'"([^"]*)"', code) if re.search("[A-Z]|[a-z] [a-z]", text)
    ]
    code = re.sub(r'"[^"]*"', '""', code)
    return [*texts, *CONTENT_WORDS.findall(TYPST_WORDS.sub(";", code))]


def test_no_template_has_words_of_its_own() -> None:
    found = {path.name: untold(path.read_text()) for path in TEMPLATES.glob("*.typ")}

    assert len(found) >= len(Template)
    assert {name: words for name, words in found.items() if words} == {
        "letterhead.typ": ["Figtree", "DejaVu Sans Mono", "US"]
    }


@pytest.mark.parametrize(
    "written",
    [
        "[Paid]",
        "#if x [Paid before]",
        "Paid in full.",
        'let name = "Receipt " + number',
        "[\n Paid]",
    ],
)
def test_words_in_a_template_would_be_found(written: str) -> None:
    assert untold(written)
    assert not untold('#if x { t("Paid in full.") } else [#day(facts.paid_on) \\ #t("Paid")]')


def test_a_sentence_without_a_translation_would_be_found(tmp_path: Path) -> None:
    with override(LANGUAGE):
        said = say("This was forgotten.")

    assert english_of(f"{said} Ada Lovelace, $1.00") == ["Thiswasforgotten"]
    assert replace(COMPANY).legal_name in data()
