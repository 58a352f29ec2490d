"""A mailbox on this machine, served by Debian's Dovecot over IMAP.

With a certificate it speaks TLS too, and with a token endpoint it takes that one's access tokens.
"""

import imaplib
import os
import pwd
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ops.postgresql import free_port
from ops.tools import require

from standby.inbox.providers.mailbox import AccessTokens, ImapInbox

USER, PASSWORD = "demouser", "demopass"
_AS_ROOT = os.geteuid() == 0
# Dovecot serves no mail as root.
_OWNER = pwd.getpwnam("nobody") if _AS_ROOT else pwd.getpwuid(os.geteuid())
_OWN_USERS = (
    ""
    if _AS_ROOT
    else f"""
default_internal_user = {_OWNER.pw_name}
default_internal_group = {_OWNER.pw_gid}
default_login_user = {_OWNER.pw_name}
"""
)
_SETTINGS = """
protocols = imap
listen = 127.0.0.1
disable_plaintext_auth = no
auth_failure_delay = 0
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
mail_location = maildir:{folder}/home/mail
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/home
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
  }}
}}
service anvil {{
  chroot =
}}
"""

_ENCRYPTED = """
ssl = yes
ssl_cert = <{certificate}
ssl_key = <{key}
"""
_BY_TOKENS = """
auth_mechanisms = plain xoauth2
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {settings}
}}
"""


class ImapPeer:
    """`deliver` puts mails into INBOX; `make_anew` gives it another UIDVALIDITY, and no mails."""

    def __init__(self, folder: Path | None = None) -> None:
        self.port, self.tls_port = free_port(), free_port()
        self._folder = folder

    def inbox(
        self,
        *,
        user: str = USER,
        password: str = PASSWORD,
        tokens: AccessTokens | None = None,
        security: str = "none",
        port: int = 0,
    ) -> ImapInbox:
        return ImapInbox(
            host="127.0.0.1",
            port=port or self.port,
            user=user,
            password=password,
            tokens=tokens,
            security=security,
            folder="INBOX",
        )

    def deliver(self, *mails: bytes) -> None:
        with self._signed_in() as server:
            for mail in mails:
                # As a mail server hands it over, and not as IMAP's APPEND would like it.
                status, said = server.append("INBOX", None, None, mail)
                assert status == "OK", said

    def unseen(self) -> int:
        with self._signed_in() as server:
            server.select("INBOX", readonly=True)
            return len(server.search(None, "UNSEEN")[1][0].split())

    def remove_all(self) -> None:
        with self._signed_in() as server:
            count = int(server.select("INBOX")[1][0] or 0)
            if count:
                server.store("1:*", "+FLAGS", "\\Deleted")
                server.expunge()

    def make_unreadable(self) -> None:
        """Let the server hand over none of its mails."""
        assert self._folder is not None
        for mail in (self._folder / "home" / "mail").glob("[cn]*/*"):
            mail.chmod(0)

    def _signed_in(self) -> imaplib.IMAP4:
        server = imaplib.IMAP4("127.0.0.1", self.port)
        server.login(USER, PASSWORD)
        return server


@contextmanager
def imap_peer(
    *, certificate: tuple[Path, Path] | None = None, introspection_url: str = ""
) -> Iterator[ImapPeer]:
    """Dovecot; `certificate` is the files of one and its key."""
    dovecot = require("dovecot")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        peer = ImapPeer(folder)
        (folder / "home").mkdir()
        os.chown(folder / "home", _OWNER.pw_uid, _OWNER.pw_gid)
        settings = folder / "dovecot.conf"
        words = _SETTINGS.format(
            folder=folder,
            password=PASSWORD,
            uid=_OWNER.pw_uid,
            gid=_OWNER.pw_gid,
            port=peer.port,
            tls_port=peer.tls_port if certificate else 0,
        )
        if certificate:
            words += _ENCRYPTED.format(certificate=certificate[0], key=certificate[1])
        else:
            words += "ssl = no\n"
        if introspection_url:
            by_tokens = folder / "tokens.conf"
            by_tokens.write_text(
                f"introspection_url = {introspection_url}\nintrospection_mode = post\n"
            )
            words += _BY_TOKENS.format(settings=by_tokens)
        settings.write_text(words + _OWN_USERS)
        with subprocess.Popen([str(dovecot), "-F", "-c", str(settings)]) as server:
            try:
                _until_it_answers(peer)
                yield peer
            finally:
                server.terminate()


def _until_it_answers(peer: ImapPeer) -> None:
    for _ in range(100):
        try:
            with imaplib.IMAP4("127.0.0.1", peer.port):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("Dovecot does not answer")
