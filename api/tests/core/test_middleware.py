"""Responses that browsers and nginx may keep, and the page where nothing is."""

import gzip
import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings
from django.test import Client
from pytest_django.fixtures import Settings

from standby.api import api
from standby.pricing.models.catalog import InstallationPackage

READS: Final = (
    "/api/availability",
    "/api/price-book",
    "/api/generators",
    "/api/app-configuration",
    "/api/coverage-zipcodes",
    "/api/coverage-geometries",
    "/api/installation-packages",
    "/api/reviews",
)
PARTS: Final = (
    "/api/installation-packages/{package_id}/included-services",
    "/api/installation-packages/{package_id}/bonus-items",
)
NGINX: Final = (settings.BASE_DIR.parent / "deploy" / "nginx.conf").read_text()


@pytest.mark.usefixtures("shop")
@pytest.mark.req("API-02.10")
@pytest.mark.parametrize("path", READS)
def test_a_known_etag_is_answered_304_without_a_body(path: str, client: Client) -> None:
    etag = client.get(path).headers["ETag"]

    response = client.get(path, headers={"If-None-Match": f'"older", W/{etag}'})
    anything = client.get(path, headers={"If-None-Match": "*"})

    assert (response.status_code, response.content) == (304, b"")
    assert response.headers["ETag"] == etag
    assert "Content-Type" not in response.headers
    assert "Content-Security-Policy" not in response.headers  # it would replace the kept one
    assert anything.status_code == 304


@pytest.mark.usefixtures("shop")
def test_a_browser_that_takes_gzip_gets_fewer_bytes(client: Client) -> None:
    plain = client.get("/api/price-book")
    zipped = client.get("/api/price-book", headers={"Accept-Encoding": "br, gzip;q=0.8"})

    assert zipped["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert gzip.decompress(zipped.content) == plain.content
    assert len(zipped.content) < min(len(plain.content) / 4, 2_000)
    assert plain["Vary"] == zipped["Vary"] == "Accept-Encoding"
    assert plain["ETag"] != zipped["ETag"]


@pytest.mark.usefixtures("shop")
@pytest.mark.req("API-02.10")
def test_a_change_shows_at_once(client: Client) -> None:
    before = client.get("/api/price-book")
    package = InstallationPackage.objects.get(max_distance_feet=25)
    package.price_cents = 4_890_00
    package.save()

    after = client.get("/api/price-book", headers={"If-None-Match": before["ETag"]})

    assert (after.status_code, after["Cache-Control"]) == (200, "no-cache")
    assert json.loads(after.content)["prices"] != before.json()["prices"]


def kept_by_nginx(path: str) -> bool:
    [names] = re.findall(r"location ~ (\^/api/\(\S+) \{", NGINX)
    return re.search(names, path) is not None


@pytest.mark.usefixtures("shop")
def test_nginx_keeps_what_is_the_same_for_everybody_and_nothing_else() -> None:
    """Of each endpoint that is read, whether nginx looks into its cache."""
    paths: dict[str, Any] = api.get_openapi_schema()["paths"]
    kept = {path for path in paths if kept_by_nginx(path.replace("{package_id}", "7"))}

    assert kept == {*READS, *PARTS}


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize("path", [*READS, *PARTS])
def test_the_product_says_how_long_nginx_keeps_it(path: str, client: Client) -> None:
    package = InstallationPackage.objects.get(max_distance_feet=25)

    assert client.get(path.format(package_id=package.pk))["X-Accel-Expires"] == "2"


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize("path", PARTS)
def test_a_refusal_is_kept_by_nobody(path: str, client: Client) -> None:
    missing = client.get(path.format(package_id=987654))

    assert (missing.status_code, missing["Cache-Control"]) == (404, "no-store")
    assert "X-Accel-Expires" not in missing.headers


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize(
    "path", ["/api/coverage-check?address=77380", "/api/coverage-zipcodes/77380"]
)
def test_what_names_an_address_is_kept_by_nobody(path: str, client: Client) -> None:
    response = client.get(path)

    assert (response.status_code, response["Cache-Control"]) == (200, "no-store")
    assert "X-Accel-Expires" not in response.headers
    assert not kept_by_nginx(path.partition("?")[0])


@pytest.mark.req("NAV-01.2", "NAV-01.4")
@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("path", ["/no-such-page", "/tx/houston/roofs", "/faq/none"])
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
