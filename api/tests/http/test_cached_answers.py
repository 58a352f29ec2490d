"""Answers kept in front of Django."""

import gzip
import json
import threading
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client

from standby.apps.catalog.models import InstallationPackage
from standby.http import cached_answers
from standby.http.cached_answers import Shelf, answer

PATHS = (
    "/api/installation-packages",
    "/api/generators",
    "/api/app-configuration",
    "/api/price-book",
)
pytestmark = pytest.mark.django_db


def etag_of(path: str, **asked: str) -> str:
    found = answer(path, **asked)
    assert found is not None
    return dict(found[1])["ETag"]


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


def a_shelf(table: Table) -> Shelf:
    return Shelf(prefixes=("/x",), version=table.read_version, shapes=table.shapes)


def body(shelf: Shelf) -> Any:
    kept = shelf.find("/x", zipped=False)
    assert kept is not None
    return json.loads(kept.body)


@pytest.mark.usefixtures("catalog")
@pytest.mark.parametrize("path", PATHS)
def test_the_same_bytes_come_before_django_and_from_it(path: str, client: Client) -> None:
    found = answer(path)
    response = client.get(path)

    assert found is not None
    status, headers, before_django = found
    assert status == response.status_code == 200
    assert before_django == response.content
    assert {name.lower() for name, _ in headers} <= {name.lower() for name in response.headers}
    for name, text in headers:
        assert response.headers[name] == text


@pytest.mark.req("API-02.10")
@pytest.mark.usefixtures("catalog")
@pytest.mark.parametrize("path", PATHS)
def test_a_known_etag_is_answered_304_without_a_body(path: str, client: Client) -> None:
    etag = etag_of(path)

    response = client.get(path, headers={"If-None-Match": f'"older", W/{etag}'})

    assert (response.status_code, response.content) == (304, b"")
    assert response.headers["ETag"] == etag
    assert "Content-Type" not in response.headers


@pytest.mark.usefixtures("catalog")
def test_kept_answers_carry_the_security_headers() -> None:
    found = answer("/api/price-book")

    assert found is not None
    headers = dict(found[1])
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["Cache-Control"] == "no-cache"


@pytest.mark.usefixtures("catalog")
def test_a_browser_that_takes_gzip_gets_fewer_bytes_under_their_own_etag() -> None:
    plain = answer("/api/price-book")
    zipped = answer("/api/price-book", accept_encoding="br, GZIP;q=0.8")

    assert plain is not None
    assert zipped is not None
    assert dict(zipped[1])["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped[2]) == plain[2]
    assert len(zipped[2]) < len(plain[2]) / 4
    assert etag_of("/api/price-book") != etag_of("/api/price-book", accept_encoding="gzip")


@pytest.mark.usefixtures("catalog")
@pytest.mark.parametrize("refused", ["", "br", "gzip;q=0", "identity, gzip; q=0.0"])
def test_a_browser_that_does_not_take_gzip_gets_none(refused: str) -> None:
    found = answer("/api/price-book", accept_encoding=refused)

    assert found is not None
    assert "Content-Encoding" not in dict(found[1])


@pytest.mark.usefixtures("catalog")
def test_a_short_answer_is_not_zipped() -> None:
    found = answer("/api/installation-packages", accept_encoding="gzip")

    assert found is not None
    assert "Content-Encoding" not in dict(found[1])


@pytest.mark.usefixtures("catalog")
def test_if_none_match_star_means_any() -> None:
    found = answer("/api/price-book", if_none_match="*")

    assert found is not None
    assert found[0] == 304


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
def test_a_kept_answer_asks_the_database_nothing_within_a_second(
    django_assert_num_queries: Any,
) -> None:
    answer("/api/price-book")

    with django_assert_num_queries(0):
        answer("/api/price-book")


@pytest.mark.usefixtures("catalog")
def test_all_answers_are_made_with_a_few_queries(django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(13):
        for path in PATHS:
            answer(path)


def test_a_change_made_elsewhere_shows_within_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    shelf = a_shelf(table)
    body(shelf)
    table.version = "2"
    still = body(shelf)
    monkeypatch.setattr(cached_answers, "CHECK_EVERY_S", 0.0)

    later = body(shelf)

    assert (still, later) == ({"version": "1"}, {"version": "2"})


def test_the_version_is_asked_at_most_once_a_second() -> None:
    table = Table()
    shelf = a_shelf(table)

    for _ in range(100):
        body(shelf)

    assert table.asked == 1


def test_an_unchanged_version_keeps_the_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    shelf = a_shelf(table)
    kept = shelf.find("/x", zipped=False)
    monkeypatch.setattr(cached_answers, "CHECK_EVERY_S", 0.0)

    assert shelf.find("/x", zipped=False) is kept
    assert table.asked == 2


def test_an_outage_of_the_database_does_not_take_kept_answers_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table()
    shelf = a_shelf(table)
    body(shelf)
    table.down = True
    monkeypatch.setattr(cached_answers, "CHECK_EVERY_S", 0.0)

    assert body(shelf) == {"version": "1"}


def test_without_anything_kept_an_outage_is_said() -> None:
    table = Table()
    table.down = True

    with pytest.raises(DatabaseError):
        body(a_shelf(table))


def test_what_was_made_while_a_write_went_on_is_not_kept() -> None:
    table = Table()
    shelf = a_shelf(table)
    shapes = table.shapes

    def written_meanwhile() -> dict[str, Any]:
        made = shapes()
        table.version = "2"
        shelf.forget()
        return made

    shelf._shapes = written_meanwhile
    first = body(shelf)
    shelf._shapes = shapes

    assert (first, body(shelf)) == ({"version": "1"}, {"version": "2"})


def test_while_one_thread_asks_for_the_version_the_others_do_not_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cached_answers, "CHECK_EVERY_S", 0.0)
    table = Table()
    shelf = a_shelf(table)
    body(shelf)
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
