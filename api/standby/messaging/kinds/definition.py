"""Message definitions and templates, and how placeholders are filled."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from standby.messaging.kinds.brand import NAME, PHONE
from standby.messaging.kinds.email import (
    MY_BOOKING,
    MY_PHOTOS,
    Button,
    EmailContent,
    RenderedMessage,
)
from standby.messaging.kinds.facts import STOP, BookingContext, long_day, short_day
from standby.messaging.rules.placeholders import (
    BUTTON,
    DETAILS,
    fill_placeholders,
    paragraphs_of,
    placeholders_in,
)

# Placeholders of every message about an order, with the help text that staff see.
OF_A_BOOKING: Final[Mapping[str, str]] = {
    "brand": "our name",
    "phone": "our phone number",
    "day": "the day of the installation, such as Thursday, March 12",
    "long_day": "the same with its year",
    "hours": "when the crew arrives, such as 8:30 AM and 12:30 PM",
    "number": "the confirmation number",
    "link": "the link to the booking page",
    "photo_link": "the link to the photo page",
    "stop": "how to end the texts",
}
EMAIL: Final = "email"
_ALWAYS: Final = frozenset({"brand", "link", "photo_link", "stop", DETAILS, BUTTON})
_BLOCKS: Final[Mapping[str, str]] = {
    DETAILS: "the table of facts",
    BUTTON: "the button that opens the page",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateText:
    """The text of one channel.

    A text message has only `text`; an empty line separates paragraphs.
    """

    text: str
    subject: str = ""
    glance: str = ""
    heading: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateContext:
    """Values of one message's placeholders; `name` is for the greeting."""

    values: Mapping[str, str]
    name: str
    details: Sequence[tuple[str, str]] = ()
    button: Button


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageDefinition:
    """One kind of message: its built-in text, and the rules for staff's versions of it.

    `placeholders` are its own, beside those of every booking. `required_placeholders` may not be
    left out by a staff version where the built-in text has them. `free_text_placeholders` hold text
    that a person typed. `fixed_reason` says why staff may not change the text.
    """

    title: str
    email: TemplateText
    sms: str
    facts: Callable[..., TemplateContext]
    placeholders: Mapping[str, str] = field(default_factory=dict)
    required_placeholders: frozenset[str] = frozenset()
    free_text_placeholders: frozenset[str] = frozenset()
    fixed_reason: str = ""

    def ours(self, channel: str) -> TemplateText:
        return self.email if channel == EMAIL else TemplateText(text=self.sms)

    def known(self, channel: str) -> Mapping[str, str]:
        """Return every placeholder of the channel with its help text."""
        blocks = [name for name in _BLOCKS if f"{{{name}}}" in self.ours(channel).text]
        return {**OF_A_BOOKING, **self.placeholders, **{name: _BLOCKS[name] for name in blocks}}

    def mandatory(self, channel: str) -> frozenset[str]:
        """Return placeholders that a staff version must keep, such as the link and the opt-out."""
        return (_ALWAYS | self.required_placeholders) & frozenset(
            placeholders_in(self.ours(channel).text)
        )


def base_context(
    booking: BookingContext,
    *,
    button: Button,
    details: Sequence[tuple[str, str]] = (),
    **values: str,
) -> TemplateContext:
    context = {
        "brand": NAME,
        "phone": PHONE,
        "day": short_day(booking.day),
        "long_day": long_day(booking.day),
        "hours": booking.hours,
        "number": booking.number,
        "link": MY_BOOKING,
        "photo_link": MY_PHOTOS,
        "stop": STOP,
    }
    return TemplateContext(
        values=context | values, name=booking.name, details=details, button=button
    )


def render(email: TemplateText, sms: str, *, facts: TemplateContext) -> RenderedMessage:
    """Fill a message's templates. Raises KeyError for a placeholder this message does not know."""
    # Paragraphs after the button close the e-mail.
    before, _, after = email.text.partition(f"{{{BUTTON}}}")
    has_details = f"{{{DETAILS}}}" in email.text
    letter = EmailContent(
        subject=fill_placeholders(email.subject, facts.values),
        preheader=fill_placeholders(email.glance, facts.values),
        heading=fill_placeholders(email.heading, facts.values),
        name=facts.name,
        paragraphs=_paragraphs(before, facts=facts),
        details=facts.details if has_details else (),
        button=facts.button,
        closing=_paragraphs(after, facts=facts),
    )
    return RenderedMessage(letter=letter, text=fill_placeholders(sms, facts.values))


def _paragraphs(words: str, *, facts: TemplateContext) -> tuple[str, ...]:
    blocks = (part for part in paragraphs_of(words) if part.strip() != f"{{{DETAILS}}}")
    texts = (fill_placeholders(part, facts.values) for part in blocks)
    return tuple(paragraph for paragraph in texts if paragraph)
