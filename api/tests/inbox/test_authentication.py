"""What our own mailbox's server says about a sender, and nobody else's word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standby.inbox.rules.authentication import vouched

GMAIL = (
    "mx.ours.test;\r\n       dkim=pass header.i=@example.org header.s=20230601 header.b=aBc/1;\r\n"
    "       spf=pass (ours.test: domain of ada@example.org designates 192.0.2.1 as permitted)"
    " smtp.mailfrom=ada@example.org;\r\n"
    "       dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=example.org"
)


@pytest.mark.req("IN-03.5")
@pytest.mark.parametrize(
    ("header", "said"),
    [
        (GMAIL, "passed"),
        ("mx.ours.test 1; dkim=pass header.d=example.org", "passed"),
        ("MX.ours.test; dkim=pass header.d=Example.ORG", "passed"),
        ('mx.ours.test; dkim/1 = pass (good; key) header.d = "example.org"', "passed"),
        ("mx.ours.test; spf=pass smtp.mailfrom=bounces@example.org", "passed"),
        ("mx.ours.test; spf=pass smtp.mailfrom=example.org; dkim=none", "passed"),
        ("mx.ours.test; dmarc=pass header.from=example.org", "passed"),
        ("mx.ours.test; dmarc=fail (p=reject) header.from=example.org", "failed"),
        ("mx.ours.test; dkim=pass header.d=example.org; dmarc=fail", "failed"),
        ("mx.ours.test; dmarc=pass header.from=other.org", ""),
        ("mx.ours.test; dkim=pass header.d=other.org", ""),
        ("mx.ours.test; dkim=pass header.d=org", ""),
        ("mx.ours.test; dkim=fail header.d=example.org", ""),
        ("mx.ours.test; dkim=neutral (dkim=pass header.d=example.org)", ""),
        ("mx.ours.test; spf=pass smtp.mailfrom=x@other.org; auth=pass smtp.auth=example.org", ""),
        ("mx.ours.test; spf=pass smtp.helo=example.org", ""),
        ('mx.ours.test; spf=fail reason="; dkim=pass header.d=example.org"', ""),
        ('mx.ours.test; spf=fail reason="\\"; dkim=pass header.d=example.org"', ""),
        ('mx.ours.test; spf=pass smtp.mailfrom="x@example.org"@evil.test', ""),
        ('mx.ours.test; spf=pass smtp.mailfrom="a\\"@example.org"@evil.test', ""),
        ('mx.ours.test; spf=pass smtp.mailfrom="; dkim=pass header.d=example.org"@e.test', ""),
        ('mx.ours.test; dkim=pass header.d=evil.test reason="header.d=example.org"', ""),
        ("mx.ours.test; dkim=pass header.d=evil.test header.d=example.org", ""),
        ('mx.ours.test; spf=pass smtp.mailfrom="ada@example.org"', "passed"),
        ("mx.ours.test; none", ""),
        ("mx.ours.test", ""),
        ("mx.theirs.test; dkim=pass header.d=example.org", ""),
        ("spf=pass smtp.mailfrom=example.org; dkim=pass header.d=example.org", ""),
        ("", ""),
    ],
)
def test_only_our_servers_word_about_the_senders_own_domain_counts(header: str, said: str) -> None:
    assert vouched([header], by="mx.ours.test", sender="Ada@Example.org") == said


@pytest.mark.parametrize(
    ("sender", "said"),
    [
        ("a@mail.example.org", "passed"),
        ("a@notexample.org", ""),
        ("example.org", "passed"),
        ("", ""),
    ],
)
def test_a_domain_speaks_for_those_below_it(sender: str, said: str) -> None:
    header = "mx.ours.test; dkim=pass header.d=example.org"

    assert vouched([header], by="mx.ours.test", sender=sender) == said


def test_what_the_sender_wrote_below_our_servers_header_is_not_believed() -> None:
    ours, theirs = "mx.ours.test; dkim=none", "mx.ours.test; dkim=pass header.d=example.org"

    assert vouched([ours, theirs], by="mx.ours.test", sender="a@example.org") == ""
    assert vouched(["other; x=y", theirs], by="mx.ours.test", sender="a@example.org") == "passed"


def test_where_our_server_has_no_name_nothing_is_proven() -> None:
    assert vouched(["; dkim=pass header.d=example.org"], by="", sender="a@example.org") == ""


@given(st.text(alphabet='()";\\=./ amxdkips0-', max_size=200))
def test_no_header_is_too_strange(text: str) -> None:
    assert vouched([f"mx.ours.test; {text}"], by="mx.ours.test", sender="a@x.y") in {"", "passed"}


def test_a_header_of_megabytes_is_read_in_no_time() -> None:
    assert vouched(["mx.ours.test;" + "(" * 3_000_000], by="mx.ours.test", sender="a@x.y") == ""
