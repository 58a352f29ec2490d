"""The message context for code outside of a visitor's request."""

from django.conf import settings

from standby import providers
from standby.flows.messages.tell import MessageContext


def message_context(*, site_url: str = "") -> MessageContext:
    return MessageContext(
        site_url=site_url or settings.SITE_URL,
        staff_mail=settings.STAFF_MAIL,
        signer=providers.signer(),
    )
