"""The worker: its scheduled jobs, and the threads that run them."""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections, connections
from django.utils.timezone import now

from standby.core import stopping
from standby.core.heartbeats import Heartbeats
from standby.core.jobs import JobHandler, run_next_job
from standby.core.providers import wiring as core_providers
from standby.core.sweeps import FAILED_RUNS_AGAIN_AFTER, Outcome, RowsSkipped, take_turn
from standby.core.unavailable import is_foreseen
from standby.diagnostics.services.diagnostics import (
    release_expired_diagnostics,
    send_diagnostic_refunds,
)
from standby.documents.providers import wiring as documents_providers
from standby.documents.services.documents import DocumentContext
from standby.documents.tasks import document_handler, invoice_handler
from standby.inbox.providers import wiring as inbox_providers
from standby.messaging.providers import wiring as messaging_providers
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards import Cards
from standby.payments.services.late_fees import charge_late_fees
from standby.payments.tasks import look_back, payment_event_handler, refund_handler
from standby.photos.services.photos import purge_unfinished_uploads
from standby.photos.tasks import file_deletion_handler, photo_handler
from standby.pricing.services.catalog import apply_planned_changes
from standby.workflows import retention
from standby.workflows.look_up_payment import check_funding, reconcile_payments
from standby.workflows.mail_digests import mail_digests
from standby.workflows.read_inbox import judge_waiting_items, read_inbox
from standby.workflows.read_payouts import read_payouts
from standby.workflows.release_holds import release_coupons, release_expired_holds
from standby.workflows.reminders import (
    ask_for_payments,
    invite_reviews,
    remind_of_photos,
    remind_of_visits,
    remind_of_wizards,
)
from standby.workflows.send_messages import SendContext, message_handlers
from standby.workflows.store_received_file import received_file_handler
from standby.workflows.verify_audit_log import schedule_audit_verification

log = logging.getLogger(__name__)

REST_S: Final = 0.5
STOPS_WITHIN_S: Final = 8.0  # whatever its lanes do; who asked for it may kill it after ten


@dataclass(slots=True, kw_only=True)
class ScheduledJob:
    """A job that runs again and again, `every` being the pause between two runs.

    A queue (`is_queue`) returns whether it did something, and is then run again at once. A sweep
    returns the outcome of its turn. Each lane has its own thread, so that neither a mail server
    that does not respond nor a long sweep delays a confirmation or a refund.
    """

    name: str
    lane: str = "bookings"
    run: Callable[[datetime], object]
    every: timedelta = timedelta(0)
    is_queue: bool = False
    due_at: datetime | None = None

    def is_due(self, at: datetime) -> bool:
        return self.due_at is None or self.due_at <= at


def queue(name: str, handler: JobHandler, *, lane: str) -> ScheduledJob:
    return ScheduledJob(
        name=name, lane=lane, run=lambda at: run_next_job(handler, now=at), is_queue=True
    )


def every(
    interval: timedelta, name: str, run: Callable[..., object], *, lane: str = "bookings"
) -> ScheduledJob:
    return ScheduledJob(name=name, lane=lane, run=lambda at: run(now=at), every=interval)


def sweep(
    interval: timedelta, name: str, run: Callable[..., object], lane: str, **arguments: object
) -> ScheduledJob:
    """A job that goes over rows, a turn at a time (core/sweeps.py)."""
    whole = partial(run, **arguments)
    return ScheduledJob(
        name=name,
        lane=lane,
        run=lambda at: take_turn(name, whole, every=interval, now=at),
        every=interval,
    )


def jobs() -> list[ScheduledJob]:
    cards = payments_providers.cards()
    email_handler, sms_handler = message_handlers(
        SendContext(
            mail=messaging_providers.mail(),
            texts=messaging_providers.texts(),
            site_url=settings.SITE_URL,
            secret_keys=[settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS],
        )
    )
    files = core_providers.files()
    document_context = DocumentContext(
        renderer=documents_providers.document_renderer(), files=files, site_url=settings.SITE_URL
    )
    return [
        *replies_by_mail(),
        queue("card events", payment_event_handler(cards=cards), lane="bookings"),
        *refunds(cards),
        queue("emails", email_handler, lane="messages"),
        queue("texts", sms_handler, lane="texts"),
        queue("photos", photo_handler(files=files), lane="photos"),
        queue(
            "files of messages",
            received_file_handler(files=files, media=inbox_providers.media()),
            lane="photos",
        ),
        queue("documents", document_handler(documents=document_context), lane="files"),
        queue("invoices", invoice_handler(documents=document_context), lane="files"),
        queue("files to delete", file_deletion_handler(files=files), lane="files"),
        *look_ups(cards),
        *holds(cards),
        *housekeeping(),
    ]


def look_ups(cards: Cards) -> list[ScheduledJob]:
    """The sweeps that ask the card provider, away from the queues that move money."""
    lane = "look-ups"
    return [
        sweep(timedelta(seconds=5), "surcharges on debit cards", check_funding, lane, cards=cards),
        sweep(timedelta(minutes=15), "reconciliation", reconcile_payments, lane, cards=cards),
        sweep(timedelta(days=1), "a month's reconciliation", look_back, lane, cards=cards),
        sweep(timedelta(hours=1), "payouts", read_payouts, lane, cards=cards),
    ]


def refunds(cards: Cards) -> list[ScheduledJob]:
    """Money that goes back waits for nothing else."""
    few_s = timedelta(seconds=10)
    return [
        queue("refunds", refund_handler(cards=cards), lane="money"),
        sweep(few_s, "refunds of diagnostics", send_diagnostic_refunds, "money", cards=cards),
    ]


def holds(cards: Cards) -> list[ScheduledJob]:
    """What is released, or takes effect, within seconds of its time."""
    lane, few_s = "holds", timedelta(seconds=10)
    of_diagnostics = partial(release_expired_diagnostics, cards=cards)
    return [
        sweep(few_s, "expired holds", release_expired_holds, lane, cards=cards),
        sweep(few_s, "expired holds of diagnostics", of_diagnostics, lane),
        sweep(few_s, "coupons of unpaid orders", release_coupons, lane),
        sweep(few_s, "planned prices", apply_planned_changes, lane),
    ]


def housekeeping() -> list[ScheduledJob]:
    """Reminders, and what is erased or checked because time has passed."""
    lane, an_hour, a_day = "housekeeping", timedelta(hours=1), timedelta(days=1)
    ten_minutes, a_quarter = timedelta(minutes=10), timedelta(minutes=15)
    return [
        sweep(ten_minutes, "visit reminders", remind_of_visits, lane),
        sweep(ten_minutes, "digests of what waits", mail_digests, lane),
        sweep(an_hour, "wizard reminders", remind_of_wizards, lane),
        sweep(an_hour, "photo reminders", remind_of_photos, lane),
        sweep(an_hour, "review invitations", invite_reviews, lane),
        sweep(a_day, "payments to ask for", ask_for_payments, lane),
        sweep(a_day, "late fees", charge_late_fees, lane),
        sweep(an_hour, "unfinished uploads", purge_unfinished_uploads, lane),
        sweep(a_quarter, "silent wizards", retention.abandon_wizards, lane),
        sweep(a_day, "what the privacy policy erases", retention.erase_expired_customers, lane),
        sweep(a_day, "old answers", retention.purge_idempotency_records, lane),
        sweep(a_day, "old limits", retention.purge_rate_buckets, lane),
        every(
            timedelta(minutes=20),
            "check of the audit log",
            schedule_audit_verification,
            lane="nightly",
        ),
    ]


def replies_by_mail() -> list[ScheduledJob]:
    inbox, files = inbox_providers.inbox(), core_providers.files()
    judge = partial(judge_waiting_items, files=files)
    waiting = every(timedelta(seconds=30), "messages not judged", judge, lane="replies")
    if inbox is None:
        return [waiting]
    run = partial(read_inbox, inbox=inbox, mailbox=inbox_providers.inbox_name(), files=files)
    return [every(timedelta(seconds=30), "replies by mail", run, lane="replies"), waiting]


class Command(BaseCommand):
    help = "Work until told to stop (SIGTERM or Ctrl-C). Several workers share the work safely."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="work off what is due, then stop")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["once"]:
            drain_lanes(by_lane(jobs()))
            return
        signal.signal(signal.SIGTERM, lambda *_: stopping.ask())
        signal.signal(signal.SIGINT, lambda *_: stopping.ask())
        lanes = by_lane(jobs())
        log.info("worker ready")
        threads = [
            threading.Thread(target=_walk, args=(lane,), name=lane[0].lane) for lane in lanes
        ]
        for thread in threads:
            thread.start()
        stopping.wait()
        end(threads)


def end(
    threads: list[threading.Thread],
    *,
    within_s: float = STOPS_WITHIN_S,
    leave: Callable[[int], object] = os._exit,
) -> None:
    """Wait until the work that was begun is finished, then end the process, finished or not.

    What is cut short is done again: by the next turn of its sweep, or when its lease has run out.
    """
    until = time.monotonic() + within_s
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
    busy = [thread.name for thread in threads if thread.is_alive()]
    if not busy:
        log.info("worker stopped")
        return
    log.warning("worker stopped in the middle of what these lanes did: %s", ", ".join(busy))
    logging.shutdown()
    leave(0)


def by_lane(todo: list[ScheduledJob]) -> list[list[ScheduledJob]]:
    names = dict.fromkeys(job.lane for job in todo)
    return [[job for job in todo if job.lane == name] for name in names]


def drain_lanes(lanes: list[list[ScheduledJob]]) -> None:
    # Repeat until no lane has work: a job may create work for another lane.
    lane_heartbeats = [(lane, Heartbeats(lane[0].lane)) for lane in lanes]
    while sum(run_round(lane, clock=now, heartbeats=beats) for lane, beats in lane_heartbeats):
        pass
    for _, beats in lane_heartbeats:
        beats.write(now=now())


def _walk(lane: list[ScheduledJob]) -> None:
    heartbeats = Heartbeats(lane[0].lane)
    try:
        while not stopping.is_requested():
            if not run_round(lane, clock=now, heartbeats=heartbeats):
                stopping.wait(REST_S)
    finally:
        connections.close_all()


def run_round(
    todo: list[ScheduledJob], *, clock: Callable[[], datetime], heartbeats: Heartbeats | None = None
) -> bool:
    """Run each due job once. Returns True when one of them may have more work.

    A job that fails is logged and retried; it does not stop the others.
    """
    close_old_connections()
    may_be_more = False
    for job in todo:
        at = clock()
        if job.is_due(at) and not stopping.is_requested():
            may_be_more = _run(job, at=at, clock=clock, heartbeats=heartbeats) or may_be_more
    if heartbeats:
        heartbeats.beat(now=clock())
    return may_be_more


def _run(
    job: ScheduledJob, *, at: datetime, clock: Callable[[], datetime], heartbeats: Heartbeats | None
) -> bool:
    job.due_at = at + job.every
    may_be_more = has_ended = False
    try:
        done = job.run(at)
        if isinstance(done, Outcome):
            job.due_at, has_ended = done.again_at, done.has_ended
            may_be_more = job.due_at <= at
        else:
            has_ended, may_be_more = True, job.is_queue and bool(done)
    except stopping.Stopped:
        job.due_at = at
    except Exception as error:
        # A database that is away says the same to every job.
        name = type(error).__name__
        is_expected = is_foreseen(error) or isinstance(error, RowsSkipped)
        log.error("%s failed: %s", job.name, name, exc_info=not is_expected)
        close_old_connections()  # a broken one, so that the next job does not fail as well
        # A failed job with a long interval is retried sooner.
        job.due_at = at + min(job.every, FAILED_RUNS_AGAIN_AFTER)
        if heartbeats:
            heartbeats.failed(job.name, error=name, now=clock())
    if heartbeats:
        if has_ended:
            heartbeats.succeeded(job.name, now=clock())
        heartbeats.beat(now=clock())
    return may_be_more
