"""nginx before the product, by the deployed site's own file, without TLS: for measuring alone."""

import re
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ops.machine import require
from ops.places import ROOT
from ops.postgresql import free_port

SITE = ROOT / "deploy" / "nginx.conf"
AROUND = """
daemon off; user root; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 8192; }}
http {{
    include /etc/nginx/mime.types; access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    {site}
}}
"""


@contextmanager
def nginx(before: int, folder: Path) -> Iterator[str]:
    """The address of the site; `before` is the port of the product. Who measures is one address."""
    port = free_port()
    written = folder / "nginx.conf"
    written.write_text(AROUND.format(folder=folder, site=_site(before, port, folder)))
    process = subprocess.Popen([require("nginx"), "-c", str(written), "-p", str(folder)])
    try:
        _wait_for(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)


def _site(before: int, port: int, folder: Path) -> str:
    redirect, tls = SITE.read_text().split("server {\n    listen 443", 1)
    site = redirect[: redirect.rindex("server {\n    listen 80")] + "server {\n    listen 443" + tls
    site = re.sub(r"listen 443 ssl http2;", f"listen 127.0.0.1:{port};", site)
    site = re.sub(r"\n *(listen \[::\]|ssl_|limit_conn per_address)[^\n]*", "", site)
    return site.replace("${STANDBY_UPSTREAM}", f"127.0.0.1:{before}").replace(
        "/var/cache/nginx/standby", str(folder / "cache")
    )


def _wait_for(port: int) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("nginx did not start")
