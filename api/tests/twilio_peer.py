"""Twilio as far as we use it, on this machine: it checks forms, and can be ill in many ways."""

import base64
import re
import time
from contextlib import AbstractContextManager
from urllib.parse import parse_qsl

from http_peer import Answers, HttpPeer, serving

ACCOUNT = "AC" + "0" * 32
TOKEN = "token-of-tests-only"
SENDER = "+17135550142"
_FIELDS = {"To", "From", "MessagingServiceSid", "Body", "StatusCallback"}


class Peer(HttpPeer):
    """`answers` are given once each, in order, before it works again: a status with a code, "slow",
    or "lost" (it takes the text and hangs up)."""

    def __init__(self) -> None:
        super().__init__(_Answers)
        self.answers: list[tuple[int, int | None] | str] = []
        self.taken: list[dict[str, str]] = []
        self.lost = 0
        self.takes_s = 0.0
        # Files of texts by the end of their path, and where one really lies
        self.media: dict[str, bytes] = {}
        self.media_status = 200
        self.media_lies_at = ""


def twilio_peer() -> AbstractContextManager[Peer]:
    return serving(Peer())


def wrong_with(form: list[tuple[str, str]]) -> list[str]:
    """What Twilio would refuse in it."""
    sent = dict(form)
    rules = {
        "known fields, once each": len(sent) == len(form) and not set(sent) - _FIELDS,
        "To in E.164": re.fullmatch(r"\+1\d{10}", sent.get("To", "")) is not None,
        "one sender": ("From" in sent) != ("MessagingServiceSid" in sent),
        "Body of 1 to 1600 characters": 1 <= len(sent.get("Body", "")) <= 1600,
        "StatusCallback is an address": sent.get("StatusCallback", "").startswith("http"),
    }
    return [rule for rule, is_stored in rules.items() if not is_stored]


class _Answers(Answers):
    server: Peer

    def post(self) -> None:
        form = parse_qsl(self.sent().decode(), keep_blank_values=True, strict_parsing=True)
        if not self._is_ours():
            return self.say(401, {"code": 20003})
        if self.path != f"/2010-04-01/Accounts/{ACCOUNT}/Messages.json":
            return self.say(404, {"code": 20404})
        if problem := wrong_with(form):
            return self.say(400, {"code": 21602, "message": str(problem)})
        return self._take(dict(form))

    def get(self) -> None:
        """A file of a text: here with the account's password, or elsewhere without."""
        content = self.server.media.get(self.path.rpartition("/")[2])
        if self.path.startswith("/elsewhere/"):
            if self.headers.get("Authorization"):
                return self.say(400, b"two ways to say who asks")
        elif not self._is_ours():
            return self.say(401, {"code": 20003})
        elif self.server.media_lies_at:
            place = f"{self.server.media_lies_at}/{self.path.rpartition('/')[2]}"
            return self.say(307, b"", Location=place)
        if self.server.media_status != 200:
            return self.say(self.server.media_status, b"")
        return self.say(200, content, "image/jpeg") if content else self.say(404, b"")

    def _take(self, form: dict[str, str]) -> None:
        time.sleep(self.server.takes_s)
        answer = self.server.answers.pop(0) if self.server.answers else (201, None)
        if answer == "slow":
            time.sleep(1)
            return None
        if isinstance(answer, tuple) and answer[0] >= 300:
            return self.say(answer[0], {"code": answer[1]} if answer[1] else b"not JSON")
        self.server.taken.append(form)
        if answer == "lost":
            self.server.lost += 1
            return None
        return self.say(201, {"sid": f"SM{len(self.server.taken):032d}", "status": "queued"})

    def _is_ours(self) -> bool:
        expected = base64.b64encode(f"{ACCOUNT}:{TOKEN}".encode()).decode()
        return self.headers.get("Authorization") == f"Basic {expected}"
