"""Where the business is reached, for whoever is not answering a visitor."""

from django.conf import settings

from standby import providers
from standby.flows.messages.tell import Office


def office(*, site_url: str = "") -> Office:
    return Office(
        site_url=site_url or settings.SITE_URL,
        staff_mail=settings.STAFF_MAIL,
        signer=providers.signer(),
    )
