"""Pictures of texts are fetched from the provider, with our account's password and no further."""

from collections.abc import Iterator

import httpx
import pytest
from pytest_django import Settings
from twilio_peer import ACCOUNT, TOKEN, Peer, twilio_peer

from standby.inbox.providers import wiring
from standby.inbox.providers.media import MediaDown, MediaGone, MediaTooLarge, TwilioMedia

URL = f"https://api.twilio.com/2010-04-01/Accounts/{ACCOUNT}/Messages/MM1/Media/ME1"
MOST = 1000


@pytest.fixture
def peer() -> Iterator[Peer]:
    with twilio_peer() as one:
        one.media["ME1"] = b"a picture"
        yield one


def media(peer: Peer, *, token: str = TOKEN) -> TwilioMedia:
    timeout = httpx.Timeout(0.3)
    return TwilioMedia(sid=ACCOUNT, token=token, api_base=peer.origin, timeout=timeout)


def test_a_file_is_fetched_with_the_password_and_where_it_lies_without(peer: Peer) -> None:
    here = media(peer).read(URL, most_bytes=MOST)
    peer.media_lies_at = f"{peer.origin}/elsewhere"
    elsewhere = media(peer).read(URL, most_bytes=MOST)

    assert (here, elsewhere) == (b"a picture", b"a picture")


@pytest.mark.parametrize(
    "url",
    [
        "", "https://[", "https://evil.test/", "file:///etc/passwd", f"{URL}/../../../M.json",
        URL.replace("/Media/", "/"), URL.replace("ME1", "ME%2F1"), f"{URL}.json",
    ],
)  # fmt: skip
def test_an_address_that_is_no_file_of_a_text_is_never_asked(peer: Peer, url: str) -> None:
    with pytest.raises(MediaGone):
        media(peer).read(url, most_bytes=MOST)


def test_only_the_provider_is_asked_whatever_host_the_text_names(peer: Peer) -> None:
    url = URL.replace("api.twilio.com", "evil.test")

    assert media(peer).read(url, most_bytes=MOST) == b"a picture"


def test_each_no_says_whether_trying_again_may_help(peer: Peer) -> None:
    with pytest.raises(MediaGone):
        media(peer).read(URL.replace("ME1", "ME2"), most_bytes=MOST)
    with pytest.raises(MediaTooLarge):
        media(peer).read(URL, most_bytes=3)
    with pytest.raises(MediaDown, match="401"):
        media(peer, token="another").read(URL, most_bytes=MOST)
    peer.media_status = 500
    with pytest.raises(MediaDown, match="500"):
        media(peer).read(URL, most_bytes=MOST)
    for place in ("https://evil.test/elsewhere", "file:///etc", "http://127.0.0.1:1/elsewhere"):
        peer.media_lies_at = place
        with pytest.raises(MediaDown):
            media(peer).read(URL, most_bytes=MOST)


@pytest.mark.usefixtures("own_folder")
def test_only_where_texts_come_in_there_is_somebody_to_ask(settings: Settings) -> None:
    assert wiring.media() is None

    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"texts": "twilio"})
    wiring.media.cache_clear()

    assert isinstance(wiring.media(), TwilioMedia)
