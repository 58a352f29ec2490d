"""The history of an order: log, messages, notes and texts, newest last."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from standby.audit.rules import actor_label
from standby.messaging.models import Message
from standby.messaging.rendering import without_links
from standby.messaging.selectors import texts_from
from standby.orders.models import Order
from standby.orders.rules.order_log_text import details, sentence
from standby.orders.services.order_log import to_log_event
from standby.orders.services.orders import notes_of

Kind = Literal["log", "message", "note", "text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEvent:
    at: datetime
    kind: Kind
    subject: str  # of the log entry or the message
    who: str
    sentence: str
    detail: str
    ref: str  # id of the message or note
    count: int = 1  # equal events in a row, shown as one


def order_history(order: Order, *, messages: list[Message]) -> list[HistoryEvent]:
    """Return what happened to an order; equal log entries in a row are one event."""
    log: list[HistoryEvent] = []
    for entry in order.log.exclude(subject="note"):
        log_event = to_log_event(entry)
        event = HistoryEvent(
            at=entry.at,
            kind="log",
            subject=entry.subject,
            who=actor_label(entry.actor),
            sentence=sentence(log_event),
            detail=details(log_event),
            ref="",
        )
        if log and log[-1].sentence == event.sentence:
            earlier = log.pop()
            detail = earlier.detail if earlier.detail == event.detail else ""
            event = replace(event, detail=detail, count=earlier.count + 1)
        log.append(event)
    notes = [
        HistoryEvent(
            at=note.at,
            kind="note",
            subject="note",
            who=actor_label(note.author),
            sentence=f"{actor_label(note.author)} wrote a note.",
            detail=note.text,
            ref=str(note.public_id),
        )
        for note in notes_of(order)
    ]
    texts = [
        HistoryEvent(
            at=text.received_at,
            kind="text",
            subject=text.meaning,
            who="The customer",
            sentence="The customer sent a text.",
            detail=without_links(text.text),
            ref=str(text.pk),
        )
        for text in texts_from(order.customer.phone)
    ]
    events = [*log, *map(_from_message, messages), *notes, *texts]
    return sorted(events, key=lambda event: event.at)


def _from_message(message: Message) -> HistoryEvent:
    channel = "e-mail" if message.channel == Message.Channel.EMAIL else "text"
    title = f"“{message.subject}”" if message.subject else message.kind.replace("_", " ")
    sentences = {
        Message.Status.QUEUED: f"The {channel} {title} waits to be sent.",
        Message.Status.SENT: f"The {channel} {title} was sent.",
        Message.Status.DEAD: f"The {channel} {title} could not be sent.",
        Message.Status.SUPPRESSED: f"The {channel} {title} was not sent.",
    }
    return HistoryEvent(
        at=message.sent_at or message.dead_at or message.created_at,
        kind="message",
        subject=message.kind,
        who="The system",
        sentence=sentences[Message.Status(message.status)],
        detail=message.last_error,
        ref=str(message.pk),
    )
