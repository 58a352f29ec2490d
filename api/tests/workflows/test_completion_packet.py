"""The papers of a finished installation: made with the power on, withdrawn with it."""

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from account_helpers import an_accepted_order, fresh, pay_milestone
from booking_helpers import NOW, SIGNER, may_all
from document_helpers import BusyRenderer, make_documents, printing, words_of
from outbox_helpers import the_message
from sent_files import PDF

from standby.core.jobs import run_next_job
from standby.core.market import GENERATORS, TERMS
from standby.core.models import Job
from standby.core.policy import UNDO_FOR
from standby.core.providers.files.local import LocalFiles
from standby.crew_phone.models import JobReport
from standby.documents.models import OrderFile
from standby.documents.services.order_files import add_order_file
from standby.documents.tasks import invoice_handler
from standby.orders.models import Order
from standby.payments.providers.cards.test_mode import TestCards
from standby.readiness.models import InstallationStep
from standby.readiness.rules import StepKind, StepStatus
from standby.readiness.services import InspectionFailed, change_step
from standby.workflows.completion_packet import make_packet, turn_power_on
from standby.workflows.pay_for_project import reach_milestone
from standby.workflows.undo_action import newest_action_of, take_back, undo_action

pytestmark = pytest.mark.usefixtures("shop")
DONE = NOW + timedelta(days=20)
JO = "staff jo"


def an_installed_order(cards: TestCards) -> Order:
    order = an_accepted_order(cards)
    for kind in ("equipment", "completion"):
        pay_milestone(
            order, "acceptance" if kind == "equipment" else "equipment", cards=cards, now=DONE
        )
        reach_milestone(fresh(order), kind, actor=JO, now=DONE)
    return fresh(order)


def packets(order: Order) -> list[tuple[int, bool]]:
    made = OrderFile.objects.filter(order=order, type="completion_packet").order_by("version")
    return [(each.version, each.removed_at is None) for each in made]


def text_of(order: Order, folder: Path) -> str:
    packet = OrderFile.objects.get(order=order, type="completion_packet", removed_at=None)
    return words_of((folder / packet.key).read_bytes())


def _straight(text: str) -> str:
    return text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


def bill(folder: Path) -> None:
    handler = invoice_handler(documents=printing(folder))
    while run_next_job(handler, now=DONE + timedelta(minutes=1)):
        pass


@pytest.mark.req("OPS-20.2")
def test_the_packet_has_serial_number_inspection_warranty_manual_and_receipts(
    cards: TestCards, tmp_path: Path
) -> None:
    order = an_installed_order(cards)
    bill(tmp_path)
    steps: dict[str, dict[str, Any]] = {
        "equipment": {"status": "to_do", "serial_number": "SN-4711"},
        "permit": {"status": "done", "done_on": date(2025, 11, 12), "reference": "P-77"},
        "rough_inspection": {"status": "not_needed"},
        "final_inspection": {"status": "done", "done_on": date(2025, 11, 22), "reference": "F-9"},
    }
    for kind, columns in steps.items():
        InstallationStep.objects.create(order=order, kind=kind, **columns)
    add_order_file(
        order,
        kind=OrderFile.Type.INSPECTION_REPORT,
        content=PDF,
        files=LocalFiles(folder=tmp_path),
        actor=JO,
        now=DONE,
    )
    turn_power_on(order, staff=JO, if_version=None, now=DONE)
    before = packets(order)
    make_documents(printing(tmp_path), now=DONE)

    assert (before, packets(order)) == ([], [(1, True)])
    text = text_of(order, tmp_path)
    for part in (
        "Generac 7043, 22 kW",
        "Serial number SN-4711",
        "Installed on November 20, 2025",
        "Permit P-77 November 12, 2025",
        "Rough inspection - not required",
        "Final inspection F-9 November 22, 2025",
        "Start-up - not on record",
        "manual for the Generac 7043 comes with the generator",
        "Receipt REC-000001",
        "Receipt REC-000003",
        "Inspection report, added on November 23, 2025",
        "(713) 555-0142",
        "electrical contractor license TECL 12345",
        *TERMS.warranty.values(),
    ):
        assert _straight(part) in _straight(text), part
    mail = the_message(kind="installation_done", channel="email")
    assert "Your completion packet comes to your booking page" in mail.text
    assert "set, connected and inspected. The start-up is not on record yet." in mail.text


def test_a_serial_number_of_the_crew_and_a_manual_of_the_market_are_in_it(
    cards: TestCards, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = an_installed_order(cards)
    JobReport.objects.create(
        appointment=order.appointments.get(),
        serial_number="CREW-1",
        signed_by="Ada Lovelace",
        signed_at=DONE,
        finished_at=DONE - timedelta(days=1),
        completed_at=DONE,
        created_at=DONE,
    )
    manual = "https://maker.example/7043.pdf"
    monkeypatch.setitem(GENERATORS, "7043", {**GENERATORS["7043"], "manual_url": manual})
    turn_power_on(order, staff=JO, if_version=None, now=DONE)
    make_documents(printing(tmp_path), now=DONE)

    text = text_of(order, tmp_path)
    assert "Serial number CREW-1" in text
    assert "Installed on November 22, 2025" in text
    assert f"manual for the Generac 7043: {manual}" in text
    assert "None so far." in text


def test_undone_at_once_there_is_no_packet_and_taken_back_it_is_hidden(
    cards: TestCards, tmp_path: Path
) -> None:
    order = an_installed_order(cards)
    turn_power_on(order, staff=JO, if_version=None, now=DONE)
    action = newest_action_of(JO, ensure_may=may_all, now=DONE)
    assert action is not None
    undo_action(action.public_id, actor=JO, ensure_may=may_all, signer=SIGNER, now=DONE)
    undone = Job.objects.filter(key__startswith="completion_packet").exists()
    turn_power_on(fresh(order), staff=JO, if_version=None, now=DONE)
    make_documents(printing(tmp_path), now=DONE)
    take_back(fresh(order), "power_on", reason="wrong home", actor=JO, now=DONE + UNDO_FOR)

    assert undone is False
    assert packets(order) == [(1, False)]
    assert make_packet(fresh(order), documents=printing(tmp_path), now=DONE) is None


def test_a_later_receipt_makes_the_packet_anew(cards: TestCards, tmp_path: Path) -> None:
    order = an_installed_order(cards)
    again = turn_power_on(order, staff=JO, if_version=None, now=DONE)
    make_documents(printing(tmp_path), now=DONE)
    pay_milestone(fresh(order), "completion", cards=cards, now=DONE)
    bill(tmp_path)
    make_documents(printing(tmp_path), now=DONE + timedelta(minutes=1))

    assert turn_power_on(fresh(order), staff=JO, if_version=None, now=DONE + UNDO_FOR) == again
    assert packets(order) == [(1, False), (2, True)]
    assert "Receipt REC-000004" in text_of(order, tmp_path)


def test_a_step_that_is_corrected_makes_the_packet_anew(cards: TestCards, tmp_path: Path) -> None:
    order = an_installed_order(cards)
    turn_power_on(order, staff=JO, if_version=None, now=DONE)
    make_documents(printing(tmp_path), now=DONE)

    change_step(
        order,
        StepKind.FINAL_INSPECTION,
        status=StepStatus.DONE,
        done_on=date(2025, 11, 22),
        assignee_id=None,
        reference="F-10",
        actor=JO,
        now=DONE + timedelta(days=1),
    )
    make_documents(printing(tmp_path), now=DONE + timedelta(days=1))

    assert packets(order) == [(1, False), (2, True)]
    assert "F-10" in text_of(order, tmp_path)


def test_of_two_packets_made_at_once_one_is_kept(cards: TestCards, tmp_path: Path) -> None:
    order = an_installed_order(cards)
    turn_power_on(order, staff=JO, if_version=None, now=DONE)
    own = printing(tmp_path)
    busy = BusyRenderer(
        lambda _: make_packet(fresh(order), documents=own, now=DONE), folder=tmp_path
    )

    made = make_packet(fresh(order), documents=replace(own, renderer=busy), now=DONE)

    assert (made, packets(order)) == (None, [(1, True)])


def test_the_power_is_not_on_while_an_inspection_or_the_start_up_failed(cards: TestCards) -> None:
    order = an_installed_order(cards)
    step = InstallationStep.objects.create(order=order, kind="startup", status="failed")

    with pytest.raises(InspectionFailed, match="The startup failed"):
        turn_power_on(order, staff=JO, if_version=None, now=DONE)
    assert fresh(order).powered_on_at is None
    InstallationStep.objects.filter(pk=step.pk).update(status="to_do")

    assert turn_power_on(order, staff=JO, if_version=None, now=DONE) == DONE
    InstallationStep.objects.filter(pk=step.pk).update(status="failed")
    assert turn_power_on(order, staff=JO, if_version=None, now=DONE) == DONE


@pytest.mark.req("TRUTH-03.1")
@pytest.mark.parametrize(
    ("inspection", "startup", "said"),
    [
        ("done", "done", "set, connected, inspected and started. When"),
        (
            "to_do",
            "done",
            "set, connected and started. The final inspection is not on record yet. When",
        ),
        ("not_needed", "done", "set, connected and started. When"),
        ("done", "to_do", "set, connected and inspected. The start-up is not on record yet."),
        (
            "requested",
            "requested",
            "set and connected. The final inspection is not on record yet. The start-up is not on "
            "record yet.",
        ),
    ],
)
def test_the_mail_of_power_on_says_inspected_and_started_only_where_it_is_on_record(
    cards: TestCards, inspection: str, startup: str, said: str
) -> None:
    order = an_installed_order(cards)
    done_on = {"done_on": date(2025, 11, 22)}
    for kind, status in (("final_inspection", inspection), ("startup", startup)):
        InstallationStep.objects.create(
            order=order, kind=kind, status=status, **(done_on if status == "done" else {})
        )

    turn_power_on(order, staff=JO, if_version=None, now=DONE)

    mail = the_message(kind="installation_done", channel="email")
    assert f"Your installation is complete: {said}" in mail.text
    assert ("takes over on its own" in mail.text) is (startup == "done")
    assert (mail.subject == "Your generator is ready") is (startup == "done")
