"""An OpenID Connect issuer on this machine: it checks what it is asked and signs its answers."""

import base64
import hashlib
import time
from contextlib import AbstractContextManager
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from http_peer import Answers, HttpPeer, serving
from jwt.algorithms import RSAAlgorithm

CLIENT_ID, CLIENT_SECRET = "standby-tests", "not-a-secret"
VERIFIER = "v" * 64
CHALLENGE = (
    base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
)


class Issuer(HttpPeer):
    def __init__(self) -> None:
        super().__init__(_Answers)
        self.key = _a_key()
        self.claims: dict[str, Any] = {
            "sub": "g-1",
            "email": "pat@example.org",
            "email_verified": True,
            "name": "Pat Doe",
        }
        self.wrong: dict[str, Any] = {}
        self.is_ill = False
        self.visits: dict[str, dict[str, str]] = {}
        self.says: dict[str, bytes] = {}  # instead of its own answer, by path

    def approve(self, page: str) -> dict[str, str]:
        """What a user does on the issuer's page: the query with which they come back."""
        asked = dict(parse_qsl(urlsplit(page).query))
        assert asked["client_id"] == CLIENT_ID
        assert asked["code_challenge_method"] == "S256"
        code = f"code-{len(self.visits) + 1}"
        self.visits[code] = asked
        return {"code": code, "state": asked["state"]}


@cache  # finding its primes takes long
def _a_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def oidc_peer() -> AbstractContextManager[Issuer]:
    return serving(Issuer())


class _Answers(Answers):
    server: Issuer

    def get(self) -> None:
        origin = self.server.origin
        if self.path in self.server.says:
            self.say(200, self.server.says[self.path])
            return
        if self.path == "/keys":
            public = RSAAlgorithm.to_jwk(self.server.key.public_key(), as_dict=True)
            self.say(200, {"keys": [{**public, "kid": "k1", "alg": "RS256", "use": "sig"}]})
            return
        self.say(
            500 if self.server.is_ill else 200,
            {
                "issuer": origin,
                "authorization_endpoint": f"{origin}/page",
                "token_endpoint": f"{origin}/token",
                "jwks_uri": f"{origin}/keys",
                "userinfo_endpoint": f"{origin}/me",
            },
        )

    def post(self) -> None:
        sent = dict(parse_qsl(self.sent().decode()))
        if self.path in self.server.says:
            self.say(200, self.server.says[self.path])
            return
        visit = self.server.visits.pop(sent["code"], None)
        if visit is None or not self._is_client() or not _is_proven(sent, visit):
            self.say(400, {"error": "invalid_grant"})
            return
        claims = {
            "iss": self.server.origin,
            "aud": CLIENT_ID,
            "iat": int(time.time()),
            "exp": int(time.time()) + 60,
            "nonce": visit["nonce"],
            **self.server.claims,
            **self.server.wrong,
        }
        token = jwt.encode(claims, self.server.key, algorithm="RS256", headers={"kid": "k1"})
        self.say(200, {"id_token": token, "access_token": "unused", "token_type": "Bearer"})

    def _is_client(self) -> bool:
        expected = base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET}".encode()).decode()
        return self.headers.get("Authorization") == f"Basic {expected}"


def _is_proven(sent: dict[str, str], visit: dict[str, str]) -> bool:
    digest = hashlib.sha256(sent["code_verifier"].encode()).digest()
    return (
        sent["redirect_uri"] == visit["redirect_uri"]
        and base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == visit["code_challenge"]
    )
