"""Mails as spam has them, and as nobody should send them: each has broken some reader."""

import base64
from typing import Final

_TO: Final = b"To: office@standby.test\r\nMessage-ID: <%s@hostile.test>\r\n"
_FROM: Final = b"From: Mallory <mallory@hostile.test>\r\n"


def _mail(name: str, headers: bytes, body: bytes = b"Hello\r\n") -> bytes:
    sender = b"" if b"From:" in headers else _FROM
    return sender + _TO % name.encode() + headers + b"\r\n" + body


def _typed(name: str, content_type: bytes, body: bytes, more: bytes = b"") -> bytes:
    return _mail(name, b"Subject: x\r\nContent-Type: " + content_type + b"\r\n" + more, body)


def _nested(depth: int) -> bytes:
    start = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n)
        for n in range(depth)
    )
    return start + b"Content-Type: text/plain\r\n\r\nin the middle\r\n"


def _parts(count: int) -> bytes:
    part = b"--b\r\nContent-Type: text/plain\r\n\r\nx\r\n"
    return part * count + b"--b--\r\n"


_CHARSETS: Final = (
    b"idna", b"punycode", b"utf-7", b"unicode_escape", b"raw_unicode_escape", b"rot13", b"base64",
    b"zlib", b"hex", b"undefined", b"mbcs", b"x-unknown", b'"a\x00b"', b"utf-16", b"utf-32", b"",
)  # fmt: skip
_SUBJECTS: Final = (
    b"=?utf-8?B?Y?=",
    b"=?utf-8?B?a?=",
    b"=?utf-8?b?////?=",
    b"=?utf-8?Q?=ZZ=?=",
    b"=?idna?B?eG4tLQ==?=",
    b"=?utf-7?Q?+2AA-?=",
    b"=?unicode_escape?Q?=5Cud800?=",
    b"=?x-unknown?B?aGk=?=",
    b"=?utf-8?X?hi?=",
    b"=?utf-8*en?Q?hi?=",
    b"=?=?=?=?=?=?=?=",
    b"Reuni\xf3n ma\xf1ana",
    b"nul \x01\x02\x7f controls",
    b"\xf0\x9f\x9a\xab\xf0\x28\x8c\x28",
    b"=?utf-8?B?" + b"A" * 50_000 + b"?=",
)
_HEADERS: Final = (
    b"Auto-Submitted: n\xe9\r\n",
    b"Precedence: \xff\r\n",
    b"From: \r\n",
    b"From: <<<>>>@@,,;;\r\n",
    b"From: =?utf-8?B?a?= <a@b.c>\r\n",
    b"From: " + b"(" * 5000 + b"\r\n",
    b"From: " + b'"a" <a@b.c>, ' * 2000 + b"\r\n",
    b"From: \xff\xfe@\xff\r\n",
    b"References: " + b"<a@b.c> " * 20_000 + b"\r\n",
    b"References: " + b"<" * 50_000 + b"\r\n",
    b"Content-Type: \r\n",
    b"Content-Type: a\r\n",
    b"Content-Type: text/plain; charset*=x'y'%ff\r\n",
    b"Content-Type: text/plain; name*0*=utf-8''%ff; name*1=b; name*9=c\r\n",
    b"Content-Type: multipart/mixed\r\n",
    b"Content-Type: multipart/alternative; boundary=\r\n",
    b"Content-Type: message/rfc822\r\n",
    b"Content-Transfer-Encoding: base64\r\n",
    b"Content-Transfer-Encoding: x-uuencode\r\n",
    b"Content-Disposition: attachment; filename*=utf-8''%00%ff\r\n",
    b"Content-Disposition: attachment; filename==?utf-8?B?a?=\r\n",
    b"Content-Type: text/plain; " + b"a=b;" * 20_000 + b"\r\n",
    b"no colon at all\r\nSubject: x\r\n",
    b": empty name\r\n",
    b"Content-Disposition: attachment; filename*=idna''a%ff\r\n",
    b"Content-Type: text/plain; charset*=a\x00b'en'x\r\n",
    b"Received: x\r\n" * 5000,
    b"Authentication-Results: ;;;==((\r\n",
)


def hostile_mails() -> dict[str, bytes]:
    """Return them by a name for each."""
    mails = {
        f"subject {number}": _mail(f"subject{number}", b"Subject: " + subject + b"\r\n")
        for number, subject in enumerate(_SUBJECTS)
    }
    for number, header in enumerate(_HEADERS):
        mails[f"header {number}"] = _mail(f"header{number}", header)
    for number, charset in enumerate(_CHARSETS):
        mails[f"charset {number}"] = _typed(
            f"charset{number}", b"text/plain; charset=" + charset, b"caf\xe9 \\ud800 +2AA- \xff\r\n"
        )
    for kind, html in {
        "tags": b"<b>" * 60_000,
        "half tags": b"<a " * 60_000,
        "quotes": b'<a href="' * 30_000,
        "comments": b"<!--" * 60_000,
        "entities": b"&#" + b"1" * 6000 + b";",
        "surrogate": b"&#xd800;&#0;",
        "styles": b"<style " * 40_000,
        "brackets": b"<" * 200_000,
    }.items():
        mails[f"html {kind}"] = _typed(f"html-{kind.replace(' ', '')}", b"text/html", html)
    mails |= {
        "deep parts": _mail("deep", b"", b"")[:-2] + _nested(1500),
        "deep mails": _mail("deepmails", b"", b"")[:-2]
        + b"Content-Type: message/rfc822\r\n\r\n" * 2000,
        "many parts": _typed("many", b"multipart/mixed; boundary=b", _parts(5000)),
        "no end": _typed("noend", b"multipart/mixed; boundary=b", b"--b\r\n"),
        "bad base64": _typed(
            "bad64", b"text/plain", b"A" * 77, b"Content-Transfer-Encoding: base64\r\n"
        ),
        "binary": _typed("binary", b"application/octet-stream", bytes(range(1, 256)) * 200),
        "winmail": _typed(
            "winmail",
            b'application/ms-tnef; name="winmail.dat"',
            base64.encodebytes(b"\x78\x9f\x3e\x22" + b"junk" * 100),
            b"Content-Transfer-Encoding: base64\r\n",
        ),
        "report of nothing": _typed(
            "report", b"multipart/report; boundary=b", b"--b\r\nAction: failed\r\n\r\nx\r\n--b--"
        ),
        "only bytes": bytes(range(1, 256)),
        "nothing": b"\r\n\r\n",
        "endless line": _mail("line", b"Subject: x\r\n", b"a" * 500_000),
        "long header": _mail("long", b"Subject: " + b"a" * 100_000 + b"\r\n"),
    }
    return mails
