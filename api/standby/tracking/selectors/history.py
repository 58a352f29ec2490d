"""The history of an order: log, messages both ways and notes, newest last."""

from collections.abc import Mapping
from typing import Any, Final

from standby.audit.selectors import name_of_actor
from standby.core.words import _, say
from standby.messaging.kinds import KINDS
from standby.messaging.models import Message
from standby.messaging.rendering import without_links
from standby.messaging.rules import WHY_NOT_SENT
from standby.messaging.selectors import received_from
from standby.orders.models import Order
from standby.orders.selectors.order_log_text import sentence
from standby.orders.services.orders import notes_of
from standby.tracking.selectors.log_details import detail_of

_OF_EMAILS: Final[Mapping[str, str]] = {
    Message.Status.QUEUED: _("The email %(title)s is waiting to be sent."),
    Message.Status.SENT: _("The email %(title)s was sent."),
    "kept": _("The email %(title)s was kept here, not sent."),
    Message.Status.DEAD: _("The email %(title)s could not be sent."),
    Message.Status.SUPPRESSED: _("The email %(title)s was not sent: %(why_not)s."),
}
_OF_TEXTS: Final[Mapping[str, str]] = {
    Message.Status.QUEUED: _("The text %(title)s is waiting to be sent."),
    Message.Status.SENT: _("The text %(title)s was sent."),
    "kept": _("The text %(title)s was kept here, not sent."),
    Message.Status.DEAD: _("The text %(title)s could not be sent."),
    Message.Status.SUPPRESSED: _("The text %(title)s was not sent: %(why_not)s."),
}


def order_history(order: Order, *, messages: list[Message]) -> list[dict[str, Any]]:
    # Equal log entries in a row are one event, with their `count`.
    log: list[dict[str, Any]] = []
    for entry in order.log.exclude(subject="note"):
        event = {
            "at": entry.at,
            "kind": "log",
            "subject": entry.subject,
            "who": name_of_actor(entry.actor),
            "sentence": sentence(entry),
            "detail": detail_of(entry),
            "ref": "",
            "count": 1,
        }
        if log and log[-1]["sentence"] == event["sentence"]:
            earlier = log.pop()
            if earlier["detail"] != event["detail"]:
                event["detail"] = ""
            event["count"] = earlier["count"] + 1
        log.append(event)
    notes = [
        {
            "at": note.at,
            "kind": "note",
            "subject": "note",
            "who": name_of_actor(note.author),
            "sentence": say("%(who)s wrote a note.", who=name_of_actor(note.author)),
            "detail": note.text,
            "ref": str(note.public_id),
            "count": 1,
        }
        for note in notes_of(order)
    ]
    received = [
        {
            "at": one.received_at,
            "kind": "text",
            "subject": one.meaning,
            "who": say("The customer"),
            "sentence": say("The customer sent an email.")
            if one.channel == "email"
            else say("The customer sent a text."),
            "detail": without_links(one.text),
            "ref": str(one.pk),
            "count": 1,
        }
        for one in received_from(
            phones=[order.customer.phone],
            emails=[order.customer.email_key],
            order_refs=[order.public_id],
        )
    ]
    events = [*log, *map(_from_message, messages), *notes, *received]
    return sorted(events, key=lambda event: event["at"])


def _from_message(message: Message) -> dict[str, Any]:
    by_email = message.channel == Message.Channel.EMAIL
    kind = KINDS.get(message.kind)
    name = say(kind.title) if kind else message.kind.replace("_", " ").capitalize()
    title = f"“{message.subject or name}”"
    outcome = (
        "kept" if message.is_stored and message.status == Message.Status.SENT else message.status
    )
    what_became = (_OF_EMAILS if by_email else _OF_TEXTS)[outcome]
    return {
        "at": message.sent_at or message.dead_at or message.created_at,
        "kind": "message",
        "subject": message.kind,
        "who": say("The system"),
        "sentence": say(
            what_became, title=title, why_not=say(WHY_NOT_SENT.get(message.outcome, ""))
        ),
        "detail": message.last_error,
        "ref": str(message.pk),
        "count": 1,
    }
