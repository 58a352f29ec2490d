"""Runs openid_provider.mjs, and walks through its pages as a person does."""

import json
import os
import re
import shutil
import signal
import subprocess
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any, Self
from urllib.parse import parse_qsl, urljoin, urlsplit

import httpx
from django.conf import settings
from ops.postgresql import free_port
from tables_browser import values_of

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

    def __exit__(self, *_: object) -> None:
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
                    return dict(parse_qsl(urlsplit(location).query))
                if location:
                    response = browser.get(urljoin(str(response.url), location))
                    continue
                form = re.search(r'<form[^>]*action="([^"]+)".*?</form>', response.text, re.DOTALL)
                assert form, response.text
                answers = {**values_of(form[0]), "login": person, "password": "any"}
                response = browser.post(urljoin(str(response.url), unescape(form[1])), data=answers)
        raise AssertionError(response.text)
