"""The stories that tests of the firm price and its papers begin with."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from booking_helpers import NOW, SIGNER, reserve
from django.conf import settings
from pypdf import PdfReader

from standby.company.rules import palette_with_brand
from standby.core.jobs import run_next_job
from standby.core.policy import UNDO_FOR
from standby.core.providers.files.local import LocalFiles
from standby.documents.models import OrderFile, Proposal
from standby.documents.providers.pdf import Template
from standby.documents.providers.pdf.typst import Look, TypstRenderer
from standby.documents.services.document_data import Facts
from standby.documents.services.documents import DocumentContext
from standby.documents.services.proposals import make_proposal
from standby.documents.tasks import document_handler
from standby.orders.models import ChangeOrder, Order
from standby.orders.services.appointments import confirm_appointment
from standby.orders.services.orders import ReservationRequest, schedule_order
from standby.photos.models import PhotoReview
from standby.photos.services.reviews import open_review
from standby.pricing.models.quoting import Quote
from standby.workflows.accept_proposal import accept_proposal
from standby.workflows.decide_change_order import Answer, decide_change_order
from standby.workflows.decide_photo_review import Decision, decide_photo_review

STAFF = "staff grace"


def a_scheduled_order(request: ReservationRequest | None = None) -> Order:
    """Its date is certain and its first receipt is issued."""
    order = reserve(request)
    appointment = order.appointments.get()
    confirm_appointment(appointment, actor="clock", now=NOW)
    schedule_order(appointment, actor="clock", now=NOW)
    return appointment.order


def a_submitted_review(request: ReservationRequest | None = None) -> PhotoReview:
    review = open_review(a_scheduled_order(request), now=NOW)
    PhotoReview.objects.filter(pk=review.pk).update(
        status="submitted", consented_at=NOW, submitted_at=NOW, consent_wording="I agree"
    )
    review.refresh_from_db()
    return review


@dataclass(frozen=True)
class Decided:
    order: Order
    quote: Quote
    change: ChangeOrder | None


def decide(
    review: PhotoReview,
    *,
    run_ft: int,
    installation_cents: int | None = None,
    reason: str = "As measured in your photos",
    if_version: int | None = None,
    now: datetime = NOW,
    **modules: Any,
) -> Decided:
    quote, change = decide_photo_review(
        review.public_id,
        Decision(run_ft=run_ft, installation_cents=installation_cents, **modules),
        reason=reason,
        actor=STAFF,
        if_version=if_version,
        signer=SIGNER,
        now=now,
    )
    order = PhotoReview.objects.select_related("order__quote").get(pk=review.pk).order
    return Decided(order, quote, change)


def answer(change: ChangeOrder, answer: Answer, *, now: datetime = NOW) -> ChangeOrder:
    return decide_change_order(
        Order.objects.get(pk=change.order_id),
        change_id=change.public_id,
        answer=answer,
        signer=SIGNER,
        now=now,
    )


def a_locked_order(request: ReservationRequest | None = None, *, run_ft: int = 20) -> Order:
    decided = decide(a_submitted_review(request), run_ft=run_ft)
    return Order.objects.get(pk=decided.order.pk)


LOOK = Look(colors=palette_with_brand(settings.COLORS))
COMPANY = replace(
    settings.COMPANY,
    legal_name="Standby Home Power LLC",
    address="1 Main Street, Conroe, TX 77301",
    phone="(713) 555-0142",
    email="hello@standby.example",
    licence="TECL 12345",
)


def printing(folder: Path) -> DocumentContext:
    return DocumentContext(
        renderer=TypstRenderer(company=lambda: COMPANY, look=lambda: LOOK),
        files=LocalFiles(folder=folder),
        site_url="https://site.test",
    )


class BusyRenderer:
    """Before it prints, something else happens."""

    def __init__(self, happens: Callable[[Facts], object], *, folder: Path) -> None:
        self.happens, self.renderer = happens, printing(folder).renderer

    def render(self, template: Template, facts: Facts, *, made_at: datetime) -> bytes:
        self.happens(facts)
        return self.renderer.render(template, facts, made_at=made_at)


def make_documents(documents: DocumentContext, *, now: datetime = NOW) -> int:
    """As the worker makes those that are due, when nothing can be undone; returns how many."""
    before, handler = OrderFile.objects.count(), document_handler(documents=documents)
    while run_next_job(handler, now=now + UNDO_FOR):
        pass
    return OrderFile.objects.count() - before


def a_proposal(folder: Path, order: Order | None = None, *, now: datetime = NOW) -> Proposal:
    return make_proposal(
        order or a_locked_order(), documents=printing(folder), actor="clock", now=now
    )


def accept(
    proposal: Proposal,
    *,
    sha256: str | None = None,
    clauses_sha256: str | None = None,
    typed_name: str = "Ada Lovelace",
    now: datetime = NOW,
) -> Proposal:
    return accept_proposal(
        proposal.order,
        proposal_id=proposal.public_id,
        sha256=proposal.file.sha256 if sha256 is None else sha256,
        clauses_sha256=proposal.clauses_sha256 if clauses_sha256 is None else clauses_sha256,
        typed_name=typed_name,
        origin="a key",
        now=now,
    )


def words_of(pdf: bytes) -> str:
    """As a reader reads it, however its lines were broken; every dash is a hyphen."""
    pages = PdfReader(BytesIO(pdf)).pages
    text = " ".join(" ".join(page.extract_text() for page in pages).split())
    return text.replace("\u2013", "-").replace("\u2212", "-")
