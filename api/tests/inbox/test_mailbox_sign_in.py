"""A mailbox is opened by tokens instead of a password, and over STARTTLS, on a real server."""

import socket
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from booking_helpers import NOW
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from imap_peer import ImapPeer, imap_peer
from pytest_django import Settings
from token_peer import CLIENT_ID, CLIENT_SECRET, REFRESH_TOKEN, SCOPE, TokenPeer, token_peer

from standby.core.providers.files.local import LocalFiles
from standby.inbox.models import Source
from standby.inbox.providers import wiring
from standby.inbox.providers.access_tokens import OAuthTokens
from standby.inbox.providers.mailbox import ImapInbox, InboxDown
from standby.workflows.read_inbox import read_inbox

MAIL = b"From: Ada <ada@example.org>\r\nSubject: one\r\n\r\nHi\r\n"


@pytest.fixture(scope="module")
def endpoint() -> Iterator[TokenPeer]:
    with token_peer() as peer:
        yield peer


@pytest.fixture(autouse=True)
def _well(endpoint: TokenPeer) -> None:
    endpoint.lasts_s, endpoint.says = 3600, None
    endpoint.asked.clear()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The server's own: it is trusted where SSL_CERT_FILE names it."""
    folder = tmp_path_factory.mktemp("tls")
    folder.chmod(0o755)
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "mail.test")])
    began = datetime.now(UTC) - timedelta(hours=1)
    signed = (
        x509.CertificateBuilder(issuer_name=name, subject_name=name, public_key=key.public_key())
        .serial_number(1)
        .not_valid_before(began)
        .not_valid_after(began + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    files = folder / "mail.crt", folder / "mail.key"
    files[0].write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return files


@pytest.fixture(scope="module")
def server(endpoint: TokenPeer, certificate: tuple[Path, Path]) -> Iterator[ImapPeer]:
    with imap_peer(certificate=certificate, introspection_url=endpoint.introspection_url) as peer:
        peer.deliver(MAIL)
        yield peer


def newest(inbox: ImapInbox) -> bytes:
    with inbox.opened() as opened:
        return opened.whole(opened.newest_uid)


def reason_of(inbox: ImapInbox) -> str:
    with pytest.raises(InboxDown) as refused, inbox.opened():
        raise AssertionError("it opened")
    return str(refused.value)


@pytest.mark.req("IN-04.1")
def test_an_app_opens_the_mailbox_with_a_token_that_is_kept_until_it_ends(
    server: ImapPeer, endpoint: TokenPeer
) -> None:
    inbox = server.inbox(password="", tokens=endpoint.tokens())

    assert [newest(inbox), newest(inbox)] == [MAIL, MAIL]
    assert endpoint.asked == [
        {
            "grant_type": "client_credentials",
            "scope": SCOPE,
            "client_id": CLIENT_ID,
            "client_secret": CLIENT_SECRET,
        }
    ]


@pytest.mark.parametrize("lasts_s", [59, None, 0])
def test_a_token_that_ends_within_a_minute_is_asked_for_anew(
    server: ImapPeer, endpoint: TokenPeer, lasts_s: int | None
) -> None:
    endpoint.lasts_s = lasts_s
    inbox = server.inbox(tokens=endpoint.tokens())

    assert [newest(inbox), newest(inbox)] == [MAIL, MAIL]
    assert len(endpoint.asked) == 2


@pytest.mark.req("IN-04.1")
def test_the_mailboxs_owner_lets_us_in_by_a_refresh_token(
    server: ImapPeer, endpoint: TokenPeer
) -> None:
    assert newest(server.inbox(tokens=endpoint.tokens(refresh_token=REFRESH_TOKEN))) == MAIL
    assert endpoint.asked[0]["grant_type"] == "refresh_token"
    assert "scope" not in endpoint.asked[0]


@pytest.mark.req("IN-04.2")
def test_a_token_that_the_mailbox_refuses_is_told_and_another_one_is_asked_for(
    server: ImapPeer, endpoint: TokenPeer
) -> None:
    inbox = server.inbox(tokens=endpoint.tokens())
    newest(inbox)
    endpoint.good.clear()

    said = reason_of(inbox)

    assert said.startswith('the mailbox refused the token: {"status":"')
    assert newest(inbox) == MAIL
    assert len(endpoint.asked) == 2


def test_a_token_of_another_mailbox_is_told(server: ImapPeer, endpoint: TokenPeer) -> None:
    inbox = server.inbox(user="somebody", tokens=endpoint.tokens())

    assert reason_of(inbox).startswith("the mailbox refused the token: ")


def test_a_mailbox_that_takes_no_tokens_says_so(endpoint: TokenPeer) -> None:
    with imap_peer() as server:
        assert reason_of(server.inbox(tokens=endpoint.tokens())) == (
            "the mailbox refused the token: [ALERT] Unsupported authentication mechanism."
        )


def test_a_line_that_goes_down_says_nothing_of_the_token(endpoint: TokenPeer) -> None:
    tokens = endpoint.tokens()
    given = tokens.token()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        answering = threading.Thread(target=_greet_and_go, args=(listening,))
        answering.start()
        said = reason_of(ImapPeer().inbox(tokens=tokens, port=port))
        answering.join()

    assert said == "abort"
    assert tokens.token() == given


def _greet_and_go(listening: socket.socket) -> None:
    line, _ = listening.accept()
    with line, line.makefile("rb") as heard:
        line.sendall(b"* OK hello\r\n")
        tag = heard.readline().split()[0]
        line.sendall(b"* CAPABILITY IMAP4rev1 AUTH=XOAUTH2\r\n" + tag + b" OK done\r\n")
        heard.readline()
        line.sendall(b"* BYE\r\n")


@pytest.mark.req("IN-04.2")
@pytest.mark.parametrize(
    ("says", "told_as"),
    [
        ((400, b'{"error": "invalid_grant"}'), "invalid_grant"),
        ((401, b'{"error": "unauthorized_client", "error_description": "No."}'), "client: No."),
        ((400, b'{"error": [1], "error_description": {"a": "\\u0000"}}'), "[1]"),
        ((500, b"{}"), "HTTPError"),
        ((429, b"<html>slow down</html>"), "HTTPError"),
        ((302, b"{}"), "answer has none"),
        ((200, b"<html>"), "ValueError"),
        ((200, b"[]"), "ValueError"),
        ((200, b"null"), "ValueError"),
        ((200, b"{}"), "answer has none"),
        ((200, b'{"access_token": ""}'), "answer has none"),
        ((200, b'{"access_token": null}'), "answer has none"),
        ((200, b'{"access_token": "a\\u0001auth=b"}'), "answer has none"),
        ((200, b'{"access_token": "caf\xc3\xa9"}'), "answer has none"),
        ((200, b'{"access_token": "t", "expires_in": "soon"}'), "ValueError"),
        ((200, b'{"access_token": "t", "expires_in": [1]}'), "TypeError"),
        ((200, b'{"access_token": "t", "expires_in": 1e400}'), "OverflowError"),
        ((200, b'{"access_token": "t", "expires_in": NaN}'), "ValueError"),
    ],
)
def test_an_endpoint_that_gives_no_token_is_named(
    endpoint: TokenPeer, says: tuple[int, bytes], told_as: str
) -> None:
    endpoint.says = says

    with pytest.raises(InboxDown) as refused:
        endpoint.tokens().token()

    assert str(refused.value).startswith("no token for the mailbox: ")
    assert told_as in str(refused.value)


def test_a_wrong_secret_and_no_endpoint_are_named(endpoint: TokenPeer) -> None:
    nowhere = OAuthTokens(
        url="http://127.0.0.1:9/", client_id="a", client_secret="b", refresh_token="", scope="c"
    )
    for tokens, words in (
        (endpoint.tokens(secret="other"), "invalid_client: Wrong secret."),
        (nowhere, "ConnectionError"),
    ):
        with pytest.raises(InboxDown) as refused:
            tokens.token()
        assert str(refused.value) == f"no token for the mailbox: {words}"


@pytest.mark.django_db
@pytest.mark.req("IN-04.2")
def test_why_no_token_came_stands_with_the_mailbox_and_no_reading_is_noted(
    server: ImapPeer, endpoint: TokenPeer, tmp_path: Path
) -> None:
    endpoint.says = (400, b'{"error": "invalid_grant", "error_description": "a\\u0000\\nb"}')
    files, inbox = LocalFiles(folder=tmp_path), server.inbox(tokens=endpoint.tokens())

    with pytest.raises(InboxDown):
        read_inbox(inbox=inbox, mailbox="hello", files=files, now=NOW)

    source = Source.objects.get()
    assert source.last_error == "no token for the mailbox: invalid_grant: a b"
    assert (source.read_at, source.failed_at) == (None, NOW)


@pytest.mark.req("IN-04.3")
def test_starttls_and_tls_read_the_mailbox_of_a_server_whose_certificate_is_trusted(
    server: ImapPeer, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    strangers = [reason_of(server.inbox(security="starttls")) for _ in range(2)]
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))

    assert strangers == ["SSLCertVerificationError"] * 2
    assert newest(server.inbox(security="starttls")) == MAIL
    assert newest(server.inbox(security="tls", port=server.tls_port)) == MAIL


@pytest.mark.req("IN-04.3")
def test_a_server_without_starttls_gets_no_password(certificate: tuple[Path, Path]) -> None:
    with imap_peer() as server:
        assert reason_of(server.inbox(security="starttls")) == "abort"


def test_the_settings_say_how_the_mailbox_is_opened(
    server: ImapPeer, endpoint: TokenPeer, settings: Settings
) -> None:
    by_tokens = {
        "inbox": "imap",
        "imap_host": "127.0.0.1",
        "imap_port": server.port,
        "imap_user": "demouser",
        "imap_security": "none",
        "imap_auth": "xoauth2",
        "imap_token_url": f"{endpoint.origin}/token",
        "imap_client_id": CLIENT_ID,
        "imap_client_secret": CLIENT_SECRET,
    }
    for auth in ("xoauth2", "password"):
        given = by_tokens | {"imap_auth": auth, "imap_password": "demopass"}
        settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update=given)
        wiring.inbox.cache_clear()
        inbox = wiring.inbox()
        assert isinstance(inbox, ImapInbox)
        assert newest(inbox) == MAIL
    wiring.inbox.cache_clear()

    assert len(endpoint.asked) == 1
