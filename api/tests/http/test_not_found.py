"""What is answered where nothing is: the page that was built for it, and a line of the log."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from standby.http import not_found

pytestmark = pytest.mark.usefixtures("_fresh")


@pytest.fixture
def _fresh() -> Iterator[None]:
    """The page is read once in a server's life, and once in each test here."""
    not_found._page.cache_clear()
    yield
    not_found._page.cache_clear()


@pytest.mark.req("NAV-01")
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_any_other_path_is_the_built_404_page_and_is_logged(
    settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture, method: str
) -> None:
    settings.WEB_DIST = tmp_path
    (tmp_path / "404.html").write_text("<h1>As it was built</h1>")

    with caplog.at_level(logging.INFO, logger=not_found.__name__):
        answer = Client(enforce_csrf_checks=True).generic(method, "/no-such-page")

    assert answer.status_code == 404
    assert answer.content == b"<h1>As it was built</h1>"
    assert answer["Content-Type"] == "text/html; charset=utf-8"
    assert answer["Content-Security-Policy"] == "frame-ancestors 'none'"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "404 for '/no-such-page'" in caplog.messages


def test_without_a_built_page_it_is_said_in_plain_words(settings: Settings, tmp_path: Path) -> None:
    settings.WEB_DIST = tmp_path

    answer = Client().get("/no-such-page")

    assert (answer.status_code, b"Page not found" in answer.content) == (404, True)
