"""Whatever a customer reads about an order names it by its one short code."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from account_helpers import an_accepted_order, cancel_by_staff, fresh, pay_milestone
from booking_client import a_body, post_checkout, post_order
from booking_helpers import NOW
from django.test import Client
from django.utils.html import strip_tags
from document_helpers import a_locked_order, a_proposal, accept, make_documents, printing, words_of
from outbox_helpers import worded
from pypdf import PdfReader
from whole_orders import complete, now, reserve, whole

from standby.core.jobs import run_next_job
from standby.core.policy import UNDO_FOR
from standby.documents.services.documents import make_hoa_packet
from standby.documents.tasks import invoice_handler
from standby.messaging.kinds import KINDS
from standby.messaging.models import Message
from standby.messaging.rendering import email_html
from standby.orders.models import Order
from standby.orders.services.notify import notify_customer
from standby.payments.providers import wiring
from standby.payments.providers.cards.test_mode import TestCards
from standby.workflows.completion_packet import turn_power_on
from standby.workflows.pay_for_project import reach_milestone

pytestmark = pytest.mark.usefixtures("shop")
LONG_ID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
DONE = NOW + timedelta(days=20)
WATERWAY = {
    "name": "Waterway Village Association",
    "address": "9 Lake Front Circle, The Woodlands, TX 77380",
    "contact": "Ms. Ray",
    "notes": "",
}
EVENT_ID = re.compile(r"^UID:.*$", re.MULTILINE)  # no calendar shows it


def other_names(text: str, order: Order) -> list[str]:
    """Ids of any kind, and beginnings of the order's own; but for where an address leads."""
    read = EVENT_ID.sub("", text).replace(f"?order={order.public_id}", "")
    of_order = [order.public_id, *order.appointments.values_list("public_id", flat=True)]
    starts = [id_.hex[:8] for id_ in of_order if id_.hex[:8] in read.lower()]
    return LONG_ID.findall(read) + starts


def links_of(pdf: bytes) -> set[str]:
    notes = [note for page in PdfReader(BytesIO(pdf)).pages for note in page.get("/Annots", [])]
    actions = [note.get_object().get("/A", {}) for note in notes]
    return {str(action["/URI"]) for action in actions if "/URI" in action}


@pytest.mark.req("TRUTH-02.6")
def test_no_message_names_the_order_otherwise() -> None:
    order = a_locked_order()
    before = set(Message.objects.values_list("pk", flat=True))
    for kind, definition in KINDS.items():
        notify_customer(order, kind=kind, dedupe_part="all", now=NOW, **definition.sample)

    sent = worded(Message.objects.exclude(pk__in=before))
    read = {
        f"{each.kind} by {each.channel}": "\n".join(
            [
                each.subject,
                each.text,
                each.calendar,
                email_html(each.email_parts) if each.email_parts else "",
            ]
        )
        for each in sent
    }
    assert len(read) == 2 * len(KINDS)
    assert {name: found for name, text in read.items() if (found := other_names(text, order))} == {}
    with_number = [text for text in read.values() if "Confirmation number" in text]
    assert len(with_number) >= 20
    assert all(order.confirmation_code in text for text in with_number)
    control = order.appointments.get().public_id
    assert other_names(f"Confirmation number: {control}", order) == [str(control), control.hex[:8]]


def a_finished_order(cards: TestCards, folder: Path) -> Order:
    """With an invoice for each part, a receipt for each payment, and its completion packet."""
    order = an_accepted_order(cards)
    for kind in ("equipment", "completion"):
        pay_milestone(
            order, "acceptance" if kind == "equipment" else "equipment", cards=cards, now=DONE
        )
        reach_milestone(fresh(order), kind, actor="staff jo", now=DONE)
    while run_next_job(invoice_handler(documents=printing(folder)), now=DONE + UNDO_FOR):
        pass
    turn_power_on(fresh(order), staff="staff jo", if_version=None, now=DONE)
    make_documents(printing(folder), now=DONE)
    return fresh(order)


def a_signed_order(folder: Path) -> Order:
    """With its proposal, the acceptance and the packet for an association."""
    order = a_locked_order()
    accept(a_proposal(folder, order))
    make_documents(printing(folder))
    make_hoa_packet(
        order, association=WATERWAY, documents=printing(folder), actor="staff jo", now=NOW
    )
    return order


@pytest.mark.req("TRUTH-02.6")
def test_no_paper_prints_another_name_and_its_links_lead_to_this_order(
    cards: TestCards, tmp_path: Path
) -> None:
    finished = a_finished_order(cards, tmp_path / "finished")
    signed = a_signed_order(tmp_path / "signed")

    # The association's letter names the home alone.
    for order, folder, letters in (finished, "finished", 0), (signed, "signed", 1):
        printed = [file.read_bytes() for file in (tmp_path / folder).rglob("*.pdf")]
        words = [words_of(pdf) for pdf in printed]
        assert [found for each in words if (found := other_names(each, order))] == []
        assert len(printed) >= 3
        assert sum(order.confirmation_code not in each for each in words) == letters
        links = {link for pdf in printed for link in links_of(pdf) if "/my-booking" in link}
        assert links == {f"https://site.test/my-booking?order={order.public_id}"}


@pytest.mark.req("TRUTH-02.6")
def test_the_calendar_and_the_checkout_say_the_code(browser: Client) -> None:
    order_id = post_order(browser, a_body(browser)).json()["orderId"]
    order = Order.objects.get(public_id=order_id)
    page = post_checkout(browser, order_id).json()["url"]

    entry = browser.get(f"/api/my-booking/appointment.ics?order={order_id}").content.decode()
    words = strip_tags(browser.get(page.removeprefix("http://testserver")).content.decode())

    unfolded = entry.replace("\r\n ", "")
    assert f"Confirmation number: {order.confirmation_code}" in unfolded
    assert f"/my-booking?order={order_id}" in unfolded
    assert order.confirmation_code in words
    assert (other_names(unfolded, order), other_names(words, order)) == ([], [])


def held(order: Order) -> None:
    """As it was reserved."""


def paid(order: Order) -> None:
    whole(order)


def canceled(order: Order) -> None:
    whole(order)
    cancel_by_staff(fresh(order), cards=wiring.cards(), now=now())


def finished(order: Order) -> None:
    complete(whole(order), at=now())


def words_in(answered: Any, *, of: str = "") -> Iterator[tuple[str, str]]:
    """Whatever an answer says, with where; without what names a row, and where an address leads."""
    if isinstance(answered, dict):
        for key, value in answered.items():
            if key not in ("id", "order_id", "url", "sha256", "clauses_sha256"):
                yield from words_in(value, of=f"{of}.{key}")
    elif isinstance(answered, list):
        for each in answered:
            yield from words_in(each, of=of)
    elif isinstance(answered, str):
        yield of, answered


@pytest.mark.usefixtures("own_folder")
@pytest.mark.parametrize("becomes", [held, paid, canceled, finished], ids=lambda one: one.__name__)
def test_my_booking_says_no_other_name_however_far_the_order_is(
    becomes: Callable[[Order], object], browser: Client
) -> None:
    order = reserve(browser)
    becomes(order)

    told = {
        part: browser.get(f"/api/my-booking{part}").json()
        for part in ("", "/money", "/messages", "/documents", "/consents", "/cancellation")
    }

    assert told[""]["code"] == order.confirmation_code
    said = {f"{part}{where}": text for part, each in told.items() for where, text in words_in(each)}
    assert len(said) > 25
    assert {
        where: found for where, text in said.items() if (found := other_names(text, order))
    } == {}
