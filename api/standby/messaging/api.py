"""Webhooks about texts, the unsubscribe page, and the preview of messages for developers."""

import logging
import re
from collections.abc import Mapping
from html import escape
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods
from ninja import Router

from standby.company.selectors import colors, company
from standby.core.access import needs
from standby.core.limits import LimitReached, spend_by_client
from standby.core.market import color_variables
from standby.core.policy import UNSUBSCRIBE_GUESSES_PER_CLIENT
from standby.core.problems import error_response, not_found_page, problem
from standby.core.providers import wiring as core_providers
from standby.core.styled_page import styled_page
from standby.core.words import active_language, say
from standby.messaging.kinds import KINDS, SAMPLE_BOOKING, render_sample, with_sample_link
from standby.messaging.providers.texts import is_signed
from standby.messaging.rendering import email_html, email_parts, email_text, render_plain
from standby.messaging.rules import count_segments, length_of, to_gsm
from standby.messaging.services.consents import UnsubscribeLinkUnknown, unsubscribe
from standby.workflows.receive_text import record_text_status
from standby.workflows.take_text import take_text

log = logging.getLogger(__name__)
router = Router(tags=["texts"])

_SID: Final = re.compile(r"[A-Za-z0-9]{2,64}")
_LETTER_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'"
)
_PAGE_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'"
)
# Messages without an order
_PLAIN_SAMPLES: Final[Mapping[str, dict[str, str]]] = {
    "zip_opened": {
        "zip_code": "77833",
        "city": "Brenham",
        "link": f"{settings.SITE_URL}/installation-wizard",
    },
    "staff_needed": {
        "topic": "paid, but its date is gone",
        "order": SAMPLE_BOOKING.number,
    },
    "text_received": {
        "sender": "+12815550100",
        "sender_end": "00",
        "text": "Gate code is 4321",
        "order": SAMPLE_BOOKING.number,
    },
}


@router.post(
    "/webhooks/twilio/inbound",
    response={200: None},
    openapi_extra=needs([{"TwilioSignature": []}]),
    operation_id="receive_text",
)
def post_inbound_text(request: HttpRequest) -> HttpResponse:
    """An inbound text message; the response is TwiML."""
    form = _form_fields(request)
    if not _is_signed(request, form):
        return _forged_response()
    sid = form.get("MessageSid", "")
    if not _SID.fullmatch(sid):
        return problem(status=400, code="unreadable", detail=say("A text has a MessageSid."))
    reply = take_text(form, files=core_providers.files(), now=now())
    # Twilio itself replies to STOP and HELP where the account is set up so, and then sends
    # OptOutType: we must not reply a second time.
    reply = "" if form.get("OptOutType") else reply
    message = f"<Message>{escape(reply)}</Message>" if reply else ""
    return HttpResponse(
        f'<?xml version="1.0" encoding="UTF-8"?><Response>{message}</Response>',
        content_type="text/xml",
    )


@router.post(
    "/webhooks/twilio/status",
    response={200: None},
    openapi_extra=needs([{"TwilioSignature": []}]),
    operation_id="receive_text_status",
)
def post_text_status(request: HttpRequest) -> HttpResponse:
    """The delivery status of a sent text."""
    form = _form_fields(request)
    if not _is_signed(request, form):
        return _forged_response()
    record_text_status(
        form.get("MessageSid", ""),
        status=form.get("MessageStatus", ""),
        code=form.get("ErrorCode", "unknown"),
        now=now(),
    )
    return HttpResponse(status=200)


def _form_fields(request: HttpRequest) -> dict[str, str]:
    # NUL is the one character that no PostgreSQL text column takes.
    return {name: str(text).replace("\x00", "") for name, text in request.POST.items()}


def _is_signed(request: HttpRequest, form: dict[str, str]) -> bool:
    # Twilio signs the public URL it was configured with, not the one a proxy rewrote.
    return settings.ENVIRONMENT.texts == "twilio" and is_signed(
        f"{settings.SITE_URL}{request.get_full_path()}",
        sent=form,
        signature=request.headers.get("X-Twilio-Signature", ""),
        token=settings.ENVIRONMENT.twilio_auth_token,
    )


def _forged_response() -> HttpResponse:
    log.warning("a webhook about texts was not signed by the provider")
    return problem(
        status=403, code="text_call_forged", detail=say("This call is not signed by us.")
    )


@csrf_exempt  # no cookie is used: mail programs send only the token in the address
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe_page(request: HttpRequest, token: str) -> HttpResponse:
    # A GET shows the same page for every token, so that it does not reveal which ones are valid.
    if request.method != "POST":
        return _page(
            request,
            say("No more emails like this?"),
            say(
                "From a reminder, you unsubscribe from all our reminders; from an invitation, from "
                "all our invitations. You will still get the emails that an installation you "
                "reserved needs, such as a new date or a payment that is due."
            ),
            is_requested=True,
        )
    try:
        return _unsubscribe(request, token)
    except LimitReached as error:
        return error_response(request, error)


def _unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    # Only wrong tokens are counted: one mail provider posts the valid tokens of many people.
    try:
        unsubscribe(token, now=now())
    except UnsubscribeLinkUnknown:
        spend_by_client(request, UNSUBSCRIBE_GUESSES_PER_CLIENT)
        return _page(
            request,
            say("This link is not complete"),
            say(
                "Please open the link in our email again, or reply to that email with the word "
                "unsubscribe."
            ),
            status=404,
        )
    return _page(
        request,
        say("You are unsubscribed"),
        say(
            "We will no longer send you emails like the one that brought you here. You will still "
            "get the emails that an installation you reserved needs."
        ),
    )


def _page(
    request: HttpRequest, heading: str, text: str, *, is_requested: bool = False, status: int = 200
) -> HttpResponse:
    words = {"heading": heading, "text": text, "unsubscribe": say("Unsubscribe")}
    context = {**words, "is_requested": is_requested, "brand": company().name}
    page = styled_page(
        request,
        "unsubscribe",
        {**context, "language": active_language()},
        colors=colors(),
        status=status,
    )
    page["Cache-Control"] = "no-store"
    return page


def message_preview_page(request: HttpRequest) -> HttpResponse:
    if settings.ENVIRONMENT.env != "local":
        return not_found_page(request)
    previews = []
    for kind in KINDS:
        sample, text = render_sample(kind), sms_of(kind)
        previews.append(
            {
                "kind": kind,
                "subject": sample.subject,
                "glance": sample.preheader,
                "plain": with_sample_link(email_text(sample), site_url=settings.SITE_URL),
                "text": text,
                "length": length_of(text),
                "segments": count_segments(text),
            }
        )
    plain = [
        {"kind": kind, **render_plain(kind, **values)} for kind, values in _PLAIN_SAMPLES.items()
    ]
    context = {"kinds": previews, "plain": plain, "colors": color_variables(colors())}
    page = render(request, "message_preview.html", context)
    page["Content-Security-Policy"] = _PAGE_POLICY
    return page


def message_preview_letter(request: HttpRequest, kind: str) -> HttpResponse:
    if settings.ENVIRONMENT.env != "local" or kind not in KINDS:
        return not_found_page(request)
    sample = render_sample(kind)
    html = email_html(email_parts(sample), is_refusable=sample.is_refusable)
    page = HttpResponse(with_sample_link(html, site_url=settings.SITE_URL))
    page["Content-Security-Policy"] = _LETTER_POLICY
    page["X-Frame-Options"] = "SAMEORIGIN"
    return page


def sms_of(kind: str) -> str:
    return to_gsm(with_sample_link(render_sample(kind).sms, site_url=settings.SITE_URL))
