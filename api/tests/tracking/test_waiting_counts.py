"""How much waits is counted once for all consoles (OPS-15)."""

from datetime import date, datetime, timedelta
from uuid import uuid4

import pytest
from access_helpers import signed_in
from booking_helpers import NOW
from database_helpers import Ran, statements
from django.test import Client
from whole_orders import now

from standby.accounts.models import User
from standby.core.clock import local_date
from standby.core.roles import Role
from standby.inbox.models import Item, Source
from standby.tasks.models import StaffTask
from standby.tracking.models import WaitingCounts
from standby.tracking.rules.waits import (
    MESSAGES,
    REPORTS,
    TO_KNOW_ONLY,
    WaitKey,
    groups_of,
)
from standby.tracking.selectors.waits import waiting_counts
from standby.tracking.services.waiting_counts import COUNTED_FOR, counts_for, forget_counts
from standby.workflows.receive_text import receive_text

pytestmark = pytest.mark.usefixtures("shop")
EVERYTHING = [*(MESSAGES | REPORTS)]


def a_colleague(role: Role = Role.OWNER) -> User:
    name = f"{uuid4()}@example.org"
    return User.objects.create(
        username=name, email=name, public_id=uuid4(), is_staff=True, role=role
    )


def a_text(sid: str, *, at: datetime = NOW) -> None:
    receive_text(sid=sid, sender="+12815550100", text=f"Gate code {sid}", now=at)


def a_task(assignee: User | None = None, due_on: date | None = None) -> StaffTask:
    return StaffTask.objects.create(
        title="Call", assignee=assignee, due_on=due_on, created_by="staff", created_at=NOW
    )


def an_item(kind: str) -> None:
    source, _ = Source.objects.get_or_create(name=kind)
    values = {"source": source, "ref": uuid4().hex, "size_bytes": 1, "received_at": NOW}
    Item.objects.create(kind=kind, verdict="set_aside", judged_at=NOW, reason="Unknown", **values)


def to_do(user: User) -> list[WaitKey]:
    return [key for key in groups_of(user.role) if key not in TO_KNOW_ONLY]


def counted(user: User, *, at: datetime = NOW) -> dict[WaitKey, int]:
    return counts_for(to_do(user), user=user, kinds=EVERYTHING, now=at)


def reads(ran: Ran, table: str) -> int:
    return sum(f'FROM "{table}"' in sql for sql, _ in ran)


def test_ten_consoles_cost_one_count() -> None:
    people = [a_colleague(role) for role in (Role.OWNER, Role.MANAGER, Role.DISPATCHER)]
    with statements() as first:
        counted(people[0])
    with statements() as others:
        for number in range(9):
            counted(people[number % 3], at=NOW + timedelta(seconds=number))
    for table in ("photo_reviews", "inbound_messages", "milestones", "refunds", "inbox_items"):
        assert reads(first, table) > 0, table
        assert reads(others, table) == 0, table
    # The row of the counts, and what is each one's own: tasks and steps.
    assert len(others) == 9 * 3


def test_a_count_is_never_older_than_twenty_seconds() -> None:
    jo = a_colleague()
    assert counted(jo)[WaitKey.REPLIES] == 0
    a_text("SM1")
    just_before = NOW + COUNTED_FOR - timedelta(milliseconds=1)
    assert counted(jo, at=just_before)[WaitKey.REPLIES] == 0
    assert counted(jo, at=NOW + COUNTED_FOR)[WaitKey.REPLIES] == 1
    assert timedelta(minutes=1) > COUNTED_FOR


def test_what_staff_change_is_counted_again_for_their_next_call(browser: Client) -> None:
    a_text("SM1", at=now())
    as_jo = {"authorization": f"Bearer {signed_in(Role.DISPATCHER)}"}

    def waits() -> int:
        return int(browser.get("/api/staff/waits/counts", headers=as_jo).json()["waits"])

    reply = browser.get("/api/staff/waits?group=replies", headers=as_jo).json()["to_do"][0]
    before = waits()
    answered = browser.post(
        f"/api/staff/inbound-messages/{reply['items'][0]['id']}/answered",
        headers=as_jo,
        content_type="application/json",
    )
    assert answered.status_code == 204
    assert waits() == before - 1


def test_a_refused_change_costs_no_count(browser: Client) -> None:
    as_viewer = {"authorization": f"Bearer {signed_in(Role.VIEWER)}"}
    browser.get("/api/staff/waits/counts", headers=as_viewer)
    refused = browser.post(
        "/api/staff/inbound-messages/1/answered",
        headers=as_viewer,
        content_type="application/json",
    )
    assert refused.status_code == 403
    assert WaitingCounts.objects.get().counted_at is not None


@pytest.mark.parametrize("role", [role for role in Role if groups_of(role)])
@pytest.mark.req("OPS-15.1")
def test_each_role_reads_as_many_as_it_finds_listed(role: Role) -> None:
    jo, mary = a_colleague(role), a_colleague()
    a_text("SM1")
    a_task(), a_task(jo), a_task(mary), a_task(mary, due_on=local_date(NOW - timedelta(days=1)))
    for kind in EVERYTHING:
        an_item(kind)
    counted(mary)  # by somebody else

    for kinds in ([], [*MESSAGES], [*REPORTS], EVERYTHING):
        found = counts_for(to_do(jo), user=jo, kinds=kinds, now=NOW)
        assert found == waiting_counts(to_do(jo), user=jo, now=NOW, kinds=kinds)
    if WaitKey.TASKS in found:
        assert found[WaitKey.TASKS] == 3
    if WaitKey.INBOX in found:
        assert found[WaitKey.INBOX] == len(EVERYTHING)


def test_forgotten_before_anything_was_counted_nothing_is_written() -> None:
    forget_counts()
    assert not WaitingCounts.objects.exists()
