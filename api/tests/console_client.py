"""The console's calls, by one member of staff who has just shown the second factor."""

import json
from typing import Any

from django.test import Client
from tables_browser import bearer, session_of, staff_user

from standby.core.roles import Role


class Console:
    """Signed in once: `call("PUT", path, {...})`."""

    def __init__(self, role: Role = Role.OWNER, *, name: str = "") -> None:
        self.user = staff_user(role, name=name)
        self._headers = bearer(session_of(self.user))

    def call(self, method: str, path: str, body: Any = None) -> Any:
        return Client().generic(
            method,
            f"/api/staff/{path}",
            "" if body is None else json.dumps(body),
            content_type="application/json",
            headers=self._headers,
        )

    def send(self, path: str, content: bytes) -> Any:
        """Put raw bytes."""
        return Client().put(
            f"/api/staff/{path}",
            content,
            content_type="application/octet-stream",
            headers=self._headers,
        )

    def post_bytes(self, path: str, content: bytes) -> Any:
        """Add a file, with an empty note."""
        return Client().post(
            f"/api/staff/{path}",
            content,
            content_type="application/octet-stream",
            headers={**self._headers, "File-Note": ""},
        )

    def get(self, path: str) -> Any:
        return self.call("GET", path).json()
