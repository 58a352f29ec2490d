"""A booked diagnostic as a job: seen by the office, assigned, on a phone, done, in calendars."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from access_helpers import signed_in
from django.conf import settings
from django.test import Client
from icalendar import Calendar
from whole_orders import now

from standby.accounts.models import User
from standby.audit.models import AuditEvent
from standby.core.clock import local_date
from standby.core.roles import Role
from standby.crews.models import Technician
from standby.crews.services.calendar_feeds import feed_url, renew_feed
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.selectors import DiagnosticNotFound
from standby.diagnostics.services import visits
from standby.diagnostics.services.diagnostics import cancel_diagnostic
from standby.tracking.rules.waits import WaitKey
from standby.tracking.selectors.waits import waiting_groups

pytestmark = pytest.mark.usefixtures("shop", "own_folder")


def a_visit(*, ahead: int = 0, name: str = "Ada Lovelace", **fields: Any) -> Diagnostic:
    """Booked and paid, in the morning of a day from now."""
    place = Diagnostic.objects.count() + 1
    values = {
        "name": name,
        "email": "ada@example.org",
        "email_key": "ada@example.org",
        "phone": "(281) 555-0100",
        "address": "24 Waterway Ave, The Woodlands, TX 77380",
        "zip_code": "77380",
        "day": local_date(now()) + timedelta(days=ahead),
        "time_window": "morning",
        "place_no": place,
        "status": "booked",
        "hold_expires_at": now(),
        "amount_cents": 9_00,
        "charge": f"ch_{place}",
        "paid_at": now(),
        "created_at": now(),
    }
    return Diagnostic.objects.create(**values | fields)


class Caller:
    """Somebody of the staff with their session."""

    def __init__(self, role: Role, name: str) -> None:
        token = signed_in(role, name=name)
        self.user = User.objects.get(username=name)
        self.browser = Client(headers={"authorization": f"Bearer {token}"})

    def get(self, path: str) -> Any:
        return self.browser.get(f"/api/staff{path}")

    def post(self, path: str, **body: Any) -> Any:
        return self.browser.post(f"/api/staff{path}", body, content_type="application/json")

    def put(self, path: str, **body: Any) -> Any:
        return self.browser.put(f"/api/staff{path}", body, content_type="application/json")

    def patch(self, path: str, **body: Any) -> Any:
        return self.browser.patch(f"/api/staff{path}", body, content_type="application/json")

    def assign(self, visit: Diagnostic, to: Technician | None, **seen: Any) -> Any:
        technician_id = str(to.public_id) if to else None
        return self.post(f"/diagnostics/{visit.pk}/technician", technician_id=technician_id, **seen)


@pytest.fixture
def jo(shop: None) -> Caller:
    return Caller(Role.DISPATCHER, "jo@example.org")


def a_technician(name: str = "Grace Hopper", **fields: Any) -> Technician:
    return Technician.objects.create(name=name, phone="(281) 555-0107", **fields)


def with_phone(name: str = "Grace Hopper") -> tuple[Technician, Caller]:
    phone = Caller(Role.TECHNICIAN, f"{uuid4().hex[:8]}@example.org")
    return a_technician(name, user=phone.user), phone


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def events(technician: Technician | None) -> list[Any]:
    feed = renew_feed(technician, now=now())
    answer = Client().get(feed_url(feed, site_url="", secret_keys=[settings.SECRET_KEY]))
    calendar: Any = Calendar.from_ical(answer.content.decode())
    return list(calendar.events)


@pytest.mark.req("DIAG-01.1")
def test_the_office_sees_the_booked_visits_of_some_days_and_sends_a_technician(jo: Caller) -> None:
    visit, grace = a_visit(ahead=2), a_technician()
    a_visit(ahead=2, status="held", charge=None, paid_at=None)
    a_visit(ahead=9)
    path = f"/diagnostics?from={local_date(now())}&days=7"

    [before] = jo.get(path).json()
    assigned = jo.assign(visit, grace, if_version=before["version"])
    [after] = jo.get(path).json()

    assert (before["name"], before["technician"], before["order_id"]) == (
        "Ada Lovelace",
        None,
        None,
    )
    assert (before["start_at"], before["time_window"]) == (
        visit.slot.start_at.isoformat(),
        "morning",
    )
    assert assigned.json() == after
    assert after["technician"]["name"] == "Grace Hopper"
    action = AuditEvent.objects.get(action="visit assigned")
    assert (action.object, action.after) == (f"diagnostics {visit.pk}", {"assigned_to": grace.pk})


def test_the_second_of_two_who_assign_a_visit_at_once_is_told_and_a_repeat_is_none(
    jo: Caller,
) -> None:
    visit, grace, mary = a_visit(ahead=2), a_technician(), a_technician("Mary")

    first = jo.assign(visit, grace, if_version=0)
    repeated = jo.assign(visit, grace, if_version=0)
    second = jo.assign(visit, mary, if_version=0)
    taken_off = jo.assign(visit, None, if_version=1)

    assert (first.status_code, repeated.json()) == (200, first.json())
    assert code_of(second) == (409, "diagnostic_changed")
    assert taken_off.json()["technician"] is None
    assert AuditEvent.objects.filter(action="visit assigned").count() == 2


def test_nobody_is_sent_on_a_day_off_nor_to_a_visit_that_is_canceled(jo: Caller) -> None:
    visit, grace = a_visit(ahead=2), a_technician()
    grace.days_off.create(first_day=visit.day, last_day=visit.day)

    off = jo.assign(visit, grace)
    cancel_diagnostic(visit, by_staff=True, now=now())
    canceled = jo.assign(visit, a_technician("Mary"))
    unknown = jo.assign(Diagnostic(pk=4711), None)

    assert code_of(off) == (409, "technician_off")
    assert "Grace Hopper is off on" in off.json()["detail"]
    assert code_of(canceled) == (409, "not_booked")
    assert code_of(unknown) == (404, "diagnostic_not_found")


def test_days_off_and_letting_go_are_refused_while_visits_are_assigned(jo: Caller) -> None:
    visit, grace = a_visit(ahead=2), a_technician()
    jo.assign(visit, grace)
    path = f"/technicians/{grace.public_id}"

    off = jo.put(f"{path}/days-off/{visit.day}", last_day=str(visit.day))
    let_go = jo.patch(path, is_active=False)
    renamed = jo.patch(path, name="Grace M. Hopper")
    jo.assign(visit, None)
    off_then = jo.put(f"{path}/days-off/{visit.day}", last_day=str(visit.day))

    assert code_of(off) == (409, "technician_needed")
    assert "does the diagnostic visits of Ada Lovelace on" in off.json()["detail"]
    assert code_of(let_go) == (409, "technician_in_use")
    assert (renamed.status_code, off_then.status_code) == (200, 200)
    grace.refresh_from_db()
    assert (grace.is_active, grace.days_off.count()) == (True, 1)


def test_a_technician_has_their_visits_on_the_phone_and_says_what_came_of_them(jo: Caller) -> None:
    grace, phone = with_phone()
    today, later, before = a_visit(), a_visit(ahead=3, name="Bob"), a_visit(ahead=-2, name="Cy")
    for visit in (today, later, before):
        Diagnostic.objects.filter(pk=visit.pk).update(assigned_to=grace)
    a_visit(name="Of another", assigned_to=with_phone("Mary")[0])
    done = f"/crew/visits/{today.pk}/done"

    shown = phone.get("/crew/jobs").json()["visits"]
    an_hour_ago, at = now() - timedelta(hours=1), str(now())
    finished = phone.post(done, at=str(an_hour_ago), outcome="The panel has room for the switch.")
    corrected = phone.post(done, at=at, outcome="The panel is full.")
    early = phone.post(f"/crew/visits/{later.pk}/done", at=at, outcome="Nothing yet")
    phone.post(f"/crew/visits/{before.pk}/done", at=at, outcome="Gas line is too small.")
    left = phone.get("/crew/jobs").json()["visits"]

    assert [visit["customer_name"] for visit in shown] == ["Cy", "Ada Lovelace", "Bob"]
    assert (shown[1]["phone"], shown[1]["done_at"]) == ("(281) 555-0100", None)
    assert finished.json()["done_at"] == corrected.json()["done_at"]
    assert code_of(early) == (409, "diagnostic_not_yet")
    assert [visit["customer_name"] for visit in left] == ["Ada Lovelace", "Bob"]
    today.refresh_from_db()
    assert (today.outcome, today.version) == ("The panel is full.", 2)
    assert today.done_at == an_hour_ago, "without signal it is sent later than it was done"
    assert code_of(jo.assign(today, None)) == (409, "diagnostic_done")
    action = AuditEvent.objects.filter(action="visit done").earliest("pk")
    assert action.after is not None
    assert action.after["outcome"].startswith("hash:"), "it may name people"


def test_a_visit_of_another_technician_is_not_there() -> None:
    _grace, phone = with_phone()
    other = a_visit(assigned_to=with_phone("Mary")[0])

    answer = phone.post(f"/crew/visits/{other.pk}/done", at=str(now()), outcome="Done")

    assert code_of(answer) == (404, "diagnostic_not_found")


def test_a_visit_that_was_given_away_meanwhile_is_not_finished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    grace, phone = with_phone()
    as_read = a_visit(assigned_to=grace)
    monkeypatch.setattr(visits, "own_visit", lambda _user, _visit_id: as_read)
    Diagnostic.objects.update(assigned_to=a_technician("Mary"))

    with pytest.raises(DiagnosticNotFound):
        visits.finish_visit(
            as_read.pk,
            user=phone.user,
            outcome="Done",
            done_at=now(),
            actor="grace",
            now=now(),
        )

    assert Diagnostic.objects.get().done_at is None


def test_a_paid_visit_that_nobody_is_sent_to_waits_for_the_office(jo: Caller) -> None:
    visit = a_visit(ahead=5)
    a_visit(ahead=5, assigned_to=a_technician())
    a_visit(ahead=25)

    [group] = waiting_groups([WaitKey.UNASSIGNED_VISITS], user=jo.user, now=now())

    assert (group.count, group.items[0].id, group.items[0].due_on) == (1, str(visit.pk), visit.day)
    assert group.items[0].title == "Ada Lovelace"
    assert group.items[0].detail.startswith(
        "24 Waterway Ave, The Woodlands, TX 77380, between 8:30"
    )


@pytest.mark.req("OPS-20.5")
def test_visits_are_in_the_calendars_of_their_technician_and_of_the_board() -> None:
    grace = a_technician()
    visit, other = a_visit(assigned_to=grace), a_visit(name="Bob", ahead=1)

    [own] = events(grace)
    board = events(None)

    assert str(own["SUMMARY"]) == "Diagnostic visit: Ada Lovelace"
    assert str(own["UID"]) == f"diagnostic-{visit.pk}.crew@standby"
    assert (own.start, own.end) == (visit.slot.start_at, visit.slot.end_at)
    assert str(own["LOCATION"]) == visit.address
    assert "Phone: (281) 555-0100" in str(own["DESCRIPTION"])
    assert str(own["URL"]).endswith("/staff/crew")
    assert [str(event["SUMMARY"]) for event in board] == [
        "Grace Hopper: Diagnostic visit: Ada Lovelace",
        "No technician yet: Diagnostic visit: Bob",
    ]
    assert str(board[1]["URL"]).endswith(f"/staff/board?day={other.day}")
