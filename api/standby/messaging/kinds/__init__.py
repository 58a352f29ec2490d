"""Every kind of message to customers, and who of the staff may read it.

A new kind is one file in templates/messages/en, its stream in `streams`, and one entry in the
module here that it belongs to.
"""

from collections.abc import Callable, Mapping
from datetime import date, time
from functools import cache
from typing import Any, Final

from pydantic import validate_call

from standby.core.market import PLACE
from standby.core.roles import Permission, is_allowed
from standby.messaging.kinds import endings, money, photos, price, visits
from standby.messaging.kinds.definition import BookingContext, MessageKind
from standby.messaging.kinds.streams import KINDS_OF, STREAM_OF, Stream, is_refusable
from standby.messaging.rendering import (
    MY_BOOKING,
    MY_DOCUMENTS,
    MY_PHOTOS,
    SITE,
    UNSUBSCRIBE,
    RenderedMessage,
    TemplateContext,
    TemplateText,
    builtin_templates,
    render,
)

KINDS: Final[Mapping[str, MessageKind]] = {
    kind.name: kind for module in (visits, endings, photos, price, money) for kind in module.KINDS
}
FOR_STAFF: Final = KINDS_OF[Stream.STAFF]
FROM_STAFF: Final = "from_staff"  # to a customer, in staff's own words
# Account mail can be read by nobody but the recipient: it holds the keys to an account.
READABLE_KINDS: Final = frozenset(STREAM_OF) - frozenset(KINDS_OF[Stream.ACCOUNT])


def readable_kinds(role: str) -> frozenset[str]:
    return READABLE_KINDS if is_allowed(role, Permission.SEE_MESSAGES) else frozenset()


def may_send_again(role: str, kind: str) -> bool:
    """Whether this role may send a message of this kind again.

    Messages that staff cannot read are sent again by those who manage staff accounts, unread.
    """
    is_readable = kind in READABLE_KINDS
    return is_allowed(role, Permission.SEND_MESSAGES if is_readable else Permission.MANAGE_STAFF)


def render_kind(
    kind: str,
    booking: BookingContext | Mapping[str, Any],
    *,
    in_force: Mapping[str, TemplateText] | None = None,
    **values: Any,
) -> RenderedMessage:
    """Render a message of this kind of its facts, which may be as JSON has them.

    `in_force` holds staff's templates by channel; other channels use the built-in one. Raises
    KeyError for an unknown placeholder in them, and ValueError for facts of another shape.
    """
    templates = {**builtin_templates(kind), **(in_force or {})}
    context = _of_stored(KINDS[kind].context)(booking, **values)
    return render(templates, context, is_refusable=is_refusable(kind))


@cache
def _of_stored(context: Callable[..., TemplateContext]) -> Callable[..., TemplateContext]:
    # JSON has days, moments and rates as text: the annotations say what they are.
    return validate_call(context)


SAMPLE_BOOKING: Final = BookingContext(
    name="Ada Lovelace",
    day=date(2026, 3, 12),
    hours=(time(8, 30), time(12, 30)),
    address=PLACE.sample_address,
    number="SB-7K3F9",
    fee_cents=100_00,
    total_cents=12_694_77,
    lower_ft=25,
)


def render_sample(
    kind: str, *, in_force: Mapping[str, TemplateText] | None = None
) -> RenderedMessage:
    """Render a message with sample data.

    Raises KeyError for an unknown placeholder in a template.
    """
    return render_kind(kind, SAMPLE_BOOKING, in_force=in_force, **KINDS[kind].sample)


def with_sample_link(text: str, *, site_url: str) -> str:
    # As long as a real link, since the price of a text depends on its length.
    booking_url = f"{site_url}/b/{'x' * 44}"
    return (
        text.replace(MY_PHOTOS, f"{booking_url}?to=photos")
        .replace(MY_DOCUMENTS, f"{booking_url}?to=documents")
        .replace(MY_BOOKING, booking_url)
        .replace(UNSUBSCRIBE, f"{site_url}/unsubscribe/{'x' * 44}")
        .replace(SITE, site_url)
    )
