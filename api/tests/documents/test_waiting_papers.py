"""What waits to be printed is printed; what cannot be holds nothing else up."""

import logging
from pathlib import Path

import pytest
from bookings import NOW, OTHER_DAY, a_wish
from papers import a_locked_order, a_proposal, a_scheduled_order, accept, printing

from standby.core.providers.files import FilesDown
from standby.core.providers.files.local import LocalFiles
from standby.documents.models import OrderFile, Proposal
from standby.documents.providers.pdf import Document, RenderFailed
from standby.documents.services.render_document import DocumentContext
from standby.documents.tasks import render_pending_documents
from standby.orders.models import Order
from standby.orders.rules.scheduling import Slot, TimeWindow

pytestmark = pytest.mark.usefixtures("shop")


class FilesAreDown(LocalFiles):
    def put(self, key: str, content: bytes, *, content_type: str) -> None:
        raise FilesDown


class JammedFor:
    """Prints for everybody but one."""

    def __init__(self, order: Order, *, folder: Path) -> None:
        self.number = str(order.public_id)[:8].upper()
        self.press = printing(folder).renderer

    def render(self, paper: Document) -> bytes:
        if paper.facts["number"] == self.number:
            raise RenderFailed
        return self.press.render(paper)


def test_locked_prices_and_acceptances_are_printed_once(tmp_path: Path) -> None:
    a_locked_order()
    a_scheduled_order(a_wish(slot=Slot(OTHER_DAY, TimeWindow.MORNING)))
    accept(a_proposal(tmp_path))

    made = [render_pending_documents(documents=printing(tmp_path), now=NOW) for _ in range(2)]

    assert made == [2, 0]
    assert sorted(OrderFile.objects.values_list("type", flat=True)) == [
        "acceptance",
        "general_proposal",
        "general_proposal",
    ]


def test_nothing_is_lost_while_the_storage_is_down(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    a_locked_order()
    accept(a_proposal(tmp_path))
    plain = printing(tmp_path)
    down = DocumentContext(
        renderer=plain.renderer, files=FilesAreDown(folder=tmp_path), site_url=""
    )

    with caplog.at_level(logging.ERROR):
        while_down = render_pending_documents(documents=down, now=NOW)
    afterwards = render_pending_documents(documents=plain, now=NOW)

    assert (while_down, afterwards) == (0, 2)
    assert "FilesDown" in caplog.text


def test_one_paper_that_cannot_be_set_holds_up_no_other(tmp_path: Path) -> None:
    jammed, other = a_locked_order(), a_locked_order()
    plain = printing(tmp_path)

    made = render_pending_documents(
        documents=DocumentContext(
            renderer=JammedFor(jammed, folder=tmp_path), files=plain.files, site_url=plain.site_url
        ),
        now=NOW,
    )

    assert made == 1
    assert Proposal.objects.get().order == other
