"""Rendering of one e-mail as plain text and HTML from the same content (MSG-02.5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from standby.messaging.kinds.brand import NAME, PAINT, PHONE

# Placeholders for the access link, which is signed when the message is sent and never stored.
MY_BOOKING: Final = "[[my-booking]]"
MY_PHOTOS: Final = "[[my-booking/photos]]"
# For account mail only; filled like the access link.
ACCOUNT_LINK: Final = "[[account-link]]"
SITE: Final = "[[site]]"
OFFICE_MAIL: Final = "[[office-mail]]"
READER_MAIL: Final = "[[reader-mail]]"
UNSUBSCRIBE: Final = "[[unsubscribe]]"
_SHOWN_LATER: Final = {
    MY_BOOKING: "your booking page",
    MY_PHOTOS: "your photo page",
    UNSUBSCRIBE: "the link in the e-mail",
    SITE: "",
}

_FONT: Final = "font-family:Figtree,Arial,Helvetica,sans-serif;"
_BODY: Final = f"{_FONT}font-size:16px;line-height:1.55;color:{PAINT.ink};margin:0 0 16px;"


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    label: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EmailContent:
    """Content of one e-mail; `preheader` is what a mail client shows beside the subject.

    The subject holds no text that a visitor typed. Without a reservation (`is_booked` False) there
    is no booking to link to.
    """

    subject: str
    preheader: str
    heading: str
    name: str
    paragraphs: Sequence[str]
    details: Sequence[tuple[str, str]] = ()
    button: Button | None = None
    closing: Sequence[str] = ()
    is_booked: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedMessage:
    """One message in its two forms, e-mail and text."""

    letter: EmailContent
    text: str


def render_text(letter: EmailContent) -> str:
    parts = [f"Hello {first_name(letter.name)},", *letter.paragraphs]
    if letter.details:
        width = max(len(label) for label, _ in letter.details) + 2
        parts.append("\n".join(f"{f'{label}:':<{width}}{fact}" for label, fact in letter.details))
    if letter.button:
        parts.append(f"{letter.button.label}:\n{letter.button.url}")
    parts += letter.closing
    if letter.is_booked and (letter.button is None or letter.button.url != MY_BOOKING):
        parts.append(f"Your booking, at any time:\n{MY_BOOKING}")
    if not letter.is_booked:
        parts.append(f"To get no more of these:\n{UNSUBSCRIBE}")
    return "\n\n".join([*parts, f"{NAME}, {PHONE}\n"])


def render_inner_html(letter: EmailContent) -> str:
    """Render the e-mail without the frame that `render_html` adds when it is sent."""
    glance = escape(letter.preheader)
    parts = [
        # What a mail client shows beside the subject; the blanks keep the greeting out of it.
        '<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">'
        f"{glance}{'&#847;&zwnj;&nbsp;' * 20}</div>",
        f'<h1 style="{_FONT}font-size:24px;line-height:1.25;color:{PAINT.ink};margin:0 0 20px;">'
        f"{escape(letter.heading)}</h1>",
        _paragraph(f"Hello {first_name(letter.name)},"),
        *map(_paragraph, letter.paragraphs),
    ]
    if letter.details:
        rows = "".join(
            f'<tr><td width="36%" style="{_FONT}font-size:15px;color:{PAINT.quiet};'
            f"padding:8px 16px 8px 0;"
            f'border-bottom:1px solid {PAINT.line};vertical-align:top;">{escape(label)}</td>'
            f'<td style="{_FONT}font-size:15px;color:{PAINT.ink};font-weight:600;padding:8px 0;'
            f'border-bottom:1px solid {PAINT.line};">{escape(fact)}</td></tr>'
            for label, fact in letter.details
        )
        parts.append(
            '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" '
            f'style="border-collapse:collapse;margin:0 0 24px;">{rows}</table>'
        )
    if button := letter.button:
        parts.append(
            '<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px;">'
            f'<tr><td bgcolor="{PAINT.action}" style="border-radius:10px;'
            f'background:{PAINT.action};">'
            f'<a href="{escape(button.url)}" style="{_FONT}display:inline-block;padding:14px 26px;'
            f'font-size:16px;font-weight:700;color:{PAINT.action_ink};text-decoration:none;">'
            f"{escape(button.label)}</a></td></tr></table>"
        )
    return "".join([*parts, *map(_paragraph, letter.closing)])


def render_html(inside_html: str, *, is_booked: bool = True) -> str:
    """Render the whole HTML document.

    Tables and inline styles are all that mail clients support.
    """
    foot = _BOOKING_FOOTER if is_booked else _REMINDER_FOOTER
    return _FRAME.replace("{foot}", foot).replace("{inside}", inside_html)


def without_links(text: str) -> str:
    """Return a stored text without its link placeholders, as the homeowner may read it later."""
    for placeholder, shown in _SHOWN_LATER.items():
        text = text.replace(placeholder, shown)
    return text


def sanitize_input(text: str) -> str:
    """Return typed text on one line, unable to imitate one of our link placeholders."""
    return " ".join(text.replace("[[", "((").split())


def first_name(name: str) -> str:
    return name.split()[0] if name.split() else "there"


def _paragraph(words: str) -> str:
    return f'<p style="{_BODY}">{escape(words)}</p>'


_BOOKING_FOOTER: Final = (
    f'<a href="{MY_BOOKING}" style="color:{PAINT.quiet};">Your booking, at any time</a><br>'
    "You get this e-mail because you reserved an installation with us."
)
_REMINDER_FOOTER: Final = (
    "You get this e-mail once, because you asked us to remind you. To get no more of these: "
    f'<a href="{UNSUBSCRIBE}" style="color:{PAINT.quiet};">Unsubscribe</a>'
)
_FRAME: Final = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{NAME}</title>
<style>
@media (prefers-color-scheme: dark) {{
  .ground {{ background: {PAINT.night} !important; }}
  .card {{ background: {PAINT.night_card} !important; }}
  .card h1, .card p, .card td {{ color: {PAINT.night_ink} !important; }}
  .foot {{ color: {PAINT.night_quiet} !important; }}
  .foot a {{ color: {PAINT.night_quiet} !important; }}
}}
</style></head>
<body class="ground" style="margin:0;padding:0;background:{PAINT.ground};">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground"
 style="background:{PAINT.ground};"><tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="600" cellpadding="0" cellspacing="0"
 style="width:100%;max-width:600px;">
<tr><td bgcolor="{PAINT.brand}" style="background:{PAINT.brand};border-radius:14px 14px 0 0;
 border-bottom:4px solid {PAINT.glow};padding:20px 28px;{_FONT}font-size:20px;font-weight:700;
 color:{PAINT.glow};">{NAME}</td></tr>
<tr><td class="card" bgcolor="{PAINT.card}" style="background:{PAINT.card};padding:28px;
 border-radius:0 0 14px 14px;">{{inside}}</td></tr>
<tr><td class="foot" style="{_FONT}font-size:13px;line-height:1.6;color:{PAINT.quiet};
 padding:20px 28px;">
{{foot}}<br>
{NAME} home standby power, Greater Houston &middot; {PHONE}<br>
<a href="{SITE}/legal/privacy" style="color:{PAINT.quiet};">Privacy</a></td></tr>
</table></td></tr></table></body></html>"""
