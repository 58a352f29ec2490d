"""nginx before a shop, by the site's own file: what visitors of the deployed product talk to."""

import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from shop import API, free_port

SITE = API.parent / "deploy" / "nginx.conf"
AROUND = """
daemon off; user root; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 4096; }}
http {{
    include /etc/nginx/mime.types; access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    {site}
}}
"""


@dataclass(frozen=True, slots=True)
class Nginx:
    port: int

    def url(self, path: str) -> str:
        return f"https://127.0.0.1:{self.port}{path}"


@contextmanager
def nginx(ports: list[int], folder: Path, *, most: int = 256) -> Iterator[Nginx]:
    """The site's own file, with this machine's ports and a certificate made for an hour.

    `most` is how many requests a server is given at once.
    """
    _certificate(folder)
    port, plain = free_port(), free_port()
    servers = " ".join(f"server 127.0.0.1:{at} max_conns={most};" for at in ports)
    site = (
        SITE.read_text()
        .replace("server ${STANDBY_UPSTREAM} max_conns=256;", servers)
        .replace("/var/cache/nginx/standby", str(folder / "cache"))
        .replace("/etc/nginx/tls", str(folder))
        .replace("listen [::]:80;", "")
        .replace("listen [::]:443 ssl http2;", "")
        .replace("listen 80;", f"listen 127.0.0.1:{plain};")
        .replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
        .replace("limit_conn per_address 60;", "")  # here all visitors have one address
    )
    written = folder / "nginx.conf"
    written.write_text(AROUND.format(folder=folder, site=site))
    process = subprocess.Popen(["nginx", "-c", str(written), "-p", str(folder)])
    try:
        _wait_for(port)
        yield Nginx(port)
    finally:
        process.terminate()
        process.wait(10)


def client() -> httpx.Client:
    return httpx.Client(timeout=30, trust_env=False, verify=trusting())


def trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def until(holds: Callable[[], bool], *, within_s: float = 30) -> None:
    give_up_at = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < give_up_at
        time.sleep(0.2)


def _certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    moment = datetime.now(tz=UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(moment - timedelta(minutes=1))
        .not_valid_after(moment + timedelta(hours=1))
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "site.crt").write_bytes(made.public_bytes(pem))
    (folder / "site.key").write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )


def _wait_for(port: int) -> None:
    give_up_at = time.monotonic() + 20
    while time.monotonic() < give_up_at:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("nginx did not start")
