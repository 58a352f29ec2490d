"""The mailbox to which customers reply, by IMAP: what is new in it, and each mail as it came."""

import imaplib
import re
import ssl
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import date
from functools import partial
from typing import ClassVar, Final, Protocol

from imap_tools import AND, BaseMailBox, MailBox, MailBoxUnencrypted, U
from imap_tools.errors import ImapToolsError

from standby.core.provider_calls import ProviderDown, outgoing

TIMEOUT_S: Final = 10
HEAD_BYTES: Final = 64 * 1024
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


class ImapInbox:
    """`security` is tls or none."""

    def __init__(
        self, *, host: str, port: int, user: str, password: str, security: str, folder: str
    ) -> None:
        # imaplib by itself would accept any certificate.
        connect = partial(MailBox, ssl_context=ssl.create_default_context())
        self._connect = partial(
            connect if security == "tls" else MailBoxUnencrypted,
            host,
            port=port,
            timeout=TIMEOUT_S,
        )
        self._account = (user, password)
        self._folder = folder

    @contextmanager
    def opened(self) -> Iterator[OpenInbox]:
        with _told(), outgoing("inbox"), self._connect() as mailbox:
            mailbox.login(*self._account, initial_folder=None)
            mailbox.folder.set(self._folder, readonly=True)
            status = mailbox.folder.status(self._folder, ["UIDVALIDITY", "UIDNEXT"])
            yield _OpenImap(
                mailbox,
                uid_validity=status["UIDVALIDITY"],
                newest_uid=status["UIDNEXT"] - 1,
            )


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
        with _told():
            return sorted(int(uid) for uid in self._mailbox.uids(criteria))

    def size_bytes(self, uid: int) -> int | None:
        found = self._fetch(uid, "RFC822.SIZE")
        size = _SIZE.search(found[0]) if isinstance(found[0], bytes) else None
        return int(size[1]) if size else None

    def head(self, uid: int) -> bytes:
        return self._literal(uid, f"BODY.PEEK[HEADER]<0.{HEAD_BYTES}>")

    def whole(self, uid: int) -> bytes:
        return self._literal(uid, "BODY.PEEK[]")

    def _literal(self, uid: int, part: str) -> bytes:
        found = self._fetch(uid, part)[0]
        return found[1] if isinstance(found, tuple) else b""

    def _fetch(self, uid: int, part: str) -> list[bytes | tuple[bytes, bytes] | None]:
        with _told():
            status, found = self._mailbox.client.uid("fetch", str(uid), f"({part})")
        if status != "OK":
            raise InboxDown(f"it does not hand over mail {uid}")
        return found or [None]


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except (imaplib.IMAP4.error, ImapToolsError, OSError) as error:
        raise InboxDown(type(error).__name__) from error
