"""What the worker does with time: events, messages, holds, and stopping."""

import logging
import signal
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from booking_client import a_body, post_checkout, post_order
from booking_helpers import (
    ADA,
    NOW,
    CardsAreDown,
    appointment_of,
    open_page,
    pay,
    process_next_event,
    reserve,
    reserve_other_seats,
    taken_seats,
    test_cards,
)
from database_helpers import looked_through, statements
from django.db import OperationalError, connection
from django.test import Client
from ops.tools import API
from outbox_helpers import PHONE, Way, a_post, queue, send_all, send_next
from pytest_django import Settings
from shop import Shop

from standby.backoffice.management.commands import work
from standby.backoffice.management.commands.work import (
    ScheduledJob,
    by_lane,
    drain_lanes,
    end,
    jobs,
    run_round,
)
from standby.core import stopping
from standby.core.heartbeats import Heartbeats, note_success
from standby.core.jobs import TRIED_FOR, claim_next_job
from standby.core.models import Heartbeat, Job
from standby.core.sweeps import Outcome, RowsSkipped
from standby.inbox.models import Source
from standby.inbox.providers.mailbox import InboxDown
from standby.messaging.models import Message
from standby.messaging.providers.mail import MailDown, MailRefused
from standby.messaging.providers.texts import TextRefused, TextsDown
from standby.messaging.services import outbox
from standby.messaging.services.outbox import record_delivery
from standby.orders.models import Appointment, CrewSeat
from standby.orders.selectors.slot_room import DayFull
from standby.payments.models import Payment, PaymentEvent
from standby.payments.providers.cards import CardsDown
from standby.payments.services import charges
from standby.payments.tasks import payment_event_handler
from standby.workflows import send_messages as worker_messages
from standby.workflows.release_holds import release_expired_holds

pytestmark = pytest.mark.usefixtures("shop")
by_the_plan = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="PostgreSQL plans by what is there"
)


def a_message(to: str = ADA.email) -> Message:
    queue(to)
    return Message.objects.get()


def send(mail: Any = None, texts: Any = None, *, now: datetime = NOW) -> bool:
    return bool(send_next(a_post(mail, texts), now=now))


@pytest.mark.req("MSG-01.3")
@pytest.mark.parametrize("to", [ADA.email, PHONE])
def test_a_message_that_is_queued_twice_is_sent_once(to: str) -> None:
    ways = Way(), Way()
    a_message(to)
    a_message(to)

    did = [send(*ways), send(*ways)]

    assert did == [True, False]
    assert [[sent.text for sent in way.taken] for way in ways] == (
        [[f"Hello {to}"], []] if to == ADA.email else [[], [f"Hello {to}"]]
    )
    message = Message.objects.get()
    assert (message.status, message.sent_at, message.provider_ref) == ("sent", NOW, "ref-1")


@pytest.mark.req("MSG-01.2")
@pytest.mark.parametrize(
    ("to", "failure", "error"),
    [
        (ADA.email, MailDown("451"), "451"),
        (PHONE, TextsDown("503"), "503"),
        (ADA.email, ZeroDivisionError(), "ZeroDivisionError"),  # no adapter foresaw it
    ],
)
def test_a_failure_is_tried_again_a_little_later(
    caplog: pytest.LogCaptureFixture, to: str, failure: Exception, error: str
) -> None:
    a_message(to)
    way = Way(failure)

    assert send(way, way)

    message = Message.objects.get()
    assert (message.attempts, message.sent_at, message.dead_at) == (1, None, None)
    job = Job.objects.get()
    assert NOW <= job.due_at <= NOW + timedelta(seconds=10)
    assert (message.last_error, job.leased_until, message.unanswered) == (error, None, 0)
    assert ("Traceback" in caplog.text) == isinstance(failure, ZeroDivisionError)
    assert send(way, way, now=NOW + timedelta(seconds=11))
    assert Message.objects.get().sent_at is not None


@pytest.mark.parametrize(
    ("to", "refusal"), [(ADA.email, MailRefused("550")), (PHONE, TextRefused("21610"))]
)
def test_a_final_refusal_is_not_tried_again(to: str, refusal: Exception) -> None:
    a_message(to)
    way = Way(refusal)

    send(way, way)

    assert Message.objects.get().dead_at == NOW
    assert not send(now=NOW + timedelta(days=1))


@pytest.mark.req("MSG-01.4")
def test_a_message_that_fails_for_a_day_is_dead_and_visible(
    caplog: pytest.LogCaptureFixture,
) -> None:
    mailbox = Way(*[MailDown(f"try {number}") for number in range(100)])
    a_message()
    now, tried_at = NOW, [NOW]

    while send(mailbox, now=now):
        tried_at.append(now)
        now = Job.objects.get().due_at

    message = Message.objects.get()
    print(f"D2: dead after {now - NOW} and {message.attempts} tries")
    assert (message.status, message.dead_at) == ("dead", tried_at[-1])
    assert tried_at[-1] - NOW >= TRIED_FOR
    assert tried_at[-2] - NOW < TRIED_FOR
    assert message.last_error == f"try {message.attempts - 1}"
    assert f"given up after {message.attempts} tries" in caplog.text


def test_a_dead_message_that_is_sent_again_has_a_day_of_its_own() -> None:
    a_message()
    Message.objects.update(status="dead", dead_at=NOW, attempts=40)
    Job.objects.update(dead_at=NOW, attempts=40, failing_since=NOW - timedelta(days=1))
    again_at = NOW + timedelta(days=3)
    outbox.replay_message(Message.objects.get(), now=again_at)

    send(Way(MailDown("451")), now=again_at)

    message, job = Message.objects.get(), Job.objects.get()
    assert (message.status, message.attempts, job.attempts) == ("queued", 1, 1)
    assert (job.dead_at, job.failing_since) == (None, again_at)


@pytest.mark.parametrize("broken", ["_skipped_because", "_not_before", "_links"])
def test_what_breaks_before_a_message_is_sent_is_a_failed_try(
    monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    """One message that cannot even be looked at neither repeats for ever nor holds others up."""
    poisoned = a_message().pk
    queue("grace@example.org")
    works = getattr(worker_messages, broken)

    def breaks(message: Message, **told: Any) -> Any:
        if message.pk == poisoned:
            raise KeyError(broken)
        return works(message, **told)

    monkeypatch.setattr(worker_messages, broken, breaks)
    mailbox = Way()

    send_all(a_post(mailbox))

    assert [mail.to for mail in mailbox.taken] == ["grace@example.org"]
    message, job = Message.objects.get(pk=poisoned), Job.objects.get()
    assert (message.status, message.attempts, job.failing_since) == ("queued", 1, NOW)
    assert (message.last_error, job.last_error, job.leased_until) == ("KeyError", "KeyError", None)


def test_of_a_text_that_was_sent_and_could_not_be_marked_nobody_knows_the_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    a_message(PHONE)

    def gone(*_: Any, **__: Any) -> None:
        raise OperationalError("database is gone")

    monkeypatch.setattr(outbox, "mark_sent", gone)
    send()

    message = Message.objects.get()
    assert (message.status, message.last_error, message.unanswered) == ("queued", "", 1)
    assert Job.objects.get().last_error == "OperationalError"


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="PostgreSQL only")
@pytest.mark.parametrize(
    "statements_run",
    [
        ["SELECT pg_terminate_backend(pg_backend_pid())"],
        ["SET default_transaction_read_only = on", "DELETE FROM jobs"],
    ],
)
def test_the_next_job_of_a_lane_has_a_good_connection_after_one_was_cut(
    statements_run: list[str],
) -> None:
    def fail(_: datetime) -> None:
        with connection.cursor() as cursor:
            for statement in statements_run:
                cursor.execute(statement)

    wrote = []

    def write(at: datetime) -> None:
        note_success("a job", now=at)
        wrote.append(at)

    lane = [
        ScheduledJob(name=name, every=timedelta(days=1), run=run, lane="money")
        for name, run in (("fails", fail), ("writes", write))
    ]
    run_round(lane, clock=lambda: NOW)

    assert wrote == [NOW]


@pytest.mark.req("MSG-01.1")
def test_a_message_is_written_with_the_change_or_not_at_all() -> None:
    reserve_other_seats(2)
    messages = Message.objects.count()

    with pytest.raises(DayFull):
        reserve()

    assert Message.objects.count() == messages


def keep(kind: str, about: dict[str, Any]) -> None:
    charges.store_event(provider="test", event_id="evt_1", kind=kind, payload=about, now=NOW)


def work_out(folder: Path) -> bool:
    return process_next_event(cards=test_cards(folder), now=NOW)


def a_paid_session(order: Any, folder: Path) -> dict[str, Any]:
    state = pay(order, cards=test_cards(folder))
    return {
        "id": state.id,
        "status": "complete",
        "payment_status": "paid",
        "amount_total": state.amount_cents,
        "currency": "usd",
        "livemode": False,
        "payment_intent": state.charge,
        "metadata": dict(state.metadata),
    }


@pytest.mark.req("PAY-02.3")
def test_an_event_is_worked_out_once(tmp_path: Path) -> None:
    order = reserve()
    keep("checkout.session.completed", a_paid_session(order, tmp_path))

    did = [work_out(tmp_path), work_out(tmp_path)]

    event = PaymentEvent.objects.get()
    assert did == [True, False]
    assert (event.processed_at, event.error) == (NOW, "confirmed")
    assert not Job.objects.filter(kind="payment_event").exists()
    assert appointment_of(order).status == "confirmed"


def test_what_was_paid_is_confirmed_half_a_minute_after_its_worker_was_lost(
    tmp_path: Path,
) -> None:
    order, cards = reserve(), test_cards(tmp_path)
    keep("checkout.session.completed", a_paid_session(order, tmp_path))
    assert claim_next_job(payment_event_handler(cards=cards), now=NOW) is not None

    done = [
        process_next_event(cards=cards, now=NOW + timedelta(seconds=seconds))
        for seconds in (19, 21)
    ]

    assert done == [False, True]
    assert appointment_of(order).status == "confirmed"


NO_CHARGE = "no charge that can be read"
THEIRS = {"payment_intent": "pi_1", "metadata": {"payment_id": "theirs"}}


@pytest.mark.parametrize(
    ("kind", "about", "note"),
    [
        ("customer.created", {}, "nothing to do"),
        ("refund.failed", {"id": "re_1"}, NO_CHARGE),
        ("refund.failed", {"metadata": {"refund_id": "x"}}, NO_CHARGE),
        ("checkout.session.completed", {}, "payment_unknown"),
        ("checkout.session.completed", {"metadata": []}, "payment_unknown"),
        ("charge.refunded", {}, NO_CHARGE),
        ("charge.refunded", {"payment_intent": 7, "metadata": []}, NO_CHARGE),
        ("charge.refunded", THEIRS, "nothing of ours"),
    ],
)
def test_events_that_mean_nothing_to_us_are_put_aside_with_a_word(
    tmp_path: Path, kind: str, about: dict[str, Any], note: str
) -> None:
    keep(kind, about)

    work_out(tmp_path)

    event = PaymentEvent.objects.get()
    assert (event.processed_at, event.error) == (NOW, note)


def test_an_event_that_cannot_be_worked_out_comes_again_later(tmp_path: Path) -> None:
    order = reserve()
    keep("checkout.session.completed", a_paid_session(order, tmp_path))
    appointment_of(order).seat.delete()
    Appointment.objects.all().delete()

    assert work_out(tmp_path)

    job = Job.objects.get(kind="payment_event")
    assert PaymentEvent.objects.get().processed_at is None
    assert (job.last_error, job.due_at > NOW) == ("AppointmentNotFound", True)
    assert Payment.objects.get().status == "due"


def test_one_page_that_cannot_be_closed_keeps_only_its_own_seat(tmp_path: Path) -> None:
    first, second = reserve_other_seats(2)
    open_page(first, cards=test_cards(tmp_path))
    CrewSeat.objects.filter(afternoon__isnull=False).update(
        hold_expires_at=NOW + timedelta(minutes=5)
    )
    down = CardsAreDown(folder=tmp_path, secret="s" * 50)

    released = release_expired_holds(cards=down, now=NOW + timedelta(minutes=6))

    statuses = [appointment_of(order).status for order in (first, second)]
    assert (released, statuses, taken_seats()) == (2, ["held", "expired"], 1)


@pytest.mark.parametrize(
    ("error", "has_trace"), [(ValueError("broken"), True), (OperationalError("gone"), False)]
)
def test_a_job_that_fails_is_logged_and_takes_no_other_down(
    caplog: pytest.LogCaptureFixture, error: Exception, has_trace: bool
) -> None:
    """A database that is away says the same to every job: without a traceback each time."""
    ran: list[str] = []

    def fails(at: datetime) -> None:
        raise error

    todo = [
        ScheduledJob(name="broken", run=fails),
        ScheduledJob(name="fine", run=lambda at: ran.append("fine")),
    ]

    run_round(todo, clock=lambda: NOW)

    assert ran == ["fine"]
    assert f"broken failed: {type(error).__name__}" in caplog.text
    assert ("Traceback" in caplog.text) is has_trace


def test_a_job_rests_between_two_times_and_a_queue_is_asked_again_at_once() -> None:
    ran: list[datetime] = []
    rests = ScheduledJob(name="rests", run=ran.append, every=timedelta(minutes=1))
    queue = ScheduledJob(name="queue", run=lambda at: True, is_queue=True)

    more = run_round([rests], clock=lambda: NOW), run_round([queue], clock=lambda: NOW)
    run_round([rests], clock=lambda: NOW + timedelta(seconds=59))
    run_round([rests], clock=lambda: NOW + timedelta(seconds=61))

    assert more == (False, True)
    assert ran == [NOW, NOW + timedelta(seconds=61)]


def test_lanes_wait_for_nobody_else_and_are_worked_off_together() -> None:
    """What one lane does may be work for another: a payment confirms a date, and is told."""
    queued = ["event"]
    sent: list[str] = []

    def work_out(at: datetime) -> bool:
        sent.extend(queued)
        did_something = bool(queued)
        queued.clear()
        return did_something

    def send_one(at: datetime) -> bool:
        if sent == ["event"]:
            sent.append("mail")
            return True
        return False

    lanes = by_lane(
        [
            ScheduledJob(name="mail", lane="messages", run=send_one, is_queue=True),
            ScheduledJob(name="events", run=work_out, is_queue=True),
        ]
    )
    drain_lanes(lanes)

    assert [[job.name for job in lane] for lane in lanes] == [["mail"], ["events"]]
    assert sent == ["event", "mail"]


@pytest.mark.slow
def test_the_worker_stops_when_told_to(tmp_path: Path) -> None:
    with Shop(tmp_path, size=0) as shop:
        worker = subprocess.Popen(
            [sys.executable, API / "manage.py", "work"],
            env=shop.environment(),
            stderr=subprocess.PIPE,
            text=True,
        )
        assert worker.stderr is not None
        assert any("worker ready" in line for line in iter(worker.stderr.readline, ""))

        worker.send_signal(signal.SIGTERM)

        assert worker.wait(60) == 0
        worker.stderr.close()


STUBBORN: Final = """
import sys, time
import django
django.setup()
from django.core.management import call_command
from standby.backoffice.management.commands import work
def hang(at):
    print("hangs", file=sys.stderr, flush=True)
    time.sleep(600)
work.jobs = lambda: [
    work.ScheduledJob(name="hangs", lane="photos", run=hang),
    work.ScheduledJob(name="works", lane="money", run=lambda at: False),
]
call_command("work")
"""


@pytest.mark.slow
@pytest.mark.req("RUN-10.1")
def test_a_worker_ends_within_ten_seconds_whatever_hangs_in_it(tmp_path: Path) -> None:
    with Shop(tmp_path, size=0) as shop:
        worker = subprocess.Popen(
            [sys.executable, "-c", STUBBORN],
            cwd=API,
            env=shop.environment(),
            stderr=subprocess.PIPE,
            text=True,
        )
        assert worker.stderr is not None
        assert any("hangs" in line for line in iter(worker.stderr.readline, ""))
        asked_at = time.monotonic()

        worker.send_signal(signal.SIGTERM)

        assert (worker.wait(60), time.monotonic() - asked_at < 10) == (0, True)
        assert "in the middle of what these lanes did: photos" in worker.stderr.read()
        worker.stderr.close()


def test_a_worker_whose_lanes_have_ended_says_so_and_ends_by_itself(
    caplog: pytest.LogCaptureFixture,
) -> None:
    left: list[int] = []
    caplog.set_level("INFO")
    lane = threading.Thread(target=lambda: None)
    lane.start()

    end([lane], leave=left.append)

    assert (left, "worker stopped" in caplog.text) == ([], True)


def test_a_worker_with_a_lane_that_hangs_leaves_all_the_same(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging, "shutdown", lambda: None)
    hangs, left = threading.Event(), list[int]()
    lane = threading.Thread(target=hangs.wait, name="photos")
    lane.start()

    end([lane], within_s=0.01, leave=left.append)
    hangs.set()
    lane.join()

    assert (left, "lanes did: photos" in caplog.text) == ([0], True)


@pytest.mark.usefixtures("own_folder")
@pytest.mark.req("RUN-10.3")
def test_neither_a_confirmation_nor_a_refund_waits_behind_a_sweep() -> None:
    """Of the lane of refunds, those of $9 visits are few, and go by turns of two seconds."""
    lanes = {lane[0].lane: [job.name for job in lane] for lane in by_lane(jobs())}

    assert lanes["bookings"] == ["card events"]
    assert lanes["money"] == ["refunds", "refunds of diagnostics"]
    assert (lanes["messages"], lanes["texts"]) == (["emails"], ["texts"])


# A proof is of one moment, a mailbox has a position of its own, and what was judged waits no more.
NOT_RESUMED: Final = {"check of the audit log", "replies by mail", "messages not judged"}


@pytest.mark.usefixtures("own_folder")
@pytest.mark.req("RUN-10.2")
def test_every_job_that_goes_over_rows_does_so_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new one that is neither a queue nor a sweep fails here."""
    monkeypatch.setattr(work, "take_turn", lambda name, *_, **__: f"a turn of {name}")

    others = [job for job in jobs() if not job.is_queue and job.name not in NOT_RESUMED]

    assert len(others) > 15
    assert [job.run(NOW) for job in others] == [f"a turn of {job.name}" for job in others]


@pytest.mark.usefixtures("one_connection")
def test_a_sweep_that_is_not_over_goes_on_in_the_next_round_and_has_not_succeeded() -> None:
    outcomes = [Outcome(NOW), Outcome(NOW + timedelta(days=1), has_ended=True)]
    sweep = ScheduledJob(name="sweep", run=lambda _at: outcomes.pop(0), every=timedelta(days=1))
    heartbeats = Heartbeats("bookings")

    more = run_round([sweep], clock=lambda: NOW, heartbeats=heartbeats)
    begun = Heartbeat.objects.filter(name="job sweep").exists()
    over = run_round([sweep], clock=lambda: NOW, heartbeats=heartbeats)

    assert (more, begun, over) == (True, False, False)
    assert Heartbeat.objects.get(name="job sweep").last_succeeded_at == NOW
    assert sweep.due_at == NOW + timedelta(days=1)


@pytest.mark.usefixtures("one_connection")
@pytest.mark.parametrize("error", [RowsSkipped("1 skipped"), CardsDown()])
def test_what_a_sweep_met_on_its_way_is_told_as_a_failure_by_one_line(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_at: datetime) -> None:
        raise error

    heartbeats = Heartbeats("bookings")
    run_round([ScheduledJob(name="sweep", run=fail)], clock=lambda: NOW, heartbeats=heartbeats)

    assert Heartbeat.objects.get(name="job sweep").last_error == type(error).__name__
    assert f"sweep failed: {type(error).__name__}" in caplog.text
    assert "Traceback" not in caplog.text


@pytest.mark.usefixtures("one_connection")
def test_a_worker_that_is_asked_to_stop_begins_nothing_new(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ran: list[str] = []
    asked = iter([False, True, True])
    monkeypatch.setattr(stopping, "is_requested", lambda: next(asked))

    def stop_midway(_at: datetime) -> None:
        ran.append("first")
        stopping.ensure_not_requested()

    jobs_of_lane = [
        ScheduledJob(name="first", run=stop_midway, every=timedelta(days=1)),
        ScheduledJob(name="second", run=lambda _at: ran.append("second")),
    ]
    more = run_round(jobs_of_lane, clock=lambda: NOW, heartbeats=Heartbeats("bookings"))

    assert (ran, more, "failed" in caplog.text) == (["first"], False, False)
    assert jobs_of_lane[0].is_due(NOW)
    assert not Heartbeat.objects.filter(name="job first").exists()


ADDRESS: Final = "24 Waterway Ave, The Woodlands, TX 77380"
POLLS: Final = [
    *(
        "card events",
        "emails",
        "texts",
        "photos",
        "files of messages",
        "files to delete",
        "documents",
        "expired holds",
    ),
    *("reconciliation", "refunds", "surcharges on debit cards", "coupons of unpaid orders"),
    *("planned prices", "silent wizards", "visit reminders", "wizard reminders", "invoices"),
    "payouts",
    *("digests of what waits", "messages not judged"),
    *("expired holds of diagnostics", "refunds of diagnostics"),
    *("photo reminders", "review invitations", "unfinished uploads", "a month's reconciliation"),
]
# Once a day, outside of any transaction: the chains of the trail, who is long gone, what is due.
DAILY: Final = {
    *("check of the audit log", "what the privacy policy erases", "old answers", "old limits"),
    *("late fees", "payments to ask for"),
}


def afternoon() -> datetime:
    """When reminders go out."""
    return datetime.now(UTC).replace(hour=20)


@pytest.mark.usefixtures("own_folder")
@by_the_plan
def test_every_job_is_a_poll_that_is_looked_at_or_done_once_a_day() -> None:
    assert sorted(job.name for job in jobs()) == sorted([*POLLS, *DAILY])


@pytest.mark.usefixtures("own_folder")
def test_a_mailbox_of_replies_is_read_in_its_own_lane(settings: Settings) -> None:
    server = {"inbox": "imap", "imap_host": "127.0.0.1", "imap_port": 9, "imap_user": "ada"}
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update=server)

    [job] = [job for job in jobs() if job.name == "replies by mail"]
    with pytest.raises(InboxDown):  # a failure of the job, so that its alarm rises
        job.run(afternoon())

    source = Source.objects.get()
    assert (job.lane, source.name) == ("replies", "ada at 127.0.0.1, INBOX")
    assert source.last_error == "ConnectionRefusedError"


@pytest.mark.usefixtures("own_folder")
@by_the_plan
@pytest.mark.parametrize("name", POLLS)
def test_a_poll_looks_through_no_growing_table(name: str) -> None:
    [job] = [job for job in jobs() if job.name == name]

    with statements() as ran:
        job.run(afternoon())

    assert ran
    assert looked_through(ran) == set()


@pytest.mark.usefixtures("own_folder")
@by_the_plan
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


@pytest.mark.usefixtures("own_folder")
@by_the_plan
def test_a_text_that_did_not_arrive_is_found_by_its_number() -> None:
    with statements() as ran:
        record_delivery("SM1", delivery=Message.Delivery.FAILED, reason="unreachable")

    assert looked_through(ran) == set()


@pytest.mark.usefixtures("own_folder")
@by_the_plan
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
