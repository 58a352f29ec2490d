"""Signed Twilio webhooks: incoming texts, and delivery status of ours."""

import logging
import re
from html import escape
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router

from standby.core.problems import problem
from standby.core.schema import ProblemOut
from standby.messaging.providers import wiring as messaging_providers
from standby.workflows.receive_text import InboundSms, receive_text
from standby.workflows.record_text_status import record_text_status

log = logging.getLogger(__name__)
router = Router(tags=["texts"])

_SID: Final = re.compile(r"[A-Za-z0-9]{2,64}")


@router.post(
    "/webhooks/twilio/inbound",
    response={200: None, 400: ProblemOut, 403: ProblemOut, 413: ProblemOut, 503: ProblemOut},
    operation_id="receive_text",
)
def post_inbound_text(request: HttpRequest) -> HttpResponse:
    """A text that somebody sent us, answered in TwiML."""
    form = _form_fields(request)
    if not _is_signed(request, form):
        return _forged_response()
    sid = form.get("MessageSid", "")
    if not _SID.fullmatch(sid):
        return problem(status=400, code="unreadable", detail="A text has a MessageSid.")
    received = InboundSms(sid=sid, sender=form.get("From", ""), text=form.get("Body", ""))
    reply = receive_text(received, now=now())
    # Twilio itself replies to STOP and HELP where the account is set up so, and then sends
    # OptOutType: we must not reply a second time.
    return _twiml("" if form.get("OptOutType") else reply)


@router.post(
    "/webhooks/twilio/status",
    response={200: None, 403: ProblemOut, 413: ProblemOut, 503: ProblemOut},
    operation_id="receive_text_status",
)
def post_text_status(request: HttpRequest) -> HttpResponse:
    """What became of a text after the provider took it."""
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
    return messaging_providers.is_text_call_signed(
        f"{settings.SITE_URL}{request.get_full_path()}",
        sent=form,
        signature=request.headers.get("X-Twilio-Signature", ""),
    )


def _forged_response() -> HttpResponse:
    log.warning("a webhook about texts was not signed by the provider")
    return problem(status=403, code="text_call_forged", detail="This call is not signed by us.")


def _twiml(reply: str) -> HttpResponse:
    message = f"<Message>{escape(reply)}</Message>" if reply else ""
    return HttpResponse(
        f'<?xml version="1.0" encoding="UTF-8"?><Response>{message}</Response>',
        content_type="text/xml",
    )
