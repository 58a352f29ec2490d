"""What waits to be printed is printed; what cannot be is tried again and holds nothing else up."""

import logging
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from accounts import cancel_by_staff
from bookings import NOW, OTHER_DAY, a_wish
from papers import (
    a_locked_order,
    a_proposal,
    a_scheduled_order,
    a_submitted_review,
    accept,
    answer,
    decide,
    make_documents,
    printing,
)

from standby.core.models import Job
from standby.core.providers.files import FilesDown
from standby.core.providers.files.local import LocalFiles
from standby.documents.models import OrderFile, Proposal
from standby.documents.providers.pdf import Document, RenderFailed
from standby.documents.rules import DOCUMENTS_TRIED_FOR
from standby.documents.services.documents import enqueue_document
from standby.orders.models import Order
from standby.orders.rules.cancelling import CancellationRule
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.payments.providers.cards.test_mode import TestCards
from standby.reports.selectors.what_waits import backlog

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


def waiting() -> list[str]:
    jobs = Job.objects.filter(kind="document", dead_at=None).order_by("pk")
    return [job.key.partition(":")[0] for job in jobs]


def test_locked_prices_and_acceptances_are_printed_once(tmp_path: Path) -> None:
    a_locked_order()
    a_scheduled_order(a_wish(slot=Slot(OTHER_DAY, TimeWindow.MORNING)))
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

    made = make_documents(replace(printing(tmp_path), renderer=JammedFor(jammed, folder=tmp_path)))

    assert made == 1
    assert Proposal.objects.get().order == other


def test_one_that_fails_for_a_month_is_given_up_until_it_is_made_by_hand(tmp_path: Path) -> None:
    order = a_locked_order()
    jammed = replace(printing(tmp_path), renderer=JammedFor(order, folder=tmp_path))

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
