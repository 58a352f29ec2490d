"""Texts written to files instead of being sent, for machines without a Twilio account."""

import hashlib
import json
import logging
from pathlib import Path

from standby.messaging.providers.texts import SmsMessage

log = logging.getLogger(__name__)


class FileTexter:
    def __init__(self, *, folder: Path) -> None:
        self._folder = folder

    def send(self, text: SmsMessage) -> str:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds live access links
        name = hashlib.sha256(text.reference.encode()).hexdigest()[:40]
        file = self._folder / f"{name}.sms.json"
        file.write_text(json.dumps({"to": text.to, "text": text.text}))
        log.info("text for ***%s kept as %s", text.to[-2:], file.name)
        return name
