"""Texts as the provider sends them: stored first, then judged alone."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

import orjson
from django.db import transaction

from standby.core.providers.files import Files
from standby.inbox.models import Item, Source
from standby.inbox.rules.clean import clean
from standby.inbox.services.items import (
    TEXTS,
    Arrived,
    Judgment,
    StoredBytes,
    judge_item,
    source_named,
    store_item,
)
from standby.inbox.services.received_files import note_files
from standby.messaging.models import InboundMessage
from standby.workflows.receive_text import receive_text

MOST_FILES: Final = 10  # of one text, as the provider says


def take_text(form: Mapping[str, str], *, files: Files, now: datetime) -> str:
    """Store a text as the provider sent it, judge it, and return the reply, or "" for none.

    Idempotent by the provider's message id: a repeat returns "". One that cannot be judged is set
    aside: it was taken all the same.
    """
    raw = orjson.dumps(dict(form))
    source = source_named(TEXTS)
    with transaction.atomic(durable=True):
        arrived = Arrived(
            ref=form.get("MessageSid", "")[:64],
            kind=Item.Kind.TEXT,
            sender=form.get("From", ""),
            size_bytes=len(raw),
        )
        item = store_item(source, arrived, stored=StoredBytes(raw=raw), now=now)
        Source.objects.filter(pk=source.pk).update(read_at=now)
    judgment = judge_item(item.pk, judge=judge_text, files=files, now=now)
    return judgment.reply if judgment else ""


def judge_text(item: Item, raw: bytes, now: datetime) -> Judgment:
    """Take a text into the conversation of its sender. The provider's signature proves it."""
    form = orjson.loads(raw)
    reply = receive_text(
        sid=item.ref,
        sender=str(form.get("From", "")),
        text=clean(str(form.get("Body", ""))),
        files=files_of(form),
        now=now,
    )
    message = InboundMessage.objects.get(provider_ref=item.ref)
    note_files_of_text(form, item=item, message=message, now=now)
    return Judgment(
        verdict=Item.Verdict.TAKEN, proof=Item.Proof.TOKEN, message=message, reply=reply
    )


def files_of(form: Mapping[str, str]) -> int:
    """Return how many pictures and other files came with a text."""
    count = str(form.get("NumMedia", ""))
    return min(int(count), MOST_FILES) if count.isascii() and count.isdigit() else 0


def note_files_of_text(
    form: Mapping[str, str], *, item: Item, message: InboundMessage, now: datetime
) -> None:
    """Note which pictures and other files came with a text; a worker fetches them."""
    # A text has no names for them.
    places = [(place, "") for place in range(files_of(form))]
    note_files(places, item=item, message=message, now=now)
