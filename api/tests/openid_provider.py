"""Runs openid_provider.mjs, and walks through its pages as a person does."""

import json
import os
import shutil
import signal
import subprocess
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urljoin, urlsplit

import httpx
from django.conf import settings
from ops.postgresql import free_port

CLIENT_ID, CLIENT_SECRET = "standby-tests", "not-a-secret"
PEOPLE: dict[str, dict[str, Any]] = {
    "pat": {"email": "pat@example.org", "email_verified": True, "name": "Pat Doe"},
    "pat-unverified": {"email": "pat@example.org", "email_verified": False, "name": "Pat Doe"},
    "pat-without-email": {"name": "Pat Doe"},
    "stranger": {"email": "mallory@example.org", "email_verified": True, "name": "Mallory"},
}
_SCRIPT = Path(__file__).with_suffix(".mjs")
_PACKAGES = _SCRIPT.parents[2] / "web" / "node_modules"


@dataclass
class OpenIdProvider:
    """A running provider; started again, it signs with the key named then."""

    key_id: str = "first"
    auth_method: str = "client_secret_basic"
    claims_in_id_token: bool = False
    port: int = field(default_factory=free_port)
    _process: subprocess.Popen[str] | None = None

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self) -> None:
        node = shutil.which("node")
        assert node, "Node is installed with the packages: make setup"
        settings_of_peer = {
            "port": self.port,
            "clientId": CLIENT_ID,
            "clientSecret": CLIENT_SECRET,
            "callback": f"{settings.SITE_URL}/auth/v1/callback",
            "authMethod": self.auth_method,
            "conformIdTokenClaims": not self.claims_in_id_token,
            "accounts": PEOPLE,
            "keyId": self.key_id,
        }
        self._process = subprocess.Popen(
            [node, str(_SCRIPT), str(_PACKAGES), json.dumps(settings_of_peer)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n"

    def stop(self) -> None:
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)  # the package's node is a script around it
            self._process.communicate()
            self._process = None

    def approve(self, page: str, *, person: str = "pat") -> dict[str, str]:
        """Signs in and consents; returns the query with which the browser comes back to us."""
        with httpx.Client(trust_env=False) as browser:
            response = browser.get(page)
            for _ in range(10):
                location = response.headers.get("Location", "")
                if urlsplit(location).path == "/auth/v1/callback":
                    return {name: found[0] for name, found in _query(location).items()}
                if location:
                    response = browser.get(urljoin(str(response.url), location))
                    continue
                form = _Form.of(response.text)
                answers = {**form.hidden, "login": person, "password": "any"}
                response = browser.post(urljoin(str(response.url), form.action), data=answers)
        raise AssertionError(response.text)


def _query(address: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(address).query)


class _Form(HTMLParser):
    """The one form of the provider's page."""

    def __init__(self) -> None:
        super().__init__()
        self.action = ""
        self.hidden: dict[str, str] = {}

    @classmethod
    def of(cls, page: str) -> Self:
        form = cls()
        form.feed(page)
        assert form.action, page
        return form

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "form":
            self.action = named.get("action") or ""
        if tag == "input" and named.get("type") == "hidden":
            self.hidden[named.get("name") or ""] = named.get("value") or ""
