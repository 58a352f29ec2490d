"""E-mails written to .eml files instead of being sent, for machines without a mail account."""

import logging
from pathlib import Path

from standby.messaging.providers.mail import Mail
from standby.messaging.providers.mail.compose import build_email, masked, message_id

log = logging.getLogger(__name__)


class FileMailer:
    def __init__(self, *, folder: Path, sender: str) -> None:
        self._folder = folder
        self._sender = sender

    def send(self, mail: Mail) -> str:
        message = build_email(mail, sender=self._sender)
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds live access links
        made_id = message_id(mail.reference, sender=self._sender)
        name = made_id.strip("<>").partition("@")[0]
        file = self._folder / f"{name}.eml"
        file.write_bytes(message.as_bytes())
        log.info("mail for %s kept as %s", masked(mail.to), file.name)
        return made_id
