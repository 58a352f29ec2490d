"""Staff's message templates: each version is a row, and the newest that has started is in force."""

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db import connection

from standby.core.errors import Invalid, _
from standby.messaging import kinds
from standby.messaging.kinds.definition import TemplateText
from standby.messaging.kinds.email import RenderedMessage
from standby.messaging.kinds.facts import BookingContext
from standby.messaging.kinds.validation import FieldErrors, validate_template
from standby.messaging.models import MessageTemplate

log = logging.getLogger(__name__)

_IN_FORCE: Final = (
    "SELECT channel, is_ours, subject, glance, heading, text FROM message_templates "
    "WHERE kind = %s AND starts_at <= %s ORDER BY starts_at, id"
)


class WordsUnusable(Invalid):
    code = "words_unusable"
    message = _("These words cannot be sent. Please look at what is said beside them.")

    def __init__(self, faults: FieldErrors) -> None:
        super().__init__()
        self.faults = faults


def active_templates(kind: str, *, now: datetime) -> dict[str, TemplateText]:
    """Return staff's templates in force by channel, without channels that use the built-in one."""
    # Hand-written SQL, since it runs for every message.
    moment = connection.ops.adapt_datetimefield_value(now)
    with connection.cursor() as cursor:
        cursor.execute(_IN_FORCE, [kind, moment])
        rows = cursor.fetchall()
    newest = {row[0]: row[1:] for row in rows}
    return {
        channel: TemplateText(subject=subject, glance=glance, heading=heading, text=text)
        for channel, (is_ours, subject, glance, heading, text) in newest.items()
        if not is_ours
    }


def render_message(
    kind: str, booking: BookingContext, *, now: datetime, **facts: Any
) -> RenderedMessage:
    """Render a message with the templates in force.

    A staff template with a placeholder that this release does not know is replaced by the built-in
    one, so that no booking fails because of a template.
    """
    try:
        return kinds.render_builtin(
            kind, booking, in_force=active_templates(kind, now=now), **facts
        )
    except KeyError as unknown:
        log.error("the words of staff for %s cannot be said: %s is not known", kind, unknown)
        return kinds.render_builtin(kind, booking, **facts)


def create_template_version(
    template: TemplateText,
    *,
    kind: str,
    channel: str,
    starts_at: datetime,
    site_url: str,
    by: str,
    now: datetime,
) -> MessageTemplate:
    """Add a version of a template; earlier ones are kept. Raises WordsUnusable."""
    errors = validate_template(kind, channel, template, site_url=site_url)
    if errors:
        raise WordsUnusable(errors)
    return MessageTemplate.objects.create(
        kind=kind,
        channel=channel,
        subject=template.subject,
        glance=template.glance,
        heading=template.heading,
        text=template.text,
        starts_at=starts_at,
        made_by=by,
        made_at=now,
    )


def restore_builtin(*, kind: str, channel: str, by: str, now: datetime) -> MessageTemplate:
    """Restore the built-in template now, also in place of versions planned for later."""
    theirs = MessageTemplate.objects.filter(kind=kind, channel=channel)
    planned = theirs.filter(starts_at__gt=now).values_list("starts_at", flat=True)
    rows = [
        MessageTemplate(
            kind=kind, channel=channel, is_ours=True, starts_at=at, made_by=by, made_at=now
        )
        for at in [now, *sorted(set(planned))]
    ]
    return MessageTemplate.objects.bulk_create(rows)[0]


def versions_of(kind: str, channel: str) -> list[MessageTemplate]:
    theirs = MessageTemplate.objects.filter(kind=kind, channel=channel)
    return list(theirs.order_by("-starts_at", "-pk"))


def newest_by_kind(*, now: datetime) -> Mapping[tuple[str, str], MessageTemplate]:
    begun = MessageTemplate.objects.filter(starts_at__lte=now).order_by("starts_at", "pk")
    return {(one.kind, one.channel): one for one in begun}
