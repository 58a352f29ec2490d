"""A token endpoint on this machine, as Microsoft and Google have one, and what is made of it."""

import secrets
from contextlib import AbstractContextManager
from typing import Any
from urllib.parse import parse_qsl

from http_peer import Answers, HttpPeer, serving
from imap_peer import USER

from standby.inbox.providers.access_tokens import OAuthTokens

CLIENT_ID, CLIENT_SECRET, REFRESH_TOKEN = "app-1", "not-a-secret", "1//refresh"
SCOPE = "https://outlook.office365.com/.default"


class TokenPeer(HttpPeer):
    """Gives tokens for `lasts_s`, and tells a mail server which of them are good.

    `says`, a status with an answer, is said instead of a token.
    """

    def __init__(self) -> None:
        super().__init__(_Answers)
        self.lasts_s: Any = 3600
        self.says: tuple[int, bytes] | None = None
        self.asked: list[dict[str, str]] = []
        self.good: set[str] = set()

    @property
    def introspection_url(self) -> str:
        return f"{self.origin}/introspect"

    def tokens(self, *, refresh_token: str = "", secret: str = CLIENT_SECRET) -> OAuthTokens:
        return OAuthTokens(
            url=f"{self.origin}/token",
            client_id=CLIENT_ID,
            client_secret=secret,
            refresh_token=refresh_token,
            scope=SCOPE,
        )


def token_peer() -> AbstractContextManager[TokenPeer]:
    return serving(TokenPeer())


class _Answers(Answers):
    server: TokenPeer

    def post(self) -> None:
        sent = dict(parse_qsl(self.sent().decode()))
        if self.path == "/introspect":
            is_good = sent["token"] in self.server.good
            self.say(200, {"active": is_good, "email": USER, "username": USER})
            return
        self.server.asked.append(sent)
        if self.server.says is not None:
            self.say(self.server.says[0], self.server.says[1])
        elif not _is_client(sent):
            self.say(401, {"error": "invalid_client", "error_description": "Wrong secret."})
        elif not _is_granted(sent):
            self.say(400, {"error": "invalid_grant"})
        else:
            token = secrets.token_urlsafe(24)
            self.server.good.add(token)
            lasts = {} if self.server.lasts_s is None else {"expires_in": self.server.lasts_s}
            self.say(200, {"access_token": token, "token_type": "Bearer", **lasts})


def _is_client(sent: dict[str, str]) -> bool:
    return (sent.get("client_id"), sent.get("client_secret")) == (CLIENT_ID, CLIENT_SECRET)


def _is_granted(sent: dict[str, str]) -> bool:
    match sent["grant_type"]:
        case "client_credentials":
            return sent.get("scope") == SCOPE
        case "refresh_token":
            return sent.get("refresh_token") == REFRESH_TOKEN
    return False
