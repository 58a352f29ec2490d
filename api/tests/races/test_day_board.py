"""Several of the office at the day board at once, and visitors who reserve meanwhile (OPS-11)."""

from collections import Counter

import pytest
from buyers import Answer, Buyer, ask, at_once, certain, open_days, told
from running_shops import Office, Running, race
from sampling import WHOLE

CREWS = 2
STAFF = 8
VISITORS = 3
ROUNDS = 8 if WHOLE else 4
INDEX = "appointment_technician_leads_one_job_a_day"
TAKEN = "SELECT COUNT(*) FROM crew_seats WHERE appointment_id IS NOT NULL"
ON_CLOSED_DAYS = """SELECT COUNT(*) FROM crew_seats JOIN crew_days ON crew_days.day = crew_seats.day
WHERE crews = 0 AND appointment_id IS NOT NULL"""
pytest_plugins = ("open_shops",)
pytestmark = pytest.mark.slow


def all_send(office: Office, jobs: list[str], to: str, asked: dict[str, object]) -> Counter[str]:
    """A member of staff for each of the jobs."""
    assert len(jobs) == STAFF
    return told(
        at_once(
            lambda one: office.send("POST", f"/appointments/{one[1]}/{to}", asked, server=one[0]),
            list(enumerate(jobs)),
        )
    )


def all_send_one_technician(shop: Running) -> Counter[str]:
    """To as many jobs of one day as there are staff."""
    office, day = Office(shop), open_days(shop)[0]
    assert office.send("PUT", f"/crew-days/{day}", {"crews": STAFF, "reason": "race"}).status == 200
    certain(shop, [day], on_each=STAFF)
    grace = office.send("POST", "/technicians", {"name": "Grace", "phone": "(281) 555-0107"})
    return all_send(office, office.jobs(day), "technician", {"technician_id": grace.body["id"]})


def all_move_jobs_to_one_day(shop: Running) -> Counter[str]:
    office, (wanted, *theirs) = Office(shop), open_days(shop)[: 1 + STAFF // CREWS]
    certain(shop, theirs, on_each=CREWS)
    jobs = office.jobs(theirs[0], days=28)
    found = all_send(office, jobs, "move", {"day": wanted, "time_window": "morning"})
    assert len(office.jobs(wanted)) == CREWS
    return found


def days_closed_while_visitors_reserve(shop: Running) -> Counter[str]:
    """Each round's visitors look at the calendar longer: some are early, others too late."""
    office, found = Office(shop), Counter[str]()
    for number, day in enumerate(open_days(shop)[:ROUNDS]):

        def act(one: Buyer | str, looks: int = number * 4) -> Answer:
            if isinstance(one, str):
                return office.send("PUT", f"/crew-days/{one}", {"crews": 0, "reason": "race"})
            for _ in range(looks):
                ask(shop, "GET", "/api/availability", server=one.number)
            return one.reserve(shop)

        crowd: list[Buyer | str] = [day, *(Buyer(day) for _ in range(VISITORS))]
        found += told(at_once(act, crowd))
    return found


def test_a4_staff_move_jobs_to_one_day(open_shop: Running) -> None:
    found = race(f"{STAFF} staff move jobs to one day", all_move_jobs_to_one_day, open_shop)

    assert found == {"200": CREWS, "409 day_full": STAFF - CREWS}
    assert open_shop.number(TAKEN) == STAFF


def test_a4_staff_send_one_technician_to_many_jobs(open_shop: Running) -> None:
    found = race(f"{STAFF} staff send one technician", all_send_one_technician, open_shop)

    assert found == {"200": 1, "409 technician_busy": STAFF - 1}
    sent = "SELECT COUNT(*) FROM appointments WHERE assigned_to_id IS NOT NULL"
    assert open_shop.number(sent) == 1


def test_a3_the_order_of_staff_alone_is_guard_enough(open_shop: Running) -> None:
    """Each waits for the technician's row, without the table's own rule."""
    open_shop.write(f"DROP INDEX {INDEX}")

    name = f"{STAFF} staff send one, without the index"
    assert race(name, all_send_one_technician, open_shop)["200"] == 1


def test_a2_without_guards_one_technician_is_sent_to_many(unguarded_shop: Running) -> None:
    unguarded_shop.write(f"DROP INDEX {INDEX}")

    name = "control: no guard, one technician"
    assert race(name, all_send_one_technician, unguarded_shop)["200"] > 1


def test_a4_days_are_closed_while_visitors_reserve(open_shop: Running) -> None:
    name = f"{ROUNDS} days closed, {VISITORS} visitors each"
    found = race(name, days_closed_while_visitors_reserve, open_shop)

    assert open_shop.number(ON_CLOSED_DAYS) == 0
    assert found["200"] + found["409 crews_in_use"] == ROUNDS
    assert not {answer for answer in found if answer.startswith("5")}


def test_a2_without_guards_jobs_stand_on_closed_days(unguarded_shop: Running) -> None:
    race("control: no guard, days closed", days_closed_while_visitors_reserve, unguarded_shop)

    assert unguarded_shop.number(ON_CLOSED_DAYS) > 0
