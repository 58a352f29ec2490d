"""A mailbox in memory, for what a real one does not do when it is asked."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

from standby.inbox.providers.mailbox import InboxDown, OpenInbox


class MemoryInbox:
    """`mails` by their UIDs. `broken` are UIDs that are never handed over."""

    def __init__(self, *mails: bytes, uid_validity: int = 7) -> None:
        self.uid_validity = uid_validity
        self.mails = dict(enumerate(mails, start=1))
        self.sizes: dict[int, int] = {}
        self.arrived: dict[int, date] = {}
        self.broken: set[int] = set()
        self.gone: set[int] = set()
        self.is_down = False
        self.fetched: list[int] = []

    @property
    def newest_uid(self) -> int:
        return max(self.mails, default=0)

    def deliver(self, *mails: bytes) -> None:
        for mail in mails:
            self.mails[self.newest_uid + 1] = mail

    @contextmanager
    def opened(self) -> Iterator[OpenInbox]:
        if self.is_down:
            raise InboxDown("TimeoutError")
        yield self

    def uids_after(self, uid: int) -> list[int]:
        return [each for each in sorted(self.mails) if each > uid]

    def uids_since(self, day: date) -> list[int]:
        return [uid for uid in sorted(self.mails) if self.arrived.get(uid, day) >= day]

    def size_bytes(self, uid: int) -> int | None:
        if uid in self.gone:
            return None
        return self.sizes.get(uid, len(self.mails[uid]))

    def head(self, uid: int) -> bytes:
        return self.mails[uid].partition(b"\r\n\r\n")[0] + b"\r\n\r\n"

    def whole(self, uid: int) -> bytes:
        if uid in self.broken:
            raise InboxDown("abort")
        self.fetched.append(uid)
        return self.mails[uid]
