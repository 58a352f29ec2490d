"""Answers kept in front of Django."""

import gzip
import json
import threading
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client

from standby.core import response_cache as cached_answers
from standby.core.response_cache import CachedResponse, answer
from standby.pricing.models.catalog import InstallationPackage

PATHS = (
    "/api/installation-packages",
    "/api/generators",
    "/api/app-configuration",
    "/api/price-book",
)
pytestmark = pytest.mark.django_db


def answered(path: str, **asked: str) -> tuple[int, dict[str, str], bytes]:
    found = answer(path, **asked)
    assert found is not None
    return found[0], dict(found[1]), found[2]


def etag_of(path: str) -> str:
    return answered(path)[1]["ETag"]


class Table:
    """Stands for the tables behind a shelf."""

    def __init__(self) -> None:
        self.version = "1"
        self.asked = 0
        self.down = False

    def read_version(self) -> str:
        self.asked += 1
        if self.down:
            raise DatabaseError("gone")
        return self.version

    def shapes(self) -> dict[str, Any]:
        return {"/x": {"version": self.version}}


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def shelf(table: Table) -> CachedResponse:
    return CachedResponse(prefixes=("/x",), version=table.read_version, payloads=table.shapes)


@pytest.fixture
def a_second_later(shelf: CachedResponse, monkeypatch: pytest.MonkeyPatch) -> None:
    """The shelf has an answer, and asks for the version each time from now on."""
    body(shelf)
    monkeypatch.setattr(cached_answers, "CHECK_EVERY_S", 0.0)


def body(shelf: CachedResponse) -> Any:
    kept = shelf.find("/x", zipped=False)
    assert kept is not None
    return json.loads(kept.body)


@pytest.mark.usefixtures("catalog")
@pytest.mark.parametrize("path", PATHS)
def test_the_same_bytes_come_before_django_and_from_it(path: str, client: Client) -> None:
    status, headers, before_django = answered(path)
    response = client.get(path)

    assert status == response.status_code == 200
    assert before_django == response.content
    assert headers == {name: response.headers[name] for name in headers}
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["Cache-Control"] == "no-cache"


@pytest.mark.req("API-02.10")
@pytest.mark.usefixtures("catalog")
@pytest.mark.parametrize("path", PATHS)
def test_a_known_etag_is_answered_304_without_a_body(path: str, client: Client) -> None:
    etag = etag_of(path)

    response = client.get(path, headers={"If-None-Match": f'"older", W/{etag}'})

    assert (response.status_code, response.content) == (304, b"")
    assert response.headers["ETag"] == etag
    assert "Content-Type" not in response.headers
    assert answered(path, if_none_match="*")[0] == 304


@pytest.mark.usefixtures("catalog")
def test_a_browser_that_takes_gzip_gets_fewer_bytes_under_their_own_etag() -> None:
    _, plain, body = answered("/api/price-book")
    _, zipped, fewer = answered("/api/price-book", accept_encoding="br, GZIP;q=0.8")

    assert zipped["Content-Encoding"] == "gzip"
    assert gzip.decompress(fewer) == body
    assert len(fewer) < min(len(body) / 4, 2_000)
    assert zipped["ETag"] != plain["ETag"]


@pytest.mark.usefixtures("catalog")
@pytest.mark.parametrize(
    ("path", "accepted"),
    [
        ("/api/price-book", ""),
        ("/api/price-book", "br"),
        ("/api/price-book", "gzip;q=0"),
        ("/api/price-book", "identity, gzip; q=0.0"),
        ("/api/installation-packages", "gzip"),  # too short
    ],
)
def test_what_is_short_or_for_a_browser_that_does_not_take_gzip_is_not_zipped(
    path: str, accepted: str
) -> None:
    assert "Content-Encoding" not in answered(path, accept_encoding=accepted)[1]


@pytest.mark.parametrize(
    "path", ["/", "/api/availability", "/api/price-book/1", "/api/generatorsx"]
)
def test_what_is_not_kept_is_left_to_django(path: str) -> None:
    assert answer(path) is None


@pytest.mark.req("API-02.10")
@pytest.mark.usefixtures("catalog")
def test_a_change_shows_at_once_where_it_was_made(django_capture_on_commit_callbacks: Any) -> None:
    before = etag_of("/api/price-book")
    package = InstallationPackage.objects.get(max_distance_feet=25)
    package.price_cents = 4_890_00

    with django_capture_on_commit_callbacks(execute=True):
        package.save()

    assert etag_of("/api/price-book") != before


@pytest.mark.usefixtures("catalog")
def test_all_answers_are_made_with_a_few_queries(django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(13):
        for path in PATHS:
            answer(path)


def test_a_change_made_elsewhere_shows_within_a_second(
    table: Table, shelf: CachedResponse, monkeypatch: pytest.MonkeyPatch
) -> None:
    body(shelf)
    table.version = "2"
    still = [body(shelf) for _ in range(100)]
    asked = table.asked
    monkeypatch.setattr(cached_answers, "CHECK_EVERY_S", 0.0)

    assert (still, asked) == ([{"version": "1"}] * 100, 1)
    assert body(shelf) == {"version": "2"}


@pytest.mark.usefixtures("a_second_later")
def test_an_unchanged_version_keeps_the_bytes(table: Table, shelf: CachedResponse) -> None:
    kept = shelf.find("/x", zipped=False)

    assert shelf.find("/x", zipped=False) is kept
    assert table.asked == 3


@pytest.mark.usefixtures("a_second_later")
def test_an_outage_of_the_database_does_not_take_kept_answers_down(
    table: Table, shelf: CachedResponse
) -> None:
    table.down = True

    assert body(shelf) == {"version": "1"}


def test_without_anything_kept_an_outage_is_said(table: Table, shelf: CachedResponse) -> None:
    table.down = True

    with pytest.raises(DatabaseError):
        body(shelf)


def test_what_was_made_while_a_write_went_on_is_not_kept(
    table: Table, shelf: CachedResponse
) -> None:
    shapes = table.shapes

    def written_meanwhile() -> dict[str, Any]:
        made = shapes()
        table.version = "2"
        shelf.forget()
        return made

    shelf._payloads = written_meanwhile
    first = body(shelf)
    shelf._payloads = shapes

    assert (first, body(shelf)) == ({"version": "1"}, {"version": "2"})


@pytest.mark.usefixtures("a_second_later")
def test_while_one_thread_asks_for_the_version_the_others_do_not_wait(
    shelf: CachedResponse,
) -> None:
    found: list[Any] = []

    with shelf._lock:
        other = threading.Thread(target=lambda: found.append(body(shelf)))
        other.start()
        other.join(timeout=5)

    assert found == [{"version": "1"}]


def test_the_database_of_these_tests_is_still_connected() -> None:
    """Asking for a version outside a request must not close a connection in use."""
    answer("/api/price-book")

    assert connection.connection is not None
