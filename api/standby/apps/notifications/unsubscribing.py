"""The token by which one press ends the mails that somebody asked for (RFC 8058).

It says which message it stood in and opens nothing else. It is made when the message is sent and
stands in no row.
"""

from typing import Final

from django.core.signing import BadSignature, Signer

from standby.apps.notifications.models import Message
from standby.domain.errors import NotFound, _

_SALT: Final = "standby.notifications.unsubscribe"


class UnsubscribeLinkUnknown(NotFound):
    code = "unsubscribe_link_unknown"
    message = _("This link ends no e-mails of ours.")


def unsubscribe_token(message: Message) -> str:
    return _signer().sign(str(message.pk))


def message_behind(token: str) -> Message | None:
    """The message that the token stood in; None when that message was erased since.

    Raises UnsubscribeLinkUnknown for a token that we did not make.
    """
    try:
        number = _signer().unsign(token)
    except BadSignature as error:
        raise UnsubscribeLinkUnknown from error
    return Message.objects.filter(pk=int(number)).first()


def _signer() -> Signer:
    return Signer(salt=_SALT, sep=".")
