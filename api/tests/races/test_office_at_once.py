"""Office and crew at the same moment: settings, a job's report, a technician's account.

Each race runs in the product, on both databases; that of the settings again without its guard.
"""

import json
import uuid
from collections import Counter
from datetime import UTC, datetime
from typing import Any

import pytest
from access_helpers import COMPANY_FACTS
from buyers import Answer, Buyer, Staff, ask, open_days, outcomes
from shop import Shop, at_once, race

from standby.crew_phone.rules import ITEMS

pytest_plugins = ("shop_fixtures",)
pytestmark = pytest.mark.slow
OWNERS = 8


def save_at_once(shop: Shop) -> Counter[str]:
    """All have read the same version, and each has typed another name."""
    staff = Staff(shop, is_owner=True)

    def save(number: int) -> Answer:
        facts = {**COMPANY_FACTS, "name": f"Bayou {number}"}
        return staff.send("PUT", "/settings/company", {"version": 0, "facts": facts}, server=number)

    return outcomes(at_once(save, range(OWNERS)))


@pytest.mark.req("OPS-14.1")
def test_of_owners_who_save_at_once_one_is_stored_and_the_others_are_told(open_shop: Shop) -> None:
    found = race(f"{OWNERS} owners save the settings at once", save_at_once, open_shop)

    assert found == {"200": 1, "409 settings_changed_meanwhile": OWNERS - 1}
    changes = "FROM audit_events WHERE action = 'settings_changed'"
    assert open_shop.number(f"SELECT COUNT(*) {changes}") == 1
    assert open_shop.number("SELECT version FROM business_settings") == 1


def test_without_the_guard_what_others_saved_is_lost(unguarded_shop: Shop) -> None:
    found = race("control: settings without the guard", save_at_once, unguarded_shop)

    assert found["200"] > 1


_A_JOB = """
from tables_browser import bearer, session_of, staff_user
from standby.orders.models import Appointment
from standby.crews.models import Technician
user = staff_user("technician", name="grace")
grace = Technician.objects.create(name="Grace", phone="(281) 555-0107", user=user)
job = Appointment.objects.get()
Appointment.objects.update(assigned_to=grace)
print(job.public_id, job.day, bearer(session_of(user))["authorization"].split()[1])
"""


def tick_at_once(shop: Shop) -> tuple[Counter[str], list[str]]:
    """Two phones of one crew send their halves of the checklist, an item at a time."""
    buyer = Buyer(open_days(shop)[0])
    assert buyer.pay(shop, buyer.reserve(shop).body["orderId"])
    shop.work()
    job, day, token = shop.shell(_A_JOB).split()[-3:]

    def tick(one: tuple[int, str]) -> Answer:
        number, item = one
        body = {"at": datetime.now(tz=UTC).isoformat(), "day": day, "ticked": [item]}
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": uuid.uuid4().hex}
        path = f"/api/staff/crew/jobs/{job}/report"
        return ask(shop, "PATCH", path, body, server=number, **headers)

    told = outcomes(at_once(tick, list(enumerate(sorted(ITEMS)))))
    [(stored,)] = shop.rows("SELECT checklist FROM job_reports")
    ticked: Any = json.loads(stored) if isinstance(stored, str) else stored
    return told, ticked


@pytest.mark.req("OPS-19.1")
def test_what_two_phones_report_of_one_job_at_once_is_all_there(open_shop: Shop) -> None:
    told, ticked = race("two phones report one job at once", tick_at_once, open_shop)

    assert told == {"200": len(ITEMS)}
    assert ticked == sorted(ITEMS)
    assert open_shop.number("SELECT COUNT(*) FROM job_reports") == 1


_TECHNICIANS = """
from tables_browser import staff_user
from standby.crews.models import Technician
user = staff_user("technician", name="sam")
for number in range(4):
    print(Technician.objects.create(name=f"Sam {number}", phone="(281) 555-0107").public_id)
print(user.public_id)
"""


def link_at_once(shop: Shop) -> Counter[str]:
    """Dispatchers give one account to different technicians."""
    staff = Staff(shop)
    *technicians, user = shop.shell(_TECHNICIANS).split()[-5:]

    def link(one: tuple[int, str]) -> Answer:
        number, technician = one
        return staff.send("PATCH", f"/technicians/{technician}", {"user_id": user}, server=number)

    return outcomes(at_once(link, list(enumerate(technicians))))


def test_an_account_belongs_to_one_technician_however_many_link_it_at_once(
    open_shop: Shop,
) -> None:
    found = race("an account is linked at once", link_at_once, open_shop)

    assert found == {"200": 1, "409 technician_user_taken": 3}
    assert open_shop.number("SELECT COUNT(*) FROM technicians WHERE user_id IS NOT NULL") == 1
