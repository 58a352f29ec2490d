"""What no honest provider answers, as raw bytes of JSON and of what only looks like it."""

import json
from typing import Final

_TEXTS: Final = (
    "", "\x00", "a\x00b", "\ud800", "\u202e", "\x1b[31m", "\r\nSet-Cookie: a=b", "\ufeff", "\x7f",
    "<script>alert(1)</script>", "' OR 1=1 --", "${jndi:ldap://x}", "../../etc/passwd", "%s%n",
    "{{7*7}}", "\U0001f469\u200d\U0001f527", "http://[", "javascript:alert(1)", "a" * 70_000,
    "0001-01-01", "9999-12-31T23:59:60Z", "1e999", "nan", "null", "-0", "\u0661\u0662", "true",
)  # fmt: skip
_RAW: Final = (
    "null", "true", "false", "0", "-1", "1.5", "-0", "1e400", "-1e400", "NaN", "Infinity",
    "9" * 5000, str(2**31), str(2**63), str(-(2**63) - 1), "[]", "[[]]", "[null]", "{}",
    '{"a": 1}', '{"a": 1, "a": 2}', '{"id": {"id": {}}}', "[" * 900 + "]" * 900,
    "{\"a\":" * 900 + "1" + "}" * 900,
)  # fmt: skip
# Instead of a whole answer
BODIES: Final = {
    **{f"only {text[:12]}": text.encode() for text in (*_RAW, '"a"', '"\\ud800"')},
    "nothing": b"",
    "a space": b" ",
    "half": b'{"id": "a", "ty',
    "two": b"{}{}",
    "bytes": bytes(range(256)),
    "latin": '{"a": "caf\xe9"}'.encode("latin-1"),
    "utf-16": '{"a": 1}'.encode("utf-16"),
    "a mark": b"\xef\xbb\xbf{}",
    "gzip": b"\x1f\x8b\x08\x00",
    "html": b"<!doctype html><title>502</title>",
    "xml": b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    "a comment": b"{/* */}",
    "single quotes": b"{'a': 1}",
    "a comma too many": b'{"a": 1,}',
    "bad escape": b'{"a": "\\x"}',
    "half a surrogate": b'{"a": "\\udc00\\ud800"}',
    "very deep": b"[" * 50_000 + b"]" * 50_000,
    "a million": b'"' + b"a" * 1_000_000 + b'"',
}
# Instead of one value in an answer that is honest otherwise
VALUES: Final = (*_RAW, *(json.dumps(text) for text in _TEXTS))
