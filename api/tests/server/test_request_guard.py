"""What no other site's page can make a browser do: change something with a visitor's cookies."""

import json
import uuid
from collections.abc import Iterator
from typing import Any, Final

import pytest
from access_helpers import all_calls, ids_of_nobody
from booking_client import a_body
from django.test import Client

from standby.orders.models import Order

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
RESERVE: Final = "/api/create-installation-order"
SIGN_IN: Final = "/auth/v1/token?grant_type=password"
JSON: Final = "application/json"


def changing_calls() -> Iterator[str]:
    """All of the API that is not read only; providers call the webhooks, in a form of their own."""
    for call in all_calls():
        method, path = call.split(" ")
        if method != "GET" and path.startswith(("/api/", "/auth/")) and "/webhooks/" not in path:
            yield call


def send(call: str, **headers: str) -> Any:
    method, path = call.split(" ")
    address = path.format_map(ids_of_nobody())
    kind = headers.pop("content_type", JSON)
    return Client().generic(method, address, b"{}", content_type=kind, headers=headers)


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        *(
            ({"content_type": kind}, 415, "not_json")
            for kind in (
                "text/plain",
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "application/jsonp",
                "application/xml",
                "",
            )
        ),
        ({"Sec-Fetch-Site": "cross-site"}, 403, "cross_site"),
        ({"Sec-Fetch-Site": "same-site"}, 403, "cross_site"),
        ({"Origin": "https://evil.example"}, 403, "cross_site"),  # from an older browser
        ({"Origin": "https://testserver.evil.example"}, 403, "cross_site"),
        ({"Origin": "null"}, 403, "cross_site"),
    ],
)
def test_f6_no_call_takes_what_a_form_could_send_or_is_made_for_another_sites_page(
    headers: dict[str, str], status: int, code: str
) -> None:
    answers = {call: send(call, **headers) for call in changing_calls()}

    told = {call: (one.status_code, one.json().get("code")) for call, one in answers.items()}
    assert len(told) > 50
    assert {call: said for call, said in told.items() if said != (status, code)} == {}


def test_f6_a_form_with_the_visitors_cookie_reserves_and_cancels_nothing(browser: Client) -> None:
    body = json.dumps(a_body(browser))
    headers = {"Idempotency-Key": uuid.uuid4().hex}

    def post(content_type: str, **more: str) -> Any:
        return browser.post(RESERVE, body, content_type=content_type, headers={**headers, **more})

    refused = [post("text/plain"), post(JSON, Origin="https://evil.example")]
    assert [answer.status_code for answer in refused] == [415, 403]
    assert not Order.objects.exists()

    assert post(JSON, **{"Sec-Fetch-Site": "same-origin"}).status_code == 201  # control


@pytest.mark.parametrize(
    ("content_type", "headers"),
    [
        (JSON, {}),
        ("application/json; charset=utf-8", {}),
        ("Application/JSON", {}),
        ("application/merge-patch+json", {}),
        (JSON, {"Origin": "http://testserver"}),
        (JSON, {"Sec-Fetch-Site": "same-origin", "Origin": "http://127.0.0.1:4321"}),
        (JSON, {"Sec-Fetch-Site": "none"}),
    ],
)
def test_our_own_pages_and_scripts_are_let_through(
    browser: Client, content_type: str, headers: dict[str, str]
) -> None:
    answer = browser.post(RESERVE, b"{}", content_type=content_type, headers=headers)

    assert answer.status_code in (400, 422)


def test_a_call_without_a_body_needs_no_content_type_and_who_only_reads_asks_from_anywhere(
    browser: Client,
) -> None:
    bare = browser.generic("POST", "/api/google-maps-key", b"")
    read = browser.get("/api/availability", headers={"Sec-Fetch-Site": "cross-site"})

    assert (bare.status_code, read.status_code) == (200, 200)


def test_a_chunk_of_a_photo_is_bytes(browser: Client) -> None:
    path = f"/api/my-booking/photos/{uuid.uuid4()}"

    as_bytes = browser.patch(path, b"12345", headers={"Upload-Offset": "0"})
    as_json = browser.patch(path, b"12345", content_type=JSON, headers={"Upload-Offset": "0"})

    assert (as_bytes.status_code, as_json.status_code) == (404, 415)


def test_each_service_refuses_in_its_own_shape() -> None:
    api = send(f"POST {RESERVE}", content_type="text/plain")
    auth = send(f"POST {SIGN_IN}", content_type="text/plain")

    assert api["Content-Type"] == "application/problem+json"
    assert set(api.json()) == {"type", "title", "status", "code", "detail", "errors"}
    assert set(auth.json()) == {"code", "message"}
    assert auth["X-Supabase-Api-Version"]
