"""The audit log: chains show every change; every answer to staff leaves an event (OPS-11, F8)."""

import ast
import json
from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from access_helpers import actor_named, all_calls, ask, script_token, signed_in
from booking_helpers import NOW, reserve
from django.db import connection
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from ops.tools import API

from standby.audit.models import AuditChain, AuditEvent
from standby.audit.rules import (
    BEGINNING,
    actor_label,
    describe_audit_event,
    hash_row,
    hash_text,
)
from standby.audit.services import acting_as, event_hash, record_event
from standby.company.selectors import CHANGED
from standby.core.roles import Role
from standby.coverage.models import CoverageImport
from standby.orders.models import Order
from standby.workflows.verify_audit_log import VERIFIED

OPENAPI = json.loads((API / "openapi.json").read_text())
SETTLED = (CoverageImport.Status.APPLIED, CoverageImport.Status.WITHDRAWN)
COUNTS = "GET /api/staff/waits/counts"
ROWS = st.lists(st.dictionaries(st.text(), st.text() | st.integers() | st.none()), min_size=1)


def heads(rows: list[dict[str, object]]) -> list[str]:
    found = [BEGINNING]
    for row in rows:
        found.append(hash_row(row, after=found[-1]))
    return found[1:]


@given(ROWS, st.data())
def test_a_changed_row_changes_every_seal_from_there_on(
    rows: list[dict[str, object]], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(rows) - 1))
    forged = [row | {"forged": True} if n == at else row for n, row in enumerate(rows)]

    before, after = heads(rows), heads(forged)

    assert before[:at] == after[:at]
    assert not set(before[at:]) & set(after[at:])


def test_the_order_in_which_a_row_names_its_values_does_not_matter() -> None:
    assert hash_row({"a": 1, "b": "é"}, after="x") == hash_row({"b": "é", "a": 1}, after="x")


def test_words_are_sealed_by_their_salt_and_no_words_by_nothing() -> None:
    assert hash_text("", salt="") == ""
    assert hash_text("call Ada", salt="1") != hash_text("call Ada", salt="2")


@pytest.mark.parametrize(
    ("actor", "action", "status", "sentence"),
    [
        ("staff jo", "get_staff_order", 200, "jo viewed an order."),
        ("staff jo", "request_refund", 403, "jo requested a refund, and was refused (403)."),
        ("staff jo", "paint_a_wall", None, "jo called “paint a wall”."),
        ("nobody", "sign_in_failed", None, "Somebody unknown tried to sign in and failed."),
        ("operator", "role_given", None, "The operator assigned a role."),
        ("clock", "audit_log_verified", None, "The system checked the audit log."),
    ],
)
def test_an_act_is_a_sentence(actor: str, action: str, status: int | None, sentence: str) -> None:
    assert describe_audit_event(who=actor_label(actor), action=action, status=status) == sentence


def stored_actions() -> set[str]:
    """What record_event, or a function that calls it, is given as its action in our own code."""
    recorders = {"record_event", "note_account", "note_action", "_note"}
    words: set[str] = {CHANGED, VERIFIED, *(f"coverage_import_{status}" for status in SETTLED)}
    for path in (API / "standby").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if not isinstance(call, ast.Call):
                continue
            name = getattr(call.func, "attr", None) or getattr(call.func, "id", None)
            if name in recorders:
                named = [each.value for each in call.keywords if each.arg == "action"]
                words |= {
                    choice.value
                    for value in named or call.args[1:2]
                    for choice in (
                        [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
                    )
                    if isinstance(choice, ast.Constant) and isinstance(choice.value, str)
                }
    return words


def test_every_call_of_staff_and_every_stored_action_is_said_in_words() -> None:
    calls = {
        str(operation["operationId"])
        for path, methods in OPENAPI["paths"].items()
        if path.startswith("/api/staff/")
        for operation in methods.values()
    }
    actions = stored_actions()

    assert {"crews set", "row_added", "row_changed", "link_sent", "staff_invited"} <= actions
    assert len(calls) > 100
    told = {
        action: describe_audit_event(who="jo", action=action, status=None)
        for action in calls | actions
    }
    assert [action for action, sentence in told.items() if "called" in sentence] == []


@pytest.mark.django_db
def test_each_act_seals_the_one_before_it_of_the_same_person() -> None:
    first = record_event("staff jo", action="a", object="installation_packages 1", now=NOW)
    other = record_event("staff al", action="a", object="installation_packages 1", now=NOW)
    second = record_event("staff jo", action="b", object="installation_packages 1", now=NOW)

    assert (first.prev_hash, other.prev_hash, second.prev_hash) == ("", "", first.hash)
    assert AuditChain.objects.get(actor="staff jo").head == second.hash


@pytest.mark.django_db
def test_an_act_read_again_has_the_seal_it_was_written_with() -> None:
    record_event(
        "staff jo",
        action="change",
        object="/api/staff/orders/1",
        order_ref=uuid4(),
        status=200,
        before={"day": date(2025, 11, 20), "crews": 2, "open": True, "reason": None},
        after={"at": datetime(2025, 11, 20, tzinfo=UTC), "lines": [{"cents": 1}, (2.5, "é")]},
        now=NOW,
    )

    event = AuditEvent.objects.get()

    assert event.hash == event_hash(event)


@pytest.mark.django_db
def test_personal_values_stand_as_keyed_hashes() -> None:
    event = record_event(
        "staff jo",
        action="change",
        object="technicians 7",
        before={"name": "Jo", "phone": "", "is_active": True},
        after={"name": "Joanna", "phone": "2815550100", "is_active": True},
        now=NOW,
    )

    assert event.before
    assert event.before["name"].startswith("hash:")
    assert event.after
    assert event.after["phone"].startswith("hash:")
    assert (event.before["phone"], event.before["is_active"]) == ("", True)
    assert event.before["name"] != event.after["name"]


@pytest.mark.django_db
def test_a_catalogues_names_are_told_and_of_no_table_of_ours_all_that_any_calls_personal() -> None:
    listed = record_event(
        "", action="export", object="customers.csv", after={"email": "a@b.c"}, now=NOW
    )
    sold = record_event("jo", action="change", object="generators 1", after={"name": "22"}, now=NOW)

    assert listed.after
    assert listed.after["email"].startswith("hash:")
    assert listed.actor == "nobody"
    assert sold.after == {"name": "22"}


@pytest.mark.django_db
def test_acts_of_one_request_carry_its_id_and_its_network() -> None:
    with acting_as(request_id="r1", network="n1"):
        inside = record_event("staff jo", action="a", object="generators 1", now=NOW)
    outside = record_event("staff jo", action="a", object="generators 1", now=NOW)

    assert (inside.request_id, inside.network) == ("r1", "n1")
    assert (outside.request_id, outside.network) == ("", "")


@pytest.mark.django_db
@pytest.mark.req("OPS-11.10")
@pytest.mark.parametrize(
    "call", [call for call in all_calls() if " /api/staff/" in call and call != COUNTS]
)
def test_every_call_of_staff_leaves_an_act_that_names_it(browser: Client, call: str) -> None:
    answer = ask(browser, call, signed_in(Role.OWNER))

    event, (method, _, path) = AuditEvent.objects.latest("pk"), call.partition(" ")
    operation = OPENAPI["paths"][path][method.lower()]["operationId"]
    assert (event.actor, event.action) == (actor_named("owner@example.org"), operation)
    assert event.status == answer.status_code
    assert event.request_id == answer["X-Request-Id"]
    assert len(event.network) == 64


@pytest.mark.django_db
def test_the_counts_that_a_console_asks_for_each_minute_leave_none(browser: Client) -> None:
    token = signed_in(Role.OWNER)
    before = AuditEvent.objects.count()

    assert ask(browser, COUNTS, token).status_code == 200
    assert AuditEvent.objects.count() == before


@pytest.mark.django_db
def test_who_may_not_is_told_of_too(browser: Client) -> None:
    ask(browser, "POST /api/staff/payments/{payment_id}/refunds", signed_in(Role.VIEWER))
    ask(browser, "GET /api/staff/messages", signed_in(Role.OWNER, level="aal1"))

    events = AuditEvent.objects.values_list("actor", "status")
    assert list(events) == [
        (actor_named("viewer@example.org"), 403),
        (actor_named("owner@example.org"), 403),
    ]


@pytest.mark.django_db
def test_nobody_fills_no_table(browser: Client) -> None:
    assert ask(browser, "GET /api/staff/messages", "a.forged.token").status_code == 401
    assert browser.get("/api/staff/messages").status_code == 401

    assert not AuditEvent.objects.exists()


@pytest.fixture
def owner(db: None) -> Client:
    return Client(headers={"authorization": f"Bearer {signed_in(Role.OWNER)}"})


@pytest.mark.django_db
def test_what_was_searched_for_stands_as_a_keyed_hash_without_signs_that_nobody_reads(
    owner: Client,
) -> None:
    owner.get("/api/staff/messages?status=sent&q=ada@example.org")

    event = AuditEvent.objects.latest("pk")
    assert event.after
    assert event.after["status"] == "sent"
    assert event.after["q"].startswith("hash:")

    # PostgreSQL keeps no NUL: such a look was refused as if the database were busy.
    answer = owner.get("/api/staff/messages?status=%00%7F")
    assert answer.status_code < 500
    assert AuditEvent.objects.latest("pk").after == {"status": ""}


@pytest.mark.usefixtures("shop")
def test_an_act_about_an_order_knows_the_order(owner: Client) -> None:
    order: Order = reserve()

    owner.get(f"/api/staff/orders/{order.public_id}/money")

    assert AuditEvent.objects.latest("pk").order_ref == order.public_id


@pytest.mark.django_db
def test_a_look_without_its_act_is_not_given(browser: Client) -> None:
    token = script_token(Role.MANAGER, name="jo")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE audit_events RENAME TO audit_events_away")

    look = ask(browser, "GET /api/staff/messages", token)
    change = ask(browser, "POST /api/staff/messages/{message_id}/replay", token)

    assert (look.status_code, look.json()["code"]) == (503, "busy")
    assert change.status_code == 404  # what it did or refused stays told
