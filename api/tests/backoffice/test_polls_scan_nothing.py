"""Neither the calls of many nor the worker's polls look through a table that grows for ever.

SQLite tells its plan without statistics, as in the product: it is the same on an empty database as
on a full one. What PostgreSQL does with so many rows: perf/README.md.
"""

from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from booking_client import a_body, post_checkout, post_order
from django.db import connection
from django.test import Client
from statements import looked_through, statements

from standby.backoffice.management.commands.work import jobs
from standby.messaging.models import Message
from standby.messaging.services.outbox import record_delivery
from standby.payments.models import Payment

pytestmark = [
    pytest.mark.usefixtures("shop", "own_folder"),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL plans by what is there"),
]
ADDRESS: Final = "24 Waterway Ave, The Woodlands, TX 77380"
POLLS: Final = [
    *("card events", "e-mails", "texts", "photos", "files to delete", "documents", "expired holds"),
    *("reconciliation", "refunds", "surcharges on debit cards", "coupons of unpaid orders"),
    *("planned prices", "silent wizards", "visit reminders", "wizard reminders"),
    *("photo reminders", "unfinished uploads", "a month's reconciliation"),
]
# Once a day, outside of any transaction: the chains of the trail, who is long gone, what is due.
DAILY: Final = {
    *("proof of the trail", "what the privacy policy erases", "old answers", "old limits"),
    "late fees",
}


def afternoon() -> datetime:
    """When reminders go out."""
    return datetime.now(UTC).replace(hour=20)


def test_every_job_is_a_poll_that_is_looked_at_or_done_once_a_day() -> None:
    assert sorted(job.name for job in jobs()) == sorted([*POLLS, *DAILY])


@pytest.mark.parametrize("name", POLLS)
def test_a_poll_looks_through_no_growing_table(name: str) -> None:
    [job] = [job for job in jobs() if job.name == name]

    with statements() as ran:
        job.run(afternoon())

    assert ran
    assert looked_through(ran) == set()


def test_what_visitors_ask_looks_through_no_growing_table(browser: Client) -> None:
    wizard = "/api/wizard-sessions/w1"
    progress = {"current_step": 2, "completed_steps": [1]}
    event = {"session_id": "w1", "event_type": "step_completed", "event_data": {}}
    told: dict[str, Any] = {"content_type": "application/json"}

    with statements() as ran:
        browser.get("/api/coverage-check", {"address": ADDRESS})
        browser.put(wizard, progress, **told)
        browser.post("/api/wizard-interaction-events", event, **told)
        order_id = post_order(browser, a_body(browser)).json()["orderId"]
        post_checkout(browser, order_id)
        for path in (f"orders/{order_id}", "appointments/latest?email=ada@example.org"):
            browser.get(f"/api/{path}")
        for part in ("", "/money", "/messages", "/photos", "/documents", "/cancellation"):
            browser.get(f"/api/my-booking{part}")

    assert len(ran) > 60
    assert looked_through(ran) == set()


def test_a_text_that_did_not_arrive_is_found_by_its_number() -> None:
    with statements() as ran:
        record_delivery("SM1", delivery=Message.Delivery.FAILED, reason="unreachable")

    assert looked_through(ran) == set()


def test_control_a_look_through_a_growing_table_is_seen() -> None:
    long_ago = datetime.now(UTC) - timedelta(days=1)
    with statements() as ran:
        list(Message.objects.filter(text="x"))
        list(Payment.objects.filter(order__wizard__full_name="Ada", created_at__gte=long_ago))
        Message.objects.filter(kind="x").update(kind="y")

    seen = [looked_through([one]) for one in ran]
    assert seen[0] == {"messages"}
    assert len(seen[1]) == 1
    assert seen[2] == {"messages"}
