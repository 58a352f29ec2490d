"""Visitors of the deployed product: through nginx, by TLS, to a certificate of this run."""

import ssl
import time
from collections.abc import Callable

import httpx


def client() -> httpx.Client:
    return httpx.Client(timeout=30, trust_env=False, verify=trusting())


def trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def until(holds: Callable[[], bool], *, within_s: float = 120, step_s: float = 0.05) -> None:
    give_up_at = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < give_up_at
        time.sleep(step_s)
