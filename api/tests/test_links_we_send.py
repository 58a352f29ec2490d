"""Every link in every mail, text, calendar file and document leads to a page that exists.

What is checked is what leaves: each kind of message goes through the worker, each document through
the printer. A link is asked for as a visitor would ask: the built pages first, then Django.
"""

import email
import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from email import policy
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from booking_helpers import NOW, reserve
from django.conf import settings
from django.test import Client
from document_helpers import STAFF, a_locked_order, a_proposal, accept, printing
from icalendar import Calendar
from message_facts import an_order_for
from pypdf import PdfReader
from pytest_django import Settings
from whole_orders import complete

from standby.accounts.models import User
from standby.backoffice.management.commands.work import jobs
from standby.core.providers.files.local import LocalFiles
from standby.documents.models import OrderFile
from standby.documents.providers.pdf import Template
from standby.documents.services.billing import issue_documents, print_documents
from standby.documents.services.documents import make_certificate, make_hoa_packet
from standby.documents.services.gas_request import gas_request_facts
from standby.messaging import rendering
from standby.messaging.kinds import KINDS
from standby.messaging.models import Message
from standby.messaging.rules import placeholders_in
from standby.orders.models import Order
from standby.orders.services.notify import notify_customer
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards.test_mode import TestCards
from standby.pricing.models.quoting import WizardSession
from standby.workflows.completion_packet import make_packet
from standby.workflows.reminders import RECOVERED_AFTER, agree_to_reminder, remind_of_wizards

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
WEB = Path(__file__).parents[2] / "web" / "src"
OURS = {urlsplit(settings.SITE_URL).netloc, "site.test", "testserver"}
_ADDRESS = re.compile(r"https?://[^\s\"'<>)\]]+")
TEMPLATES = Path(rendering.__file__).parent / "templates" / "messages" / "en"
PLAIN = sorted({file.stem for file in TEMPLATES.iterdir()} - {*KINDS, "wizard_recovery"})


@pytest.fixture(autouse=True)
def site(tmp_path_factory: pytest.TempPathFactory, settings: Settings) -> None:
    """A site with a file for each page that the build makes, as Astro names them."""
    site = tmp_path_factory.mktemp("site")
    for route in built_pages():
        file = site / f"{route}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("<!doctype html>")
    settings.WHITENOISE_ROOT = site


def built_pages() -> Iterator[str]:
    pages = WEB / "pages"
    for file in pages.rglob("*.astro"):
        route = file.relative_to(pages).with_suffix("").as_posix()
        if "/_" in f"/{route}":
            continue
        if "[" not in route:
            yield route
        elif route == "legal/[document]":
            yield from (f"legal/{slug}" for slug in legal_slugs())
        elif route == "[...route]":
            yield from application_routes()
    yield "tx/houston/home-generator-installation"


def application_routes() -> Iterator[str]:
    path_of = dict(re.findall(r'(\w+): "/([^"]*)"', (WEB / "lib" / "paths.ts").read_text()))
    steps = (WEB / "draft" / "steps.ts").read_text()
    listed = (WEB / "app" / "pages.ts").read_text() + steps
    for name in re.findall(r"\bpath: paths\.(?:\w+\.)?(\w+)", listed):
        yield path_of[name]
    yield from re.findall(r'\bpath: "/([^"]*)"', steps)


def legal_slugs() -> list[str]:
    sources = [file.read_text() for file in (WEB / "content" / "en" / "legal").glob("*.ts")]
    return [slug for source in sources for slug in re.findall(r'\bslug: "([a-z-]+)"', source)]


def dead_ends(links: Iterable[str]) -> list[str]:
    return [why for link in sorted(links) if (why := leads_nowhere(link))]


def leads_nowhere(address: str) -> str:
    """Why the address is a dead end; "" when it opens a page."""
    parts = urlsplit(address)
    if parts.fragment and not is_an_anchor(parts.fragment):
        return f"{address}: no such anchor"
    answer = Client().get(f"{parts.path}?{parts.query}")
    answer.getvalue()  # a file that is sent is closed at its end
    return "" if answer.status_code < 400 else f"{address}: {answer.status_code}"


def is_an_anchor(fragment: str) -> bool:
    return any(f'id="{fragment}"' in file.read_text() for file in WEB.rglob("*.[at]s*"))


def ours_in(text: str) -> set[str]:
    found = {address.rstrip(".,;:") for address in _ADDRESS.findall(text)}
    return {address for address in found if urlsplit(address).netloc in OURS}


def send_all(folder: Path, *, now: Any = NOW + KINDS["date_held"].waits) -> list[str]:
    """All that the worker lets out by now: headers, plain text, HTML, calendars and texts."""
    ways_out = [job for job in jobs() if job.name in ("emails", "texts")]
    while any(job.run(now) for job in ways_out):
        pass
    assert set(Message.objects.values_list("status", flat=True)) <= {"sent"}
    said = [json.loads(file.read_text())["text"] for file in folder.glob("outbox/*.sms.json")]
    for file in folder.glob("outbox/*.eml"):
        mail = email.message_from_bytes(file.read_bytes(), policy=policy.default)
        said += [str(header) for header in mail.values()]
        said += [readable(part) for part in mail.walk() if not part.is_multipart()]
    return said


def readable(part: Any) -> str:
    if not part.get_content_type().endswith(("/calendar", "/ics")):
        return str(part.get_content())
    calendar = Calendar.from_ical(part.get_payload(decode=True))
    return "\n".join(str(line) for _, line in calendar.property_items())


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_link_of_every_message_to_a_customer_opens_a_page(
    own_folder: Path, kind: str
) -> None:
    cards = payments_providers.cards()
    assert isinstance(cards, TestCards)
    order = an_order_for(kind, cards=cards)
    Message.objects.all().delete()
    notify_customer(order, kind=kind, dedupe_part="once", now=NOW, **KINDS[kind].sample)

    links = ours_in("\n".join(send_all(own_folder)))

    assert Message.objects.count() == 2
    assert any("/b/" in link for link in links)
    assert f"{settings.SITE_URL}/legal/privacy" in links
    assert dead_ends(links) == []


@pytest.mark.req("PHOTO-01.1")
def test_the_texted_link_opens_the_upload_form(own_folder: Path) -> None:
    order, now = reserve(), datetime.now(UTC)
    Message.objects.all().delete()
    notify_customer(
        order, kind="photo_link", dedupe_part="once", now=now, **KINDS["photo_link"].sample
    )
    send_all(own_folder, now=now)

    [text] = own_folder.glob("outbox/*.sms.json")
    [link] = [one for one in ours_in(json.loads(text.read_text())["text"]) if "/b/" in one]
    answer = Client().get(link.removeprefix(settings.SITE_URL))

    assert answer["Location"] == f"/my-booking/photos?order={order.public_id}"
    assert dead_ends([answer["Location"]]) == []


def test_the_links_of_a_wizards_reminder_and_of_a_forgotten_password_open_pages(
    own_folder: Path,
) -> None:
    agree_to_reminder(WizardSession(email="ada@example.org"), now=NOW)
    remind_of_wizards(now=NOW + RECOVERED_AFTER)
    reminder = ours_in("\n".join(send_all(own_folder, now=NOW + RECOVERED_AFTER)))
    User.objects.create(username="pat@example.org", email="pat@example.org", role="owner")
    Client().post("/auth/v1/recover", {"email": "pat@example.org"}, content_type="application/json")
    queued = Message.objects.get(kind__startswith="account_")
    both = ours_in("\n".join(send_all(own_folder, now=queued.created_at)))

    assert f"{settings.SITE_URL}/installation-wizard" in reminder
    assert len(both) > len(reminder)
    assert dead_ends(both) == []


def test_every_link_of_what_belongs_to_no_order_opens_a_page() -> None:
    """A new template in the folder is covered; what fills its placeholders is no link but one."""
    link = f"{settings.SITE_URL}/installation-wizard"
    plain = []
    for name in PLAIN:
        names = placeholders_in((TEMPLATES / f"{name}.txt").read_text())
        values = dict.fromkeys(names, "7") | {"link": link}
        plain.append(rendering.render_plain(name, **values))

    links = ours_in("\n".join("\n".join(made.values()) for made in plain))

    assert len(plain) >= 9
    assert links
    assert dead_ends(links) == []


def test_every_link_of_every_document_opens_a_page(tmp_path: Path) -> None:
    order = a_locked_order()
    proposal = accept(a_proposal(tmp_path, order))
    make_certificate(proposal, documents=printing(tmp_path), now=NOW)
    make_hoa_packet(
        Order.objects.get(pk=order.pk),
        association={"name": "Waterway", "address": "", "contact": "", "notes": ""},
        documents=printing(tmp_path),
        actor=STAFF,
        now=NOW,
    )
    asked = NOW + timedelta(days=7)
    issue_documents(order, site_url=settings.SITE_URL, now=asked)
    print_documents(order, documents=printing(tmp_path))
    complete(order, at=NOW)
    make_packet(Order.objects.get(pk=order.pk), documents=printing(tmp_path), now=asked)

    files, renderer = LocalFiles(folder=tmp_path), printing(tmp_path).renderer
    pdfs = {made.type: files.read(made.key) for made in OrderFile.objects.all()}
    # What is made when it is asked for.
    gas = gas_request_facts(
        name="Ada",
        address="",
        meter=None,
        model_number=None,
        generator_btu_h=0,
        appliances=(),
        now=NOW,
    )
    pdfs["gas_request"] = renderer.render(Template.GAS_REQUEST, gas, made_at=NOW)
    links = {kind: links_of(pdf) for kind, pdf in pdfs.items()}

    # A custom quote has none: whoever has its link can accept.
    assert len(links) == len(Template) - 1
    found = {link for ones in links.values() for link in ones}
    assert any("/verify/" in link for link in found)
    assert any("/legal/" in link for link in found)
    assert dead_ends(found) == []


def links_of(pdf: bytes) -> set[str]:
    """Those that can be clicked, and those that are printed: a long one is broken after a slash."""
    pages = PdfReader(BytesIO(pdf)).pages
    text = "\n".join(page.extract_text() for page in pages)
    printed = ours_in(re.sub(r"/\s*\n\s*", "/", text))
    clicked = {
        str(note.get_object()["/A"]["/URI"])
        for page in pages
        for note in page.get("/Annots", [])
        if "/URI" in note.get_object().get("/A", {})
    }
    return printed | {link for link in clicked if urlsplit(link).netloc in OURS}


@pytest.mark.parametrize(
    "path", ["/privacy-policy", "/legal/privacy-policy", "/legal/privacy#nowhere-on-it", "/b"]
)
def test_a_dead_end_is_seen(db: None, path: str) -> None:
    assert leads_nowhere(f"{settings.SITE_URL}{path}")
