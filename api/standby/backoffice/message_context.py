"""The message context for code outside of a visitor's request."""

from django.conf import settings

from standby.core.office import MessageContext
from standby.core.providers import wiring as core_providers


def message_context(*, site_url: str = "") -> MessageContext:
    return MessageContext(
        site_url=site_url or settings.SITE_URL,
        staff_mail=settings.STAFF_MAIL,
        signer=core_providers.signer(),
    )
