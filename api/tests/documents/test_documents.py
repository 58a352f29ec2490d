"""Proposals, certificates and HOA packets: made by the worker or by staff, once each."""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from account_helpers import cancel_by_staff
from booking_helpers import ADA, NOW, OTHER_DAY, a_request
from document_helpers import (
    STAFF,
    BusyRenderer,
    a_locked_order,
    a_proposal,
    a_scheduled_order,
    a_submitted_review,
    accept,
    answer,
    decide,
    make_documents,
    printing,
    words_of,
)
from market_bands import BEYOND_FT
from outbox_helpers import the_message
from payment_terms import PAYMENT_TERMS
from PIL import Image
from pypdf import PdfReader

from standby.core.market import TERMS
from standby.core.models import Job
from standby.core.providers.files import FilesDown
from standby.core.providers.files.local import LocalFiles
from standby.documents.models import OrderFile, Proposal
from standby.documents.providers.pdf import RenderFailed
from standby.documents.services.document_data import Facts, proposal_facts
from standby.documents.services.documents import (
    DOCUMENTS_TRIED_FOR,
    DocumentContext,
    OutsideTheStatute,
    PacketOvertaken,
    enqueue_document,
    make_hoa_packet,
)
from standby.documents.services.proposals import (
    PriceNotLocked,
    ProposalOvertaken,
    make_proposal,
)
from standby.messaging.models import Message
from standby.orders.models import Order
from standby.orders.rules.cancelling import CancellationRule
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services.changes import PriceAgreed
from standby.payments.providers.cards.test_mode import TestCards
from standby.photos.models import Photo, PhotoReview
from standby.photos.rules import SLOT_TITLES, requested_slots
from standby.pricing.models.catalog import Generator
from standby.pricing.models.quoting import PriceReceipt
from standby.pricing.rules.line_items import LineItem, LineKind, price_of_lines
from standby.pricing.selectors.catalog import CustomPrice
from standby.reports.selectors.what_waits import backlog

pytestmark = pytest.mark.usefixtures("shop")


class FilesAreDown(LocalFiles):
    def put(self, key: str, content: bytes, *, content_type: str) -> None:
        raise FilesDown


def jammed_for(order: Order, *, folder: Path) -> DocumentContext:
    """Prints for everybody but one."""

    def jam(facts: Facts) -> None:
        if facts["number"] == order.confirmation_code:
            raise RenderFailed

    return replace(printing(folder), renderer=BusyRenderer(jam, folder=folder))


def waiting() -> list[str]:
    jobs = Job.objects.filter(kind="document", dead_at=None).order_by("pk")
    return [job.key.partition(":")[0] for job in jobs]


def test_locked_prices_and_acceptances_are_printed_once(tmp_path: Path) -> None:
    a_locked_order()
    a_scheduled_order(a_request(slot=Slot(OTHER_DAY, TimeWindow.MORNING)))
    accept(a_proposal(tmp_path))

    made = [make_documents(printing(tmp_path)) for _ in range(2)]

    assert made == [2, 0]
    assert sorted(OrderFile.objects.values_list("type", flat=True)) == [
        "acceptance",
        "general_proposal",
        "general_proposal",
    ]


def test_a_higher_price_is_printed_when_the_homeowner_said_yes(tmp_path: Path) -> None:
    change = decide(a_submitted_review(), run_ft=80).change
    assert change is not None
    before = waiting()

    answer(change, "approve")

    assert (before, waiting()) == ([], ["general_proposal"])
    assert make_documents(printing(tmp_path)) == 1


def test_nothing_is_lost_while_the_storage_is_down(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    a_locked_order()
    accept(a_proposal(tmp_path))
    down = replace(printing(tmp_path), files=FilesAreDown(folder=tmp_path))

    with caplog.at_level(logging.WARNING):
        while_down = make_documents(down)
    afterwards = make_documents(printing(tmp_path), now=NOW + timedelta(minutes=1))

    assert (while_down, afterwards) == (0, 2)
    assert "FilesDown" in caplog.text


def test_one_paper_that_cannot_be_set_holds_up_no_other(tmp_path: Path) -> None:
    jammed, other = a_locked_order(), a_locked_order()

    made = make_documents(jammed_for(jammed, folder=tmp_path))

    assert made == 1
    assert Proposal.objects.get().order == other


def test_one_that_fails_for_a_month_is_given_up_until_it_is_made_by_hand(tmp_path: Path) -> None:
    order = a_locked_order()
    jammed = jammed_for(order, folder=tmp_path)

    def state(after: timedelta) -> tuple[float, float]:
        gauges = backlog(now=NOW + after)
        return gauges["documents_waiting"], gauges["documents_given_up"]

    make_documents(jammed)
    soon, late = timedelta(minutes=1), DOCUMENTS_TRIED_FOR + timedelta(minutes=1)
    make_documents(jammed, now=NOW + soon)
    tried = state(soon)
    make_documents(jammed, now=NOW + late)
    given_up = state(late)
    a_proposal(tmp_path, order)

    assert (tried, given_up, state(late)) == ((1, 0), (0, 1), (0, 0))


def test_what_is_not_needed_any_more_is_not_made(tmp_path: Path, cards: TestCards) -> None:
    unlocked, cancelled = a_scheduled_order(), a_locked_order()
    for file_type in (OrderFile.Type.GENERAL_PROPOSAL, OrderFile.Type.ACCEPTANCE):
        enqueue_document(unlocked, file_type, now=NOW)
    Job.objects.create(kind="document", key=f"acceptance:{uuid4()}", due_at=NOW, waiting_since=NOW)
    cancel_by_staff(cancelled, CancellationRule.NOT_FEASIBLE, cards=cards)

    assert waiting() == ["general_proposal", "acceptance", "acceptance"]
    assert make_documents(printing(tmp_path)) == 0
    assert waiting() == []


def content_of(proposal: Proposal, folder: Path) -> bytes:
    return LocalFiles(folder=folder).read(proposal.file.key)


def read(folder: Path, order: Order | None = None) -> str:
    return words_of(content_of(a_proposal(folder, order), folder))


def test_a_locked_price_has_one_proposal_however_often_it_is_made(tmp_path: Path) -> None:
    order = a_locked_order()

    first, again = a_proposal(tmp_path, order), a_proposal(tmp_path, order)

    assert first == again
    assert (first.version, first.status, first.quote) == (1, "ready", order.quote)
    file, content = OrderFile.objects.get(), content_of(first, tmp_path)
    assert file.sha256 == hashlib.sha256(content).hexdigest()
    assert (file.size_bytes, file.type) == (len(content), "general_proposal")
    assert Message.objects.filter(kind="proposal_ready").count() == 2
    assert order.log.filter(subject="proposal").count() == 1


@pytest.mark.req("PROP-01.1")
def test_every_line_and_every_cent_stands_on_it(tmp_path: Path) -> None:
    order = a_locked_order(a_request(band="medium"), run_ft=40)
    receipt = PriceReceipt.objects.get(quote=order.quote)

    text = read(tmp_path, order)

    for line in (
        "Ada Lovelace 24 Waterway Ave, The Woodlands, TX 77380",
        "November 20, 2025 arrival 8:30 AM - 12:30 PM",
        "$13,694.77 Locked on November 3, 2025",
        "Installation for a generator 25 to 50 ft from your electrical panel",
        "40 ft",
        "As measured in your photos",
        "Gas tie-in. Gas line from the meter to the generator",
        "Startup and walkthrough.",
        "Generac 7043, 22 kW, natural gas or propane",
        "Whole-house surge protector.",
        "Installation, flat rate (labor) $5,990.00",
        "Generator with transfer switch (equipment) $6,979.00",
        "Sales tax 8.25% on the generator $575.77",
        "Permit fee $150.00",
        "Total $13,694.77",
        "Within 5 days after your cancellation period ends, 25% $3,423.69",
        "Within 5 days after the equipment arrives, 50% $6,847.39",
        "Within 5 days after substantial completion, 25% $3,423.69",
        "Left to pay $13,694.77",
        "A milestone paid by credit card costs 3% more",
        "1.5% a month",
        "Installation Agreement, version 1.1 (2025-10-18)",
        "-".join(receipt.code[at : at + 4] for at in range(0, 16, 4)),
        "18 in from the wall behind it, with 3 ft clear at both ends and in front,",
        "electrical contractor license TECL 00000",
        "Regulated by The Texas Department of Licensing and Regulation, P.O. Box 12157",
        "YOU, THE BUYER, MAY CANCEL THIS TRANSACTION AT ANY TIME PRIOR TO MIDNIGHT OF THE THIRD "
        "BUSINESS DAY AFTER THE DATE OF THIS TRANSACTION.",
        "Notice of Cancellation - first copy",
        "Notice of Cancellation - second copy",
        "I HEREBY CANCEL THIS TRANSACTION.",
        "Not included Unless listed in this proposal: gas-meter upgrade, panel replacement,",
        f"including the {TERMS.fee_name} and, if you paid for one, the diagnostic",
    ):
        assert line in text, line
    assert f"/verify/{receipt.code}" in text.replace(" ", "")
    assert "Discount" not in text
    assert "Credits are" not in text


def test_what_was_paid_to_reserve_comes_off_until_that_runs_out(tmp_path: Path) -> None:
    order = a_locked_order()
    paid = {"status": "paid", "paid_at": NOW}
    order.payments.update(provider_ref="ch_1", **paid)
    order.payments.create(
        purpose="diagnostic", amount_cents=9_00, provider_ref="ch_2", created_at=NOW, **paid
    )

    text = read(tmp_path, order)

    for line in (
        "25% $3,173.69 Credit: what you've already paid -$109.00",
        "Left to pay $12,585.77",
        "the reservation fee, $100.00",
        "the diagnostic, $9.00",
        "if you accept by December 3, 2025",
    ):
        assert line in text, line
    late = NOW + timedelta(days=31)
    facts: Any = proposal_facts(order, version=1, terms=PAYMENT_TERMS, site_url="", now=late)
    credit = next(clause for clause in facts["clauses"] if clause["id"] == "payments")
    assert "paid: the diagnostic, $9.00." in credit["blocks"][1]["text"]


@pytest.mark.parametrize(
    ("model_number", "named"),
    [("XG-1", "supplying your own generator: XG-1. We"), ("", "model to be confirmed")],
)
def test_an_own_generator_is_not_sold(tmp_path: Path, model_number: str, named: str) -> None:
    own = a_request(generator_choice="provide_own", model_number=model_number)

    text = read(tmp_path, a_locked_order(own))

    assert named in text
    assert "Sales tax" not in text
    assert "Total $5,140.00" in text


def test_a_run_beyond_the_bands_without_a_certain_date_is_drawn_too(tmp_path: Path) -> None:
    change = decide(a_submitted_review(), run_ft=400, installation_cents=12_000_00).change
    assert change is not None
    answer(change, "approve")
    change.order.appointments.update(status="needs_new_date")

    text = read(tmp_path, change.order)

    for line in ("more than 150 ft from your electrical panel", "400 ft", "To be scheduled"):
        assert line in text, line


@pytest.mark.req("PROP-01.2")
@pytest.mark.req("OPS-16.2")
def test_a_custom_quotes_lines_stand_on_it_by_their_names(tmp_path: Path) -> None:
    lines = [
        LineItem(
            kind=LineKind.INSTALLATION,
            description=f"Installation, {BEYOND_FT} ft",
            unit_cents=900000,
        ),
        LineItem(kind=LineKind.EXTRA, description="Stand", unit_cents=40000, taxable=True),
    ]
    custom = CustomPrice(
        lines=lines, price=price_of_lines(lines, tax_rate=Decimal("0.0825")), run_ft=BEYOND_FT
    )
    request = a_request(band="far", generator_choice="provide_own", custom=custom)

    words = read(tmp_path, a_locked_order(request, run_ft=BEYOND_FT))

    assert f"Installation, {BEYOND_FT} ft (labor)" in words
    for cents in ("$9,000.00", "$400.00", "$33.00", "$9,433.00"):
        assert cents in words


def a_photo(order: Order, slot: str, folder: Path, *, pixels: bytes | None = None) -> None:
    """As the photo process leaves it: its thumbnail is nothing but pixels."""
    key = f"photos/{slot}/thumbnail.jpg"
    if pixels is None:
        picture = Image.effect_noise((480, 360), 12)
        made = BytesIO()
        picture.save(made, "JPEG", quality=76)
        pixels = made.getvalue()
    LocalFiles(folder=folder).put(key, pixels, content_type="image/jpeg")
    Photo.objects.create(
        review=PhotoReview.objects.get(order=order),
        kind="photo",
        slot=slot,
        status="ready",
        size_bytes=1,
        received_bytes=1,
        key=f"photos/{slot}",
        shown_key=f"photos/{slot}/shown.jpg",
        thumbnail_key=key,
        created_at=NOW,
    )


def pictures_in(content: bytes) -> int:
    return sum(len(page.images) for page in PdfReader(BytesIO(content)).pages)


def test_the_photos_that_we_asked_for_stand_on_it_by_their_names(tmp_path: Path) -> None:
    order = a_locked_order()
    asked = requested_slots(5)
    for slot in ("extra-1", *reversed(asked)):
        a_photo(order, slot, tmp_path)
    LocalFiles(folder=tmp_path).delete(f"photos/{asked[4]}/thumbnail.jpg")

    content = content_of(a_proposal(tmp_path, order), tmp_path)

    words = words_of(content)
    assert "PHOTOS OF YOUR HOME" in words
    assert all(SLOT_TITLES[slot] in words for slot in asked[:4])
    assert SLOT_TITLES["extra-1"] not in words
    assert pictures_in(content) == 4
    assert len(content) < 300_000
    assert "/StructTreeRoot" in PdfReader(BytesIO(content)).root_object


def test_without_photos_nothing_is_said_of_them_and_no_photo_makes_it_large(tmp_path: Path) -> None:
    order = a_locked_order()
    without = content_of(a_proposal(tmp_path, order), tmp_path)
    other = a_locked_order()
    for slot in requested_slots(5)[:2]:
        a_photo(other, slot, tmp_path, pixels=b"x" * 250_000)
    PhotoReview.objects.filter(order=order).delete()

    content = content_of(a_proposal(tmp_path, other), tmp_path)

    for made in (without, content):
        assert "PHOTOS OF YOUR HOME" not in words_of(made)
        assert pictures_in(made) == 0


def test_the_price_stands_on_one_page(tmp_path: Path) -> None:
    """However many lines come before it."""
    content = content_of(a_proposal(tmp_path), tmp_path)

    pages = [page.extract_text() for page in PdfReader(BytesIO(content)).pages]
    [priced] = [page for page in pages if "Installation, flat rate (labor)" in page]
    for line in ("Permit", "Sales tax", "Total"):
        assert line in priced, line


def test_it_is_small_and_tagged(tmp_path: Path) -> None:
    content = content_of(a_proposal(tmp_path), tmp_path)

    catalog = PdfReader(BytesIO(content)).root_object
    assert "/Marked" in str(catalog["/MarkInfo"])
    assert str(catalog["/Lang"]) == "en-US"
    assert "/StructTreeRoot" in catalog
    assert len(content) < 300_000


def test_a_new_price_supersedes_the_proposal_before(tmp_path: Path) -> None:
    order = a_locked_order()
    first = a_proposal(tmp_path, order)
    moved_on(order)

    second = a_proposal(tmp_path, order)

    first.refresh_from_db()
    assert (first.status, second.status, second.version) == ("superseded", "ready", 2)
    assert [kept.version for kept in OrderFile.objects.order_by("pk")] == [1, 2]


def moved_on(order: Order) -> None:
    """A later version of the same price, as a second decision would have made it."""
    quote = order.quote
    receipt_of = quote.pk
    quote.pk, quote.version, quote.supersedes_id = None, quote.version + 1, receipt_of
    quote.save(force_insert=True)
    Order.objects.filter(pk=order.pk).update(quote=quote)
    order.refresh_from_db()
    PriceReceipt.objects.create(
        code=f"{order.quote_id:016d}",
        quote=order.quote,
        order_ref=order.public_id,
        signature="s",
        issued_at=NOW,
    )


def test_neither_a_price_that_is_not_locked_nor_a_cancelled_order_gets_a_paper(
    tmp_path: Path,
) -> None:
    order = a_locked_order()
    Order.objects.update(status="cancelled")

    with pytest.raises(PriceAgreed):
        a_proposal(tmp_path, order)
    with pytest.raises(PriceNotLocked):
        a_proposal(tmp_path, a_scheduled_order())

    assert list(tmp_path.rglob("*.pdf")) == []


def make_slowly(
    order: Order,
    folder: Path,
    *,
    times: int = 1,
    happens: Callable[[], object] | None = None,
    files: LocalFiles | None = None,
) -> Proposal:
    """While it is printed, something else happens to the order, so many times."""
    left = iter(range(times))

    def happen(_: Facts) -> None:
        if next(left, None) is not None:
            (happens or (lambda: moved_on(order)))()

    slow = replace(printing(folder), renderer=BusyRenderer(happen, folder=folder))
    slow = replace(slow, files=files or slow.files)
    return make_proposal(order, documents=slow, actor="clock", now=NOW)


@pytest.mark.parametrize("times", [1, 2])
def test_a_price_that_moved_meanwhile_is_printed_again(tmp_path: Path, times: int) -> None:
    made = make_slowly(a_locked_order(), tmp_path, times=times)

    assert made.quote == Order.objects.get().quote
    assert len(list(tmp_path.rglob("*.pdf"))) == 1


def test_a_price_that_never_rests_is_left_for_later(tmp_path: Path) -> None:
    with pytest.raises(ProposalOvertaken):
        make_slowly(a_locked_order(), tmp_path, times=9)

    assert Proposal.objects.count() == 0


class Undeletable(LocalFiles):
    def delete(self, key: str) -> None:
        raise FilesDown


def test_a_copy_that_cannot_be_thrown_away_does_no_harm(tmp_path: Path) -> None:
    made = make_slowly(a_locked_order(), tmp_path, files=Undeletable(folder=tmp_path))

    assert made.status == "ready"


def test_two_who_make_it_at_once_have_one_proposal(tmp_path: Path) -> None:
    order = a_locked_order()

    made = make_slowly(order, tmp_path, happens=lambda: a_proposal(tmp_path, order))

    assert Proposal.objects.get() == made
    assert len(list(tmp_path.rglob("*.pdf"))) == 1


def test_who_signs_may_be_called_anything(tmp_path: Path) -> None:
    order = a_locked_order(a_request(contact=replace(ADA, name="王小明 👩")))

    assert "??? ?" in read(tmp_path, order)


WATERWAY = {
    "name": "Waterway Village Association",
    "address": "9 Lake Front Circle, The Woodlands, TX 77380",
    "contact": "Ms. Ray",
    "notes": "The spot is behind the <fence>.",
}


def packet(
    documents: DocumentContext, order: Order, *, association: dict[str, str] = WATERWAY
) -> OrderFile:
    return make_hoa_packet(
        order, association=association, documents=documents, actor=STAFF, now=NOW
    )


def read_packet(folder: Path, made: OrderFile) -> str:
    return words_of(LocalFiles(folder=folder).read(made.key))


def test_letter_sketch_and_figures_are_one_file(tmp_path: Path) -> None:
    order = a_locked_order(a_request(model_number="7291"))

    made = packet(printing(tmp_path), order)

    assert (made.type, made.version) == ("hoa_packet", 1)
    text = read_packet(tmp_path, made)
    for line in (
        "Waterway Village Association 9 Lake Front Circle",
        "Dear Ms. Ray,",
        "Section 202.019 of the Texas Property Code",
        "Rated output. 26 kW; the statute requires at least 7 kW.",
        "raises the cost of the installation by more than 10 percent",
        "electrical contractor license is TECL 12345; the gas piping",
        "From the owner: The spot is behind the <fence>.",
        "Site sketch",
        "18 in to the wall behind",
        "Output on natural gas 22.5 kW",
        "Natural gas at full load 333 cubic feet per hour",
        "Length, width, height 48 x 25 x 29 in",
        "Weight 518 lb",
    ):
        assert line in text, line
    entry = order.log.get(subject="document")
    assert (entry.after, entry.actor) == ("hoa_packet", STAFF)


def test_each_call_makes_the_next_version(tmp_path: Path) -> None:
    order = a_scheduled_order()
    bare = {"name": "Waterway", "address": "", "contact": "", "notes": ""}

    first, second = (
        packet(printing(tmp_path), order, association=bare),
        packet(printing(tmp_path), order),
    )

    assert (first.version, second.version) == (1, 2)
    text = read_packet(tmp_path, first)
    assert "Dear members of the committee," in text
    assert "From the owner" not in text


def test_an_own_generator_of_an_unknown_model(tmp_path: Path) -> None:
    order = a_scheduled_order(a_request(generator_choice="provide_own", model_number="XG-1"))

    text = read_packet(tmp_path, packet(printing(tmp_path), order))

    assert "Model XG-1" in text
    assert "Rated output. To be confirmed; the statute" in text
    assert "18 kW" not in text
    assert "Output on propane" not in text


def test_the_statute_does_not_protect_a_small_machine(tmp_path: Path) -> None:
    a_scheduled_order()
    Generator.objects.filter(model_number="7043").update(kw=6)

    with pytest.raises(OutsideTheStatute):
        packet(printing(tmp_path), Order.objects.get())


def test_two_at_once_do_not_have_one_version(tmp_path: Path) -> None:
    order, plain = a_scheduled_order(), printing(tmp_path)
    overtaken = BusyRenderer(lambda _: packet(plain, order), folder=tmp_path)

    with pytest.raises(PacketOvertaken):
        packet(replace(plain, renderer=overtaken), order)

    assert len(list(tmp_path.rglob("*.pdf"))) == OrderFile.objects.count() == 1


@pytest.mark.req("PROP-01.1")
def test_the_lock_and_a_proposal_of_the_same_minute_are_one_message(tmp_path: Path) -> None:
    order = a_locked_order()

    a_proposal(tmp_path, order, now=NOW + timedelta(seconds=20))

    kinds = Message.objects.filter(order_ref=order.public_id).values_list("kind", flat=True)
    assert (list(kinds).count("price_locked"), list(kinds).count("proposal_ready")) == (0, 2)
    mail = the_message(kind="proposal_ready", channel="email")
    receipt = PriceReceipt.objects.get(quote=Order.objects.get(pk=order.pk).quote)
    assert "your price is locked" in mail.text
    assert receipt.code in mail.text
    assert not Job.objects.filter(key__contains="price_locked").exists()


def test_a_lock_that_they_were_told_of_is_not_told_again(tmp_path: Path) -> None:
    order = a_locked_order()
    Message.objects.filter(kind="price_locked").update(status="sent", sent_at=NOW)

    a_proposal(tmp_path, order, now=NOW + timedelta(minutes=2))

    assert Message.objects.filter(kind="price_locked").count() == 2
    mail = the_message(kind="proposal_ready", channel="email")
    assert "price is locked" not in mail.text
