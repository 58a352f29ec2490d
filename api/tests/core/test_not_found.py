"""A path where nothing is: the page that says so, and a line in the log."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings


@pytest.mark.req("NAV-01.2", "NAV-01.4")
@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("path", ["/no-such-page", "/tx/houston", "/faq/none"])
def test_an_unknown_path_gives_the_404_page_and_is_logged(
    client: Client, caplog: pytest.LogCaptureFixture, method: str, path: str
) -> None:
    answer = client.generic(method, path)

    assert answer.status_code == 404
    assert answer["Content-Type"].startswith("text/html")
    assert "Oops! Page not found" in answer.content.decode()
    assert f"404 for '{path}'" in caplog.messages


def test_it_is_the_page_that_was_built_and_may_not_be_framed(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.WEB_DIST = tmp_path
    (tmp_path / "404.html").write_text("<h1>As it was built</h1>")

    answer = client.get("/no-such-page")

    assert answer.content == b"<h1>As it was built</h1>"
    assert answer["Content-Security-Policy"] == "frame-ancestors 'none'"
