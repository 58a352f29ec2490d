"""Calendars of the crews that programs subscribe to (OPS-20.5)."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from access_helpers import signed_in
from booking_helpers import all_of
from django.conf import settings
from django.test import Client
from icalendar import Calendar
from whole_orders import confirm, now, reserve

from standby.accounts.models import User
from standby.core.clock import local_date
from standby.core.roles import Role
from standby.crews.models import Technician
from standby.crews.services.calendar_feeds import feed_url, renew_feed
from standby.orders.models import Appointment, Customer

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
FEEDS, OWN = "/api/staff/calendar-feeds", "/api/staff/crew/calendar"


def a_technician(name: str = "Grace Hopper", **fields: Any) -> Technician:
    return Technician.objects.create(name=name, phone="(281) 555-0107", **fields)


def a_job(technician: Technician | None = None, *, ahead: int = 0, **fields: Any) -> Appointment:
    """Confirmed, at its usual hours on a day from now."""
    job: Appointment = confirm(reserve(Client(), email=f"{uuid4().hex[:8]}@example.org"))
    day = local_date(now()) + timedelta(days=ahead)
    moved = timedelta(days=(day - job.day).days)
    fields |= {**all_of(day), "start_at": job.start_at + moved, "end_at": job.end_at + moved}
    Appointment.objects.filter(pk=job.pk).update(assigned_to=technician, **fields)
    job.refresh_from_db()
    return job


def address(technician: Technician | None = None) -> str:
    feed = renew_feed(technician, now=now())
    return feed_url(feed, site_url="", secret_keys=[settings.SECRET_KEY])


def events(url: str) -> list[Any]:
    answer = Client().get(url)
    assert answer.status_code == 200
    calendar: Any = Calendar.from_ical(answer.content.decode())
    return list(calendar.events)


def status(url: str) -> int:
    return Client().get(url).status_code


@pytest.mark.req("OPS-20.5")
def test_a_technician_subscribes_to_their_own_jobs_with_address_and_phone() -> None:
    grace = a_technician()
    job, _others = a_job(grace), a_job(a_technician("Ada"))
    customer = job.order.customer
    Customer.objects.filter(pk=customer.pk).update(name="O'Hara; Sons, and a name " + "é" * 60)

    answer = Client().get(address(grace))
    calendar: Any = Calendar.from_ical(answer.content.decode())

    [event] = calendar.events
    assert str(event["UID"]) == f"{job.public_id}.crew@standby"
    assert (event.start, event.end) == (job.start_at, job.end_at)
    assert str(event.start.tzinfo) == "America/Chicago"
    assert [str(zone["TZID"]) for zone in calendar.walk("VTIMEZONE")] == ["America/Chicago"]
    assert str(event["SUMMARY"]).startswith("O'Hara; Sons, and a name é")
    assert str(event["LOCATION"]) == job.order.order_location.formatted_address
    assert f"Phone: {customer.phone}\n" in str(event["DESCRIPTION"])
    assert "ATTENDEE" not in event
    assert str(event["URL"]).endswith(f"/staff/crew/{job.public_id}")
    assert str(calendar["X-WR-CALNAME"]).endswith(": Grace Hopper")
    assert max(len(line) for line in answer.content.split(b"\r\n")) <= 75


def test_whoever_has_the_address_reads_it_without_a_session_and_nobody_stores_it() -> None:
    answer = Client().get(address())

    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["X-Robots-Tag"] == "noindex"


def test_the_board_has_the_jobs_of_all_and_says_who_leads_them() -> None:
    a_job(a_technician(), ahead=1)
    a_job(None, ahead=2)

    led_by = [str(event["SUMMARY"]).split(":")[0] for event in events(address())]

    assert led_by == ["Grace Hopper", "No technician yet"]


@pytest.mark.parametrize(
    ("ahead", "is_shown"), [(-15, False), (-14, True), (60, True), (61, False)]
)
def test_jobs_of_two_weeks_ago_to_two_months_ahead_are_in_it(ahead: int, is_shown: bool) -> None:
    a_job(grace := a_technician(), ahead=ahead)

    assert len(events(address(grace))) == int(is_shown)


def test_only_confirmed_jobs_are_in_it() -> None:
    grace = a_technician()
    for wrong in ("cancelled", "needs_new_date"):
        Appointment.objects.filter(pk=a_job(grace).pk).update(status=wrong)
    held = reserve(Client(), email="held@example.org").appointments
    held.update(assigned_to=grace, **all_of(local_date(now())))

    assert events(address(grace)) == []


def test_a_customers_own_generator_is_named() -> None:
    job = a_job()
    type(job.order).objects.filter(pk=job.order_id).update(
        generator=None, own_generator_kw=22, own_model_number="G0072101"
    )

    [event] = events(address())

    assert "Generator: their own, 22 kW G0072101" in str(event["DESCRIPTION"])


def test_a_new_address_ends_the_one_before_and_a_made_up_one_opens_nothing() -> None:
    grace = a_technician()
    boards = address()
    first, second = address(grace), address(grace)

    assert [status(url) for url in (first, second, boards)] == [404, 200, 200]
    start, token = second.rsplit("/", 1)
    forged = f"{start}/{'A' * 22}{token[22:]}"
    assert [status(url) for url in (forged, f"{start}/x.ics", f"{start}/{'é' * 44}.ics")] == [
        404
    ] * 3


def test_who_left_has_no_calendar_and_gets_none_back(browser: Client) -> None:
    grace = a_technician()
    url = address(grace)
    headers = {"authorization": f"Bearer {signed_in(Role.DISPATCHER)}"}
    path = f"/api/staff/technicians/{grace.public_id}"

    for is_active in (False, True):
        body = {"is_active": is_active}
        answer = browser.patch(path, body, content_type="application/json", headers=headers)
        assert answer.status_code == 200
        assert status(url) == 404


def test_an_account_that_was_closed_closes_the_calendar() -> None:
    signed_in(Role.TECHNICIAN, name="grace@example.org")
    user = User.objects.get(username="grace@example.org")
    url = address(a_technician(user=user))
    before = status(url)

    User.objects.filter(pk=user.pk).update(is_active=False)

    assert (before, status(url)) == (200, 404)


def test_somebody_who_tries_addresses_is_slowed_down() -> None:
    answers = [status("/api/calendars/x.ics") for _ in range(122)]

    assert answers.count(404) == 120
    assert answers[-1] == 429


def desk(role: Role = Role.DISPATCHER) -> Client:
    return Client(headers={"authorization": f"Bearer {signed_in(role)}"})


def put(browser: Client, path: str, **body: Any) -> Any:
    return browser.put(path, body, content_type="application/json")


def test_the_office_makes_renews_and_ends_addresses() -> None:
    grace, office = a_technician(), desk()
    a_technician("Left", is_active=False)
    owner = str(grace.public_id)

    made = put(office, FEEDS, technician_id=owner, is_on=True).json()
    board = put(office, FEEDS, technician_id=None, is_on=True).json()
    listed = office.get(FEEDS).json()["feeds"]

    assert [(feed["name"], feed["url"]) for feed in listed] == [
        ("", board["url"]),
        ("Grace Hopper", made["url"]),
    ]
    assert [status(feed["url"]) for feed in listed] == [200, 200]
    assert put(office, FEEDS, technician_id=owner, is_on=False).json()["url"] is None
    assert (status(made["url"]), status(board["url"])) == (404, 200)
    assert office.get(FEEDS).json()["feeds"][1]["created_at"] is None


def test_an_address_is_made_only_for_who_works_for_us() -> None:
    left = a_technician("Left", is_active=False)

    answer = put(desk(), FEEDS, technician_id=str(left.public_id), is_on=True)

    assert (answer.status_code, answer.json()["code"]) == (409, "technician_inactive")


def test_technicians_make_their_own_address_and_see_no_others() -> None:
    phone = Client(
        headers={"authorization": f"Bearer {signed_in(Role.TECHNICIAN, name='g@example.org')}"}
    )
    nobody = phone.get(OWN)
    grace = a_technician(user=User.objects.get(username="g@example.org"))
    job, _others = a_job(grace), a_job(None)

    before = phone.get(OWN).json()
    made = put(phone, OWN, is_on=True).json()

    assert (nobody.status_code, before["url"]) == (404, None)
    assert phone.get(OWN).json() == made
    assert [str(event["UID"]) for event in events(made["url"])] == [f"{job.public_id}.crew@standby"]
    assert phone.get(FEEDS).status_code == 403
    assert put(phone, OWN, is_on=False).json()["created_at"] is None
    assert status(made["url"]) == 404
