"""Who acted is a user's id with their session or token and role, never a name (AUDIT-01)."""

from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from access_helpers import script_token, signed_in
from booking_helpers import reserve
from database_helpers import past_the_guards
from django.core.management import call_command
from django.test import Client

from standby.accounts.models import SignInSession, StaffToken, User
from standby.accounts.services.users import take_new_email
from standby.audit.models import AuditEvent
from standby.audit.rules import actor_of
from standby.audit.services import record_event
from standby.core.roles import Role
from standby.messaging.models import Message
from standby.orders.models import OrderLogEntry
from standby.workflows.verify_audit_log import verify_audit_log, verify_nightly

pytestmark = pytest.mark.usefixtures("shop")
# The same for their first 34 characters
ANNA = "generator-installations-dispatcher-anna@example.org"
BERT = "generator-installations-dispatcher-bert@example.org"
MONDAY_AT_3 = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)  # in Houston


def note_on(order_id: object, *, token: str, browser: Client) -> int:
    answer: Any = browser.post(
        f"/api/staff/orders/{order_id}/notes",
        {"text": "Gate code 4711."},
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}", "Idempotency-Key": uuid4().hex},
    )
    return int(answer.status_code)


def named(email: str) -> User:
    return User.objects.get(username=email)


@pytest.mark.req("AUDIT-01.1")
def test_two_people_whose_addresses_begin_alike_are_two_actors(browser: Client) -> None:
    order = reserve()
    for email in (ANNA, BERT):
        token = signed_in(Role.DISPATCHER, name=email)
        assert note_on(order.public_id, token=token, browser=browser) == 201

    actors = [actor_of(named(email).public_id) for email in (ANNA, BERT)]
    assert list(AuditEvent.objects.order_by("pk").values_list("actor", flat=True)) == actors
    written = OrderLogEntry.objects.filter(subject="note").order_by("pk")
    assert list(written.values_list("actor", flat=True)) == actors
    sessions = [
        SignInSession.objects.get(user=named(email), ended_at=None) for email in (ANNA, BERT)
    ]
    for rows in (AuditEvent.objects.order_by("pk"), written):
        assert [(row.credential, row.role) for row in rows] == [
            (f"session {session.public_id.hex}", "dispatcher") for session in sessions
        ]


@pytest.mark.req("AUDIT-01.2")
def test_an_address_that_went_to_somebody_else_takes_no_acts_along(browser: Client) -> None:
    order = reserve()
    token = signed_in(Role.DISPATCHER, name=ANNA)
    note_on(order.public_id, token=token, browser=browser)
    anna = named(ANNA)
    anna.email, anna.new_email = ANNA, "anna@example.org"
    take_new_email(anna)
    note_on(order.public_id, token=token, browser=browser)
    User.objects.create(username=ANNA, email=ANNA, is_staff=True, role=Role.VIEWER)

    assert set(AuditEvent.objects.values_list("actor", flat=True)) == {actor_of(anna.public_id)}
    owner = signed_in(Role.OWNER)
    log: Any = browser.get(
        "/api/staff/audit-log", headers={"Authorization": f"Bearer {owner}"}
    ).json()
    assert {event["who"] for event in log["events"]} == {"anna@example.org"}
    shown = {"actor": actor_of(anna.public_id), "who": "anna@example.org"}
    assert log["actors"] == [shown]
    assert log["events"][0]["credential"].startswith("session ")
    assert log["events"][0]["role"] == "dispatcher"


def test_a_script_acts_by_its_token_and_both_roles(browser: Client) -> None:
    order = reserve()
    note_on(order.public_id, token=script_token(Role.DISPATCHER), browser=browser)
    token = StaffToken.objects.get()
    event = AuditEvent.objects.get()
    assert (event.credential, event.role) == (f"token {token.pk}", "dispatcher, token dispatcher")


@pytest.mark.parametrize("column", ["credential", "role"])
def test_a_forged_session_or_role_shows(column: str, browser: Client) -> None:
    order = reserve()
    note_on(order.public_id, token=signed_in(Role.DISPATCHER), browser=browser)
    later = datetime.now(tz=UTC) + timedelta(days=1)
    assert verify_audit_log(now=later).is_whole
    for table in ("audit_events", "order_log"):
        past_the_guards(f"UPDATE {table} SET {column} = 'x' WHERE {column} <> ''")
    assert len(verify_audit_log(now=later).broken) == 2


@pytest.mark.req("AUDIT-01.4")
def test_once_a_week_the_owners_are_mailed_where_each_chain_ends() -> None:
    reserve()
    owner = User.objects.create(
        username="o", email="owner@example.org", is_staff=True, role=Role.OWNER
    )
    User.objects.create(username="m", email="m@example.org", is_staff=True, role=Role.MANAGER)
    actor = actor_of(owner.public_id)
    long_before = MONDAY_AT_3 - timedelta(days=2)
    event = record_event(actor, action="look", object="orders 1", now=long_before)
    for night in range(8):
        for _worker in range(2):
            verify_nightly(now=MONDAY_AT_3 + timedelta(days=night))

    mails = Message.objects.filter(kind="chain_heads").order_by("pk")
    assert [mail.recipient for mail in mails] == ["owner@example.org"] * 2
    line = f"{actor}: {event.hash} (owner@example.org)"
    assert line in mails[0].text
    assert "\nAll orders, 1: " in mails[0].text
    assert "\nAll records of jobs, 0: " in mails[0].text
    at = (MONDAY_AT_3 - timedelta(hours=1)).isoformat()
    assert f"./standby verify_audit_log --at {at}" in mails[0].text
    assert heads_at(at) <= set(mails[0].text.splitlines())

    # A new name is no other history.
    User.objects.filter(pk=owner.pk).update(user_metadata={"full_name": "Olive Owner"})
    renamed = heads_at(at)
    assert f"{actor}: {event.hash} (Olive Owner)" in renamed
    compared = {each.partition(" (")[0] for each in mails[0].text.splitlines()}
    assert {each.partition(" (")[0] for each in renamed} <= compared

    # Rewritten with all hashes in order
    past_the_guards(f"UPDATE audit_events SET hash = '{'f' * 64}' WHERE id = {event.pk}")
    assert not any(event.hash in each for each in heads_at(at))


def heads_at(moment: str) -> set[str]:
    """The lines of the command that name a chain."""
    printed = StringIO()
    try:
        call_command("verify_audit_log", "--at", moment, stdout=printed)
    except Exception:  # noqa: BLE001 - a broken log is told after its heads
        assert "fingerprint" in printed.getvalue()
    return {line for line in printed.getvalue().splitlines() if ": " in line}
