"""The record of a finished job: entries that never change, verified by their code (PROOF-02)."""

import hashlib
from base64 import b64encode
from datetime import timedelta
from typing import Any

import pytest
from access_helpers import actor_named
from console_client import Console
from crew_phone_helpers import ALL_DONE, Phone
from database_helpers import past_the_guards
from django.db import DatabaseError, connection, transaction
from django.test import Client
from sent_files import a_jpeg, a_png
from whole_orders import now

from standby.crew_phone.job_record import broken_entries, entries_of, facts_of
from standby.crew_phone.models import JobEntry
from standby.crew_phone.rules import SIGNED_TEXTS
from standby.orders.models import Appointment, Order
from standby.payments.models import Milestone
from standby.readiness.models import InstallationStep
from standby.workflows.erase_customer import ErasureReason, erase_customer
from standby.workflows.undo_action import take_back
from standby.workflows.verify_audit_log import verify_audit_log

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
PDF = b"%PDF-1.7\n1 0 obj<</OpenAction 2 0 R>>endobj\n%%EOF\n"
DRAWING = b64encode(a_png(60, 20)).decode()


@pytest.fixture
def phone(db: None) -> Phone:
    return Phone()


def order_of(phone: Phone) -> Order:
    return Order.objects.get(pk=phone.job.order_id)


def take_completion_back(phone: Phone) -> None:
    take_back(order_of(phone), "completion", reason="Wrong address", actor="staff max", now=now())


def job_record(code: str) -> Any:
    return Client().get(f"/api/job-records/{code}")


@pytest.mark.req("PROOF-02.1")
def test_each_thing_recorded_is_an_entry_with_both_clocks_and_who_told_us(phone: Phone) -> None:
    at = now() - timedelta(hours=3)
    phone.send(arrived=True, at=at.isoformat())
    phone.do_all()
    phone.do_all()  # sent again, nothing is recorded twice but the second signature's row
    phone.complete()

    entries = entries_of(phone.report)
    assert [entry.kind for entry in entries] == [
        *("arrived", "checklist", "serial_number", "photo", "photo", "signed", "completed"),
    ]
    first = entries[0]
    assert (first.happened_at, first.actor) == (at, actor_named("grace@example.org"))
    assert first.at > at
    assert first.credential.startswith("session ")
    assert first.role == "technician"
    assert not broken_entries(entries, is_erased=False)


@pytest.mark.req("PROOF-02.2")
def test_a_second_signature_stands_beside_the_first_with_the_text_that_was_signed(
    phone: Phone,
) -> None:
    phone.sign(drawing=DRAWING)
    phone.sign(signed_by="Charles Babbage")
    odd = phone.sign(text="I owe you a million dollars.")

    signed = [facts_of(entry) for entry in entries_of(phone.report) if entry.kind == "signed"]
    assert [each["signed_by"] for each in signed] == ["Ada Lovelace", "Charles Babbage"]
    sha256 = hashlib.sha256(SIGNED_TEXTS[0].encode()).hexdigest()
    assert {(each["text"], each["text_sha256"]) for each in signed} == {(SIGNED_TEXTS[0], sha256)}
    assert [bool(each["drawing_sha256"]) for each in signed] == [True, False]
    assert (odd.status_code, odd.json()["code"]) == (422, "text_not_signed")


def test_photos_and_drawings_are_pictures(phone: Phone) -> None:
    answers = [phone.photo("before", PDF), phone.sign(drawing=b64encode(PDF).decode())]
    assert {answer.json()["code"] for answer in answers} == {"order_picture_required"}
    assert not JobEntry.objects.exists()


@pytest.mark.parametrize("odd", ["x", "12345", "30154A1288", "301544128899"])
def test_a_serial_number_is_one_of_the_models(phone: Phone, odd: str) -> None:
    answer = phone.send(serial_number=odd)
    assert (answer.status_code, answer.json()["code"]) == (422, "serial_number_invalid")
    assert "7 to 10 digits" in answer.json()["detail"]
    assert not InstallationStep.objects.filter(serial_number=odd).exists()


def test_no_two_homes_have_one_machine_unless_the_first_was_canceled(phone: Phone) -> None:
    other = Phone("Mary Jackson")
    assert phone.send(serial_number="3015441288").status_code == 200
    twice = other.send(serial_number="3015441288")
    assert (twice.status_code, twice.json()["code"]) == (409, "serial_number_used")
    assert order_of(phone).confirmation_code not in twice.content.decode()
    assert "used before" in twice.json()["detail"]
    office = Console().call(
        "PUT",
        f"orders/{other.job.order.public_id}/steps/equipment",
        {"status": "to_do", "serial_number": "3015441288"},
    )
    assert order_of(phone).confirmation_code in office.json()["detail"]

    Order.objects.filter(pk=phone.job.order_id).update(status="cancelled")
    assert other.send(serial_number="3015441288").status_code == 200
    with pytest.raises(DatabaseError), transaction.atomic():
        InstallationStep.objects.filter(order=phone.job.order_id).update(serial_number="3015441288")


@pytest.mark.req("UNDO-01.1")
def test_what_was_taken_back_is_corrected_and_completed_again(phone: Phone) -> None:
    phone.do_all()
    assert phone.complete().status_code == 200
    code = phone.report.code
    take_completion_back(phone)
    assert phone.report.completed_at is None
    assert not job_record(str(code)).json()["is_sealed"]

    assert phone.send(notes="The right house now").status_code == 200
    unsigned = phone.complete()
    assert (unsigned.status_code, unsigned.json()["code"]) == (409, "job_incomplete")
    assert phone.sign().status_code == 200
    done = phone.complete()

    assert done.status_code == 200
    assert done.json()["completed_at"]
    assert order_of(phone).status == "completed"
    milestone = Milestone.objects.get(order=phone.job.order_id, kind="completion")
    assert milestone.status == "due"
    again = job_record(str(code)).json()
    assert (again["is_valid"], again["is_sealed"], again["reopened"]) == (True, True, 1)
    assert [each["is_taken_back"] for each in again["signatures"]] == [True, False]


@pytest.mark.req("PROOF-02.2")
@pytest.mark.parametrize(
    "change",
    [
        lambda phone: phone.send(serial_number="3099999999"),
        lambda phone: phone.send(hours=[{"name": "Grace Hopper", "minutes": 30}]),
        lambda phone: phone.send(unticked=["gas"]),
        lambda phone: phone.photo("after", a_jpeg(64, 48)),
    ],
)
def test_a_signature_is_taken_back_by_other_work_and_by_nothing_else(
    phone: Phone, change: Any
) -> None:
    phone.do_all()
    phone.send(notes="Gate sticks")
    phone.do_all()
    assert phone.report.signed_by == "Ada Lovelace"

    changed = change(phone).json()

    assert (changed["signed_by"], "signature" in changed["missing"]) == ("", True)
    assert phone.complete().json()["code"] == "job_incomplete"
    assert entries_of(phone.report)[-1].kind == "unsigned"


def test_a_job_given_to_a_colleague_meanwhile_is_completed_by_nobody_else(phone: Phone) -> None:
    phone.do_all()
    mary = Phone("Mary Jackson", ahead=9)
    Appointment.objects.filter(pk=phone.job.pk).update(assigned_to=mary.technician)
    assert phone.complete().status_code == 404
    assert order_of(phone).status == "equipment_arrived"


@pytest.mark.req("PROOF-02.3")
def test_anybody_with_the_code_sees_what_was_recorded_and_that_it_is_unchanged(
    phone: Phone,
) -> None:
    phone.sign(signed_by="Charles Babbage")
    phone.do_all()
    phone.complete()
    code = str(phone.report.code)

    record = job_record(f"{code[:4]}-{code[4:8].lower()} {code[8:]}").json()

    assert (record["is_valid"], record["serial_number"]) == (True, phone.serial_number)
    assert record["generator"] == "Generac 22 kW"
    assert len(record["checklist"]) == len(ALL_DONE)
    assert [photo["stage"] for photo in record["photos"]] == ["before", "after"]
    signatures = [(each["initials"], each["is_taken_back"]) for each in record["signatures"]]
    assert signatures == [("CB", True), ("AL", False)]
    assert "Lovelace" not in str(record)
    assert job_record("0" * 16).status_code == 404


def test_a_name_in_single_letters_is_two_initials_in_public(phone: Phone) -> None:
    phone.do_all()
    phone.sign(signed_by="J o h n  S m i t h")
    phone.sign(signed_by="Cher")
    phone.complete()
    signatures = job_record(str(phone.report.code)).json()["signatures"]
    assert [each["initials"] for each in signatures] == ["AL", "Jh", "C"]


def test_one_picture_is_not_from_before_and_from_after(phone: Phone) -> None:
    picture = a_jpeg(64, 48)
    assert phone.photo("before", picture).status_code == 200
    twice = phone.photo("after", picture)
    assert (twice.status_code, twice.json()["code"]) == (409, "picture_of_other_stage")
    assert phone.job.order.files.count() == 1


FORGERIES = (
    "UPDATE job_entries SET facts = replace(facts, 'Ada', 'Eve') WHERE kind = 'signed'",
    "UPDATE job_entries SET happened_at = '2020-01-01T00:00:00Z' WHERE kind = 'arrived'",
    "UPDATE job_entries SET role = 'owner' WHERE kind = 'completed'",
    "DELETE FROM job_entries WHERE kind = 'photo'",
    "UPDATE job_reports SET serial_number = '3099999999'",
    "UPDATE job_entries SET facts = '', facts_salt = '' WHERE kind IN ('signed', 'photo')",
)


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_record_that_was_changed_by_hand_is_not_valid(phone: Phone, forgery: str) -> None:
    phone.do_all()
    phone.complete()
    past_the_guards(forgery)
    assert job_record(str(phone.report.code)).json()["is_valid"] is False


@pytest.mark.req("PROOF-02.3")
def test_what_is_shown_is_what_was_sealed(phone: Phone) -> None:
    phone.do_all()
    phone.complete()
    before = job_record(str(phone.report.code)).json()
    past_the_guards("UPDATE job_reports SET checklist = '[]'")
    past_the_guards("UPDATE order_locations SET city = 'Dallas', zip_code = '75201'")
    past_the_guards("UPDATE generators SET brand = 'Kohler', kw = 26")
    assert len(before["checklist"]) > 5
    assert (before["city"], before["generator"]) == ("The Woodlands", "Generac 22 kW")
    assert job_record(str(phone.report.code)).json() == before


def test_the_nightly_check_names_an_entry_that_was_changed(phone: Phone) -> None:
    phone.do_all()
    later = now() + timedelta(days=1)
    assert verify_audit_log(now=later).is_whole
    entry = JobEntry.objects.order_by("pk")[0]
    past_the_guards(f"UPDATE job_entries SET role = 'owner' WHERE id = {entry.pk}")
    [broken] = verify_audit_log(now=later).broken
    assert broken == f"entry {entry.pk} of job report {phone.report.pk}"


@pytest.mark.parametrize(
    "change", ["UPDATE job_entries SET kind = 'signed'", "DELETE FROM job_entries"]
)
def test_the_database_refuses_to_change_an_entry(phone: Phone, change: str) -> None:
    phone.send(arrived=True)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)


@pytest.mark.req("PROOF-02.4")
def test_an_erased_record_says_nothing_of_the_person_and_is_still_whole(phone: Phone) -> None:
    phone.do_all()
    phone.complete()
    erase_customer(
        order_of(phone).customer.public_id, reason=ErasureReason.RESTORED, actor="clock", now=now()
    )
    assert not JobEntry.objects.exclude(facts="").exists()
    record = job_record(str(phone.report.code)).json()
    assert record["is_valid"]
    assert record["erased_at"]
    assert verify_audit_log(now=now() + timedelta(days=1)).is_whole
    assert record["signatures"][0]["initials"] == ""
