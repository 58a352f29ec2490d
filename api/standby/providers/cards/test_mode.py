"""Card payments that move no money: its page is http/test_checkout.py, its rules are Stripe's.

Pages are kept as files, so that every process and a restarted one see the same; the events it
signs are shaped and signed as Stripe's, and go the way of Stripe's.
"""

import hashlib
import hmac
import json
import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from standby.providers.cards import (
    CardsDown,
    Checkout,
    CheckoutRequest,
    CheckoutState,
    SignedEvent,
)
from standby.providers.cards.signature import sign, state_of, verified_event

ID_STARTS: Final = "cs_test_"
_ID_LENGTH: Final = len(ID_STARTS) + 48


@dataclass(frozen=True, slots=True, kw_only=True)
class TestPage:
    """A test checkout as its page shows it."""

    id: str
    amount_cents: int
    title: str
    order_id: str
    status: str
    success_url: str
    cancel_url: str


class TestCards:
    name = "test"
    is_live = False
    __test__ = False  # not a test, whatever its name says

    def __init__(self, *, folder: Path, secret: str) -> None:
        self._folder = folder
        self._page_secret = _derived(secret, "test checkout pages")
        self._event_secret = _derived(secret, "test card events")

    def open_checkout(self, request: CheckoutRequest) -> Checkout:
        digest = hmac.new(self._page_secret.encode(), request.reference.encode(), hashlib.sha256)
        checkout_id = ID_STARTS + digest.hexdigest()[:48]
        self._keep_first(self._opened(checkout_id), _session(checkout_id, request))
        site = urlsplit(request.success_url)
        url = f"{site.scheme}://{site.netloc}/test-checkout/{checkout_id}"
        return Checkout(id=checkout_id, url=url)

    def look_up(self, checkout_id: str) -> CheckoutState:
        return state_of(self._session_now(checkout_id))

    def close_checkout(self, checkout_id: str) -> None:
        self._session_now(checkout_id)
        self._keep_first(self._ended(checkout_id), {"status": "expired"})

    def verify_event(self, raw: bytes, *, signature: str, now: datetime) -> SignedEvent:
        return verified_event(raw, signature=signature, secrets=(self._event_secret,), now=now)

    def page(self, checkout_id: str, *, now: datetime) -> TestPage | None:
        """None when there is no such page."""
        try:
            session = self._session_now(checkout_id)
        except CardsDown:
            return None
        is_over = session["status"] == "open" and session["expires_at"] <= now.timestamp()
        return TestPage(
            id=checkout_id,
            amount_cents=session["amount_total"],
            title=session["title"],
            order_id=session["client_reference_id"],
            status="expired" if is_over else session["status"],
            success_url=session["success_url"].replace("{CHECKOUT_SESSION_ID}", checkout_id),
            cancel_url=session["cancel_url"],
        )

    def approve(self, checkout_id: str, *, now: datetime) -> tuple[bytes, str] | None:
        """Pay on the page: the event's bytes and signature. None when the page is closed.

        Safe to repeat: the same page makes the same event.
        """
        paid = {
            "status": "complete",
            "payment_status": "paid",
            "payment_intent": f"pi_test_{checkout_id.removeprefix(ID_STARTS)}",
        }
        self._keep_first(self._ended(checkout_id), paid)
        session = self._session_now(checkout_id)
        if session["status"] != "complete":
            return None
        raw = json.dumps(_completed(session, now=now)).encode()
        return raw, sign(raw, secret=self._event_secret, now=now)

    def _session_now(self, checkout_id: str) -> dict[str, Any]:
        if not _is_id(checkout_id):
            raise CardsDown
        try:
            session: dict[str, Any] = json.loads(self._opened(checkout_id).read_text())
        except FileNotFoundError as error:
            raise CardsDown from error
        ended = self._ended(checkout_id)
        return session | json.loads(ended.read_text()) if ended.exists() else session

    def _opened(self, checkout_id: str) -> Path:
        return self._folder / f"{checkout_id}.json"

    def _ended(self, checkout_id: str) -> Path:
        return self._folder / f"{checkout_id}.ended.json"

    def _keep_first(self, path: Path, content: dict[str, Any]) -> None:
        """Whole or not at all, and never twice: the first to link the file decides."""
        if path.exists():
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}.{os.urandom(4).hex()}")
        draft.write_text(json.dumps(content))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()


def _session(checkout_id: str, request: CheckoutRequest) -> dict[str, Any]:
    """A Checkout Session object with the fields of Stripe's that anybody reads."""
    return {
        "id": checkout_id,
        "object": "checkout.session",
        "mode": "payment",
        "status": "open",
        "payment_status": "unpaid",
        "payment_intent": None,
        "amount_total": request.amount_cents,
        "currency": request.currency,
        "livemode": False,
        "client_reference_id": request.order_id,
        "metadata": request.metadata,
        "expires_at": int(request.expires_at.timestamp()),
        "success_url": request.success_url,
        "cancel_url": request.cancel_url,
        "title": request.title,
    }


def _completed(session: dict[str, Any], *, now: datetime) -> dict[str, Any]:
    return {
        "id": f"evt_test_{session['id'].removeprefix(ID_STARTS)}_completed",
        "object": "event",
        "type": "checkout.session.completed",
        "created": int(now.timestamp()),
        "livemode": False,
        "data": {"object": session},
    }


def _is_id(text: str) -> bool:
    return (
        len(text) == _ID_LENGTH
        and text.startswith(ID_STARTS)
        and set(text.removeprefix(ID_STARTS)) <= set("0123456789abcdef")
    )


def _derived(secret: str, purpose: str) -> str:
    return hmac.new(secret.encode(), purpose.encode(), hashlib.sha256).hexdigest()
