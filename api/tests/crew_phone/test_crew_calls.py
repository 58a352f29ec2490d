"""A technician's phone: own jobs only, commands that come late or twice, completing (OPS-19)."""

import json
from base64 import b64encode
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from access_helpers import SENT, actor_named, ids_of_nobody, signed_in
from access_helpers import filled as filled_with
from booking_helpers import all_of
from crew_phone_helpers import JPEG, Phone, a_job
from database_helpers import filled
from django.conf import settings
from django.test import Client
from sent_files import a_jpeg, a_png, a_telling_jpeg
from whole_orders import now

from standby.accounts.models import SignInSession, User
from standby.core.clock import local_date
from standby.core.limits import spend
from standby.core.models import Job
from standby.core.roles import Role
from standby.crew_phone.job_record import entries_of, facts_of
from standby.crew_phone.models import JobEntry, JobReport
from standby.crew_phone.rules import ITEMS, happened_at, missing_for_completion
from standby.crews.models import Technician
from standby.diagnostics.models import Diagnostic
from standby.documents.services import order_files
from standby.documents.services.order_files import FILES_PER_MEMBER
from standby.messaging.models import Message
from standby.messaging.services.consents import suppress
from standby.orders.models import Appointment, Order
from standby.payments.models import Milestone
from standby.photos.providers.pictures.process import reencode_photo
from standby.readiness.models import InstallationStep
from standby.workflows.erase_customer import ErasureReason, erase_customer
from standby.workflows.pay_for_project import reach_milestone

pytestmark = pytest.mark.usefixtures("shop", "own_folder")


@pytest.fixture
def phone(db: None) -> Phone:
    return Phone()


@pytest.mark.req("OPS-19.1")
def test_a_technician_sees_their_own_jobs_and_no_others(phone: Phone) -> None:
    other = Phone("Mary Jackson", ahead=3)
    a_job(phone.technician, day=local_date(now()) + timedelta(days=15))

    [job] = phone.jobs()

    assert (job["id"], job["day"]) == (str(phone.job.public_id), phone.day.isoformat())
    assert (job["customer_name"], job["phone"]) == ("Ada Lovelace", "(281) 555-0100")
    assert job["report"]["missing"] == [
        *("photo_before", "checklist", "serial_number", "photo_after", "signature"),
    ]
    phone.job = other.job
    answers = [
        phone.browser.get(f"/api/staff/crew/jobs/{other.job.public_id}"),
        phone.send(arrived=True),
        phone.sign(),
        phone.complete(),
        phone.photo("before"),
    ]
    assert {(one.status_code, one.json()["code"]) for one in answers} == {(404, "job_not_found")}
    assert not JobReport.objects.exists()


def test_a_technician_without_an_account_link_or_who_left_sees_no_job(phone: Phone) -> None:
    Technician.objects.update(is_active=False)
    assert phone.jobs() == []
    Technician.objects.update(is_active=True, user=None)
    assert phone.jobs() == []


@pytest.mark.req("OPS-19.2")
def test_a_command_sent_twice_counts_once_with_the_time_of_the_phone(phone: Phone) -> None:
    key, at = uuid4().hex, now() - timedelta(hours=5)
    first, again = (phone.send(key=key, arrived=True, at=at.isoformat()) for _ in range(2))
    phone.send(arrived=True)
    photos = [phone.photo("before") for _ in range(2)]

    assert first.content == again.content
    assert again["Idempotency-Replayed"] == "true"
    assert phone.report.arrived_at == at
    assert phone.job.order.log.filter(subject="visit", after="arrived").count() == 1
    assert [len(one.json()["photos"]) for one in photos] == [1, 1]


def test_ticks_hours_and_notes_are_what_was_set_last(phone: Phone) -> None:
    phone.send(ticked=["pad", "gas"], notes="Gate sticks")
    phone.send(unticked=["gas"], hours=[{"name": "Grace Hopper", "minutes": 450}])

    report = phone.report
    assert (report.checklist, report.notes) == (["pad"], "Gate sticks")
    assert report.hours == [{"name": "Grace Hopper", "minutes": 450}]
    refused = phone.send(ticked=["roof"])
    assert (refused.status_code, phone.report.checklist) == (422, ["pad"])


def test_a_photo_is_made_anew_and_shown_to_the_crew_and_the_office(phone: Phone) -> None:
    answer = phone.photo("before", a_telling_jpeg())
    unreadable = phone.photo("after", b"no picture")

    [photo] = answer.json()["photos"]
    shown = phone.browser.get(f"/api/staff/crew/jobs/{phone.job.public_id}/photos/{photo['id']}")
    dispatcher = Client(headers={"authorization": f"Bearer {signed_in(Role.DISPATCHER)}"})
    order = f"/api/staff/orders/{phone.job.order.public_id}"
    [report] = dispatcher.get(f"{order}/job-reports").json()
    seen = dispatcher.get(f"{order}/files/{photo['id']}")
    assert (shown.status_code, seen.status_code) == (200, 200)
    assert b"Exif" not in shown.content
    assert (report["technician"], report["photos"]) == ("Grace Hopper", [photo])
    assert report["record_code"] == ""
    assert (unreadable.status_code, unreadable.json()["code"]) == (422, "order_file_refused")


def stored_of(phone: Phone) -> set[Path]:
    folder = Path(settings.FILES) / "orders" / str(phone.job.order.public_id)
    return {each for each in folder.rglob("*") if each.is_file()}


@pytest.mark.parametrize("race", [False, True])
def test_a_refused_signature_or_photo_leaves_neither_a_row_nor_a_file(
    phone: Phone, race: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone.do_all()
    drawing = b64encode(a_png(60, 20)).decode()
    completed: list[Any] = []
    if race:
        encode = reencode_photo

        def completed_meanwhile(content: bytes) -> bytes:
            completed.append(phone.complete())
            return encode(content)

        monkeypatch.setattr(order_files, "reencode_photo", completed_meanwhile)
    else:
        completed.append(phone.complete())
    before = stored_of(phone)
    assert len(before) >= 2
    refused = [phone.sign(drawing=drawing), phone.photo("after", a_jpeg(64, 48))]

    assert completed[0].status_code == 200
    assert {(each.status_code, each.json()["code"]) for each in refused} == {
        (409, "job_report_closed")
    }
    assert phone.job.order.files.filter(added_by__gt="").count() == 2
    assert stored_of(phone) == before


def test_drawings_are_files_and_count_as_such_against_the_limit(phone: Phone) -> None:
    drawing = b64encode(a_png(60, 20)).decode()
    for _each in range(FILES_PER_MEMBER.limit):
        spend(rule=FILES_PER_MEMBER, subject=actor_named("grace@example.org"))

    assert phone.sign(drawing=drawing).status_code == 429
    assert phone.sign().status_code == 200


def test_the_homeowner_signs_by_hand_or_by_their_typed_name(phone: Phone) -> None:
    drawn = phone.sign(drawing=b64encode(a_png(60, 20)).decode())
    typed = phone.sign(signed_by="Charles Babbage")
    bad = [phone.sign(drawing=drawing) for drawing in ("no base64", "aGVsbG8=")]

    assert (drawn.json()["is_drawn"], typed.json()["is_drawn"]) == (True, False)
    assert phone.report.signed_by == "Charles Babbage"
    assert {one.json()["code"] for one in bad} == {"order_file_refused"}


@pytest.mark.req("OPS-19.3")
def test_a_job_is_complete_once_nothing_is_missing(phone: Phone) -> None:
    early = phone.complete()
    phone.do_all()
    key = uuid4().hex
    done, again = phone.complete(key=key), phone.complete()
    step = InstallationStep.objects.get(order=phone.job.order, kind="equipment")

    assert (early.status_code, early.json()["code"]) == (409, "job_incomplete")
    assert "a photo from before" in early.json()["detail"]
    assert (done.status_code, again.status_code) == (200, 200)
    order = Order.objects.get(pk=phone.job.order_id)
    milestone = Milestone.objects.get(order=order, kind="completion")
    assert (order.status, milestone.status) == ("completed", "due")
    assert order.log.filter(after="completed", actor=actor_named("grace@example.org")).count() == 1
    assert step.serial_number == phone.serial_number
    late = phone.send(notes="Forgot this")
    assert (late.status_code, late.json()["code"]) == (409, "job_report_closed")


@pytest.mark.req("OPS-17.4")
def test_a_job_is_not_complete_before_its_day_nor_before_its_equipment(db: None) -> None:
    tomorrow, today = Phone(ahead=1), Phone("Mary Jackson", status="accepted")
    for each in (tomorrow, today):
        each.do_all()

    assert tomorrow.complete().json()["code"] == "visit_ahead"
    assert today.complete().json()["code"] == "job_not_ready"
    assert not Order.objects.filter(status="completed").exists()


def test_what_the_office_completed_meanwhile_is_closed_with_the_report(phone: Phone) -> None:
    reach_milestone(phone.job.order, "completion", actor="staff Jo", now=now())
    phone.do_all()

    assert phone.complete().status_code == 200
    assert phone.report.completed_at is not None


def moved(job: Appointment) -> None:
    Appointment.objects.filter(pk=job.pk).update(**all_of(job.day + timedelta(days=6)))


def canceled(job: Appointment) -> None:
    Appointment.objects.filter(pk=job.pk).update(status="cancelled")
    Order.objects.filter(pk=job.order_id).update(status="cancelled")


def taken_away(job: Appointment) -> None:
    Appointment.objects.filter(pk=job.pk).update(assigned_to=None)


@pytest.mark.parametrize(
    ("meanwhile", "status", "code"),
    [
        (moved, 409, "job_moved"),
        (canceled, 409, "job_called_off"),
        (taken_away, 404, "job_not_found"),
    ],
)
def test_what_changed_meanwhile_is_said_and_nothing_is_recorded(
    phone: Phone, meanwhile: Any, status: int, code: str
) -> None:
    meanwhile(phone.job)

    answers = [phone.send(arrived=True), phone.photo("before"), phone.sign(), phone.complete()]

    assert {(one.status_code, one.json()["code"]) for one in answers} == {(status, code)}
    assert not phone.job.order.files.exists()
    assert not JobReport.objects.exclude(arrived_at=None, signed_by="").exists()


def test_a_wrong_clock_is_bounded() -> None:
    moment = datetime(2026, 1, 15, tzinfo=now().tzinfo)
    assert happened_at(moment + timedelta(days=400), now=moment) == moment
    assert happened_at(moment - timedelta(days=400), now=moment) == moment - timedelta(days=7)


IMPOSSIBLE = ("9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59")


def moments_sent() -> Iterator[tuple[str, str, str]]:
    """Each field of a request that is a moment, by the contract: its call, place and name."""
    contract: Any = json.loads((Path(settings.BASE_DIR) / "openapi.json").read_text())
    schemas = contract["components"]["schemas"]
    for path, methods in contract["paths"].items():
        for method, said in methods.items():
            call = f"{method.upper()} {path}"
            for each in said.get("parameters", ()):
                if "date-time" in str(each["schema"]):
                    yield call, each["in"], each["name"]
            content = said.get("requestBody", {}).get("content", {})
            named = str(content.get("application/json", {}).get("schema", {}).get("$ref", ""))
            for name, schema in (
                schemas.get(named.rpartition("/")[2], {}).get("properties", {}).items()
            ):
                if "date-time" in str(schema):
                    yield call, "body", name


@pytest.mark.parametrize("moment", IMPOSSIBLE)
@pytest.mark.parametrize(("call", "place", "name"), [*moments_sent()])
def test_a_moment_at_the_end_of_time_breaks_no_call(
    phone: Phone, call: str, place: str, name: str, moment: str
) -> None:
    day = local_date(now())
    visit = filled(
        Diagnostic, status="booked", day=day, assigned_to=phone.technician, time_window="morning"
    )
    own = {"job_id": str(phone.job.public_id), "visit_id": str(visit.pk)}
    ids = {**ids_of_nobody(), **own, "day": phone.day.isoformat(), "stage": "before"}
    method, path = call.split(" ")
    address = path.format_map(ids)
    body: Any = {**filled_with(SENT.get(call, {}), ids), name: moment}
    if place == "query":
        address += f"?{urlencode({'at': moment, 'day': ids['day'], 'stage': 'before'})}"
        body = JPEG
    kind = "application/octet-stream" if place == "query" else "application/json"
    for browser in (
        phone.browser,
        Client(headers={"authorization": f"Bearer {signed_in(Role.OWNER)}"}),
    ):
        answer = getattr(browser, method.lower())(address, body, content_type=kind)
        assert answer.status_code < 500

    for entry in JobEntry.objects.all():
        assert abs(entry.happened_at - now()) < timedelta(days=8)
        assert facts_of(entry)["phone_clock"] == moment


def test_a_clock_within_a_day_ahead_is_recorded_as_it_is(phone: Phone) -> None:
    ahead, wrong = now() + timedelta(hours=23), now() + timedelta(hours=25)
    phone.send(at=ahead.isoformat(), arrived=True)
    phone.send(at=wrong.isoformat(), notes="Gate sticks")

    first, second = entries_of(phone.report)
    assert (first.happened_at, "phone_clock" in facts_of(first)) == (ahead, False)
    assert (second.happened_at, facts_of(second)["phone_clock"]) == (second.at, wrong.isoformat())


def test_what_is_missing_comes_in_the_order_of_the_work() -> None:
    everything: dict[str, Any] = {
        "ticked": ITEMS,
        "stages": {"before", "after"},
        "serial_number": "3015441288",
        "signed_by": "Ada",
    }
    assert missing_for_completion(**everything) == []
    for field, empty, missing in (
        ("ticked", ITEMS - {"gas"}, "checklist"),
        ("stages", {"after"}, "photo_before"),
        ("stages", {"before"}, "photo_after"),
        ("serial_number", "", "serial_number"),
        ("signed_by", "", "signature"),
    ):
        assert missing_for_completion(**everything | {field: empty}) == [missing]


def test_a_technicians_phone_stays_signed_in_for_the_working_day(phone: Phone) -> None:
    SignInSession.objects.update(refreshed_at=now() - timedelta(hours=4))
    assert phone.browser.get("/api/staff/me").status_code == 200
    User.objects.filter(pk=phone.user.pk).update(role="viewer")
    assert phone.browser.get("/api/staff/me").status_code == 401


def test_erasing_deletes_the_files_of_a_report(phone: Phone) -> None:
    phone.do_all()
    phone.sign(drawing=b64encode(a_png(60, 20)).decode())
    keys = set(phone.job.order.files.values_list("key", flat=True))
    assert len(keys) == 3
    customer = phone.job.order.customer.public_id

    erase_customer(customer, reason=ErasureReason.RESTORED, actor="clock", now=now())

    report = phone.report
    gone = set(Job.objects.filter(kind=Job.Kind.FILE_DELETION).values_list("key", flat=True))
    assert (report.signed_by, report.notes) == ("erased", "")
    assert keys <= gone


def test_the_homeowner_is_told_that_the_crew_is_on_the_way_on_the_day_of_the_job(
    phone: Phone,
) -> None:
    later = Phone("Mary Jackson", ahead=1)
    key, at = uuid4().hex, now().isoformat()

    told, again = (phone.send("on-the-way", method="post", key=key, at=at) for _ in range(2))
    early = later.send("on-the-way", method="post")
    moved = phone.send("on-the-way", method="post", day="2020-01-01")

    assert (told.status_code, told.content) == (200, again.content)
    assert told.json() == {"notified_by": []}  # both are kept
    messages = Message.objects.filter(kind="on_the_way", order_ref=phone.job.order.public_id)
    assert sorted(messages.values_list("channel", flat=True)) == ["email", "sms"]
    assert {(one.status_code, one.json()["code"]) for one in (early, moved)} == {
        (409, "job_not_today"),
        (409, "job_moved"),
    }


@pytest.mark.req("TRUTH-03.3")
@pytest.mark.usefixtures("both_connected")
def test_the_phone_says_by_which_ways_the_homeowner_is_told(phone: Phone) -> None:
    customer, key = phone.job.order.customer, str(phone.job.public_id)

    def ahead() -> list[str]:
        found: list[str] = phone.browser.get("/api/staff/crew/jobs").json()["notified_by"][key]
        return found

    both = ahead()
    suppress("sms", recipient=customer.phone, reason="answered a text", now=now())
    by_mail = ahead()
    told = phone.send("on-the-way", method="post").json()
    customer.email_updates = False
    customer.save()

    assert (both, by_mail, ahead()) == (["email", "sms"], ["email"], [])
    assert told == {"notified_by": ["email"]}


@pytest.mark.req("OPS-19.1")
def test_a_signature_is_taken_back_until_the_job_is_complete(phone: Phone) -> None:
    phone.do_all()
    taken, again = (phone.send(unsigned=True) for _ in range(2))
    unsigned = phone.complete()
    phone.sign()
    done = phone.complete()
    late = phone.send(unsigned=True)

    assert (taken.json()["signed_by"], taken.json()["signed_at"]) == ("", None)
    assert (taken.json()["missing"], again.status_code) == (["signature"], 200)
    assert (unsigned.status_code, done.status_code) == (409, 200)
    assert (late.status_code, late.json()["code"]) == (409, "job_report_closed")
    changes = phone.job.order.log.filter(after="signature undone")
    assert changes.count() == 1


def test_the_phone_names_open_inspections_and_a_failed_one_holds_up_completion(
    phone: Phone,
) -> None:
    order = phone.job.order
    InstallationStep.objects.create(order=order, kind="rough_inspection", status="not_needed")
    final = InstallationStep.objects.create(order=order, kind="final_inspection", status="failed")
    phone.do_all()
    [job] = phone.jobs()
    refused = phone.complete()
    final.status = "requested"
    final.save()

    assert job["open_steps"] == ["final_inspection", "startup"]
    assert (refused.status_code, refused.json()["code"]) == (409, "inspection_failed")
    assert refused.json()["detail"].startswith("The final inspection failed.")
    assert phone.complete().status_code == 200
