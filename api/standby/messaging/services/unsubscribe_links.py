"""Tokens for one-click unsubscribe (RFC 8058).

A token names the message it was sent in and grants nothing else. It is signed when the message is
sent and not stored.
"""

from typing import Final

from django.core.signing import BadSignature, Signer

from standby.core.errors import NotFound, _
from standby.messaging.models import Message

_SALT: Final = "standby.notifications.unsubscribe"


class UnsubscribeLinkUnknown(NotFound):
    code = "unsubscribe_link_unknown"
    message = _("This link ends no e-mails of ours.")


def unsubscribe_token(message: Message) -> str:
    return _signer().sign(str(message.pk))


def message_behind(token: str) -> Message | None:
    """Return the message a token was sent in; None when that message has been erased.

    Raises UnsubscribeLinkUnknown for a token that we did not sign.
    """
    try:
        number = _signer().unsign(token)
    except BadSignature as error:
        raise UnsubscribeLinkUnknown from error
    return Message.objects.filter(pk=int(number)).first()


def _signer() -> Signer:
    return Signer(salt=_SALT, sep=".")
