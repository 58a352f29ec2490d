"""What market/dallas says in messages, documents and answers; test_second_market.py runs this."""

from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from booking_helpers import NOW, a_request
from django.conf import settings
from django.test import Client
from document_helpers import a_locked_order, accept
from ops.second_market import words_of_the_first
from pypdf import PdfReader

from standby.core.market import PLACE
from standby.core.providers.files.local import LocalFiles
from standby.coverage.services.coverage import load_coverage_seed
from standby.documents.models import OrderFile, Proposal
from standby.documents.providers import wiring as documents_providers
from standby.documents.providers.pdf import Template
from standby.documents.services.billing import issue_documents, print_documents
from standby.documents.services.documents import DocumentContext, make_hoa_packet
from standby.documents.services.gas_request import gas_request_facts
from standby.documents.services.proposals import make_proposal
from standby.messaging.kinds import KINDS, render_sample
from standby.orders.models import Order
from standby.pricing.rules.line_items import LineItem, LineKind
from standby.sales.models import CustomQuote
from standby.sales.services.quotes import pdf_facts
from standby.workflows.completion_packet import make_packet

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_message(kind: str) -> None:
    message = render_sample(kind)
    assert words_of_the_first(str(message)) == []


def test_documents(catalog: None, tmp_path: Path) -> None:
    load_coverage_seed(settings.MARKET)
    order = a_locked_order(a_request(address=PLACE.sample_address))
    printing = DocumentContext(
        renderer=documents_providers.document_renderer(),
        files=LocalFiles(folder=tmp_path),
        site_url="https://site.test",
    )
    make_proposal(order, documents=printing, actor="clock", now=NOW)
    association = {"name": "Alley Association", "address": "", "contact": "", "notes": ""}
    make_hoa_packet(order, association=association, documents=printing, actor="clock", now=NOW)
    accept(Proposal.objects.get())
    issue_documents(order, site_url=printing.site_url, now=NOW + timedelta(days=7))
    print_documents(order, documents=printing)
    facts = gas_request_facts(
        name="Ada",
        address=PLACE.sample_address,
        meter=None,
        model_number="7043",
        generator_btu_h=0,
        appliances=[],
        now=NOW,
    )
    made = [printing.files.read(one.key) for one in OrderFile.objects.all()]
    made.append(printing.renderer.render(Template.GAS_REQUEST, facts, made_at=NOW))
    made.append(_completion_packet(order, printing))
    made.append(_custom_quote(printing))
    assert len(made) == 6
    for pdf in made:
        assert words_of_the_first(_words(pdf)) == []


def test_answers(catalog: None, browser: Client) -> None:
    load_coverage_seed(settings.MARKET)
    for path in (
        "/api/coverage-zipcodes",
        "/api/coverage-geometries",
        "/api/price-book",
        "/api/app-configuration",
        "/api/installation-packages",
        "/api/openapi.json",
    ):
        answer = browser.get(path)
        assert answer.status_code == 200, path
        assert words_of_the_first(answer.content.decode()) == [], path
    covered = browser.get("/api/coverage-zipcodes/75201").json()
    assert (covered["city"], covered["region"]) == ("Dallas", "Dallas County")
    assert browser.get("/api/coverage-zipcodes/77002").status_code == 404


# By hand: installation, generator, permit of $150 and 8.25% of the generator, in cents.
GOLDEN: Final = {
    ("close", "7228"): 11_612_27,
    ("close", "7043"): 12_694_77,
    ("close", "7291"): 13_777_27,
    ("close", None): 5_140_00,
    ("medium", "7228"): 12_612_27,
    ("medium", "7043"): 13_694_77,
    ("medium", "7291"): 14_777_27,
    ("medium", None): 6_140_00,
    ("far", "7228"): 14_112_27,
    ("far", "7043"): 15_194_77,
    ("far", "7291"): 16_277_27,
    ("far", None): 7_640_00,
}


def test_the_starting_book_of_dallas_is_the_golden_table(catalog: None, browser: Client) -> None:
    book = browser.get("/api/price-book").json()
    numbers = {row["id"]: row["model_number"] for row in book["generators"]}
    in_town = [row for row in book["prices"] if row["township"] == "default"]

    totals = {
        (row["band"], numbers.get(row["generator_id"])): row["total_cents"] for row in in_town
    }

    assert totals == GOLDEN


def _completion_packet(order: Order, printing: DocumentContext) -> bytes:
    Order.objects.filter(pk=order.pk).update(status="equipment_arrived")
    Order.objects.filter(pk=order.pk).update(status="completed", powered_on_at=NOW)
    packet = make_packet(Order.objects.get(pk=order.pk), documents=printing, now=NOW)
    assert packet is not None
    return printing.files.read(packet.key)


def _custom_quote(printing: DocumentContext) -> bytes:
    quote = CustomQuote(
        name="Ada",
        address=PLACE.sample_address,
        run_ft=200,
        line_items=[LineItem(kind=LineKind.INSTALLATION, description="x", unit_cents=1).as_dict()],
        total_cents=1,
        valid_until=NOW,
        updated_at=NOW,
    )
    return printing.renderer.render(Template.QUOTE, pdf_facts(quote), made_at=NOW)


def _words(pdf: bytes) -> str:
    return " ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
