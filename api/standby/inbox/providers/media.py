"""Pictures of texts: they stay at the provider of texts until we fetch them."""

import re
from typing import ClassVar, Final, Protocol
from urllib.parse import urlsplit

import httpx

from standby.core.provider_calls import ProviderDown, outgoing

TIMEOUT: Final = httpx.Timeout(20.0, connect=3.0)
_PATH: Final = re.compile(
    r"/2010-04-01/Accounts/[A-Za-z0-9]{2,64}/Messages/[A-Za-z0-9]{2,64}/Media/[A-Za-z0-9]{2,64}"
)


class MediaDown(ProviderDown):
    """The provider did not hand the file over; trying again later may help."""

    code: ClassVar[str] = "media_down"


class MediaGone(Exception):
    """The provider has no such file, or has it no longer."""


class MediaTooLarge(Exception):
    """The file is larger than what we keep; it was not read to its end."""


class Media(Protocol):
    def read(self, url: str, *, most_bytes: int) -> bytes:
        """Return the file that a text names. Raises MediaDown, MediaGone and MediaTooLarge."""
        ...


class TwilioMedia:
    """Of the address that a text names only the path is used: nobody else is asked."""

    def __init__(
        self, *, sid: str, token: str, api_base: str, timeout: httpx.Timeout = TIMEOUT
    ) -> None:
        self._api_base = api_base
        # httpx follows no redirect by itself.
        self._client = httpx.Client(auth=(sid, token), timeout=timeout, trust_env=False)
        self._stranger = httpx.Client(timeout=timeout, trust_env=False)

    def read(self, url: str, *, most_bytes: int) -> bytes:
        path = _path_of(url)
        if not _PATH.fullmatch(path):
            raise MediaGone
        try:
            with outgoing("twilio"):
                with self._client.stream("GET", f"{self._api_base}{path}") as response:
                    if not response.has_redirect_location:
                        return _content(response, most_bytes=most_bytes)
                    elsewhere = response.url.join(response.headers["Location"])
                # Where the files lie, our account's password is not shown.
                if elsewhere.scheme != response.url.scheme:
                    raise MediaDown(f"it leads to {elsewhere.scheme}")
                with self._stranger.stream("GET", elsewhere) as response:
                    return _content(response, most_bytes=most_bytes)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise MediaDown(type(error).__name__) from error


def _path_of(url: str) -> str:
    try:
        return urlsplit(url).path
    except ValueError:  # half an address of IPv6
        return ""


def _content(response: httpx.Response, *, most_bytes: int) -> bytes:
    if response.status_code in (404, 410):
        raise MediaGone
    if not response.is_success:
        raise MediaDown(str(response.status_code))
    content = bytearray()
    for chunk in response.iter_bytes():
        content += chunk
        if len(content) > most_bytes:
            raise MediaTooLarge
    return bytes(content)
