"""The trail proves itself: every chain holds, and what held last night holds still.

A chain shows what was changed or taken out of its middle. Its end it cannot show; therefore each
night keeps a fingerprint of all ends, and the next one reckons it again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from standby.apps.booking.models import OrderLogEntry
from standby.apps.booking.services import order_log
from standby.apps.notifications import services as notifications
from standby.apps.notifications.models import Message
from standby.apps.notifications.words import staff as words
from standby.apps.trail import services as trail
from standby.apps.trail.models import StaffAct, TrailChain
from standby.domain.chains import BEGINNING, seal_of_words, sealed
from standby.flows.messages.tell import Office
from standby.flows.writing import writing

VERIFIED: Final = "trail_verified"
_COMMITTED_AFTER: Final = timedelta(hours=1)  # what is older than this is written, or never will be
_MOST_TOLD: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """`broken` names the first rows that are not as they were written; `fingerprint` stands for
    all that was written until `until`."""

    acts: int
    entries: int
    unchained: int
    broken: tuple[str, ...]
    until: datetime
    fingerprint: str

    @property
    def is_whole(self) -> bool:
        return not self.broken


@dataclass(slots=True)
class _Chains:
    """The ends of all chains of one kind: now, and as they were at some moments."""

    moments: tuple[datetime, ...]
    heads: dict[str, str] = field(default_factory=dict)
    then: dict[datetime, dict[str, str]] = field(default_factory=dict)
    count: int = 0

    def grow(self, name: str, *, seal: str, at: datetime) -> None:
        self.count += 1
        self.heads[name] = seal
        for moment in self.moments:
            if at <= moment:
                self.then.setdefault(moment, {})[name] = seal


def verify_trail(*, now: datetime) -> Verdict:
    """Reads it all. Safe to repeat."""
    until = now - _COMMITTED_AFTER
    last = StaffAct.objects.filter(actor=order_log.CLOCK, action=VERIFIED).last()
    told = (last.after or {}) if last else {}
    since = datetime.fromisoformat(told["until"]) if told else until
    moments = tuple({until, since})
    acts, entries = _Chains(moments), _Chains(moments)
    broken = [*_broken_acts(acts), *_broken_entries(entries)]
    if told and _fingerprint(acts, entries, at=since) != told["fingerprint"]:
        broken.append(f"what was written until {since:%Y-%m-%d %H:%M} UTC is not what it was")
    return Verdict(
        acts=acts.count,
        entries=entries.count,
        unchained=OrderLogEntry.objects.filter(hash="").count(),
        broken=tuple(broken[:_MOST_TOLD]),
        until=until,
        fingerprint=_fingerprint(acts, entries, at=until),
    )


def verify_nightly(*, office: Office, now: datetime) -> Verdict:
    """Proves the trail, lets go of acts past their years, keeps and mails the fingerprint."""
    verdict = verify_trail(now=now)
    with writing():
        if verdict.is_whole:
            trail.forget_old_acts(now=now)
            trail.record_act(
                order_log.CLOCK,
                action=VERIFIED,
                object="staff_acts",
                after={"until": verdict.until.isoformat(), "fingerprint": verdict.fingerprint},
                now=now,
            )
        notifications.queue_message(
            words.trail_verified(
                fingerprint=verdict.fingerprint,
                rows=verdict.acts + verdict.entries,
                broken=verdict.broken,
            ),
            to=notifications.Addressee(channel=Message.Channel.EMAIL, recipient=office.staff_mail),
            news=notifications.News(kind="trail_verified", dedupe_key=f"trail:{now:%Y-%m-%d}"),
            now=now,
        )
    return verdict


def _broken_acts(chains: _Chains) -> Iterator[str]:
    for act in StaffAct.objects.order_by("pk").iterator():
        before = chains.heads.get(act.actor)
        if before is None and trail.may_begin(act, at=max(chains.moments)):
            before = act.prev_hash
        if act.prev_hash != (before or BEGINNING) or act.hash != trail.seal_of(act):
            yield f"act {act.pk} of {act.actor}"
        chains.grow(act.actor, seal=act.hash, at=act.at)
    for chain in TrailChain.objects.order_by("pk"):
        if chains.heads.get(chain.actor, BEGINNING) != chain.head:
            yield f"the last act of {chain.actor}"


def _broken_entries(chains: _Chains) -> Iterator[str]:
    for entry in OrderLogEntry.objects.exclude(hash="").order_by("pk").iterator():
        name = str(entry.order_id)
        follows = entry.prev_hash == chains.heads.get(name, BEGINNING)
        if not follows or entry.hash != order_log.seal_of(entry) or not _note_is_its_own(entry):
            yield f"entry {entry.pk} of order {name}"
        chains.grow(name, seal=entry.hash, at=entry.at)


def _note_is_its_own(entry: OrderLogEntry) -> bool:
    """An erased note is gone with its salt; its seal stays in the chain."""
    if not entry.note and not entry.note_salt:
        return True
    return seal_of_words(entry.note, salt=entry.note_salt) == entry.note_seal


def _fingerprint(acts: _Chains, entries: _Chains, *, at: datetime) -> str:
    return sealed(
        {"acts": acts.then.get(at, {}), "entries": entries.then.get(at, {})}, after=BEGINNING
    )
