"""One live secret of every kind, made by the real endpoints, and how each may be written down."""

import base64
import json
import re
import uuid
from dataclasses import dataclass, field
from io import StringIO
from typing import Any, Final
from urllib.parse import parse_qs, quote, urlsplit

import pyotp
from booking_client import a_body, deliver, post_checkout, post_order, work_off_events
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from oidc_peer import Issuer
from outbox_helpers import link_in, token_in
from stripe_peer import Peer
from whole_orders import now, what_staff_see

from standby.orders.models import Order
from standby.payments.providers.cards.stripe_events import sign

STAFF: Final = "pat@example.org"
PASSWORD: Final = "quiet-lamp-after-storm"
STRIPE_KEY: Final = "sk_test_canary51xYz0123456789abcdefgh"
WEBHOOK_SECRET: Final = "whsec_canary0123456789abcdefghijkl"
CLIENT_SECRET: Final = "cs_test_0_secret_fidwbEhqYXNgZGF0YSknZ2"
_CHALLENGE: Final = "c" * 43
_STAFF_SETTINGS: Final = "/api/staff/settings/staff"


@dataclass
class Made:
    """What is live now, by name, and who may see it: nobody but whom it was given to."""

    secrets: dict[str, str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)

    def keep(self, name: str, secret: str) -> str:
        assert len(secret) >= 10, f"{name} is too short to be looked for"
        self.secrets[name] = secret
        return secret


def written(secret: str) -> set[bytes]:
    """As it is, in an address, and inside anything written in base64, wherever it begins."""
    forms = {secret.encode(), quote(secret, safe="").encode(), json.dumps(secret)[1:-1].encode()}
    for begins in range(3):
        whole = base64.b64encode(b"\0" * begins + secret.encode())
        inner = whole[4 * bool(begins) : -4]  # what does not depend on its neighbors
        forms |= {inner, inner.replace(b"+", b"-").replace(b"/", b"_")}
    return forms


def auth(browser: Client, method: str, path: str, token: str = "", **body: Any) -> Any:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    sent = {} if method == "get" else {"data": body, "content_type": "application/json"}
    answer = getattr(browser, method)(f"/auth/v1{path}", headers=headers, **sent)
    assert answer.status_code < 400, (path, answer.content)
    return answer


def printed(command: str, *options: str, **named: Any) -> str:
    said = StringIO()
    call_command(command, *options, stdout=said, **named)
    return said.getvalue().strip()


def make_staff_secrets(made: Made, *, issuer: Issuer) -> None:
    """An owner comes in by the operator's link, shows a second factor, and opens the tables."""
    browser = Client()
    link = printed("staff_user", STAFF, role="owner")
    told = auth(browser, "post", "/verify", type="recovery", token_hash=token_in(link)).json()
    made.keep("first access token", told["access_token"])
    made.keep("first refresh token", told["refresh_token"])
    auth(browser, "put", "/user", told["access_token"], password=made.keep("password", PASSWORD))
    signed_in = auth(
        browser, "post", "/token?grant_type=password", email=STAFF, password=PASSWORD
    ).json()
    raised = _show_factor(browser, signed_in["access_token"], made=made)
    token = made.keep("access token", raised["access_token"])
    renewed = auth(
        browser, "post", "/token?grant_type=refresh_token", refresh_token=raised["refresh_token"]
    ).json()
    made.keep("refresh token", renewed["refresh_token"])
    codes = auth(browser, "post", "/factors/recovery-codes", token).json()["codes"]
    made.keep("recovery code", codes[0])
    made.keep("link printed for the operator", token_in(printed("staff_user", STAFF, role="owner")))
    made.keep(
        "script token",
        printed("staff_token", "night script", "--new", "--role", "viewer", "--hours", "12"),
    )
    opened = browser.generic(
        "POST", "/api/staff/tables-session", headers={"authorization": f"Bearer {token}"}
    )
    made.keep("tables cookie", opened.cookies[settings.TABLES_COOKIE].value)
    auth(Client(), "post", "/recover", email=STAFF, code_challenge=_CHALLENGE)
    auth(browser, "put", "/user", token, email="pat.doe@example.org")
    invited = browser.post(
        _STAFF_SETTINGS,
        {"name": "Jo", "email": "jo@example.org", "role": "viewer"},
        content_type="application/json",
        headers={"authorization": f"Bearer {token}"},
    )
    made.keep("link handed over", token_in(invited.json()["url"]))
    _sign_in_elsewhere(made, issuer=issuer)


def _show_factor(browser: Client, token: str, *, made: Made) -> dict[str, Any]:
    factor = auth(browser, "post", "/factors", token, factor_type="totp").json()
    secret = made.keep("authenticator's secret", factor["totp"]["secret"])
    asked = auth(browser, "post", f"/factors/{factor['id']}/challenge", token).json()
    shown = {"challenge_id": asked["id"], "code": pyotp.TOTP(secret).now()}
    told: dict[str, Any] = auth(
        browser, "post", f"/factors/{factor['id']}/verify", token, **shown
    ).json()
    return told


def _sign_in_elsewhere(made: Made, *, issuer: Issuer) -> None:
    """Back from the provider with a code, which nobody exchanges."""
    browser = Client()
    begun = auth(browser, "get", f"/authorize?provider=google&code_challenge={_CHALLENGE}")
    back = browser.get("/auth/v1/callback", issuer.approve(begun["Location"]))
    code = parse_qs(urlsplit(back["Location"]).query)["code"][0]
    made.keep("code of a redirect (PKCE)", code)


def make_homeowners_secrets(made: Made, *, browser: Client, peer: Peer) -> Order:
    """A visitor reserves, pays on a hosted page, and opens another page for more."""
    body = a_body(browser, name="Vera Victim", email="vera@example.org")
    order = Order.objects.get(public_id=post_order(browser, body).json()["orderId"])
    made.keep("wizard cookie", browser.cookies["wz"].value)
    url = made.keep("page to pay on", post_checkout(browser, str(order.public_id)).json()["url"])
    page_id = url.rpartition("/")[2]
    peer.pay(page_id)
    secret = made.keep("client secret of a page", CLIENT_SECRET)
    _deliver(peer.sessions[page_id] | {"client_secret": secret})
    return what_staff_see(Order.objects.get(pk=order.pk))


def pay_for_more(made: Made, *, browser: Client) -> None:
    """The answer with the page's address is kept for whoever asks again with the same key."""
    answers = [
        browser.post(
            "/api/my-booking/payments",
            data={"purpose": "diagnostic"},
            content_type="application/json",
            headers={"Idempotency-Key": key},
        )
        for key in [uuid.uuid4().hex] * 2
    ]
    assert answers[0].content == answers[1].content
    assert answers[1]["Idempotency-Replayed"] == "true"
    made.keep("page to pay on, in an answer that is kept", answers[0].json()["url"])


def _deliver(about: dict[str, Any]) -> None:
    event = {"id": "evt_1", "type": "checkout.session.completed", "data": {"object": about}}
    raw = json.dumps(event).encode()
    assert deliver(raw, sign(raw, secret=WEBHOOK_SECRET, now=now())).status_code == 200
    work_off_events()


def read_mails(made: Made, mails: list[Any]) -> None:
    """What arrived at the mail server: the links in it are live."""
    names = {STAFF: "recovery link", "pat.doe@example.org": "link for a new address"}
    names["jo@example.org"] = "invitation"
    for mail in mails:
        text = mail.get_body(("plain",)).get_content()
        if name := names.get(mail["To"]):
            made.keep(name, token_in(link_in(text)))
        for link in re.findall(r"/b/(\S+)", text):
            made.keep("photo link" if "to=photos" in link else "order link", link.split("?")[0])
    assert {*names.values(), "order link", "photo link"} <= made.secrets.keys()
