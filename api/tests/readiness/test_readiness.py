"""What an installation waits for: permit, HOA, gas company, equipment, inspections, start-up."""

from datetime import timedelta
from typing import Any

import pytest
from access_helpers import actor_named, script_token
from booking_helpers import DAY, NOW
from django.test import Client
from document_helpers import a_scheduled_order
from whole_orders import a_milestone, now

from standby.accounts.models import User
from standby.core.clock import local_date
from standby.core.roles import Role
from standby.crews.models import Technician
from standby.orders.models import Order
from standby.orders.services.order_log import version_of
from standby.readiness.models import InstallationStep
from standby.readiness.rules import (
    Missing,
    StepFacts,
    StepKind,
    StepStatus,
    in_words,
    missing_for_visit,
    needs_follow_up,
)
from standby.readiness.selectors import missing_on_board, steps_due_for
from standby.tracking.rules.next_actions import NextActionKey
from standby.tracking.rules.waits import WaitKey
from standby.tracking.selectors.find_orders import OrderFilter, find_orders
from standby.tracking.selectors.orders import order_summaries
from standby.tracking.selectors.waits import waiting_groups

ALL_DONE = {kind: StepFacts(status=StepStatus.DONE) for kind in StepKind}
READY = {"is_accepted": True, "is_first_part_paid": True, "has_technician": True}
TODAY = local_date(NOW)


@pytest.fixture
def staff(db: None) -> Client:
    return Client(headers={"authorization": f"Bearer {script_token(Role.DISPATCHER)}"})


@pytest.fixture
def order(shop: None) -> Order:
    return a_scheduled_order()


def put(staff: Client, order: Order, kind: str, **step: Any) -> Any:
    path = f"/api/staff/orders/{order.public_id}/steps/{kind}"
    return staff.put(path, step, content_type="application/json")


def look(staff: Client, order: Order) -> Any:
    return staff.get(f"/api/staff/orders/{order.public_id}").json()


@pytest.mark.parametrize(
    ("changed", "missing"),
    [
        ({}, []),
        ({"is_accepted": False, "is_first_part_paid": False}, [Missing.PROPOSAL]),
        ({"is_first_part_paid": False}, [Missing.FIRST_PAYMENT]),
        ({"has_technician": False}, [Missing.TECHNICIAN]),
    ],
)
def test_a_job_is_ready_when_it_is_accepted_paid_and_somebody_comes(
    changed: dict[str, bool], missing: list[Missing]
) -> None:
    assert missing_for_visit(ALL_DONE, **(READY | changed)) == missing


@pytest.mark.parametrize("status", StepStatus)
@pytest.mark.parametrize("kind", StepKind)
def test_what_comes_before_the_visit_has_to_be_done_or_not_needed(
    kind: StepKind, status: StepStatus
) -> None:
    is_settled = status in (StepStatus.DONE, StepStatus.NOT_NEEDED)
    is_before = kind in ("permit", "hoa", "gas", "equipment")

    missing = missing_for_visit(ALL_DONE | {kind: StepFacts(status=status)}, **READY)

    assert missing == ([Missing(kind)] if is_before and not is_settled else [])


def test_a_step_is_followed_up_once_it_failed_or_its_day_passed() -> None:
    late = StepFacts(status=StepStatus.REQUESTED, expected_on=TODAY - timedelta(days=1))
    in_time = StepFacts(status=StepStatus.REQUESTED, expected_on=TODAY)
    done = StepFacts(status=StepStatus.DONE, expected_on=TODAY - timedelta(days=1))
    failed = StepFacts(status=StepStatus.FAILED)

    followed = [needs_follow_up(step, today=TODAY) for step in (late, in_time, done, failed)]

    assert followed == [True, False, False, True]


def test_what_is_missing_is_said_in_words() -> None:
    assert in_words([Missing.PERMIT]) == "the permit"
    assert in_words([Missing.PERMIT, Missing.GAS, Missing.TECHNICIAN]) == (
        "the permit, the gas company and a technician"
    )


@pytest.mark.req("OPS-17.1")
def test_each_step_is_dated_with_its_person_and_stands_in_the_log(
    staff: Client, order: Order
) -> None:
    before = look(staff, order)["installation_steps"]
    asked = {
        "status": "requested",
        "requested_on": "2025-11-03",
        "expected_on": "2025-11-12",
        "person": "Joan at the city",
        "reference": "25-117",
        "note": "Two weeks",
        "assignee_id": str(a_technician_user().public_id),
    }

    answer = put(staff, order, "permit", **asked, if_version=version_of(order))

    empty = dict.fromkeys(("model", "supplier", "purchase_order", "serial_number"), "")
    told = {"kind": "permit", "done_on": None, "assignee_name": "tim@example.org"}
    assert answer.json() == {**told, **asked, **empty}
    assert [step["kind"] for step in before] == [*StepKind]
    assert {step["status"] for step in before} == {"to_do", "ask"}
    assert look(staff, order)["installation_steps"][0] == answer.json()
    entry = order.log.get(subject="step")
    assert (entry.before, entry.after, entry.actor) == ("to_do", "requested", actor_named("Jo"))
    assert entry.note == "permit, 25-117, expected 2025-11-12"

    put(staff, order, "permit", **asked)  # the same again
    assert order.log.filter(subject="step").count() == 1


def a_technician_user() -> User:
    return User.objects.create(
        email="tim@example.org", role=Role.TECHNICIAN, is_staff=True, is_active=True
    )


@pytest.mark.req("OPS-17.1")
def test_a_step_waits_for_its_person_once_its_day_has_come(staff: Client, order: Order) -> None:
    tim, today = a_technician_user(), local_date(now())

    def due() -> list[str]:
        return [step.kind for step in steps_due_for(tim, now=now())]

    def ask(kind: str, **step: Any) -> None:
        answer = put(staff, order, kind, assignee_id=str(tim.public_id), **step)
        assert answer.status_code == 200, answer.content

    ask("permit", status="requested", expected_on=today.isoformat())
    ask("hoa", status="requested", expected_on=(today + timedelta(days=1)).isoformat())
    ask("gas", status="failed")
    put(staff, order, "rough_inspection", status="failed")  # nobody's

    assert due() == ["permit", "gas"]
    [group] = waiting_groups([WaitKey.STEPS], user=tim, now=now())
    assert [item.detail for item in group.items] == ["permit, requested", "gas, failed"]
    ask("permit", status="done")
    assert due() == ["gas"]
    User.objects.filter(pk=tim.pk).update(is_active=False)
    refused = put(staff, order, "hoa", status="to_do", assignee_id=str(tim.public_id))
    assert (refused.status_code, refused.json()["code"]) == (422, "assignee_unknown")


def test_what_is_done_was_done_today_or_earlier(staff: Client, order: Order) -> None:
    tomorrow = local_date(now()) + timedelta(days=1)
    refused = put(staff, order, "gas", status="done", done_on=tomorrow.isoformat())
    done = put(staff, order, "gas", status="done").json()

    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "done_on")
    assert done["done_on"] == local_date(now()).isoformat()


def test_the_equipment_is_done_by_its_milestone_and_by_nothing_else(
    staff: Client, order: Order
) -> None:
    ordered = {"status": "requested", "model": "7043", "purchase_order": "PO 9"}
    put(staff, order, "equipment", **ordered)
    refused = put(staff, order, "equipment", **(ordered | {"status": "done"}))

    for status in ("accepted", "equipment_arrived"):
        Order.objects.filter(pk=order.pk).update(status=status)
    a_milestone(order, "equipment", status="due", reached_at=NOW)
    arrived = look(staff, order)["installation_steps"][3]
    noted = put(
        staff, order, "equipment", **(ordered | {"status": "done", "serial_number": "3015441277"})
    )

    assert (refused.status_code, refused.json()["code"]) == (409, "equipment_by_milestone")
    assert (arrived["status"], arrived["done_on"], arrived["model"]) == (
        "done",
        TODAY.isoformat(),
        "7043",
    )
    assert noted.json()["serial_number"] == "3015441277"
    assert noted.json()["status"] == "done"


def test_a_canceled_order_keeps_its_steps(staff: Client, order: Order) -> None:
    Order.objects.filter(pk=order.pk).update(status="cancelled")

    refused = put(staff, order, "permit", status="done")

    assert (refused.status_code, refused.json()["code"]) == (409, "order_closed")


@pytest.mark.req("OPS-17.2")
def test_the_board_says_of_each_job_what_is_missing_until_it_is_ready(
    staff: Client, order: Order
) -> None:
    def board() -> list[str]:
        [job] = staff.get(f"/api/staff/readiness?from={DAY}&days=1").json()
        assert job["order_id"] == str(order.public_id)
        return list(job["missing"])

    first = board()
    for kind in ("permit", "hoa", "gas"):
        put(staff, order, kind, status="not_needed")
    for status in ("accepted", "equipment_arrived"):
        Order.objects.filter(pk=order.pk).update(status=status)
    a_milestone(order, "acceptance", status="paid", paid_at=NOW)
    almost = board()
    grace = Technician.objects.create(name="Grace", phone="(281) 555-0107")
    order.appointments.update(assigned_to=grace)

    assert first == ["proposal", "permit", "hoa", "gas", "equipment", "technician"]
    assert almost == ["technician"] == look(staff, order)["missing"] or board() == []
    assert missing_on_board(DAY, DAY)[0]["missing"] == []
    assert look(staff, order)["next_actions"][-1]["how"].startswith("Everything is ready")


def test_the_next_action_says_what_is_missing_and_not_that_everything_is_ready(
    order: Order,
) -> None:
    Order.objects.filter(pk=order.pk).update(status="accepted")
    a_milestone(order, "acceptance", status="paid", paid_at=NOW)
    order.refresh_from_db()

    [summary] = order_summaries([order], now=NOW)

    visit = summary.next_actions[-1]
    assert visit.key == NextActionKey.VISIT
    assert visit.how == (
        "Still missing before that day: the permit, the HOA's approval, the gas company, "
        "the equipment and a technician."
    )


def test_a_late_step_is_a_next_action_of_staff_and_is_found(order: Order) -> None:
    InstallationStep.objects.create(
        order=order, kind="permit", status="requested", expected_on=TODAY - timedelta(days=1)
    )

    [summary] = order_summaries([order], now=NOW)
    count, [found] = find_orders(
        filters=OrderFilter(next_action=NextActionKey.FOLLOW_UP_STEP), now=NOW
    )

    assert summary.next_actions[0].key == NextActionKey.FOLLOW_UP_STEP
    assert summary.next_actions[0].title == "Follow up: permit"
    assert (count, found.order) == (1, order)


@pytest.mark.req("OPS-17.3")
def test_the_homeowner_sees_the_same_steps_without_what_is_staffs(
    staff: Client, browser: Client, shop: None
) -> None:
    from whole_orders import confirm, reserve  # noqa: PLC0415

    order = reserve(browser)
    confirm(order)
    put(staff, order, "permit", status="requested", expected_on="2030-01-07", note="Ask Joan")

    seen = browser.get("/api/my-booking").json()["preparations"]

    assert [step["kind"] for step in seen] == [*StepKind]
    assert seen[0] == {
        "kind": "permit",
        "name": "City permit",
        "status": "requested",
        "state": "Under way",
        "requested_on": None,
        "expected_on": "2030-01-07",
        "done_on": None,
    }
