"""Each alarm of docs/operating.md rises in its time when its fault is made, and falls (RUN-04).

No time passes here: the worker's real jobs and a Prometheus of our own go by a clock that is set
forward. Every fault has the same control: the same busy days without it raise nothing.
"""

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from account_helpers import ask_back
from alarm_world import EVERY, World, small_disk
from booking_helpers import DAY, NOW, OTHER_DAY, a_request, appointment_of, pay, reserve, settle
from database_helpers import past_the_guards
from django.conf import settings
from django.db import transaction
from document_helpers import a_submitted_review, decide
from memory_inbox import MemoryInbox
from ops.alarms import ALARMS
from outbox_helpers import queue
from photo_reviews import an_order_that_asks_for_photos
from pytest_django import Settings
from sampling import WHOLE, sample
from smtp_peer import SmtpPeer, smtp_peer
from whole_orders import a_dispute, a_photo

from standby.core.jobs import enqueue
from standby.core.models import Job, Sweep
from standby.core.providers import wiring as core_providers
from standby.core.providers.files import FilesDown
from standby.core.providers.files.local import LocalFiles
from standby.core.sweeps import take_turn
from standby.documents.providers import wiring as documents_providers
from standby.documents.providers.pdf import RenderFailed
from standby.documents.providers.pdf.typst import TypstRenderer
from standby.documents.services.documents import DOCUMENTS_TRIED_FOR, DocumentContext
from standby.documents.services.proposals import make_proposal
from standby.inbox.providers import wiring as inbox_providers
from standby.messaging.models import Message, Suppression
from standby.messaging.rules import OptOut
from standby.messaging.services import consents, outbox
from standby.orders.models import Appointment, Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services.appointments import ask_for_new_date
from standby.payments.models import Dispute, Payment
from standby.payments.providers.cards import CardsDown, PayoutState, RefundRefused, Report
from standby.payments.providers.cards.stripe_payouts import payout_report
from standby.payments.providers.cards.test_mode import TestCards, reported
from standby.payments.services import charges, payouts, refunds
from standby.workflows.lift_suppression import lift
from standby.workflows.read_payouts import read_payouts

pytestmark = pytest.mark.usefixtures("shop", "one_connection", "watched")
BY_NAME = {alarm.name: alarm for alarm in ALARMS}
Mend = Callable[[], object]
MAILBOX = MemoryInbox()


@pytest.fixture
def mail_server() -> Iterator[SmtpPeer]:
    with smtp_peer() as (peer, _):
        yield peer


@pytest.fixture
def watched(
    own_folder: Path,
    settings: Settings,
    mail_server: SmtpPeer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A site that mails by a real server and expects snapshots; every wait is its longest."""
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={
            "mail": "smtp",
            "smtp_host": "127.0.0.1",
            "smtp_port": mail_server.port,
            "smtp_security": "none",
            "backup_recipient": "age1",
            "backup_seconds": 60,
        }
    )
    settings.FILES = own_folder / "files"
    monkeypatch.setattr(inbox_providers, "inbox", lambda: MAILBOX)
    monkeypatch.setattr(MAILBOX, "is_down", False)
    # The files of its payouts are made now, which here is long after.
    monkeypatch.setattr(payouts, "_CLOCKS_DIFFER_BY", timedelta(days=36_500))
    monkeypatch.setattr(random, "uniform", lambda _shortest, longest: longest)


@dataclass
class Site:
    """What a fault is made with."""

    world: World
    mail_server: SmtpPeer

    @property
    def now(self) -> datetime:
        return self.world.now


@pytest.fixture
def site(mail_server: SmtpPeer) -> Site:
    return Site(World(now=NOW), mail_server)


def queue_mail(number: int, *, now: datetime) -> None:
    queue(f"n{number}@example.org", kind="news", now=now)


def keep_event(*, now: datetime) -> None:
    charges.store_event(
        provider="test", event_id=f"evt_{now}", kind="customer.created", payload={}, now=now
    )


def a_paid_order(day: date = DAY, *, now: datetime) -> Order:
    cards = TestCards.from_settings()
    order = reserve(a_request(slot=Slot(day, TimeWindow.MORNING)), now=now)
    settle(pay(order, cards=cards, now=now), cards=cards, now=now)
    return order


def a_paid_fee(*, now: datetime) -> Payment:
    return Payment.objects.get(order=a_paid_order(OTHER_DAY, now=now))


def a_stored_photo(*, attempts: int = 0, now: datetime) -> None:
    review = an_order_that_asks_for_photos(now=now).photo_review
    photo = a_photo(review, key="photos/one", status="stored", stored_at=now, now=now)
    enqueue((Job.Kind.PHOTO, str(photo.public_id)), due_at=now)
    Job.objects.filter(kind="photo").update(attempts=attempts)


def a_locked_price(*, now: datetime) -> Order:
    another_day = a_request(slot=Slot(OTHER_DAY, TimeWindow.MORNING))
    return decide(a_submitted_review(another_day), run_ft=20, now=now).order


def make_by_hand(order: Order, site: Site) -> None:
    printing = DocumentContext(
        renderer=documents_providers.document_renderer(),
        files=core_providers.files(),
        site_url="https://x.test",
    )
    make_proposal(Order.objects.get(pk=order.pk), documents=printing, actor="staff", now=site.now)


def always_raises(site: Site, name: str) -> Mend:
    """The job is a sweep, which is due now."""

    def fail(**_: object) -> None:
        raise ValueError("always")

    job = site.world.job(name)
    Sweep.objects.filter(name=name).update(due_at=site.now)
    run, job.due_at = job.run, None
    job.run = lambda at: take_turn(name, fail, every=job.every, now=at)
    return lambda: setattr(job, "run", run)


def switched(site: Site, name: str, value: object) -> Mend:
    """As the world was not before."""
    before = getattr(site.world, name)
    setattr(site.world, name, value)
    return lambda: setattr(site.world, name, before)


def broken(kind: type[object], method: str, error: Exception) -> Mend:
    """Of each of its kind this method raises the error."""

    def raise_it(*_: object, **__: object) -> None:
        raise error

    patch = pytest.MonkeyPatch()
    patch.setattr(kind, method, raise_it)
    return patch.undo


# Each makes one fault and returns what mends it.


def the_mailbox_cannot_be_opened(site: Site) -> Mend:
    MAILBOX.is_down = True
    return lambda: setattr(MAILBOX, "is_down", False)


def a_lane_is_dead(site: Site, *names: str) -> Mend:
    site.world.dead_lanes |= set(names)
    return site.world.dead_lanes.clear


def a_job_always_raises(site: Site, name: str) -> Mend:
    mend = always_raises(site, name)
    site.world.run(EVERY)
    return mend


def a_job_is_never_run(site: Site) -> Mend:
    """As after a clock that was set back by days."""
    job = site.world.job("visit reminders")
    job.due_at = site.now + timedelta(days=10)
    site.world.run(job.every)
    return lambda: setattr(job, "due_at", None)


def mail_is_refused_for_now(site: Site) -> Mend:
    site.mail_server.stop()
    queue_mail(1, now=site.now)
    return site.mail_server.start


def mail_is_refused_for_good(site: Site) -> Mend:
    site.mail_server.refuses_everybody = "550 no such mailbox"
    queue_mail(1, now=site.now)

    def mend() -> None:
        site.mail_server.refuses_everybody = ""
        outbox.replay_message(Message.objects.get(), now=site.now)

    return mend


def visitors_cause_too_many_mails(site: Site) -> Mend:
    settings.ENVIRONMENT, ours = (
        settings.ENVIRONMENT.model_copy(update={"visitor_messages_a_day": 0}),
        settings.ENVIRONMENT,
    )
    queue("n1@example.org", kind="quote_saved", now=site.now)

    def mend() -> None:
        settings.ENVIRONMENT = ours

    return mend


def the_office_is_on_record_as_opted_out(site: Site) -> Mend:
    to = "office@example.org"
    consents.suppress("email", recipient=to, reason=OptOut.ON_PAGE, now=site.now)
    queue(to, kind="staff_needed", now=site.now)

    def mend() -> None:
        lift(Suppression.objects.get().pk, staff="staff Jo", now=site.now)

    return mend


def a_snapshot_was_restored(site: Site) -> Mend:
    outbox.hold_outbox(restored_from=site.now, now=site.now)

    def mend() -> None:
        with transaction.atomic():
            outbox.release_outbox(drop_until=None, now=site.now)

    return mend


def card_events_are_not_worked_out(site: Site) -> Mend:
    mend = always_raises(site, "card events")
    keep_event(now=site.now)
    return mend


def refunds_are_not_answered(site: Site) -> Mend:
    mend = broken(TestCards, "refund", CardsDown())
    ask_back(a_paid_fee(now=site.now), 40_00, now=site.now)
    return mend


def a_refund_is_refused(site: Site) -> Mend:
    accept = broken(TestCards, "refund", RefundRefused("charge disputed"))
    refund = ask_back(a_paid_fee(now=site.now), 40_00, now=site.now)

    def mend() -> None:
        accept()
        refunds.retry_refund(refund.reference, actor="staff ada", now=site.now)

    return mend


def a_payment_is_disputed(site: Site) -> Mend:
    dispute = a_dispute(a_paid_fee(now=site.now), status="needs_response", now=site.now)
    return lambda: Dispute.objects.filter(pk=dispute.pk).update(closed_at=site.now, status="won")


def payouts_are_odd(site: Site, odd: Callable[[PayoutState], Report[PayoutState]]) -> Mend:
    """Each payout is reported so, until the provider reports anew."""
    a_paid_order(now=site.now)
    payouts_since, patch = TestCards.payouts_since, pytest.MonkeyPatch()

    def oddly(cards: TestCards, moment: datetime) -> Iterator[Report[PayoutState]]:
        return (odd(report.read()) for report in payouts_since(cards, moment))

    patch.setattr(TestCards, "payouts_since", oddly)
    read_payouts(cards=TestCards.from_settings(), now=site.now)

    def mend() -> None:
        patch.undo()
        read_payouts(cards=TestCards.from_settings(), now=site.now)

    return mend


def a_payout_does_not_add_up(site: Site) -> Mend:
    """The provider reports a cent less than its lines come to."""
    return payouts_are_odd(
        site, lambda payout: reported(replace(payout, amount_cents=payout.amount_cents - 1))
    )


def a_payout_cannot_be_read(site: Site) -> Mend:
    """Its currency is none."""
    unreadable = payout_report({"object": "payout"}).read
    return payouts_are_odd(site, lambda payout: replace(reported(payout), read=unreadable))


def the_file_store_is_down(site: Site) -> Mend:
    mend = broken(LocalFiles, "fetch", FilesDown("503"))
    a_stored_photo(now=site.now)
    return mend


def a_photo_takes_its_worker_down(site: Site) -> Mend:
    a_stored_photo(attempts=3, now=site.now)
    return lambda: None  # a day ends it


def documents_cannot_be_printed(site: Site) -> Mend:
    mend = broken(TypstRenderer, "render", RenderFailed("font missing"))
    a_locked_price(now=site.now)
    return mend


def a_document_was_never_made(site: Site) -> Mend:
    mend = broken(TypstRenderer, "render", RenderFailed("font missing"))
    order = a_locked_price(now=site.now)
    Job.objects.filter(kind="document").update(failing_since=site.now - DOCUMENTS_TRIED_FOR)
    site.world.run(EVERY)
    mend()
    return lambda: make_by_hand(order, site)


def somebody_paid_and_has_no_day(site: Site) -> Mend:
    visit = appointment_of(a_paid_order(now=site.now))
    ask_for_new_date(visit, actor="clock", now=site.now)
    cancelled = Appointment.objects.filter(pk=visit.pk)
    return lambda: cancelled.update(status=Appointment.Status.CANCELLED)


def snapshots_stopped(site: Site) -> Mend:
    mend = switched(site, "makes_snapshots", value=False)
    site.world.run(EVERY)
    return mend


def the_audit_log_was_changed(site: Site) -> Mend:
    """At 9 AM; the night's check is over by half past three."""
    reserve(now=site.now)
    past_the_guards("UPDATE order_log SET actor = actor || '!'")
    site.world.run(timedelta(hours=18.5))

    return lambda: past_the_guards("UPDATE order_log SET actor = REPLACE(actor, '!', '')")


Fault = tuple[str, Callable[[Site], Mend], timedelta]
A_DAY, FIVE_MINUTES = timedelta(days=1) + EVERY, timedelta(minutes=5) + EVERY
DAY_OR_MORE: tuple[Fault, ...] = (
    ("StandbyRefundsUnsent", refunds_are_not_answered, timedelta(hours=1)),
    ("StandbyPhotosGivenUp", a_photo_takes_its_worker_down, A_DAY),
    ("StandbyAuditLogBroken", the_audit_log_was_changed, A_DAY),
    ("StandbyAuditLogUnchecked", lambda site: always_raises(site, "check of the audit log"), A_DAY),
)
FAULTS: tuple[Fault, ...] = (
    ("StandbySilent", lambda site: switched(site, "server_answers", value=False), EVERY),
    ("StandbyDatabaseDown", lambda site: switched(site, "database_answers", value=False), EVERY),
    ("StandbyWorkerDead", lambda site: a_lane_is_dead(site, *site.world.lanes), EVERY),
    ("StandbyLaneStuck", lambda site: a_lane_is_dead(site, "money"), EVERY),
    ("StandbyJobFailing", lambda site: a_job_always_raises(site, "expired holds"), EVERY),
    (
        "StandbyJobFailing",
        lambda site: a_job_always_raises(site, "late fees"),
        FIVE_MINUTES,
    ),
    ("StandbyJobOverdue", a_job_is_never_run, EVERY),
    ("StandbyInboxUnread", the_mailbox_cannot_be_opened, EVERY),
    ("StandbyMessagesUnsent", mail_is_refused_for_now, timedelta(hours=2)),
    ("StandbyMessagesDead", mail_is_refused_for_good, EVERY),
    ("StandbyVisitorBudgetSpent", visitors_cause_too_many_mails, timedelta(hours=2)),
    ("StandbyMessagesSuppressed", the_office_is_on_record_as_opted_out, EVERY),
    ("StandbyOutboxHeld", a_snapshot_was_restored, EVERY),
    ("StandbyCardEventsWait", card_events_are_not_worked_out, EVERY),
    ("StandbyRefundsFailed", a_refund_is_refused, EVERY),
    ("StandbyDisputesOpen", a_payment_is_disputed, EVERY),
    ("StandbyPayoutsUnmatched", a_payout_does_not_add_up, EVERY),
    ("StandbyCardReportsSetAside", a_payout_cannot_be_read, EVERY),
    ("StandbyPhotosWait", the_file_store_is_down, EVERY),
    ("StandbyDocumentsWait", documents_cannot_be_printed, EVERY),
    ("StandbyDocumentsGivenUp", a_document_was_never_made, EVERY),
    ("StandbyNoDate", somebody_paid_and_has_no_day, EVERY),
    ("StandbySnapshotsLate", snapshots_stopped, EVERY),
    ("StandbyServerErrors", lambda site: switched(site, "errors_a_step", 2), FIVE_MINUTES),
)


@pytest.mark.req("RUN-04.1")
@pytest.mark.parametrize(
    ("name", "fault", "falls_within"),
    [
        *(pytest.param(*fault, id=fault[0]) for fault in FAULTS),
        *(
            pytest.param(*fault, id=fault[0], marks=pytest.mark.slow)
            for fault in sample(DAY_OR_MORE, 1)
        ),
    ],
)
def test_an_alarm_rises_in_its_time_and_falls_when_its_fault_is_mended(
    name: str, fault: Callable[[Site], Mend], falls_within: timedelta, site: Site
) -> None:
    world = site.world
    before = set(world.ever_fired)

    mend = fault(site)
    world.run(timedelta(seconds=BY_NAME[name].rises_within_s))
    risen = set(world.firing)
    mend()
    world.run(falls_within)

    assert before == set()
    assert name in risen
    assert world.firing == set()


@pytest.mark.slow
def test_control_busy_days_without_a_fault_raise_nothing(site: Site) -> None:
    """All that waits above is here as well, and is done; a night or two go by."""
    world = site.world
    queue_mail(1, now=world.now)
    keep_event(now=world.now)
    a_paid_order(now=world.now)
    world.answer("200 OK")
    world.run(timedelta(minutes=70))
    ask_back(a_paid_fee(now=world.now), 40_00, now=world.now)
    a_stored_photo(now=world.now)
    a_locked_price(now=world.now)

    for _ in range(2 if WHOLE else 1):
        world.run(timedelta(hours=27))

    assert world.ever_fired == set()
    assert len(site.mail_server.taken) > 6


@pytest.mark.req("RUN-04.1")
def test_every_alarm_but_the_disks_has_its_fault_here() -> None:
    assert {name for name, _, _ in (*FAULTS, *DAY_OR_MORE)} == set(BY_NAME) - {"StandbyDiskFull"}


@pytest.mark.slow
def test_a_provider_down_all_night_is_told_after_ten_minutes_and_until_all_is_sent(
    site: Site,
) -> None:
    """As it was found: 600 was never passed, because each failed try made a message younger."""
    world, server = site.world, site.mail_server
    world.run(timedelta(hours=12))  # 9 PM
    before = set(world.ever_fired)
    server.stop()
    queue_mail(1, now=world.now)
    down_since, told = world.now, list[tuple[timedelta, bool]]()
    while world.now < down_since + timedelta(hours=10):
        world.step(timedelta(minutes=15) if told else timedelta(minutes=11))
        if len(told) % 8 == 0:
            queue_mail(len(told) + 1, now=world.now)
        told.append((world.now - down_since, "StandbyMessagesUnsent" in world.firing))
    others = world.firing - {"StandbyMessagesUnsent"}

    server.start()
    falls = None
    while falls is None:
        unsent = Message.objects.filter(status="queued").exists()
        assert ("StandbyMessagesUnsent" in world.firing) >= unsent
        world.step(timedelta(minutes=30))
        if "StandbyMessagesUnsent" not in world.firing:
            falls = world.now

    quiet = [after for after, is_told in told if not is_told]
    print(f"\nD10: mail down for 10 h, told from {told[0][0]} on at each of {len(told)} scrapes")
    assert before == others == set()
    assert quiet == []
    assert told[0][0] == timedelta(minutes=11)
    assert not Message.objects.exclude(status__in=["sent", "suppressed"]).exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only the machine's administrator may mount a disk")
def test_a_disk_that_fills_up_is_told_at_once_until_there_is_room(
    site: Site, tmp_path: Path, settings: Settings
) -> None:
    world = site.world
    with small_disk(tmp_path / "disk", mb=8) as disk:
        settings.DATA = disk
        world.run(EVERY)
        before = set(world.firing)
        filler = disk / "filler"
        with filler.open("wb") as opened:
            os.posix_fallocate(opened.fileno(), 0, 7_900_000)
        world.run(timedelta(seconds=BY_NAME["StandbyDiskFull"].rises_within_s))
        risen = set(world.firing)
        filler.unlink()
        world.run(EVERY)

    assert before == world.firing == set()
    assert risen == {"StandbyDiskFull"}
