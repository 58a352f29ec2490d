"""Sends the messages that are due."""

import logging
import random
from datetime import datetime

from standby.apps.notifications import services as notifications
from standby.apps.notifications.models import Message
from standby.providers.mail import Mail, MailDown, Mailer, MailRefused
from standby.providers.texts import Text, Texter, TextRefused, TextsDown

log = logging.getLogger(__name__)


def send_next_message(*, mail: Mailer, texts: Texter, now: datetime) -> bool:
    """Send one message. False when none is due, so that the loop may rest.

    What no adapter foresaw counts as a try like any other, and is raised.
    """
    message = notifications.claim_next_message(now=now)
    if message is None:
        return False
    try:
        _send(message, mail=mail, texts=texts)
    except (MailDown, TextsDown) as down:
        log.warning("message %s not sent, will try again: %s", message.pk, type(down).__name__)
        notifications.mark_failed(message, reason=str(down), jitter=_jitter, now=now)
    except (MailRefused, TextRefused) as refused:
        log.error("message %s refused for good: %s", message.pk, refused)
        notifications.mark_refused(message, reason=str(refused), now=now)
    except Exception as error:
        reason = type(error).__name__
        notifications.mark_failed(message, reason=reason, jitter=_jitter, now=now)
        raise
    else:
        notifications.mark_sent(message, now=now)
    return True


def _send(message: Message, *, mail: Mailer, texts: Texter) -> None:
    if message.channel == Message.Channel.EMAIL:
        mail.send(
            Mail(
                to=message.recipient,
                subject=message.subject,
                text=message.text,
                reference=message.dedupe_key,
            )
        )
        return
    texts.send(Text(to=message.recipient, text=message.text, reference=message.dedupe_key))


def _jitter(longest_s: float) -> float:
    return random.uniform(0, longest_s)  # noqa: S311 - spreads retries, guards nothing
