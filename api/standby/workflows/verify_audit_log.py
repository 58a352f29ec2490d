"""Verification of the audit log and of the orders' logs.

A hash chain shows changes and gaps in its middle but not rows cut off its end. Therefore each
nightly run stores a fingerprint of all chain heads, and the next run recomputes it. Somebody who
can write to the database could compute all of it anew; so once a week the heads leave the house, by
mail to the owners (AUDIT-01.4).
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet

from standby.accounts.services.users import staff_with_role
from standby.audit import services as audit
from standby.audit.models import AuditChain, AuditEvent
from standby.audit.rules import BEGINNING, hash_row, hash_text
from standby.audit.selectors import name_of_actor
from standby.core import heartbeats, stopping
from standby.core.heartbeats import AUDIT_LOG_PROOF
from standby.core.policy import MARKET_ZONE
from standby.core.roles import Role
from standby.core.words import in_english
from standby.crew_phone.job_record import broken_entries
from standby.crew_phone.models import JobEntry
from standby.messaging.models import Message
from standby.messaging.rendering import render_plain
from standby.messaging.services import outbox
from standby.orders.models import OrderLogEntry
from standby.orders.services import order_log

log = logging.getLogger(__name__)

VERIFIED: Final = "audit_log_verified"
_COMMITTED_AFTER: Final = timedelta(hours=1)  # no transaction takes longer to commit its rows
_MOST_REPORTED: Final = 20
_AT_HOUR: Final = 3  # local time: a quiet hour, and not whenever a worker is started
_ONE_NIGHT: Final = timedelta(hours=2)
_MONDAY: Final = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditVerification:
    events: int
    entries: int
    broken: tuple[str, ...]  # the first rows that differ from what was written
    until: datetime
    fingerprint: str  # of all chain heads at `until`
    checked_at: datetime

    @property
    def is_whole(self) -> bool:
        return not self.broken


def verify_audit_log(*, now: datetime) -> AuditVerification:
    """Verify every chain and the last stored fingerprint. Reads both logs completely.

    Raises Stopped when the process is asked to stop meanwhile.
    """
    until = now - _COMMITTED_AFTER
    broken = [*_broken_events(until=until), *_broken_entries(), *_broken_job_records()]
    last = AuditEvent.objects.filter(actor=order_log.CLOCK, action=VERIFIED).last()
    if last and last.after:
        since = datetime.fromisoformat(last.after["until"])
        if _fingerprint(at=since) != last.after["fingerprint"]:
            moment = f"{since:%Y-%m-%d %H:%M} UTC"
            broken.append(f"rows until {moment} do not match the stored fingerprint")
    return AuditVerification(
        events=AuditEvent.objects.count(),
        entries=OrderLogEntry.objects.count(),
        broken=tuple(broken[:_MOST_REPORTED]),
        until=until,
        fingerprint=_fingerprint(at=until),
        checked_at=now,
    )


def schedule_audit_verification(*, now: datetime) -> None:
    """Verify the audit log once a night.

    Call it several times an hour, from any number of workers.
    """
    # A worker that never runs at night must raise an alarm.
    heartbeats.expect(AUDIT_LOG_PROOF, now=now)
    is_night = now.astimezone(MARKET_ZONE).hour == _AT_HOUR
    if is_night and not heartbeats.has_run_since(AUDIT_LOG_PROOF, moment=now - _ONE_NIGHT):
        verify_nightly(now=now)


def verify_nightly(*, now: datetime) -> AuditVerification:
    # Nothing is purged and no fingerprint stored when the log is broken; the mail then says so.
    result = verify_audit_log(now=now)
    with transaction.atomic(durable=True):
        if result.is_whole:
            audit.purge_old_events(now=now)
            audit.record_event(
                order_log.CLOCK,
                action=VERIFIED,
                object="audit_events",
                after={"until": result.until.isoformat(), "fingerprint": result.fingerprint},
                now=now,
            )
            if now.astimezone(MARKET_ZONE).weekday() == _MONDAY:
                _mail_chain_heads(at=result.until, now=now)
        # Kept in a mailbox outside of this system, as evidence of the audit log's state that night.
        outbox.queue_staff_email(
            "audit_log_verified",
            template="audit_log_verified" if result.is_whole else "audit_log_broken",
            dedupe_key=f"audit_log:{now:%Y-%m-%d}",
            now=now,
            fingerprint=result.fingerprint,
            fingerprint_start=result.fingerprint[:8],
            rows=f"{result.events + result.entries:,}",
            broken="\n".join(f"- {one}" for one in result.broken),
        )
    note_verification(result, now=now)
    if result.is_whole:
        log.info("the audit log holds: %s", result.fingerprint)
    else:
        log.error("the audit log does not hold: %s", "; ".join(result.broken))
    return result


def chain_heads(*, at: datetime) -> list[str]:
    """Return where each actor's chain ended then, and those of all orders and jobs, a line each.

    A history that was rewritten since gives other heads for the same moment. The name behind a
    head is the one of today, and no part of it.
    """
    heads = sorted(_heads(AuditEvent.objects.all(), chain="actor", at=at).items())
    staff = [f"{actor}: {head} ({name_of_actor(actor)})" for actor, head in heads]
    entries = _heads(OrderLogEntry.objects.all(), chain="order_id", at=at)
    records = _heads(JobEntry.objects.all(), chain="report_id", at=at)
    return [
        *staff,
        f"All orders, {len(entries):,}: {hash_row(entries, after=BEGINNING)}",
        f"All records of jobs, {len(records):,}: {hash_row(records, after=BEGINNING)}",
    ]


def _mail_chain_heads(*, at: datetime, now: datetime) -> None:
    # Once for each owner and Monday, however often the night's check runs.
    with in_english():
        words = render_plain("chain_heads", at=at.isoformat(), heads="\n".join(chain_heads(at=at)))
    owners = [user for user in staff_with_role() if user.role == Role.OWNER and user.email]
    day = now.astimezone(MARKET_ZONE).date()
    keys = {f"chain_heads:{user.pk}:{day}": user for user in owners}
    queued = outbox.queued_keys(keys)
    for key, owner in keys.items():
        if key not in queued:
            message = Message(
                kind="chain_heads",
                channel=Message.Channel.EMAIL,
                recipient=owner.email,
                dedupe_key=key,
                **words,
            )
            outbox.queue_messages(message, now=now)


def note_verification(result: AuditVerification, *, now: datetime) -> None:
    """Write the heartbeat that the alarms read."""
    if result.is_whole:
        heartbeats.note_success(AUDIT_LOG_PROOF, now=now)
    else:
        heartbeats.note_failure(AUDIT_LOG_PROOF, error="AuditLogBroken", now=now)


def _broken_events(*, until: datetime) -> Iterator[str]:
    heads: dict[str, str] = {}
    # Read before the events: those that are written meanwhile only follow these.
    last_hashes = dict(AuditChain.objects.order_by("pk").values_list("actor", "head"))
    for event in _until_stopped(AuditEvent.objects.order_by("pk")):
        # The first of a chain may follow one that was purged by age.
        first = event.prev_hash if event.at < until - audit.AUDIT_RETENTION else BEGINNING
        follows = event.prev_hash == heads.get(event.actor, first)
        if not follows or event.hash != audit.event_hash(event):
            yield f"audit event {event.pk} of {event.actor}"
        heads[event.actor] = event.hash
        if event.hash == last_hashes.get(event.actor):
            del last_hashes[event.actor]
    for actor in last_hashes:
        yield f"the last audit event of {actor}"


def _broken_entries() -> Iterator[str]:
    heads: dict[int, str] = {}
    for entry in _until_stopped(OrderLogEntry.objects.order_by("pk")):
        follows = entry.prev_hash == heads.get(entry.order_id, BEGINNING)
        is_note_intact = hash_text(entry.note, salt=entry.note_salt) == entry.note_seal
        if not follows or entry.hash != order_log.entry_hash(entry):
            yield f"entry {entry.pk} of order {entry.order_id}"
        elif not is_note_intact and not _is_erased(entry):
            yield f"entry {entry.pk} of order {entry.order_id}: its note, by no erasure on record"
        heads[entry.order_id] = entry.hash


def _is_erased(entry: OrderLogEntry) -> bool:
    # An erased note is gone together with its salt, its hash stays in the chain, and an entry after
    # it says that the customer was erased.
    is_gone = not entry.note and not entry.note_salt
    return is_gone and order_log.erased_since(entry.order_id) is not None


def _broken_job_records() -> Iterator[str]:
    written = JobEntry.objects.select_related("report__appointment").order_by("report_id", "pk")
    entries = _until_stopped(written)
    for report, record in groupby(entries, key=attrgetter("report_id")):
        rows = list(record)
        is_erased = order_log.erased_since(rows[0].report.appointment.order_id) is not None
        for entry in broken_entries(rows, is_erased=is_erased):
            yield f"entry {entry.pk} of job report {report}"


def _fingerprint(*, at: datetime) -> str:
    events, entries = AuditEvent.objects.all(), OrderLogEntry.objects.all()
    heads = {
        "events": _heads(events, chain="actor", at=at),
        "entries": _heads(entries, chain="order_id", at=at),
        "jobs": _heads(JobEntry.objects.all(), chain="report_id", at=at),
    }
    return hash_row(heads, after=BEGINNING)


def _heads(rows: QuerySet[Any], *, chain: str, at: datetime) -> dict[str, str]:
    # The last hash of each chain at this moment: later rows replace those before them.
    hashes = rows.filter(at__lte=at).order_by("pk").values_list(chain, "hash")
    return {str(name): last for name, last in _until_stopped(hashes)}


def _until_stopped(rows: "QuerySet[Any, Any]") -> Iterator[Any]:
    # A proof is of one moment, so one that is cut short begins anew, in the same night if it is not
    # over.
    for row in rows.iterator():
        stopping.ensure_not_requested()
        yield row
