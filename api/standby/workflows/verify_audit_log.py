"""Verification of the audit log and of the orders' logs.

A hash chain shows changes and gaps in its middle but not rows cut off its end. Therefore each
nightly run stores a fingerprint of all chain heads, and the next run recomputes it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from standby.audit import services as trail
from standby.audit.models import AuditChain, AuditEvent
from standby.audit.rules.hash_chain import BEGINNING, hash_row, hash_text
from standby.core.office import MessageContext
from standby.core.writing import write_transaction
from standby.messaging.kinds import staff as words
from standby.messaging.models import Message
from standby.messaging.services import outbox as notifications
from standby.orders.models import OrderLogEntry
from standby.orders.services import order_log

VERIFIED: Final = "trail_verified"
_COMMITTED_AFTER: Final = timedelta(hours=1)  # no transaction takes longer to commit its rows
_MOST_REPORTED: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditVerification:
    events: int
    entries: int
    unchained: int
    broken: tuple[str, ...]  # the first rows that differ from what was written
    until: datetime
    fingerprint: str  # of all chain heads at `until`

    @property
    def is_whole(self) -> bool:
        return not self.broken


@dataclass(slots=True)
class _ChainHeads:
    moments: tuple[datetime, ...]
    # The last hash of each chain: now, and at each of the moments.
    heads: dict[str, str] = field(default_factory=dict)
    heads_at: dict[datetime, dict[str, str]] = field(default_factory=dict)
    count: int = 0

    def add(self, name: str, *, row_hash: str, at: datetime) -> None:
        self.count += 1
        self.heads[name] = row_hash
        for moment in self.moments:
            if at <= moment:
                self.heads_at.setdefault(moment, {})[name] = row_hash


def verify_audit_log(*, now: datetime) -> AuditVerification:
    """Verify every chain and the last stored fingerprint. Reads both logs completely."""
    until = now - _COMMITTED_AFTER
    last = AuditEvent.objects.filter(actor=order_log.CLOCK, action=VERIFIED).last()
    last_result = (last.after or {}) if last else {}
    since = datetime.fromisoformat(last_result["until"]) if last_result else until
    moments = tuple({until, since})
    events, entries = _ChainHeads(moments), _ChainHeads(moments)
    broken = [*_broken_events(events), *_broken_entries(entries)]
    if last_result and _fingerprint(events, entries, at=since) != last_result["fingerprint"]:
        broken.append(f"rows until {since:%Y-%m-%d %H:%M} UTC do not match the stored fingerprint")
    return AuditVerification(
        events=events.count,
        entries=entries.count,
        unchained=OrderLogEntry.objects.filter(hash="").count(),
        broken=tuple(broken[:_MOST_REPORTED]),
        until=until,
        fingerprint=_fingerprint(events, entries, at=until),
    )


def verify_nightly(*, message_context: MessageContext, now: datetime) -> AuditVerification:
    """Verify the log, purge events past retention, and store and mail the new fingerprint.

    Nothing is purged and no fingerprint stored when the log is broken; the mail then says so.
    """
    result = verify_audit_log(now=now)
    with write_transaction():
        if result.is_whole:
            trail.purge_old_events(now=now)
            trail.record_event(
                order_log.CLOCK,
                action=VERIFIED,
                object="staff_acts",
                after={"until": result.until.isoformat(), "fingerprint": result.fingerprint},
                now=now,
            )
        notifications.queue_message(
            words.trail_verified(
                fingerprint=result.fingerprint,
                rows=result.events + result.entries,
                broken=result.broken,
            ),
            to=notifications.Recipient(
                channel=Message.Channel.EMAIL, recipient=message_context.staff_mail
            ),
            header=notifications.MessageHeader(
                kind="trail_verified", dedupe_key=f"trail:{now:%Y-%m-%d}"
            ),
            now=now,
        )
    return result


def _broken_events(chains: _ChainHeads) -> Iterator[str]:
    for event in AuditEvent.objects.order_by("pk").iterator():
        before = chains.heads.get(event.actor)
        if before is None and trail.may_begin(event, at=max(chains.moments)):
            before = event.prev_hash
        if event.prev_hash != (before or BEGINNING) or event.hash != trail.event_hash(event):
            yield f"audit event {event.pk} of {event.actor}"
        chains.add(event.actor, row_hash=event.hash, at=event.at)
    for chain in AuditChain.objects.order_by("pk"):
        if chains.heads.get(chain.actor, BEGINNING) != chain.head:
            yield f"the last audit event of {chain.actor}"


def _broken_entries(chains: _ChainHeads) -> Iterator[str]:
    for entry in OrderLogEntry.objects.exclude(hash="").order_by("pk").iterator():
        name = str(entry.order_id)
        follows = entry.prev_hash == chains.heads.get(name, BEGINNING)
        if not follows or entry.hash != order_log.entry_hash(entry) or not _is_note_intact(entry):
            yield f"entry {entry.pk} of order {name}"
        chains.add(name, row_hash=entry.hash, at=entry.at)


def _is_note_intact(entry: OrderLogEntry) -> bool:
    # An erased note is gone together with its salt; its hash stays in the chain.
    if not entry.note and not entry.note_salt:
        return True
    return hash_text(entry.note, salt=entry.note_salt) == entry.note_seal


def _fingerprint(events: _ChainHeads, entries: _ChainHeads, *, at: datetime) -> str:
    return hash_row(
        {"acts": events.heads_at.get(at, {}), "entries": entries.heads_at.get(at, {})},
        after=BEGINNING,
    )
