"""Preview of every message template, on a developer's machine only."""

from html import escape
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from standby.core.not_found import not_found_page
from standby.messaging.kinds import email as letter
from standby.messaging.kinds import staff
from standby.messaging.kinds.samples import BOOKING, SAMPLES, render_sample, with_sample_link
from standby.messaging.rules.text_message import count_segments, length_of, to_gsm

_LETTER_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
_PAGE_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'"
)


def message_preview_page(request: HttpRequest) -> HttpResponse:
    if not _is_shown():
        return not_found_page(request)
    kinds = [_preview(kind) for kind in SAMPLES]
    page = render(request, "message_preview.html", {"kinds": kinds, "plain": _plain_messages()})
    page["Content-Security-Policy"] = _PAGE_POLICY
    return page


def message_preview_letter(request: HttpRequest, kind: str) -> HttpResponse:
    if not _is_shown() or kind not in SAMPLES:
        return not_found_page(request)
    sample = render_sample(kind)
    page = HttpResponse(
        with_sample_link(
            letter.render_html(letter.render_inner_html(sample.letter)), site_url=settings.SITE_URL
        )
    )
    page["Content-Security-Policy"] = _LETTER_POLICY
    page["X-Frame-Options"] = "SAMEORIGIN"
    return page


def sms_of(kind: str) -> str:
    """Render the text of a kind with a link as long as a real one."""
    return to_gsm(with_sample_link(render_sample(kind).text, site_url=settings.SITE_URL))


def _is_shown() -> bool:
    return settings.ENVIRONMENT.env == "local"


def _preview(kind: str) -> dict[str, object]:
    sample, text = render_sample(kind), sms_of(kind)
    return {
        "kind": kind,
        "subject": sample.letter.subject,
        "glance": sample.letter.preheader,
        "plain": with_sample_link(letter.render_text(sample.letter), site_url=settings.SITE_URL),
        "text": text,
        "length": length_of(text),
        "segments": count_segments(text),
    }


def _plain_messages() -> list[dict[str, object]]:
    # Messages without an order have no sample of their own.
    opened = staff.zip_opened(
        zip_code="77833", city="Brenham", link=f"{settings.SITE_URL}/installation-wizard"
    )
    needed = staff.staff_needed(topic="paid, but its date is gone", order=BOOKING.number)
    received = staff.text_received(
        sender="+12815550100", text=escape("Gate code is 4321"), order=BOOKING.number
    )
    return [
        {"kind": "zip_opened", "subject": "", "plain": opened.text},
        {"kind": "staff_needed", "subject": needed.subject, "plain": needed.text},
        {"kind": "text_received", "subject": received.subject, "plain": received.text},
    ]
