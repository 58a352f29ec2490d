"""Sending texts: by Twilio's Programmable Messaging, or into files, which sends nothing."""

import base64
import hashlib
import hmac
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final, Protocol

import httpx

from standby.core.contacts import takes_texts, us_phone_digits
from standby.core.provider_calls import ProviderDown, outgoing
from standby.messaging.rules import OptOut

log = logging.getLogger(__name__)

API_BASE: Final = "https://api.twilio.com"
TIMEOUT: Final = httpx.Timeout(5.0, connect=3.0)
_OPTED_OUT: Final = 21610  # the recipient replied STOP, which Twilio handles itself
# Not final, because we can fix them: wrong credentials, a suspended account, a sender that is not
# ours, a region that the account may not text to (21408).
_RETRYABLE: Final = frozenset({401, 403, 404, 429})
_ACCOUNT_PROBLEMS: Final = frozenset({21212, 21408, 21606, 21659, 21703})


@dataclass(frozen=True, slots=True, kw_only=True)
class SmsMessage:
    to: str
    text: str
    reference: str


class TextsDown(ProviderDown):
    """The text was not accepted; trying again later may help."""

    code: ClassVar[str] = "texts_down"


class TextsUnanswered(TextsDown):
    """It is unknown whether the text was accepted: sent again, it may arrive twice."""

    code: ClassVar[str] = "texts_unanswered"


class TextRefused(Exception):
    """The text will never be accepted: its number is refused for good."""


class TextUnwanted(TextRefused):
    """The recipient opted out at the provider."""


class Texter(Protocol):
    sends: ClassVar[bool]  # False: it keeps them in files

    def send(self, text: SmsMessage) -> str:
        """Send a text and return the provider's id for it.

        Raises TextsDown, TextsUnanswered, TextRefused and TextUnwanted.
        """
        ...


class FileTexter:
    sends: ClassVar[bool] = False

    def __init__(self, *, folder: Path) -> None:
        self._folder = folder

    def send(self, text: SmsMessage) -> str:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds live access links
        name = hashlib.sha256(text.reference.encode()).hexdigest()[:40]
        file = self._folder / f"{name}.sms.json"
        file.write_text(json.dumps({"to": text.to, "text": text.text}))
        log.info("text for ***%s kept as %s", text.to[-2:], file.name)
        return name


class TwilioTexts:
    """`sender` is a number (+1…) or the id of a messaging service (MG…)."""

    sends: ClassVar[bool] = True

    def __init__(
        self,
        *,
        sid: str,
        token: str,
        sender: str,
        status_url: str,
        api_base: str = API_BASE,
        timeout: httpx.Timeout = TIMEOUT,
    ) -> None:
        self._url = f"{api_base}/2010-04-01/Accounts/{sid}/Messages.json"
        self._sender = {"MessagingServiceSid" if sender.startswith("MG") else "From": sender}
        self._status_url = status_url
        self._client = httpx.Client(
            auth=(sid, token), timeout=timeout, follow_redirects=False, trust_env=False
        )

    def send(self, text: SmsMessage) -> str:
        try:
            with outgoing("twilio"):
                response = self._client.post(
                    self._url,
                    data={
                        "To": in_e164(text.to),
                        **self._sender,
                        "Body": text.text,
                        "StatusCallback": self._status_url,
                    },
                )
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
            raise TextsDown(type(error).__name__) from error
        except httpx.HTTPError as error:
            raise TextsUnanswered(type(error).__name__) from error
        try:
            data = response.json()
        except ValueError:
            data = {}
        data = data if isinstance(data, dict) else {}
        if response.is_success:
            if not isinstance(data.get("sid"), str):
                raise TextsUnanswered("an answer without an id")
            return str(data["sid"])
        code, message = data.get("code"), f"{response.status_code}, code {data.get('code', 'none')}"
        if code == _OPTED_OUT:
            raise TextUnwanted(OptOut.AT_PROVIDER)
        is_final = 400 <= response.status_code < 500 and response.status_code not in _RETRYABLE
        if is_final and code not in _ACCOUNT_PROBLEMS:
            raise TextRefused(message)
        raise TextsDown(message)


def in_e164(phone: str) -> str:
    digits = us_phone_digits(phone)
    if digits is None or not takes_texts(phone):
        raise TextRefused("texts cannot reach this number: toll-free, or not of the United States")
    return f"+1{digits}"


def is_signed(url: str, *, sent: Mapping[str, str], signature: str, token: str) -> bool:
    # Twilio's HMAC covers the URL and all parameters.
    signed = url + "".join(name + sent[name] for name in sorted(sent))
    digest = hmac.new(token.encode(), signed.encode(), hashlib.sha1).digest()
    return hmac.compare_digest(base64.b64encode(digest), signature.encode())
