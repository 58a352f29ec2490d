"""Access tokens for a mailbox that takes no password, by OAuth 2.0."""

import re
from typing import Final

from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc6749 import OAuth2Token
from requests import RequestException

from standby.core.provider_calls import outgoing
from standby.inbox.providers.mailbox import InboxDown

_TIMEOUT_S: Final = 10.0
_GOOD_FOR_S: Final = 60  # at least, when it is handed out
_TOKEN: Final = re.compile(r"[\x21-\x7e]{1,16384}")


class OAuthTokens:
    """With a refresh token on behalf of the person who gave it, without one as the app itself."""

    def __init__(
        self, *, url: str, client_id: str, client_secret: str, refresh_token: str, scope: str
    ) -> None:
        self._url, self._refresh_token, self._scope = url, refresh_token, scope
        self._session = OAuth2Session(
            client_id,
            client_secret,
            token_endpoint_auth_method="client_secret_post",  # noqa: S106 - a method's name
            default_timeout=_TIMEOUT_S,
        )
        self._session.max_redirects = 0
        self._session.trust_env = False
        self._token: OAuth2Token | None = None

    def token(self) -> str:
        """Return a token that is good for another minute at least. Raises InboxDown."""
        # One that does not say how long it is good for is asked for each time.
        if self._token is None or self._token.is_expired(leeway=_GOOD_FOR_S) is not False:
            self._token = self._new_token()
        return str(self._token["access_token"])

    def forget(self) -> None:
        """Let the next token be a new one."""
        self._token = None

    def _new_token(self) -> OAuth2Token:
        try:
            with outgoing("token endpoint"):
                token = self._requested()
        except OAuthError as error:
            why = f"{error.error}: {error.description}" if error.description else error.error
            raise InboxDown(f"no token for the mailbox: {why}") from error
        except (RequestException, ArithmeticError, TypeError, ValueError) as error:
            raise InboxDown(f"no token for the mailbox: {type(error).__name__}") from error
        value = token.get("access_token")
        if not isinstance(value, str) or not _TOKEN.fullmatch(value):
            raise InboxDown("no token for the mailbox: the answer has none")
        return token

    def _requested(self) -> OAuth2Token:
        if self._refresh_token:
            return self._session.refresh_token(self._url, refresh_token=self._refresh_token)
        return self._session.fetch_token(
            self._url, grant_type="client_credentials", scope=self._scope
        )
