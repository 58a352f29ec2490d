"""The business's addresses for messages, from the settings."""

from django.conf import settings
from django.http import HttpRequest

from standby.core.office import MessageContext
from standby.core.providers import wiring as core_providers


def message_context(request: HttpRequest) -> MessageContext:
    # On a developer's machine links use the host of the request: localhost or 127.0.0.1.
    environment = settings.ENVIRONMENT
    request_url = f"{request.scheme}://{request.get_host()}"
    return MessageContext(
        site_url=settings.SITE_URL if environment.is_production else request_url,
        staff_mail=settings.STAFF_MAIL,
        signer=core_providers.signer(),
    )
