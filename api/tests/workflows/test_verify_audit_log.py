"""The audit log proves itself, whatever somebody does to it past all of our code (F8)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from booking_helpers import NOW, reserve
from crew_phone_helpers import Phone
from database_helpers import past_the_check, past_the_guards, refused_by
from django.core.management import CommandError, call_command
from django.db import connection
from whole_orders import now

from standby.audit.models import AuditEvent
from standby.audit.services import record_event
from standby.core import stopping
from standby.messaging.models import Message
from standby.orders.models import Order
from standby.orders.services.order_log import log_change
from standby.workflows.verify_audit_log import (
    schedule_audit_verification,
    verify_audit_log,
    verify_nightly,
)

pytestmark = pytest.mark.usefixtures("shop")
NIGHT = NOW + timedelta(days=1)


@pytest.fixture
def order(shop: None) -> Order:
    """One with a log of five, and three actions of two people about it."""
    order = reserve()
    for note in ("call Ada back", ""):
        log_change(order, subject="message", change=("", "queued"), actor="x", note=note, now=NOW)
    for actor in ("staff jo", "staff al", "staff jo"):
        record_event(actor, action="look", object="orders 1", after={"n": 1}, now=NOW)
    return order


@pytest.mark.usefixtures("order")
def test_what_nobody_touched_holds_and_so_it_does_without_an_erased_note() -> None:
    verdict = verify_audit_log(now=NIGHT)
    assert verdict.is_whole
    assert (verdict.events, verdict.entries) == (3, 5)
    call_command("verify_audit_log")


def test_an_erased_note_holds_where_its_order_says_so_and_is_named_where_it_does_not(
    order: Order,
) -> None:
    past_the_guards("UPDATE order_log SET note = '', note_salt = '' WHERE note <> ''")
    [broken] = verify_audit_log(now=NIGHT).broken
    log_change(order, subject="contact", change=("", "erased"), actor="x", now=NOW)

    assert broken.endswith(f"of order {order.pk}: its note, by no erasure on record")
    assert verify_audit_log(now=NIGHT).is_whole


@pytest.mark.usefixtures("order")
def test_a_proof_ends_when_the_worker_is_asked_to_stop_and_is_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At the next start, while the night is not over: it is of one moment, so it is not resumed."""
    with monkeypatch.context() as asked:
        asked.setattr(stopping, "is_requested", lambda: True)
        with pytest.raises(stopping.Stopped):
            verify_nightly(now=NIGHT)
    cut_short = AuditEvent.objects.filter(action="audit_log_verified").exists()

    assert verify_nightly(now=NIGHT).is_whole
    assert not cut_short


@pytest.mark.usefixtures("order")
def test_events_written_while_the_log_is_read_break_nothing() -> None:
    reads: list[str] = []

    def jo_looks_again(execute: Any, sql: str, *rest: Any) -> Any:
        if reads or 'FROM "audit_log_chains"' not in sql:
            return execute(sql, *rest)
        reads.append(sql)
        record_event("staff jo", action="look", object="orders 1", now=NOW)
        result = execute(sql, *rest)
        record_event("staff jo", action="look", object="orders 1", now=NOW)
        return result

    with connection.execute_wrapper(jo_looks_again):
        assert verify_audit_log(now=NIGHT).is_whole
    assert verify_audit_log(now=NIGHT).events == 5


@pytest.mark.usefixtures("order")
@pytest.mark.parametrize(
    "forgery",
    [
        "UPDATE order_log SET actor = 'staff al' WHERE note = 'call Ada back'",
        "UPDATE order_log SET note = 'never called' WHERE note = 'call Ada back'",
        "UPDATE order_log SET note = 'added later', note_salt = '1' WHERE subject = 'order'",
        "DELETE FROM order_log WHERE note = 'call Ada back'",
        "UPDATE audit_events SET action = 'wave' WHERE id = (SELECT MIN(id) FROM audit_events)",
        "DELETE FROM audit_events WHERE id = (SELECT MIN(id) FROM audit_events)",
        "DELETE FROM audit_events WHERE id = (SELECT MAX(id) FROM audit_events)",
        "DELETE FROM audit_events WHERE actor = 'staff al'",
    ],
)
def test_every_forgery_shows(forgery: str) -> None:
    past_the_guards(forgery)
    verdict = verify_audit_log(now=NIGHT)
    assert not verdict.is_whole
    with pytest.raises(CommandError, match="broken: "):
        call_command("verify_audit_log")


@pytest.mark.usefixtures("order")
@pytest.mark.parametrize(
    "forgery",
    [
        "DELETE FROM order_log WHERE id = (SELECT MAX(id) FROM order_log)",
        "DELETE FROM order_log",
        "DELETE FROM audit_events WHERE actor = 'staff al'",
    ],
)
def test_an_end_cut_off_shows_by_last_nights_fingerprint(forgery: str) -> None:
    assert verify_nightly(now=NIGHT).is_whole
    past_the_guards("DELETE FROM audit_log_chains WHERE actor = 'staff al'")
    past_the_guards(forgery)
    verdict = verify_nightly(now=NIGHT + timedelta(days=1))
    assert verdict.broken[-1].startswith("rows until 2025-11-04")
    assert Message.objects.filter(subject__startswith="The audit log check failed").count() == 1


def test_night_after_night_the_fingerprint_is_kept_and_mailed(order: Order) -> None:
    for day in range(3):
        at = NIGHT + timedelta(days=day)
        assert verify_nightly(now=at).is_whole
        log_change(order, subject="note", change=("", "written"), actor="x", now=at)

    kept = AuditEvent.objects.filter(actor="clock", action="audit_log_verified")
    mails = Message.objects.filter(kind="audit_log_verified")
    assert kept.count() == mails.count() == 3
    for action, mail in zip(kept, mails.order_by("pk"), strict=True):
        assert action.after
        assert action.after["fingerprint"] in mail.text


def test_a_broken_trail_is_told_and_keeps_no_fingerprint(
    order: Order, caplog: pytest.LogCaptureFixture
) -> None:
    past_the_guards("UPDATE order_log SET actor = 'nobody'")
    assert not verify_nightly(now=NIGHT).is_whole
    assert "does not hold" in caplog.text
    assert not AuditEvent.objects.filter(action="audit_log_verified").exists()


@pytest.mark.usefixtures("shop", "own_folder")
@pytest.mark.parametrize(
    ("table", "constraint", "named"),
    [
        ("order_log", "order_log_has_a_hash", "entry {row} of order"),
        ("audit_events", "audit_event_has_a_hash", "audit event {row} of"),
        ("job_entries", "job_entry_has_a_hash", "entry {row} of job report"),
    ],
)
def test_a_row_without_a_hash_is_refused_and_named_where_it_was_forced_in(
    order: Order, table: str, constraint: str, named: str
) -> None:
    Phone().send(arrived=True)
    values = {"hash": "''", "prev_hash": "'f'"}
    columns = _columns_of(table)
    picked = ", ".join(values.get(each, each) for each in columns)
    newest = f"SELECT MAX(id) FROM {table}"
    names = ", ".join(columns)
    forged = f"INSERT INTO {table} ({names}) SELECT {picked} FROM {table} WHERE id = ({newest})"
    with refused_by(constraint), connection.cursor() as cursor:
        cursor.execute(forged)

    with past_the_check(table, constraint), connection.cursor() as cursor:
        cursor.execute(forged)
        cursor.execute(newest)
        row = cursor.fetchone()[0]
    broken = verify_audit_log(now=now() + timedelta(days=1)).broken

    assert any(each.startswith(named.format(row=row)) for each in broken)


def _columns_of(table: str) -> list[str]:
    with connection.cursor() as cursor:
        found = connection.introspection.get_table_description(cursor, table)
    return [each.name for each in found if each.name != "id"]


def test_acts_leave_after_their_years_and_the_chain_still_holds() -> None:
    today = datetime.now(tz=UTC)
    for days in (365 * 9, 365 * 8, 365 * 7, 365, 1):
        record_event("staff jo", action="a", object="orders 1", now=today - timedelta(days=days))
    whole = [verify_nightly(now=today + timedelta(days=n)) for n in range(2)]
    assert all(verdict.is_whole for verdict in whole)
    assert AuditEvent.objects.filter(actor="staff jo").count() == 3


def test_each_night_is_proved_once_by_however_many_workers_and_none_is_missed() -> None:
    night = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)  # 3 AM in Houston
    by_day = night - timedelta(hours=15)  # when a worker starts, it proves nothing yet
    asked = [night + timedelta(minutes=19 * n) for n in range(-3, 8)]
    for at in (by_day, *asked):
        for _worker in range(2):
            schedule_audit_verification(now=at)
    schedule_audit_verification(now=night + timedelta(days=1, minutes=59))
    assert AuditEvent.objects.filter(actor="clock", action="audit_log_verified").count() == 2
