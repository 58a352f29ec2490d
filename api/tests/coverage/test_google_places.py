"""Google ill, expensive or misconfigured: nobody waits, nobody pays more, the reason is told."""

from collections.abc import Iterator

import httpx
import pytest
from google_peer import KEY, Peer, google_peer

from standby.core.errors import RateLimited
from standby.core.provider_calls import Breaker
from standby.coverage.providers.places import Picture, PlacesDown
from standby.coverage.providers.places import google as google_places
from standby.coverage.providers.places.google import (
    AUTOCOMPLETE_MILLICENTS,
    GEOCODE_MILLICENTS,
    LONGEST_S,
    MAPS_HOST,
    PLACES_HOST,
    TIMEOUT,
    GooglePlaces,
    http_client,
)

ADDRESS = "1234 Main St, Tomball, TX"


@pytest.fixture
def peer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Peer]:
    with google_peer() as one:
        monkeypatch.setattr(google_places, "PLACES_HOST", one.origin)
        monkeypatch.setattr(google_places, "MAPS_HOST", one.origin)
        yield one


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with httpx.Client(timeout=0.3, trust_env=False) as one:
        yield one


def test_j1_one_try_of_a_visitors_takes_three_seconds_at_most_and_follows_nobody() -> None:
    with http_client() as ours:
        assert ours.timeout == TIMEOUT
        assert (ours.follow_redirects, ours.trust_env) == (False, False)
    assert max(TIMEOUT.read or 99, LONGEST_S) + (TIMEOUT.connect or 99) <= 3
    assert PLACES_HOST == "https://places.googleapis.com"
    assert MAPS_HOST == "https://maps.googleapis.com"


class Purse:
    def __init__(self, millicents: int) -> None:
        self.left = millicents

    def spend(self, millicents: int) -> None:
        if millicents > self.left:
            raise RateLimited
        self.left -= millicents


def google(client: httpx.Client, *, purse: Purse | None = None) -> GooglePlaces:
    spend = (purse or Purse(10**9)).spend
    return GooglePlaces(key=KEY, client=client, breaker=Breaker(), spend_millicents=spend)


@pytest.mark.parametrize(
    "illness",
    ["slow", "reset", "500", "truncated", "trickle", "garbage", "other shape", "redirect"],
)
def test_an_ill_provider_is_left_while_it_is_still_ill(
    peer: Peer, client: httpx.Client, illness: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is slow or trickles goes on until the test is over."""
    monkeypatch.setattr(google_places, "LONGEST_S", 0.5)
    peer.illness = illness
    places = google(client)

    with pytest.raises(PlacesDown) as down:
        places.suggest(ADDRESS, session_token="t")

    assert str(down.value) == "Failed to get address suggestions"
    assert "/canary" not in peer.asked


@pytest.mark.parametrize("illness", ["reset", "500", "garbage", "other shape"])
def test_geocoding_and_maps_are_down_too(peer: Peer, client: httpx.Client, illness: str) -> None:
    peer.illness = illness
    places = google(client)

    with pytest.raises(PlacesDown):
        places.geocode(ADDRESS)
    with pytest.raises(PlacesDown):
        places.static_map(Picture(center=ADDRESS, zoom=18, width=64, height=64, scale=1))


def test_after_five_failures_it_is_not_asked_again(peer: Peer, client: httpx.Client) -> None:
    peer.illness = "500"
    places = google(client)

    for _ in range(8):
        with pytest.raises(PlacesDown):
            places.suggest(ADDRESS, session_token="t")

    assert len(peer.asked) == 5


def test_a_refused_key_is_told_without_the_key(peer: Peer, client: httpx.Client) -> None:
    peer.illness = "denied"

    with pytest.raises(PlacesDown) as down:
        google(client).suggest(ADDRESS, session_token="t")

    assert down.value.status == "PERMISSION_DENIED"
    assert str(down.value) == "API key … not valid."


def test_the_days_budget_ends_the_asking(peer: Peer, client: httpx.Client) -> None:
    purse = Purse(AUTOCOMPLETE_MILLICENTS + GEOCODE_MILLICENTS)
    places = google(client, purse=purse)
    places.suggest(ADDRESS, session_token="t")
    places.geocode(ADDRESS)

    with pytest.raises(PlacesDown) as down:
        places.suggest(ADDRESS, session_token="t")

    assert down.value.status == "OVER_DAILY_LIMIT"
    assert (len(peer.asked), purse.left) == (2, 0)


@pytest.mark.parametrize(
    "address",
    [
        "http://169.254.169.254/latest/meta-data",
        "//127.0.0.1:22/",
        "x@127.0.0.1",
        "file:///etc/passwd",
        "a\r\nHost: evil",
        "&key=other&signature=x",
        "%00%0d%0a",
    ],
)
def test_an_address_is_only_ever_a_parameter(
    peer: Peer, client: httpx.Client, address: str
) -> None:
    places = google(client)

    places.geocode(address)

    assert (peer.asked, peer.wrong) == ([address], [])
