"""Messages to customers about the photos of their home."""

from collections.abc import Sequence
from typing import Final

from standby.core.words import (
    Sentence,
    _,
    say_count,
)
from standby.messaging.kinds.definition import (
    TAKE_PHOTOS,
    BookingContext,
    Button,
    MessageKind,
    context_for,
)
from standby.messaging.rendering import MY_PHOTOS, TemplateContext, sanitize_input


def photos_missing(booking: BookingContext, *, least: int = 5) -> TemplateContext:
    return context_for(booking, button=TAKE_PHOTOS, least=str(least), lower=booking.lower)


def photos_received(booking: BookingContext, *, count: int) -> TemplateContext:
    return context_for(booking, photos=say_count("%(number)s photo", "%(number)s photos", count))


def retake_wanted(
    booking: BookingContext, *, reason: str, photos: Sequence[Sentence] = ()
) -> TemplateContext:
    text = short = sanitize_input(reason)
    # A text has room for 100 characters of a reason; the whole is on the linked page.
    if len(text) > 100:
        short = text[:97].rsplit(" ", 1)[0] + "..."
    named = ""
    if photos:
        named = say_count(
            "Photo to take again: %(titles)s.",
            "Photos to take again: %(titles)s.",
            len(photos),
            titles="; ".join(map(str, photos)),
        )
    return context_for(
        booking,
        button=Button(_("Retake it"), MY_PHOTOS),
        reason=text,
        short_reason=short,
        photos=named,
    )


KINDS: Final = (
    MessageKind(
        name="photo_link",
        title=_("Photos, please"),
        context=photos_missing,
        sample={"least": 5},
        placeholders={
            "least": "how many photos",
            "lower": "from which run on down it costs less; empty where none does",
        },
        is_immediate=True,
    ),
    MessageKind(
        name="photo_reminder",
        title=_("Photos are still missing"),
        context=photos_missing,
        sample={"least": 5},
        placeholders={"least": "how many photos"},
    ),
    MessageKind(
        name="photos_received",
        title=_("Photos arrived"),
        context=photos_received,
        sample={"count": 6},
        placeholders={"photos": "how many, such as 6 photos"},
        is_immediate=True,
        overtaken_by=frozenset({"photos_received"}),
    ),
    MessageKind(
        name="retake_wanted",
        title=_("A photo needs a retake"),
        context=retake_wanted,
        sample={
            "reason": "The photo of the gas meter is blurred; we need its number.",
            "photos": [Sentence(_("Gas meter or propane tank"))],
        },
        placeholders={
            "reason": "which one and why",
            "short_reason": "the same, cut for a text",
            "photos": "the photos in question; empty if none was marked",
        },
        required_placeholders={"reason", "short_reason"},
        free_text_placeholders={"reason", "short_reason"},
        overtaken_by=frozenset({"retake_wanted"}),
    ),
)
