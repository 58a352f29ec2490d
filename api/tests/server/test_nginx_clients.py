"""nginx counts the same clients as the product: by the deployed file's own lines (SEC-03)."""

import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import httpx
import pytest
from ops.front import SITE
from ops.machine import require
from ops.postgresql import free_port

from standby.core.limits import client_at

ADDRESSES: Final = (
    "198.51.100.10",  # its last byte is a line's end
    *("198.51.100.7", "198.51.10.7", "10.10.10.10", "203.0.113.7"),
    *("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:3::1"),
    *("2001:db8:a0a:a0a::a0a", "2001:db8:a0a:a0a:a0a::"),
)
KEYS: Final = "$ipv4_client$ipv6_client@$client_network"
HTTP: Final = """
daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    {maps}
    real_ip_header X-From; set_real_ip_from 127.0.0.1;
    server {{ listen 127.0.0.1:{port}; location / {{ return 200 "{keys}"; }} }}
}}
"""


@pytest.fixture
def nginx(tmp_path: Path) -> Iterator[str]:
    """Answers with the keys by which the deployed file counts whoever calls."""
    port = free_port()
    maps = re.findall(r"map \$binary_remote_addr .*?\n}\n", SITE.read_text(), re.DOTALL)
    written = tmp_path / "nginx.conf"
    written.write_text(HTTP.format(folder=tmp_path, maps="".join(maps), port=port, keys=KEYS))
    process = subprocess.Popen([require("nginx"), "-c", str(written), "-p", str(tmp_path)])
    origin = f"http://127.0.0.1:{port}"
    for _ in range(200):
        with suppress(httpx.TransportError):
            httpx.get(origin)
            break
        time.sleep(0.05)
    yield origin
    process.terminate()
    process.wait(30)


@pytest.mark.slow  # it needs nginx, which only CI asks the machine for
def test_nginx_takes_the_same_callers_for_one_client_and_for_one_network(nginx: str) -> None:
    keys = {
        address: httpx.get(nginx, headers={"X-From": address}).content.partition(b"@")[::2]
        for address in ADDRESSES
    }

    for one in ADDRESSES:
        for other in ADDRESSES:
            ours, theirs = client_at(one), client_at(other)
            assert (keys[one][0] == keys[other][0]) == (ours.subject == theirs.subject)
            assert (keys[one][1] == keys[other][1]) == (ours.wider == theirs.wider)
    assert all(all(each) for each in keys.values())


def test_what_one_client_and_one_network_may_have_at_work_is_less_than_a_host_does() -> None:
    site = SITE.read_text()
    counted = dict(re.findall(r"limit_conn_zone (\S+) zone=(\w+):", site))
    most = {zone: int(number) for zone, number in re.findall(r"limit_conn (\w+) (\d+);", site)}
    max_conns = int(re.search(r"max_conns=(\d+)", site)[1])  # type: ignore[index]

    assert counted == {
        "$ipv4_client": "per_ipv4",
        "$ipv6_client": "per_ipv6",
        "$client_network": "per_network",
    }
    assert most["per_ipv6"] < most["per_ipv4"] < most["per_network"] < max_conns
