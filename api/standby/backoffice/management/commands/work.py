"""The worker: its scheduled jobs, and the threads that run them."""

import logging
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections, connections
from django.utils.timezone import now

from standby.core.heartbeats import Heartbeats
from standby.core.jobs import JobHandler, run_next_job
from standby.core.providers import wiring as core_providers
from standby.core.unavailable import is_unavailable
from standby.diagnostics.services.diagnostics import (
    release_expired_diagnostics,
    send_diagnostic_refunds,
)
from standby.documents.providers import wiring as documents_providers
from standby.documents.services.documents import DocumentContext
from standby.documents.tasks import document_handler, invoice_handler
from standby.messaging.providers import wiring as messaging_providers
from standby.payments.providers import wiring as payments_providers
from standby.payments.services.milestones import charge_late_fees
from standby.payments.services.payouts import read_payouts
from standby.payments.tasks import look_back, payment_event_handler, refund_handler
from standby.photos.services.photos import purge_unfinished_uploads
from standby.photos.tasks import file_deletion_handler, photo_handler
from standby.pricing.services.catalog import apply_planned_changes
from standby.workflows import retention
from standby.workflows.look_up_payment import check_funding, reconcile_payments
from standby.workflows.mail_digests import mail_digests
from standby.workflows.receive_mail import read_inbox
from standby.workflows.release_holds import release_coupons, release_expired_holds
from standby.workflows.reminders import (
    ask_for_payments,
    invite_reviews,
    remind_of_photos,
    remind_of_visits,
    remind_of_wizards,
)
from standby.workflows.send_messages import SendContext, message_handlers
from standby.workflows.verify_audit_log import schedule_audit_verification

log = logging.getLogger(__name__)

REST_S: Final = 0.5
# at the latest, even for a job that runs once a day
FAILED_RUNS_AGAIN_AFTER: Final = timedelta(minutes=5)


@dataclass(slots=True, kw_only=True)
class ScheduledJob:
    """A job that runs again and again, `every` being the pause between two runs.

    A queue (`is_queue`) returns whether it did something, and is then run again at once. Each lane
    has its own thread, so that a mail server that does not respond delays no confirmation.
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
        queue("emails", email_handler, lane="messages"),
        queue("texts", sms_handler, lane="texts"),
        queue("photos", photo_handler(files=files), lane="photos"),
        queue("documents", document_handler(documents=document_context), lane="files"),
        queue("invoices", invoice_handler(documents=document_context), lane="files"),
        queue("files to delete", file_deletion_handler(files=files), lane="files"),
        every(timedelta(hours=1), "unfinished uploads", purge_unfinished_uploads, lane="files"),
        every(timedelta(minutes=10), "visit reminders", remind_of_visits, lane="messages"),
        every(timedelta(minutes=10), "digests of what waits", mail_digests, lane="messages"),
        every(timedelta(hours=1), "wizard reminders", remind_of_wizards, lane="messages"),
        every(timedelta(hours=1), "photo reminders", remind_of_photos, lane="messages"),
        every(timedelta(hours=1), "review invitations", invite_reviews, lane="messages"),
        every(timedelta(days=1), "payments to ask for", ask_for_payments, lane="messages"),
        every(timedelta(seconds=10), "expired holds", partial(release_expired_holds, cards=cards)),
        every(
            timedelta(seconds=10),
            "expired holds of diagnostics",
            partial(release_expired_diagnostics, cards=cards),
        ),
        every(timedelta(minutes=15), "reconciliation", partial(reconcile_payments, cards=cards)),
        queue("refunds", refund_handler(cards=cards), lane="money"),
        every(
            timedelta(seconds=10),
            "refunds of diagnostics",
            partial(send_diagnostic_refunds, cards=cards),
            lane="money",
        ),
        every(
            timedelta(seconds=5),
            "surcharges on debit cards",
            partial(check_funding, cards=cards),
            lane="money",
        ),
        every(timedelta(days=1), "late fees", charge_late_fees, lane="money"),
        every(
            timedelta(days=1),
            "a month's reconciliation",
            partial(look_back, cards=cards),
            lane="money",
        ),
        every(timedelta(hours=1), "payouts", partial(read_payouts, cards=cards), lane="money"),
        every(timedelta(seconds=10), "coupons of unpaid orders", release_coupons),
        every(timedelta(seconds=10), "planned prices", apply_planned_changes),
        every(timedelta(minutes=15), "silent wizards", retention.abandon_wizards),
        every(
            timedelta(days=1), "what the privacy policy erases", retention.erase_expired_customers
        ),
        every(
            timedelta(minutes=20), "proof of the trail", schedule_audit_verification, lane="nightly"
        ),
        every(timedelta(days=1), "old answers", retention.purge_idempotency_records),
        every(timedelta(days=1), "old limits", retention.purge_rate_buckets),
    ]


def replies_by_mail() -> list[ScheduledJob]:
    inbox, environment = messaging_providers.inbox(), settings.ENVIRONMENT
    if inbox is None:
        return []
    mailbox = f"{environment.imap_user} at {environment.imap_host}, {environment.imap_folder}"
    run = partial(read_inbox, inbox=inbox, mailbox=mailbox)
    return [every(timedelta(seconds=30), "replies by mail", run, lane="replies")]


class Command(BaseCommand):
    help = "Work until told to stop (SIGTERM or Ctrl-C). Several workers share the work safely."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="work off what is due, then stop")

    def handle(self, *args: Any, **options: Any) -> None:
        stopping = threading.Event()
        if options["once"]:
            drain_lanes(by_lane(jobs()))
            return
        signal.signal(signal.SIGTERM, lambda *_: stopping.set())
        signal.signal(signal.SIGINT, lambda *_: stopping.set())
        lanes = by_lane(jobs())
        log.info("worker ready")
        # Work that was begun is finished before the threads end.
        threads = [threading.Thread(target=_walk, args=(lane, stopping)) for lane in lanes]
        for thread in threads:
            thread.start()
        stopping.wait()
        for thread in threads:
            thread.join()
        log.info("worker stopped")


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


def _walk(lane: list[ScheduledJob], stopping: threading.Event) -> None:
    heartbeats = Heartbeats(lane[0].lane)
    try:
        while not stopping.is_set():
            if not run_round(lane, clock=now, heartbeats=heartbeats):
                stopping.wait(REST_S)
    finally:
        connections.close_all()


def run_round(
    todo: list[ScheduledJob], *, clock: Callable[[], datetime], heartbeats: Heartbeats | None = None
) -> bool:
    """Run each due job once. Returns True when a queue may have more work.

    A job that fails is logged and retried; it does not stop the others.
    """
    close_old_connections()
    may_be_more = False
    for job in todo:
        at = clock()
        if job.is_due(at):
            did_something = _run(job, at=at, clock=clock, heartbeats=heartbeats)
            may_be_more = may_be_more or (job.is_queue and did_something)
    if heartbeats:
        heartbeats.beat(now=clock())
    return may_be_more


def _run(
    job: ScheduledJob, *, at: datetime, clock: Callable[[], datetime], heartbeats: Heartbeats | None
) -> bool:
    # A failed job with a long interval is retried sooner.
    job.due_at = at + job.every
    try:
        did_something = bool(job.run(at))
    except Exception as error:
        # A database that is away says the same to every job.
        log.error(
            "%s failed: %s",
            job.name,
            type(error).__name__,
            exc_info=not is_unavailable(error),
        )
        close_old_connections()  # a broken one, so that the next job does not fail as well
        job.due_at = at + min(job.every, FAILED_RUNS_AGAIN_AFTER)
        if heartbeats:
            heartbeats.failed(job.name, error=type(error).__name__, now=clock())
            heartbeats.beat(now=clock())
        return False
    if heartbeats:
        heartbeats.succeeded(job.name, now=clock())
        heartbeats.beat(now=clock())
    return did_something
