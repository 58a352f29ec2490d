"""Several of the office at the day board at once, and visitors who reserve meanwhile (OPS-11)."""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

import pytest
from buyers import Answer, Buyer, at_once, open_days
from shop import API, Shop, report

CREWS = 2
STAFF = 8
VISITORS = 3
ROUNDS = 8
LATER_S = (
    0.1  # each round's visitors come so much later: before the day is closed, meanwhile, after
)
INDEX = "appointment_technician_leads_one_job_a_day"
pytestmark = pytest.mark.slow


@pytest.fixture
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with Shop(tmp_path_factory.mktemp("shop")) as guarded:
        yield guarded


@pytest.fixture
def unguarded_shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with Shop(tmp_path_factory.mktemp("shop"), application="unguarded_board:application") as naive:
        naive.write(f"DROP INDEX {INDEX}")
        yield naive


class Office:
    """Members of staff, each at another server."""

    def __init__(self, shop: Shop) -> None:
        self.shop = shop
        ran = subprocess.run(
            [
                *(sys.executable, "manage.py", "staff_token", "jo"),
                *("--role", "manager", "--hours", "1", "--new"),
            ],
            cwd=API,
            env=shop.environment(),
            capture_output=True,
            text=True,
            check=True,
        )
        self.token = ran.stdout.strip().splitlines()[-1]

    def send(self, method: str, path: str, asked: dict[str, Any], *, server: int = 0) -> Answer:
        port = self.shop.ports[server % len(self.shop.ports)]
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
            connection.request(method, f"/api/staff{path}", json.dumps(asked), headers)
            response = connection.getresponse()
            return Answer(response.status, json.loads(response.read()))

    def jobs(self, day: str, *, days: int = 1) -> list[str]:
        """The appointments on these days."""
        found = self.shop.http.get(
            self.shop.url(f"/api/staff/board?from={day}&days={days}"),
            headers={"Authorization": f"Bearer {self.token}"},
        ).json()
        return [job["appointment_id"] for day in found["days"] for job in day["jobs"]]


def certain(shop: Shop, days: list[str], *, on_each: int) -> None:
    buyers = [Buyer(day) for day in days for _ in range(on_each)]
    assert {buyer.reserve(shop).status for buyer in buyers} == {201}
    shop.write("UPDATE crew_seats SET hold_expires_at = NULL WHERE appointment_id IS NOT NULL")
    shop.write("UPDATE appointments SET status = 'confirmed', confirmed_at = held_at")
    shop.write("UPDATE orders SET status = 'scheduled'")


def told(answers: list[Answer]) -> Counter[str]:
    return Counter(
        str(answer.status) if answer.status < 300 else f"{answer.status} {answer.body['code']}"
        for answer in answers
    )


def all_send_one_technician(shop: Shop) -> Counter[str]:
    """To as many jobs of one day as there are staff."""
    office, day = Office(shop), open_days(shop)[0]
    assert office.send("PUT", f"/crew-days/{day}", {"crews": STAFF, "reason": "race"}).status == 200
    certain(shop, [day], on_each=STAFF)
    sent = office.send("POST", "/technicians", {"name": "Grace", "phone": "(281) 555-0107"})
    chosen = {"technician_id": sent.body["id"]}
    jobs = list(enumerate(office.jobs(day)))
    assert len(jobs) == STAFF
    return told(
        at_once(
            lambda one: office.send(
                "POST", f"/appointments/{one[1]}/technician", chosen, server=one[0]
            ),
            jobs,
        )
    )


def days_closed_while_visitors_reserve(shop: Shop) -> tuple[Counter[str], int]:
    """What all were told, and how many jobs stand on days that were closed."""
    office, found = Office(shop), Counter[str]()
    for number, day in enumerate(open_days(shop)[:ROUNDS]):

        def act(one: Buyer | str, wait_s: float = number * LATER_S) -> Answer:
            if isinstance(one, str):
                return office.send("PUT", f"/crew-days/{one}", {"crews": 0, "reason": "race"})
            time.sleep(wait_s)
            return one.reserve(shop)

        crowd: list[Buyer | str] = [day, *(Buyer(day) for _ in range(VISITORS))]
        found += told(at_once(act, crowd))
    on_closed_days = shop.number(
        "SELECT COUNT(*) FROM crew_seats JOIN crew_days ON crew_days.day = crew_seats.day "
        "WHERE crews = 0 AND appointment_id IS NOT NULL"
    )
    return found, on_closed_days


def test_a4_staff_move_jobs_to_one_day(shop: Shop) -> None:
    office, (wanted, *theirs) = Office(shop), open_days(shop)[: 1 + STAFF // CREWS]
    certain(shop, theirs, on_each=CREWS)
    jobs = list(enumerate(office.jobs(theirs[0], days=28)))
    assert len(jobs) == STAFF
    asked = {"day": wanted, "time_window": "morning"}

    found = told(
        at_once(
            lambda one: office.send("POST", f"/appointments/{one[1]}/move", asked, server=one[0]),
            jobs,
        )
    )

    report(f"{STAFF} staff move jobs to one day", shop, str(dict(found)))
    assert found == {"200": CREWS, "409 day_full": STAFF - CREWS}
    assert len(office.jobs(wanted)) == CREWS
    assert shop.number("SELECT COUNT(*) FROM crew_seats WHERE appointment_id IS NOT NULL") == STAFF


def test_a4_staff_send_one_technician_to_many_jobs(shop: Shop) -> None:
    found = all_send_one_technician(shop)

    report(f"{STAFF} staff send one technician", shop, str(dict(found)))
    assert found == {"200": 1, "409 technician_busy": STAFF - 1}
    assert shop.number("SELECT COUNT(*) FROM appointments WHERE assigned_to_id IS NOT NULL") == 1


@pytest.mark.req("BOOK-01")
def test_a3_the_order_of_staff_alone_is_guard_enough(shop: Shop) -> None:
    """Each waits for the technician's row, without the table's own rule."""
    shop.write(f"DROP INDEX {INDEX}")

    found = all_send_one_technician(shop)

    report(f"{STAFF} staff send one, without the index", shop, str(dict(found)))
    assert found["200"] == 1


def test_a2_without_guards_one_technician_is_sent_to_many(unguarded_shop: Shop) -> None:
    found = all_send_one_technician(unguarded_shop)

    report("control: no guard, one technician", unguarded_shop, str(dict(found)))
    assert found["200"] > 1


def test_a4_days_are_closed_while_visitors_reserve(shop: Shop) -> None:
    found, on_closed_days = days_closed_while_visitors_reserve(shop)

    report(f"{ROUNDS} days closed, {VISITORS} visitors each", shop, str(dict(found)))
    assert on_closed_days == 0
    assert found["200"] + found["409 crews_in_use"] == ROUNDS
    assert not {answer for answer in found if answer.startswith("5")}


def test_a2_without_guards_jobs_stand_on_closed_days(unguarded_shop: Shop) -> None:
    found, on_closed_days = days_closed_while_visitors_reserve(unguarded_shop)

    report("control: no guard, days closed", unguarded_shop, str(dict(found)))
    assert on_closed_days > 0
