"""Messages from their templates: placeholders filled, as plain text and as HTML (MSG-02.5).

Each kind has one file in templates/messages/LANGUAGE: headers for subject, glance (what a mail
client shows beside the subject), heading and SMS, then the email's paragraphs. Where a language has
no such file, the English one is sent. Everything here is said in the active language.
Placeholders in [[double brackets]] are links, made when the message is sent and never stored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from django.conf import settings
from django.template.loader import render_to_string

from standby.company.selectors import colors, company, logo
from standby.core.contacts import has_web_address
from standby.core.market import color_variables
from standby.core.words import _, active_language, in_language, say
from standby.messaging.rules import (
    BUTTON,
    DETAILS,
    fill_placeholders,
    paragraphs_of,
    replace_placeholders,
)

MY_BOOKING: Final = "[[my-booking]]"
MY_PHOTOS: Final = "[[my-booking/photos]]"
MY_DOCUMENTS: Final = "[[my-booking/documents]]"
ACCOUNT_LINK: Final = "[[account-link]]"  # for account mail only
SITE: Final = "[[site]]"
OFFICE_MAIL: Final = "[[office-mail]]"
READER_MAIL: Final = "[[reader-mail]]"
UNSUBSCRIBE: Final = "[[unsubscribe]]"
_SHOWN_LATER: Final = {
    MY_BOOKING: _("your booking page"),
    MY_PHOTOS: _("your photo page"),
    MY_DOCUMENTS: _("your documents"),
    UNSUBSCRIBE: _("the link in the email"),
    SITE: "",
}
EMAIL: Final = "email"
SMS: Final = "sms"
_SOURCE: Final = "en"
_EMAIL_PARTS: Final = (
    *("preheader", "heading", "name", "paragraphs", "details", "button", "closing"),
)
_LOGO_BOX_PX: Final = (200, 40)


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateText:
    """The text of one channel, with placeholders.

    A text message has only `text`; an empty line separates paragraphs.
    """

    text: str
    subject: str = ""
    glance: str = ""
    heading: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateContext:
    """Values of one message's placeholders; `name` is for the greeting, `button` label and URL."""

    values: Mapping[str, str]
    button: tuple[str, str]
    name: str = ""
    details: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedMessage:
    """One message, as email and as text message (`sms`).

    The subject holds no text that a visitor typed. Without a reservation (`is_booked` False) there
    is no booking to link to. One that `is_refusable` links to unsubscribing from its stream.
    """

    subject: str
    preheader: str
    heading: str
    name: str
    paragraphs: Sequence[str]
    details: Sequence[tuple[str, str]]
    button: tuple[str, str]
    closing: Sequence[str]
    sms: str
    is_booked: bool = True
    is_refusable: bool = False


def builtin_templates(name: str) -> Mapping[str, TemplateText]:
    """Return our own templates of a message by channel, in the active language."""
    return _template_in(settings.MESSAGE_TEMPLATES, active_language(), name)


@cache
def _template_in(folder: Path, language: str, name: str) -> Mapping[str, TemplateText]:
    translated = folder / language / f"{name}.txt"
    file = translated if translated.is_file() else folder / _SOURCE / f"{name}.txt"
    head, _, body = file.read_text().strip().partition("\n\n")
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    return {
        EMAIL: TemplateText(
            text=body,
            subject=fields.get("Subject", ""),
            glance=fields.get("Glance", ""),
            heading=fields.get("Heading", ""),
        ),
        SMS: TemplateText(text=fields.get("SMS", "")),
    }


def render(
    templates: Mapping[str, TemplateText],
    context: TemplateContext,
    *,
    is_booked: bool = True,
    is_refusable: bool = False,
) -> RenderedMessage:
    """Fill a message's templates. Raises KeyError for a placeholder this message does not know."""
    email, values = templates[EMAIL], context.values
    # Paragraphs after the button close the email.
    before, _, after = email.text.partition(f"{{{BUTTON}}}")
    return RenderedMessage(
        subject=fill_placeholders(email.subject, values),
        preheader=fill_placeholders(email.glance, values),
        heading=fill_placeholders(email.heading, values),
        name=context.name,
        paragraphs=_paragraphs(before, values),
        details=context.details if f"{{{DETAILS}}}" in email.text else (),
        button=context.button,
        closing=_paragraphs(after, values),
        sms=fill_placeholders(templates[SMS].text, values),
        is_booked=is_booked,
        is_refusable=is_refusable,
    )


def _paragraphs(text: str, values: Mapping[str, str]) -> list[str]:
    blocks = (part for part in paragraphs_of(text) if part.strip() != f"{{{DETAILS}}}")
    return [filled for part in blocks if (filled := fill_placeholders(part, values))]


def render_plain(name: str, /, **values: str) -> dict[str, str]:
    """Return subject and text of a plain message about no booking, as fields of a Message.

    It is in the active language; one to staff is made `in_english`.
    """
    templates, named = builtin_templates(name), company()
    values = {"brand": named.name, "phone": named.phone, **values}
    body = templates[EMAIL].text
    return {
        "subject": replace_placeholders(templates[EMAIL].subject, values),
        "text": replace_placeholders(f"{body}\n" if body else templates[SMS].text, values),
    }


def email_text(message: RenderedMessage) -> str:
    label, url = message.button
    parts = [greeting(message.name), *message.paragraphs]
    if message.details:
        width = max(len(name) for name, _ in message.details) + 2
        parts.append("\n".join(f"{f'{name}:':<{width}}{fact}" for name, fact in message.details))
    parts += [f"{label}:\n{url}", *message.closing]
    if message.is_booked and url != MY_BOOKING:
        parts.append(f"{say('Your booking, at any time')}:\n{MY_BOOKING}")
    if message.is_refusable:
        parts.append(f"{say('To get no more of these:')}\n{UNSUBSCRIBE}")
    return "\n\n".join([*parts, f"{company().name}, {company().phone}\n"])


def email_parts(message: RenderedMessage) -> dict[str, Any]:
    """Return what `email_html` needs of the message, to be stored until it is sent."""
    return {name: getattr(message, name) for name in _EMAIL_PARTS}


def email_html(
    parts: Mapping[str, Any], *, is_booked: bool = True, is_refusable: bool = False
) -> str:
    label, url = parts["button"]
    context = {
        "message": parts,
        "language": active_language(),
        "greeting": greeting(parts["name"]),
        "frame": _frame(is_booked=is_booked, is_refusable=is_refusable),
        "label": label,
        "url": url,
        "is_booked": is_booked,
        "is_refusable": is_refusable,
        "company": company(),
        # A mail client loads no stylesheet.
        "colors": color_variables(colors()),
        "logo": _logo_for_mail(),
        "links": SimpleNamespace(booking=MY_BOOKING, unsubscribe=UNSUBSCRIBE, site=SITE),
    }
    return render_to_string("email.html", context)


def _frame(*, is_booked: bool, is_refusable: bool) -> dict[str, str]:
    # What stands around every letter.
    if is_booked:
        why = say("You get this email because you reserved an installation with us.")
    elif not is_refusable:
        why = say("You get this email because you asked for it on our site.")
    else:
        why = say("You get this email once, because you asked us to remind you.")
    named = company()
    return {
        "booking": say("Your booking, at any time"),
        "why": why,
        "no_more": say("To get no more of these:"),
        "unsubscribe": say("Unsubscribe"),
        "sender": say(
            "%(brand)s home standby power, %(metro)s", brand=named.name, metro=named.metro
        ),
        "privacy": say("Privacy"),
    }


def _logo_for_mail() -> dict[str, Any] | None:
    chosen = logo()
    if chosen is None:
        return None
    return {"url": f"{SITE}{chosen.path}", **chosen.size_within(*_LOGO_BOX_PX)}


def without_links(text: str, *, language: str = "") -> str:
    """Return a stored text without its link placeholders, as it may be read later.

    `language` is that of the text where it is ours, else the active one.
    """
    with in_language(language or active_language()):
        for placeholder, shown in _SHOWN_LATER.items():
            text = text.replace(placeholder, say(shown) if shown else "")
    return text


def sanitize_input(text: str) -> str:
    """Return typed text on one line, unable to imitate one of our link placeholders."""
    return " ".join(text.replace("[[", "((").split())


def greeting(name: str) -> str:
    """Return the first line of a letter: "Hello Ada,"."""
    # A name that was stored before names were checked may be somebody's link.
    is_name = name.split() and not has_web_address(name)
    return say("Hello %(name)s,", name=name.split()[0]) if is_name else say("Hello there,")
