"""Nobody is waited for without end: every client of the network says how long (J4)."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

STANDBY = Path(__file__).parents[2] / "standby"
BY_SETTING = frozenset({"timeout"})
# What opens a line, and the words by which it says how long it waits; None: whatever its name
WAITS: dict[str, frozenset[str] | None] = {
    **dict.fromkeys((f"httpx.{name}" for name in ("Client", "AsyncClient", "request")), BY_SETTING),
    **dict.fromkeys(
        (f"httpx.{name}" for name in ("get", "post", "put", "patch", "delete", "head", "stream")),
        BY_SETTING,
    ),
    "smtplib.SMTP": BY_SETTING,
    "smtplib.SMTP_SSL": BY_SETTING,
    "stripe.StripeClient": frozenset({"http_client", "max_network_retries"}),
    "stripe.RequestsClient": BY_SETTING,
    "botocore.config.Config": frozenset({"connect_timeout", "read_timeout", "retries"}),
    "boto3.session.Session.client": frozenset({"config"}),
    "opentelemetry.exporter.otlp.proto.http.trace_exporter.OTLPSpanExporter": BY_SETTING,
}
# Of these modules nothing else may be called: a new way out comes with its line above.
NETWORK = (
    *("httpx", "smtplib", "stripe", "boto3", "botocore", "requests", "urllib3", "socket", "ssl"),
    *("http.client", "urllib.request", "imaplib", "poplib", "ftplib", "aiohttp", "websockets"),
    *("asyncio", "socketserver", "xmlrpc", "opentelemetry.exporter", "psycopg", "jwt.PyJWKClient"),
)
OPENS_NO_LINE = frozenset(
    {
        "httpx.Timeout",
        "ssl.create_default_context",
        "boto3.session.Session",
        "psycopg.conninfo.conninfo_to_dict",  # these two read and write an address
        "psycopg.conninfo.conninfo_to_dict.items",
        "psycopg.conninfo.make_conninfo",
    }
)


def silent_calls(source: str) -> list[str]:
    """Calls that open a line without saying how long it is waited for, or that nobody knows."""
    tree = ast.parse(source)
    names = dict(_imported(tree))
    found = []
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        called = _called(call.func, names)
        if not called.startswith(NETWORK) or called in OPENS_NO_LINE or _is_error(called):
            continue
        told = {word.arg for word in call.keywords}
        wanted = WAITS.get(called)
        if wanted is None or not wanted <= told:
            found.append(f"{called} at line {call.lineno}")
    return found


def _imported(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                first = name.name.split(".")[0]
                yield (name.asname, name.name) if name.asname else (first, first)
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                yield name.asname or name.name, f"{node.module}.{name.name}"


def _called(function: ast.expr, names: dict[str, str]) -> str:
    """'' when it is no name of an imported module."""
    if isinstance(function, ast.Call):
        return _called(function.func, names)
    if isinstance(function, ast.Attribute):
        before = _called(function.value, names)
        return f"{before}.{function.attr}" if before else ""
    return names.get(function.id, "") if isinstance(function, ast.Name) else ""


def _is_error(called: str) -> bool:
    return called.endswith(("Error", "Exception"))


def test_j4_no_line_is_opened_without_a_timeout() -> None:
    sources = {path: path.read_text() for path in STANDBY.rglob("*.py")}

    silent = {path.name: calls for path, text in sources.items() if (calls := silent_calls(text))}

    opened = sum(text.count(name) for text in sources.values() for name in _SPELLED)
    print(f"\nJ4 timeouts: {len(silent)} of {opened} lines to the outside are without one")
    assert opened >= len(_SPELLED)
    assert silent == {}


_SPELLED = ("httpx.Client(", "httpx.request(", "smtplib.SMTP(", "smtplib.SMTP_SSL(", "Config(")


@pytest.mark.parametrize(
    "source",
    [
        "import httpx\nhttpx.get('http://a')",
        "import httpx as h\nh.Client(follow_redirects=False)",
        "from smtplib import SMTP\nSMTP('a', 25)",
        "import stripe\nstripe.StripeClient('k')",
        "import boto3\nboto3.client('s3')",
        "import boto3\nboto3.session.Session().client('s3')",
        "from botocore.config import Config\nConfig(connect_timeout=2)",
        "import requests\nrequests.get('http://a', timeout=5)",
        "import socket\nsocket.create_connection(('a', 1))",
        "from urllib.request import urlopen\nurlopen('http://a')",
    ],
)
def test_j4_a_line_without_a_timeout_is_found(source: str) -> None:
    """The control."""
    assert len(silent_calls(source)) == 1
