"""The mailbox to which customers reply, by IMAP: what is new in it, and each mail as it came."""

import imaplib
import re
import ssl
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import date
from functools import partial
from typing import ClassVar, Final, Protocol

from imap_tools import AND, BaseMailBox, MailBox, MailBoxUnencrypted, U
from imap_tools.errors import ImapToolsError

from standby.core.provider_calls import ProviderDown, outgoing
from standby.inbox.rules.mail import HEADER_BYTES

TIMEOUT_S: Final = 10
_SIZE: Final = re.compile(rb"RFC822\.SIZE (\d+)")


class InboxDown(ProviderDown):
    """The mailbox did not answer, or refused the account; trying again later may help."""

    code: ClassVar[str] = "inbox_down"


class OpenInbox(Protocol):
    """An open mailbox; nothing in it is changed. All methods raise InboxDown.

    UIDs grow with each mail, and have a meaning only together with `uid_validity`.
    """

    @property
    def uid_validity(self) -> int: ...

    @property
    def newest_uid(self) -> int: ...

    def uids_after(self, uid: int) -> list[int]:
        """Return the UIDs above this one, lowest first."""
        ...

    def uids_since(self, day: date) -> list[int]:
        """Return the UIDs of what arrived on this day or later, lowest first."""
        ...

    def size_bytes(self, uid: int) -> int | None:
        """Return the size of a mail; None for one that is gone."""
        ...

    def head(self, uid: int) -> bytes:
        """Return the first 64 KB of a mail's headers, b"" for one that is gone."""
        ...

    def whole(self, uid: int) -> bytes:
        """Return a mail as it came, b"" for one that is gone."""
        ...


class Inbox(Protocol):
    def opened(self) -> AbstractContextManager[OpenInbox]:
        """Open the mailbox. Raises InboxDown."""
        ...


class AccessTokens(Protocol):
    """What opens a mailbox instead of a password, for an hour or so."""

    def token(self) -> str:
        """Return a token that is good for another minute at least. Raises InboxDown."""
        ...

    def forget(self) -> None:
        """Let the next one be a new one: the mailbox refused this one."""
        ...


class ImapInbox:
    """`security` is tls, starttls or none. With `tokens` no password is used."""

    def __init__(
        self,
        *,
        host: str,
        port: int,
        user: str,
        password: str = "",
        tokens: AccessTokens | None = None,
        security: str,
        folder: str,
    ) -> None:
        # imaplib by itself would accept any certificate.
        safely = {} if security == "none" else {"ssl_context": ssl.create_default_context()}
        self._connect = partial(_KINDS[security], host, port=port, timeout=TIMEOUT_S, **safely)
        self._user, self._password, self._tokens = user, password, tokens
        self._folder = folder

    @contextmanager
    def opened(self) -> Iterator[OpenInbox]:
        with _as_inbox_down(), outgoing("inbox"), self._connect() as mailbox:
            self._sign_in(mailbox)
            mailbox.folder.set(self._folder, readonly=True)
            status = mailbox.folder.status(self._folder, ["UIDVALIDITY", "UIDNEXT"])
            yield _OpenImap(
                mailbox,
                uid_validity=status["UIDVALIDITY"],
                newest_uid=status["UIDNEXT"] - 1,
            )

    def _sign_in(self, mailbox: BaseMailBox) -> None:
        if self._tokens is None:
            mailbox.login(self._user, self._password, initial_folder=None)
            return
        answers = _XOAuth2(self._user, self._tokens.token())
        try:
            mailbox.client.authenticate("XOAUTH2", answers)
        except imaplib.IMAP4.abort:  # the line is down: it says nothing of the token
            raise
        except imaplib.IMAP4.error as error:
            self._tokens.forget()
            why = answers.refusal or str(error)
            raise InboxDown(f"the mailbox refused the token: {why}") from error


class _StartTls(MailBoxUnencrypted):
    # imap_tools has one that leaves the line open where the server refuses TLS.
    def __init__(
        self, host: str, *, port: int, timeout: float, ssl_context: ssl.SSLContext
    ) -> None:
        self._ssl_context = ssl_context
        super().__init__(host, port=port, timeout=timeout)

    def _get_mailbox_client(self) -> imaplib.IMAP4:
        client: imaplib.IMAP4 = super()._get_mailbox_client()
        try:
            client.starttls(self._ssl_context)
        except BaseException:
            with suppress(OSError):
                client.shutdown()
            raise
        return client


_KINDS: Final[dict[str, Callable[..., BaseMailBox]]] = {
    "tls": MailBox,
    "starttls": _StartTls,
    "none": MailBoxUnencrypted,
}


class _XOAuth2:
    """Our part of the mechanism: the token, then nothing to the refusal, which it keeps."""

    def __init__(self, user: str, token: str) -> None:
        self._token = f"user={user}\1auth=Bearer {token}\1\1".encode()
        self.refusal = ""

    def __call__(self, challenge: bytes) -> bytes:
        if not challenge:
            return self._token
        self.refusal = challenge.decode(errors="replace")
        return b""


class _OpenImap:
    def __init__(self, mailbox: BaseMailBox, *, uid_validity: int, newest_uid: int) -> None:
        self._mailbox = mailbox
        self.uid_validity, self.newest_uid = uid_validity, newest_uid

    def uids_after(self, uid: int) -> list[int]:
        # "n:*" has the last mail also where its number is below n.
        return [each for each in self._search(AND(uid=U(str(uid + 1), "*"))) if each > uid]

    def uids_since(self, day: date) -> list[int]:
        return self._search(AND(date_gte=day))

    def _search(self, criteria: AND) -> list[int]:
        with _as_inbox_down():
            return sorted(int(uid) for uid in self._mailbox.uids(criteria))

    def size_bytes(self, uid: int) -> int | None:
        parts = self._fetch(uid, "RFC822.SIZE")
        size = _SIZE.search(parts[0]) if isinstance(parts[0], bytes) else None
        return int(size[1]) if size else None

    def head(self, uid: int) -> bytes:
        return self._literal(uid, f"BODY.PEEK[HEADER]<0.{HEADER_BYTES}>")

    def whole(self, uid: int) -> bytes:
        return self._literal(uid, "BODY.PEEK[]")

    def _literal(self, uid: int, part: str) -> bytes:
        parts = self._fetch(uid, part)[0]
        return parts[1] if isinstance(parts, tuple) else b""

    def _fetch(self, uid: int, part: str) -> list[bytes | tuple[bytes, bytes] | None]:
        with _as_inbox_down():
            status, parts = self._mailbox.client.uid("fetch", str(uid), f"({part})")
        if status != "OK":
            raise InboxDown(f"it does not hand over mail {uid}")
        return parts or [None]


@contextmanager
def _as_inbox_down() -> Iterator[None]:
    try:
        yield
    except (imaplib.IMAP4.error, ImapToolsError, OSError) as error:
        raise InboxDown(type(error).__name__) from error
