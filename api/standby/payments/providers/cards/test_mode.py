"""Test card payments without money; the checkout page is payments/api/checkout.py.

Follows Stripe's rules. Sessions are stored as files, so that all processes see the same state, also
after a restart. Events are shaped, signed and processed like Stripe's.
"""

import hashlib
import hmac
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Self, TypeVar
from urllib.parse import urlsplit

from django.conf import settings

from standby.core.clock import local_date
from standby.payments.providers.cards import (
    CHECKOUT_ID,
    CardsDown,
    ChargeState,
    CheckoutRequest,
    CheckoutState,
    DisputeState,
    PayBy,
    PaymentReport,
    PayoutLine,
    PayoutLineKind,
    PayoutState,
    PayoutStatus,
    RefundRefused,
    RefundRequest,
    RefundState,
    Report,
    SignedEvent,
    UnknownToProvider,
)
from standby.payments.providers.cards.stripe_events import (
    SIGNATURE_HEADER,
    read_event,
    sign,
    state_of,
    verified_event,
)

ID_STARTS: Final = "cs_test_"
CHARGE_STARTS: Final = "pi_test_"
_PAYOUT_STARTS: Final = "po_test_"
_DISPUTE_FEE_CENTS: Final = 15_00
_PAYOUT_ID: Final = re.compile(rf"{_PAYOUT_STARTS}\d{{6}}")
Reported = TypeVar("Reported", PayoutState, PayoutLine)
_ID: Final = re.compile(rf"{ID_STARTS}[0-9a-f]{{48}}")


class TestCards:
    name = "test"
    signature_header = SIGNATURE_HEADER
    is_live = False
    __test__ = False  # keeps pytest from collecting this class as a test

    def __init__(self, *, folder: Path, secret: str) -> None:
        self._folder = folder
        self._page_secret = _derived(secret, "test checkout pages")
        self._event_secret = _derived(secret, "test card events")

    @classmethod
    def from_settings(cls) -> Self:
        # The settings check refuses it together with live keys.
        return cls(folder=settings.DATA / "test-cards", secret=settings.SECRET_KEY)

    def open_checkout(self, request: CheckoutRequest) -> tuple[str, str]:
        digest = hmac.new(self._page_secret.encode(), request.reference.encode(), hashlib.sha256)
        checkout_id = ID_STARTS + digest.hexdigest()[:48]
        # A Checkout Session object with those of Stripe's fields that our code reads.
        session = {
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
            "success_url": request.success_url.replace(CHECKOUT_ID, checkout_id),
            "cancel_url": request.cancel_url,
            "title": request.title,
            "order_code": request.order_code,
            "lines": request.lines,
            "pay_by": request.pay_by,
        }
        self._store_once(self._path(checkout_id), session)
        site = urlsplit(request.success_url)
        return checkout_id, f"{site.scheme}://{site.netloc}/test-checkout/{checkout_id}"

    def look_up(self, checkout_id: str) -> CheckoutState:
        session = self._session_now(checkout_id)
        return replace(state_of(session), has_failed=session.get("bank") == "failed")

    def pages_since(self, moment: datetime) -> Iterator[CheckoutState]:
        for file in sorted(self._folder.glob(f"{ID_STARTS}*.json")):
            if _ID.fullmatch(file.stem) and file.stat().st_mtime >= moment.timestamp():
                yield self.look_up(file.stem)

    def close_checkout(self, checkout_id: str) -> None:
        self._session_now(checkout_id)
        self._store_once(self._path(checkout_id, "ended"), {"status": "expired"})

    def verify_event(self, raw: bytes, *, headers: Mapping[str, str], now: datetime) -> SignedEvent:
        return verified_event(raw, headers=headers, secrets=(self._event_secret,), now=now)

    def read_event(self, event_type: str, about: Mapping[str, Any]) -> PaymentReport | None:
        return read_event(event_type, about)

    def page(self, checkout_id: str, *, now: datetime) -> dict[str, Any] | None:
        try:
            session = self._session_now(checkout_id)
        except CardsDown:
            return None
        is_over = session["status"] == "open" and session["expires_at"] <= now.timestamp()
        return session | {
            "order_id": session["client_reference_id"],
            "status": "expired" if is_over else session["status"],
            "is_paid": session["payment_status"] == "paid",
            "has_failed": session.get("bank") == "failed",
        }

    def approve(
        self, checkout_id: str, *, funding: str = "credit", now: datetime
    ) -> tuple[bytes, str] | None:
        # The same page makes the same event; None when it is closed. A bank transfer is under way.
        intent = CHARGE_STARTS + checkout_id.removeprefix(ID_STARTS)
        by_bank = self._session_now(checkout_id)["pay_by"] == PayBy.BANK
        how = {} if by_bank else {"payment_status": "paid", "funding": funding}
        self._store_once(
            self._path(checkout_id, "ended"),
            {"status": "complete", "payment_intent": intent, **how},
        )
        session = self._session_now(checkout_id)
        if session["status"] != "complete":
            return None
        return self._signed(session, "checkout.session.completed", now=now)

    def hear_from_bank(
        self, checkout_id: str, *, arrives: bool, now: datetime
    ) -> tuple[bytes, str] | None:
        # The first report counts. Returns None when no transfer is under way.
        session = self._session_now(checkout_id)
        if session["status"] != "complete" or session["pay_by"] != PayBy.BANK:
            return None
        change = {"bank": "arrived", "payment_status": "paid"} if arrives else {"bank": "failed"}
        self._store_once(self._path(checkout_id, "settled"), change)
        session = self._session_now(checkout_id)
        outcome = "succeeded" if session["bank"] == "arrived" else "failed"
        return self._signed(session, f"checkout.session.async_payment_{outcome}", now=now)

    def refund(self, request: RefundRequest) -> str:
        session = self._session_of(request.charge)
        sent = self._refunds_of(session["id"])
        for refund in sent:
            if refund.reference == request.reference and not refund.has_failed:
                return refund.id
        returned_cents = sum(one.amount_cents for one in sent if not one.has_failed) + sum(
            one.withdrawn_cents - one.reinstated_cents for one in self._disputes_of(session["id"])
        )
        left_cents = session["amount_total"] - returned_cents
        if session["payment_status"] != "paid" or request.amount_cents > left_cents:
            raise RefundRefused("charge_already_refunded")
        attempt = f"{request.reference}:{request.retries}"
        refund = RefundState(
            id=f"re_test_{hashlib.sha256(attempt.encode()).hexdigest()[:24]}",
            amount_cents=request.amount_cents,
            reference=request.reference,
            attempt=request.retries,
        )
        self._store_once(self._folder / f"{session['id']}.{refund.id}.json", asdict(refund))
        return refund.id

    def refund_by_hand(self, charge: str, *, amount_cents: int) -> RefundState:
        # As in the provider's dashboard: it carries no metadata of ours.
        session = self._session_of(charge)
        refund = RefundState(id=f"re_test_{os.urandom(12).hex()}", amount_cents=amount_cents)
        self._store_once(self._folder / f"{session['id']}.{refund.id}.json", asdict(refund))
        return refund

    def bounce(self, refund_id: str, *, reason: str) -> None:
        for file in self._folder.glob(f"{ID_STARTS}*.{refund_id}.json"):
            bounced = {"has_failed": True, "failure_reason": reason}
            self._store_once(file.with_suffix(".bounced.json"), bounced)

    def return_by_bank(self, charge: str) -> None:
        session = self._session_of(charge)
        self._store_once(self._path(session["id"], "returned"), {"bank": "returned"})

    def dispute(self, charge: str, state: DisputeState) -> None:
        # The newest state of a dispute counts.
        session = self._session_of(charge)
        change = {
            **asdict(state),
            "opened_at": state.opened_at.isoformat(),
            "respond_by": state.respond_by and state.respond_by.isoformat(),
        }
        path = self._folder / f"{session['id']}.dp_test_{state.id}.json"
        draft = path.with_suffix(f".{os.getpid()}.{os.urandom(4).hex()}")
        draft.write_text(json.dumps(change))
        draft.replace(path)

    def look_up_charge(self, charge: str) -> ChargeState:
        session = self._session_of(charge)
        return ChargeState(
            funding=session.get("funding", ""),
            refunds=tuple(self._refunds_of(session["id"])),
            disputes=tuple(self._disputes_of(session["id"])),
            has_failed=session.get("bank") in ("failed", "returned"),
        )

    def payouts_since(self, moment: datetime) -> Iterator[Report[PayoutState]]:
        """Yield the payouts; all that came in since the last one is paid out by asking."""
        number = len([*self._folder.glob(f"{_PAYOUT_STARTS}*.json")]) + 1
        if lines := self._lines_to_pay_out():
            self._store_once(self._folder / f"{_PAYOUT_STARTS}{number:06}.json", {"lines": lines})
        for file in sorted(self._folder.glob(f"{_PAYOUT_STARTS}*.json")):
            report = self._payout_of(file)
            if report.read().created_at >= moment:
                yield report

    def look_up_payout(self, payout_id: str) -> Report[PayoutState]:
        return self._payout_of(self._payout_file(payout_id))

    def lines_of_payout(self, payout_id: str) -> Iterator[Report[PayoutLine]]:
        for line in json.loads(self._payout_file(payout_id).read_text())["lines"]:
            changed = {
                "at": datetime.fromisoformat(line["at"]),
                "kind": PayoutLineKind(line["kind"]),
            }
            yield reported(PayoutLine(**line | changed))

    def look_up_event(self, event_id: str) -> SignedEvent:
        # What was stored of its events is all there is.
        raise UnknownToProvider(event_id)

    def _payout_file(self, payout_id: str) -> Path:
        file = self._folder / f"{payout_id}.json"
        if not _PAYOUT_ID.fullmatch(payout_id) or not file.exists():
            raise UnknownToProvider
        return file

    def _payout_of(self, file: Path) -> Report[PayoutState]:
        made_at = datetime.fromtimestamp(file.stat().st_mtime, tz=UTC)
        lines = json.loads(file.read_text())["lines"]
        return reported(
            PayoutState(
                id=file.stem,
                amount_cents=sum(one["amount_cents"] - one["fee_cents"] for one in lines),
                status=PayoutStatus.PAID,
                created_at=made_at,
                arrives_on=local_date(made_at),
                is_manual=False,
                has_lines=True,
            )
        )

    def _lines_to_pay_out(self) -> list[dict[str, Any]]:
        files = self._folder.glob(f"{_PAYOUT_STARTS}*.json")
        paid_out = {line["id"] for file in files for line in json.loads(file.read_text())["lines"]}
        sessions = [
            self._session_now(file.stem)
            for file in sorted(self._folder.glob(f"{ID_STARTS}*.json"))
            if _ID.fullmatch(file.stem)
        ]
        lines = [
            asdict(line) | {"at": line.at.isoformat()}
            for session in sessions
            if session["payment_status"] == "paid"
            for line in self._lines_of(session)
        ]
        return [line for line in lines if line["id"] not in paid_out]

    def _lines_of(self, session: dict[str, Any]) -> Iterator[PayoutLine]:
        charge, cents = session["payment_intent"], session["amount_total"]
        ended = self._path(session["id"], "ended")
        at = datetime.fromtimestamp(ended.stat().st_mtime, tz=UTC)

        def line(kind: PayoutLineKind, amount_cents: int, **more: Any) -> PayoutLine:
            name = f"txn_test_{more.get('about', charge)}_{kind}"
            return PayoutLine(
                id=name,
                kind=kind,
                amount_cents=amount_cents,
                at=at,
                charge=charge,
                **{"fee_cents": 0, **more},
            )

        # As Stripe's prices were in 2025
        by_bank = session["pay_by"] == PayBy.BANK
        fee_cents = min(5_00, cents * 8 // 1000) if by_bank else cents * 29 // 1000 + 30
        yield line(PayoutLineKind.PAYMENT, cents, fee_cents=fee_cents)
        for refund in self._refunds_of(session["id"]):
            names = {"reference": refund.reference, "attempt": refund.attempt, "about": refund.id}
            yield line(PayoutLineKind.REFUND, -refund.amount_cents, **names)
            if refund.has_failed:
                yield line(PayoutLineKind.REFUND_RETURNED, refund.amount_cents, **names)
        for one in self._disputes_of(session["id"]):
            if one.withdrawn_cents:
                fee = {"fee_cents": _DISPUTE_FEE_CENTS, "about": one.id}
                yield line(PayoutLineKind.TAKEN_BACK, -one.withdrawn_cents, **fee)
            if one.reinstated_cents:
                yield line(PayoutLineKind.REINSTATED, one.reinstated_cents, about=one.id)
        if session.get("bank") == "returned":
            yield line(PayoutLineKind.TAKEN_BACK, -cents)

    def _signed(self, session: dict[str, Any], kind: str, *, now: datetime) -> tuple[bytes, str]:
        event = {
            "id": f"evt_test_{session['id'].removeprefix(ID_STARTS)}_{kind.rpartition('.')[2]}",
            "object": "event",
            "type": kind,
            "created": int(now.timestamp()),
            "livemode": False,
            "data": {"object": session},
        }
        raw = json.dumps(event).encode()
        return raw, sign(raw, secret=self._event_secret, now=now)

    def _session_of(self, charge: str) -> dict[str, Any]:
        session = self._session_now(ID_STARTS + charge.removeprefix(CHARGE_STARTS))
        if session["payment_intent"] != charge:
            raise UnknownToProvider
        return session

    def _refunds_of(self, checkout_id: str) -> list[RefundState]:
        refunds = []
        for file in sorted(self._folder.glob(f"{checkout_id}.re_test_*.json")):
            if not file.name.endswith(".bounced.json"):
                bounced = file.with_suffix(".bounced.json")
                update = json.loads(bounced.read_text()) if bounced.exists() else {}
                refunds.append(RefundState(**json.loads(file.read_text()) | update))
        return refunds

    def _disputes_of(self, checkout_id: str) -> list[DisputeState]:
        disputes = []
        for file in sorted(self._folder.glob(f"{checkout_id}.dp_test_*.json")):
            data = json.loads(file.read_text())
            for name in ("opened_at", "respond_by"):
                data[name] = data[name] and datetime.fromisoformat(data[name])
            disputes.append(DisputeState(**data))
        return disputes

    def _session_now(self, checkout_id: str) -> dict[str, Any]:
        if not _ID.fullmatch(checkout_id):
            raise UnknownToProvider
        try:
            session: dict[str, Any] = json.loads(self._path(checkout_id).read_text())
        except FileNotFoundError as error:
            raise UnknownToProvider from error
        for step in ("ended", "settled", "returned"):
            path = self._path(checkout_id, step)
            if path.exists():
                session |= json.loads(path.read_text())
        return session

    def _path(self, checkout_id: str, step: str = "") -> Path:
        return self._folder / f"{checkout_id}{step and '.'}{step}.json"

    def _store_once(self, path: Path, content: dict[str, Any]) -> None:
        # Complete or not at all, and never twice: the first process to link the file wins.
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


def reported(state: Reported) -> Report[Reported]:
    """Return what is reported in our own words already."""
    raw = json.dumps(asdict(state), default=str).encode()
    return Report(id=state.id, raw=raw, read=lambda: state)


def _derived(secret: str, purpose: str) -> str:
    return hmac.new(secret.encode(), purpose.encode(), hashlib.sha256).hexdigest()
