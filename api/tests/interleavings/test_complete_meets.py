"""A technician completes a job while the office gives it away or takes it back (M1)."""

from collections.abc import Iterator
from itertools import count

import pytest
from booking_helpers import SIGNER
from crew_phone_helpers import Phone
from django.db import transaction
from meeting import Scratch, Story, met_by, outcome_of, statements_of
from whole_orders import now

from standby.accounts.models import User
from standby.audit.rules import actor_of
from standby.core.models import RateLimitBucket
from standby.crew_phone.services import (
    Command,
    close_report,
    ensure_complete,
    open_or_complete_report,
)
from standby.crews.models import Technician
from standby.orders.models import Order
from standby.orders.services.assignments import choose_technician
from standby.workflows.complete_job import complete_job
from standby.workflows.pay_for_project import reach_locked_milestone
from standby.workflows.undo_action import take_back

pytest_plugins = ("scratch_database",)
pytestmark = pytest.mark.usefixtures("own_folder")
_PLACES = 4  # of all statements, evenly: each needs a job of its own
numbers = count(1)


def a_finished_job() -> Phone:
    RateLimitBucket.objects.all().delete()  # all come from one address
    phone = Phone(f"{next(numbers):05} Hopper")
    phone.do_all()
    return phone


def command_of(phone: Phone) -> Command:
    user: User = phone.user
    return Command(
        user=user,
        job_id=phone.job.public_id,
        day=phone.day,
        at=now(),
        actor=actor_of(user.public_id),
    )


def completing(phone: Phone) -> Story:
    return lambda: complete_job(command_of(phone), signer=SIGNER, now=now())


def giving_away(phone: Phone) -> Story:
    other = Technician.objects.create(name=f"Mary {next(numbers)}", phone="(281) 555-0108")
    return lambda: choose_technician(
        str(phone.job.public_id), technician_id=str(other.public_id), actor="staff jo", now=now()
    )


def taking_back(phone: Phone) -> Story:
    return lambda: take_back(
        phone.job.order, "completion", reason="Another house", actor="staff max", now=now()
    )


def places(story: Story) -> Iterator[int]:
    all_of_them = statements_of(story)
    assert all_of_them > _PLACES
    yield from range(1, all_of_them + 1, all_of_them // _PLACES)


@pytest.mark.parametrize("is_swapped", [False, True], ids=["met by the office", "meets it"])
def test_a_job_is_completed_or_given_away_never_both(scratch: Scratch, is_swapped: bool) -> None:
    phone = a_finished_job()
    for nth in places((giving_away if is_swapped else completing)(phone)):
        phone = a_finished_job()
        completes, gives = completing(phone), giving_away(phone)
        mine, theirs = (gives, completes) if is_swapped else (completes, gives)
        with met_by(theirs, scratch=scratch, nth=nth) as meeting:
            came_to = outcome_of(mine)
        ends = {came_to, meeting.other}

        assert ends in ({"done", "nobody_needed"}, {"done", "job_not_found"}), (nth, ends)
        is_completed = Order.objects.get(pk=phone.job.order_id).status == "completed"
        assert is_completed == ("nobody_needed" in ends)


@pytest.mark.parametrize("is_swapped", [False, True], ids=["met by a manager", "meets one"])
def test_a_completion_and_its_report_are_taken_back_together(
    scratch: Scratch, is_swapped: bool
) -> None:
    phone = a_finished_job()
    assert outcome_of(completing(phone)) == "done"
    for nth in places(taking_back(phone)) if is_swapped else (1, 3):
        phone = a_finished_job()
        assert outcome_of(completing(phone)) == "done"
        # The phone asks again, as it had no answer.
        again, back = completing(phone), taking_back(phone)
        mine, theirs = (back, again) if is_swapped else (again, back)
        with met_by(theirs, scratch=scratch, nth=nth) as meeting:
            came_to = outcome_of(mine)

        taken_back, asked_again = (
            (came_to, meeting.other) if is_swapped else (meeting.other, came_to)
        )
        # Taken back first, the job waits for another signature.
        assert (taken_back, asked_again) in (("done", "done"), ("done", "job_incomplete")), nth
        order = Order.objects.get(pk=phone.job.order_id)
        assert (order.status == "completed") == (phone.report.completed_at is not None)


def test_control_with_two_transactions_whoever_no_longer_has_the_job_completes_it(
    scratch: Scratch,
) -> None:
    phone = a_finished_job()
    command = command_of(phone)
    with transaction.atomic(durable=True):
        report = open_or_complete_report(command, now=now())
        ensure_complete(report)

    with scratch.own_connection():
        given_away = outcome_of(giving_away(phone))
    with transaction.atomic(durable=True):
        order = report.appointment.order
        reach_locked_milestone(order, "completion", actor=command.actor, now=now())
        close_report(report, command=command, signer=SIGNER, now=now())

    phone.job.refresh_from_db()
    assert given_away == "done"
    assert Order.objects.get(pk=phone.job.order_id).status == "completed"
    assert phone.job.assigned_to != phone.technician
