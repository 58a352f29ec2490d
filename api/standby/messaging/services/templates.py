"""Staff's message templates, and the words of a message.

Each version of a template is a row of one language, and the newest that has started is in force.
The words of an order's message are made when it is sent, in the language of its reader; whoever
reads it before gets those of that moment.
"""

import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from functools import cache
from inspect import signature
from typing import Any, Final

from pydantic_core import to_jsonable_python

from standby.core.errors import Invalid, _
from standby.core.words import in_language, spoken
from standby.messaging import rules
from standby.messaging.kinds import KINDS, render_kind, render_sample, with_sample_link
from standby.messaging.kinds.definition import BookingContext
from standby.messaging.models import Message, MessageTemplate
from standby.messaging.rendering import (
    EMAIL,
    RenderedMessage,
    TemplateText,
    email_parts,
    email_text,
)

log = logging.getLogger(__name__)
_parameters_of: Final = cache(signature)

FIELDS: Final[Mapping[str, int]] = {"subject": 200, "glance": 300, "heading": 200, "text": 4000}
FieldErrors = dict[str, list[str]]


class WordsUnusable(Invalid):
    code = "words_unusable"
    message = _("This text cannot be sent. Please check the notes next to it.")

    def __init__(self, faults: FieldErrors) -> None:
        super().__init__()
        self.faults = faults


class WordsFault(Exception):
    """The words of a message cannot be made of its facts; its text says why."""


def active_templates(
    kinds: Collection[str], *, language: str, now: datetime
) -> defaultdict[str, dict[str, TemplateText]]:
    """Return staff's templates in force, by kind and channel; where none is, there is no entry."""
    begun = MessageTemplate.objects.filter(
        kind__in=kinds, language=spoken(language), starts_at__lte=now
    )
    rows = begun.order_by("starts_at", "pk").values("kind", "channel", "is_ours", *FIELDS)
    newest = {(row.pop("kind"), row.pop("channel")): row for row in rows}
    in_force = defaultdict[str, dict[str, TemplateText]](dict)
    for (kind, channel), row in newest.items():
        if not row.pop("is_ours"):
            in_force[kind][channel] = TemplateText(**row)
    return in_force


def facts_of(kind: str, booking: BookingContext, **values: Any) -> dict[str, Any]:
    """Return what a message of this kind says, to be stored until its words are made.

    `values` are its own besides the booking's. Raises TypeError for one that the kind does not
    take, or that it lacks.
    """
    _parameters_of(KINDS[kind].context).bind(booking, **values)
    facts: dict[str, Any] = to_jsonable_python({"booking": booking, **values})
    return facts


def render(message: Message, *, in_force: Mapping[str, TemplateText]) -> None:
    """Give a message its subject and text in its language, unsaved, if it has only facts.

    `in_force` holds staff's templates of its kind in that language by channel. Raises WordsFault.
    """
    if not message.waits_for_words:
        return
    with in_language(message.language):
        try:
            rendered = render_facts(message.kind, message.facts, in_force=in_force)
        except (LookupError, TypeError, ValueError, AttributeError) as fault:
            # Without the fault's own text, which quotes what it met.
            why = type(fault).__name__
            log.error("the words of message %s cannot be made: %s", message.pk, why)
            raise WordsFault(f"its words cannot be made: {why}") from fault
        if message.channel == Message.Channel.SMS:
            message.text = rendered.sms
            return
        message.subject, message.text = rendered.subject, email_text(rendered)
        message.email_parts = email_parts(rendered)


def with_words(messages: Iterable[Message], *, now: datetime) -> list[Message]:
    """Return messages to read: one that waits has the words with which it would leave now.

    Nothing is saved. One whose words cannot be made has none.
    """
    messages = list(messages)
    waiting = defaultdict[str, set[str]](set)
    for message in messages:
        if message.waits_for_words:
            waiting[message.language].add(message.kind)
    in_force = {
        language: active_templates(kinds, language=language, now=now)
        for language, kinds in waiting.items()
    }
    for message in messages:
        with suppress(WordsFault):
            theirs = in_force.get(message.language)
            render(message, in_force=theirs[message.kind] if theirs else {})
    return messages


def render_facts(
    kind: str, facts: Mapping[str, Any], *, in_force: Mapping[str, TemplateText]
) -> RenderedMessage:
    """Render a message of this kind of its stored facts, in the active language.

    A staff template with a placeholder that this release does not know is replaced by the built-in
    one, so that no message fails because of a template.
    """
    try:
        return render_kind(kind, **facts, in_force=in_force)
    except KeyError as unknown:
        if not in_force:
            raise
        log.error("the words of staff for %s cannot be said: %s is not known", kind, unknown)
        return render_kind(kind, **facts)


def validate_template(
    kind: str, channel: str, template: TemplateText, *, site_url: str
) -> FieldErrors:
    """Return what is wrong with a template of the active language, by field, in English."""
    definition = KINDS[kind]
    if definition.fixed_reason:
        return {"text": [f"This text cannot be changed: {definition.fixed_reason}"]}
    known, field_errors = definition.known(channel), FieldErrors()
    for field in FIELDS if channel == EMAIL else ("text",):
        value = getattr(template, field)
        errors = rules.find_errors(value, known=known)
        if not value.strip():
            errors.append("It cannot be empty.")
        if len(value) > FIELDS[field]:
            errors.append(f"It is longer than {FIELDS[field]:,} characters.")
        if field != "text":
            typed = definition.free_text_placeholders if field == "subject" else ()
            errors += rules.subject_errors(value, free_text=typed)
        if errors:
            field_errors[field] = errors
    text = rules.missing_placeholder_errors(template.text, must=definition.mandatory(channel))
    text += rules.email_errors(template.text) if channel == EMAIL else []
    if text:
        field_errors.setdefault("text", []).extend(text)
    if field_errors:
        return field_errors
    rendered = render_sample(kind, in_force={channel: template})
    if channel != EMAIL:
        text = rules.sms_errors(with_sample_link(rendered.sms, site_url=site_url))
        return {"text": text} if text else {}
    if len(rendered.subject) > rules.LONGEST_SUBJECT:
        field_errors["subject"] = [
            f"With its values it has over {rules.LONGEST_SUBJECT} characters."
        ]
    if rules.mentions_cancel(email_text(rendered)):
        field_errors["text"] = [rules.NO_CANCEL]
    return field_errors


def create_template_version(
    template: TemplateText,
    *,
    kind: str,
    channel: str,
    language: str,
    starts_at: datetime,
    site_url: str,
    by: str,
    now: datetime,
) -> MessageTemplate:
    """Add a version of a template; earlier ones are kept. Raises WordsUnusable."""
    with in_language(language):
        errors = validate_template(kind, channel, template, site_url=site_url)
    if errors:
        raise WordsUnusable(errors)
    return MessageTemplate.objects.create(
        kind=kind,
        channel=channel,
        language=language,
        **asdict(template),
        starts_at=starts_at,
        made_by=by,
        made_at=now,
    )


def restore_builtin(
    *, kind: str, channel: str, language: str, by: str, now: datetime
) -> MessageTemplate:
    """Restore the built-in template now, also in place of versions planned for later."""
    of = {"kind": kind, "channel": channel, "language": language}
    theirs = MessageTemplate.objects.filter(**of)
    planned = theirs.filter(starts_at__gt=now).values_list("starts_at", flat=True)
    rows = [
        MessageTemplate(**of, is_ours=True, starts_at=at, made_by=by, made_at=now)
        for at in [now, *sorted(set(planned))]
    ]
    return MessageTemplate.objects.bulk_create(rows)[0]


def versions_of(kind: str, channel: str, *, language: str) -> list[MessageTemplate]:
    theirs = MessageTemplate.objects.filter(kind=kind, channel=channel, language=language)
    return list(theirs.order_by("-starts_at", "-pk"))


def newest_by_kind(*, now: datetime) -> Mapping[tuple[str, str, str], MessageTemplate]:
    """Return the newest version that has started by kind, channel and language."""
    begun = MessageTemplate.objects.filter(starts_at__lte=now).order_by("starts_at", "pk")
    return {(one.kind, one.channel, one.language): one for one in begun}
