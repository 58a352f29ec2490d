"""Texts are kept or sent; a peer on 127.0.0.1 checks each call as Twilio would."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from twilio.request_validator import RequestValidator
from twilio_peer import ACCOUNT, SENDER, TOKEN, Peer, twilio_peer

from standby.messaging.providers.texts import (
    TIMEOUT,
    FileTexter,
    SmsMessage,
    Texter,
    TextRefused,
    TextsDown,
    TextsUnanswered,
    TextUnwanted,
    TwilioTexts,
    in_e164,
    is_signed,
)

TEXT = SmsMessage(to="(281) 555-0100", text="Standby: hello & goodbye", reference="r-1")
STATUS_URL = "https://site.test/api/webhooks/twilio/status"


@pytest.fixture
def peer() -> Iterator[Peer]:
    with twilio_peer() as one:
        yield one


def twilio(origin: str, *, token: str = TOKEN, sender: str = SENDER) -> TwilioTexts:
    return TwilioTexts(
        sid=ACCOUNT,
        token=token,
        sender=sender,
        status_url=STATUS_URL,
        api_base=origin,
        timeout=httpx.Timeout(0.3),
    )


@pytest.mark.req("MSG-01.5")
def test_twilio_gets_what_it_asks_for_and_either_way_a_text_gets_a_name(
    tmp_path: Path, peer: Peer
) -> None:
    sid = twilio(peer.origin).send(TEXT)

    assert sid == "SM" + "1".zfill(32)
    assert FileTexter(folder=tmp_path).send(TEXT)
    assert peer.taken == [
        {
            "To": "+12815550100",
            "From": SENDER,
            "Body": "Standby: hello & goodbye",
            "StatusCallback": STATUS_URL,
        }
    ]
    with pytest.raises(TextsDown, match="401"):
        twilio(peer.origin, token="another").send(TEXT)


def test_a_messaging_service_sends_where_one_is_set(peer: Peer) -> None:
    twilio(peer.origin, sender="MG" + "0" * 32).send(TEXT)

    assert peer.taken[0]["MessagingServiceSid"] == "MG" + "0" * 32


@pytest.mark.parametrize(
    ("status", "code", "raised"),
    [
        (400, 21211, TextRefused),
        (400, 21614, TextRefused),
        (400, 21610, TextUnwanted),
        (400, 21606, TextsDown),
        (403, 21408, TextsDown),
        (400, 21408, TextsDown),
        (401, 20003, TextsDown),
        (429, 20429, TextsDown),
        (500, None, TextsDown),
        (503, 20503, TextsDown),
        (302, None, TextsDown),
    ],
    ids=[
        "no such number", "a landline", "opted out", "the sender is not ours",
        "a region that is not enabled", "the same as a bad request", "wrong credentials",
        "too many", "broken", "down", "a redirect is not followed",
    ],
)  # fmt: skip
def test_each_no_says_whether_trying_again_may_help(
    peer: Peer, status: int, code: int | None, raised: type[Exception]
) -> None:
    peer.answers = [(status, code)]

    with pytest.raises(raised) as refused:
        twilio(peer.origin).send(TEXT)

    assert type(refused.value) is raised
    assert peer.taken == []


@pytest.mark.parametrize("illness", ["slow", "lost"])
def test_no_answer_is_not_the_same_as_not_taken(peer: Peer, illness: str) -> None:
    peer.answers = [illness]

    with pytest.raises(TextsUnanswered):
        twilio(peer.origin).send(TEXT)
    assert max(TIMEOUT.connect or 99, TIMEOUT.read or 99) <= 10  # J4: said, and short


def test_numbers_go_out_as_twilio_writes_them_and_of_another_country_not_at_all() -> None:
    for phone in ("2815550100", "(281) 555-0100", "+1 281.555.0100", "1-281-555-0100"):
        assert in_e164(phone) == "+12815550100"
    for phone in ("", "555-0100", "+44 20 7946 0958", "22815550100"):
        with pytest.raises(TextRefused):
            in_e164(phone)


@given(
    sent=st.dictionaries(
        st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1),
        st.text(st.characters(codec="utf-8")),
    )
)
def test_signatures_are_read_as_twilios_own_validator_reads_them(sent: dict[str, str]) -> None:
    url = "https://site.test/api/webhooks/twilio/inbound?a=b"
    signature = RequestValidator(TOKEN).compute_signature(url, sent)

    assert is_signed(url, sent=sent, signature=signature, token=TOKEN)
    assert not is_signed(url, sent=sent | {"X": "Y"}, signature=signature, token=TOKEN)
    assert not is_signed(url, sent=sent, signature=signature, token="another")


@pytest.mark.parametrize("signature", ["", "x", "é", "=" * 10_000])
def test_nonsense_is_no_signature(signature: str) -> None:
    assert not is_signed("https://site.test/", sent={}, signature=signature, token=TOKEN)


KEPT: type[Texter] = FileTexter
LIVE: type[Texter] = TwilioTexts
