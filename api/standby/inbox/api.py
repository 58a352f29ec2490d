"""Mails that a mail service posts to us, where no mailbox is read."""

import base64
import binascii
import hmac
import logging

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.http import parse_header_parameters
from django.utils.timezone import now
from ninja import Router

from standby.core.access import needs
from standby.core.limits import spend_by_client
from standby.core.policy import MAIL_SECRET_GUESSES_PER_CLIENT
from standby.core.problems import problem
from standby.core.providers import wiring as core_providers
from standby.core.words import say
from standby.inbox.rules.mail import HEADER_BYTES
from standby.inbox.rules.posted import field_of_form
from standby.inbox.services.items import LARGEST_MAIL_BYTES
from standby.workflows.take_mail import take_posted_mail

log = logging.getLogger(__name__)
router = Router(tags=["mail"])

_FIELD = "email"  # in which SendGrid posts the raw mail


@router.post(
    "/webhooks/mail/inbound",
    response={200: None},
    openapi_extra=needs([{"MailSecret": []}, {"MailPassword": []}]),
    operation_id="receive_mail",
)
def post_inbound_mail(request: HttpRequest) -> HttpResponse:
    """A raw mail: the whole body, or the field `email` of a form. The same one is stored once.

    Of one that is too large only the first part is read, so that staff see from whom it is.
    """
    if not _is_proven(request.headers.get("Authorization", "")):
        # Only wrong ones are counted: all mails of a company come from the same few servers.
        spend_by_client(request, MAIL_SECRET_GUESSES_PER_CLIENT)
        log.warning("a posted mail came without the secret of the mail service")
        return _unproven()
    size_bytes = int(request.META.get("CONTENT_LENGTH") or 0)
    is_too_large = size_bytes > LARGEST_MAIL_BYTES
    raw = _mail_in(request, most_bytes=HEADER_BYTES if is_too_large else size_bytes)
    if not raw:
        return problem(
            status=400, code="unreadable", detail=say("There is no mail in this request.")
        )
    size_bytes = size_bytes if is_too_large else len(raw)
    take_posted_mail(raw, size_bytes=size_bytes, files=core_providers.files(), now=now())
    if is_too_large:
        # A service that is still sending would see a broken connection, and no answer.
        while request.read(HEADER_BYTES):
            pass
        return problem(status=413, code="too_large", detail=say("The mail is too large."))
    return HttpResponse(status=200)


def _is_proven(authorization: str) -> bool:
    # As a bearer token, or as the password of an address with any name: many services take only
    # https://name:password@host/.
    kind, _, credentials = authorization.partition(" ")
    secret = settings.ENVIRONMENT.inbox_webhook_secret.encode()
    shown = credentials.strip().encode()
    if kind.lower() == "basic":
        try:
            shown = base64.b64decode(shown, validate=True).partition(b":")[2]
        except binascii.Error:
            return False
    is_known = kind.lower() in ("bearer", "basic")
    return bool(secret) and is_known and hmac.compare_digest(shown, secret)


def _unproven() -> HttpResponse:
    answer = problem(
        status=401, code="mail_call_unproven", detail=say("This call does not show our secret.")
    )
    # Some services send the password of their address only when they are asked.
    answer["WWW-Authenticate"] = 'Basic realm="mail"'
    return answer


def _mail_in(request: HttpRequest, *, most_bytes: int) -> bytes:
    body: bytes = request.read(most_bytes)
    kind, named = parse_header_parameters(request.headers.get("Content-Type", ""))
    if kind != "multipart/form-data":
        return body
    return field_of_form(body, boundary=named.get("boundary", ""), name=_FIELD)
