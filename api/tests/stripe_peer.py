"""A stand-in for Stripe's API on 127.0.0.1: it takes what the pinned library's types allow."""

import re
import threading
import time
import typing
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, NotRequired, Required, Union, get_args, get_origin
from urllib.parse import parse_qsl, urlsplit

import pytest
from http_peer import Answers, HttpPeer, serving
from stripe import HTTPClient
from stripe.params import (
    _balance_transaction_list_params,
    _dispute_list_params,
    _event_retrieve_params,
    _payment_intent_retrieve_params,
    _payout_list_params,
    _payout_retrieve_params,
    _refund_create_params,
    _refund_list_params,
)
from stripe.params.checkout import _session_create_params as params
from stripe.params.checkout import (
    _session_expire_params,
    _session_list_params,
    _session_retrieve_params,
)
from typing_extensions import is_typeddict

UNKNOWN_HERE = {"StripeContext": object, "Mapping": Mapping}
THIRTY_MINUTES_S = 30 * 60


class Peer:
    """`mood` is up, down (500), slow, or garbled."""

    def __init__(self) -> None:
        self.mood = "up"
        self.sessions: dict[str, dict[str, Any]] = {}
        self.refunds: dict[str, dict[str, Any]] = {}
        self.disputes: dict[str, dict[str, Any]] = {}
        self.payouts: dict[str, dict[str, Any]] = {}
        self.events: dict[str, dict[str, Any]] = {}
        self.balance: list[dict[str, Any]] = []  # transactions in payouts
        self.returned: set[str] = set()  # payments that a bank took back after they succeeded
        self.charges: dict[str, int] = {}  # how often each payment was charged
        self.funding = "credit"
        self.lists_at_once = 100
        self.answers: dict[str, tuple[str, int, dict[str, Any]]] = {}
        self.requests: list[tuple[str, str]] = []
        self.url = ""
        self.port = 0
        self.is_over = threading.Event()
        self._one_at_a_time = threading.Lock()

    def answer(self, method: str, target: str, form: str, key: str | None) -> tuple[int, Any]:
        path = urlsplit(target).path
        self.requests.append((method, path))
        if self.mood == "slow":
            self.is_over.wait(60)
        if self.mood == "down":
            return 500, {"error": {"type": "api_error", "message": "down"}}
        asked = _read(form if method == "POST" else urlsplit(target).query)
        if method == "POST" and path in ("/v1/checkout/sessions", "/v1/refunds"):
            return self._create_once(path, form, asked, key)
        kind = _params_of(method, path)
        if kind is None:
            return 404, _refusal("Unrecognized request URL")
        if problems := list(problems_of(asked, kind, "params")):
            return 400, _refusal("; ".join(problems))
        return self._about_one(path, asked)

    def pay(self, session_id: str) -> None:
        session = self.sessions[session_id]
        intent = "pi_1" if len(self.sessions) == 1 else f"pi_{session_id}"
        self.charges[intent] = self.charges.get(intent, 0) + 1
        session |= {"status": "complete", "payment_status": "paid", "payment_intent": intent}

    def dispute(
        self,
        intent: str,
        *,
        amount: int,
        status: str,
        moved: tuple[int, ...] = (),
        number: str = "du_1",
        reason: str = "fraudulent",
        due_by: int | None = None,
    ) -> dict[str, Any]:
        """A dispute as it is now; `moved` are the amounts of its balance transactions."""
        self.disputes[number] = {
            "id": number,
            "object": "dispute",
            "amount": amount,
            "charge": f"ch_{intent}",
            "payment_intent": intent,
            "created": 1_762_000_000,
            "currency": "usd",
            "reason": reason,
            "status": status,
            "evidence_details": {"due_by": due_by, "has_evidence": False},
            "balance_transactions": [
                {"id": f"txn_{place}", "object": "balance_transaction", "amount": cents}
                for place, cents in enumerate(moved)
            ],
            "metadata": {},
        }
        return self.disputes[number]

    def refund_by_hand(self, intent: str, *, amount: int) -> dict[str, Any]:
        """A refund made in the dashboard: it carries no metadata of ours."""
        number = f"re_{len(self.refunds)}"
        self.refunds[number] = {
            "id": number,
            "object": "refund",
            "amount": amount,
            "payment_intent": intent,
            "status": "succeeded",
            "metadata": {},
        }
        return self.refunds[number]

    def bounce(self, number: str, *, reason: str) -> dict[str, Any]:
        """The bank sends a refund back."""
        self.refunds[number] |= {"status": "failed", "failure_reason": reason}
        return self.refunds[number]

    def pay_out(self, **changed: Any) -> str:
        """All that moved since the last payout goes out, and its lines are known."""
        number = f"po_{len(self.payouts)}"
        before = {transaction["id"] for transaction in self.balance}
        new = [one for one in self._moved() if one["id"] not in before]
        net = sum(one["net"] for one in new)
        itself = self._transaction(number, "payout", -net, {"id": number, "object": "payout"})
        self.balance += [one | {"payout": number} for one in (*new, itself)]
        self.payouts[number] = {
            "id": number,
            "object": "payout",
            "amount": net,
            "currency": "usd",
            "created": int(time.time()),
            "arrival_date": 1_762_128_000,  # midnight of November 3, 2025, in UTC
            "automatic": True,
            "reconciliation_status": "completed",
            "status": "paid",
            **changed,
        }
        return number

    def _moved(self) -> list[dict[str, Any]]:
        moved = []
        for session in self.sessions.values():
            intent, cents = session["payment_intent"], session["amount_total"]
            if session["payment_status"] != "paid":
                continue
            charge = {"id": f"ch_{intent}", "object": "charge", "payment_intent": intent}
            fee = cents * 29 // 1000 + 30
            moved.append(self._transaction(f"ch_{intent}", "charge", cents, charge, fee=fee))
            if intent in self.returned:
                name = f"back_{intent}"
                moved.append(self._transaction(name, "charge_failure", -cents, charge))
        for number, refund in self.refunds.items():
            moved.append(self._transaction(number, "refund", -refund["amount"], refund))
            if refund["status"] == "failed":
                name, cents = f"{number}_failed", refund["amount"]
                moved.append(self._transaction(name, "refund_failure", cents, refund))
        for number, dispute in self.disputes.items():
            for place, one in enumerate(dispute["balance_transactions"]):
                cents = one["amount"]
                category, fee = ("dispute", 15_00) if cents < 0 else ("dispute_reversal", 0)
                if cents:
                    name = f"{number}_{place}"
                    moved.append(self._transaction(name, category, cents, dispute, fee=fee))
        return moved

    def _transaction(
        self, name: str, category: str, cents: int, source: dict[str, Any], *, fee: int = 0
    ) -> dict[str, Any]:
        return {
            "id": f"txn_{name}",
            "object": "balance_transaction",
            "amount": cents,
            "fee": fee,
            "net": cents - fee,
            "created": int(time.time()),
            "currency": "usd",
            "description": "Ada Lovelace",
            "reporting_category": category,
            "type": category,
            "source": source,
        }

    def bill(self, cents: int, *, title: str) -> None:
        """A fee of Stripe's own, which no payment caused; it goes out alone."""
        transaction = self._transaction("fee_1", "fee", -cents, {})
        self.balance.append(
            transaction | {"source": None, "description": title, "payout": self.pay_out()}
        )

    def _listed_since(
        self, rows: list[dict[str, Any]], asked: dict[str, Any], *, url: str
    ) -> dict[str, Any]:
        """The newest first, and no more in one answer than was asked for."""
        most = min(int(asked["limit"]), self.lists_at_once)
        found = rows[::-1]
        after = asked.get("starting_after")
        ids = [one.get("id") if isinstance(one, dict) else None for one in found]
        begin = ids.index(after) + 1 if after else 0
        listed = {"data": found[begin : begin + most], "has_more": len(found) > begin + most}
        return {"object": "list", "url": url, **listed}

    def _paid_out(self, path: str, asked: dict[str, Any]) -> dict[str, Any]:
        if path == "/v1/payouts":
            since = int(asked["created"]["gte"])
            made = [one for one in self.payouts.values() if not _is_before(one, since)]
            return self._listed_since(made, asked, url=path)
        found = [one for one in self.balance if one["payout"] == asked["payout"]]
        if asked.get("expand") != ["data.source"]:
            found = [one | {"source": one["source"]["id"]} for one in found]
        return self._listed_since(found, asked, url=path)

    def _about_one(self, path: str, asked: dict[str, Any]) -> tuple[int, Any]:
        if path in ("/v1/refunds", "/v1/disputes"):
            return 200, self._listed(asked["payment_intent"], kind=path.rpartition("/")[2])
        if path == "/v1/checkout/sessions":
            return 200, self._pages(asked)
        if path in ("/v1/payouts", "/v1/balance_transactions"):
            return 200, self._paid_out(path, asked)
        if found := re.fullmatch(r"/v1/payment_intents/(\w+)", path):
            return self._intent(found[1])
        if found := re.fullmatch(r"/v1/(payouts|events)/(\w+)", path):
            return self._by_id(found[1], found[2])
        return self._about_a_page(path, asked)

    def _by_id(self, kind: str, number: str) -> tuple[int, Any]:
        row = (self.payouts if kind == "payouts" else self.events).get(number)
        return (200, row) if row else (404, _refusal("No such", code="resource_missing"))

    def _about_a_page(self, path: str, asked: dict[str, Any]) -> tuple[int, Any]:
        found = re.fullmatch(r"/v1/checkout/sessions/(\w+)(/expire)?", path)
        session = self.sessions.get(found[1]) if found else None
        if session is None:
            return 404, _refusal("No such checkout.session", code="resource_missing")
        if found and found[2]:
            return self._expire(session)
        if asked.get("expand") == ["payment_intent"] and session["payment_intent"]:
            status = "succeeded" if session["payment_status"] == "paid" else "processing"
            intent = {
                "id": session["payment_intent"],
                "object": "payment_intent",
                "status": session.get("intent_status", status),
            }
            return 200, session | {"payment_intent": intent}
        return 200, session

    def _pages(self, asked: dict[str, Any]) -> dict[str, Any]:
        since = int(asked["created"]["gte"])
        found = [one for one in self.sessions.values() if one["created"] >= since]
        return self._listed_since(found, asked, url="/v1/checkout/sessions")

    def _intent(self, intent: str) -> tuple[int, Any]:
        if all(session["payment_intent"] != intent for session in self.sessions.values()):
            return 404, _refusal("No such payment_intent", code="resource_missing")
        charge = {
            "id": f"ch_{intent}",
            "object": "charge",
            "amount_refunded": self._refunded(intent),
            "status": "failed" if intent in self.returned else "succeeded",
            "payment_method_details": {"type": "card", "card": {"funding": self.funding}},
        }
        status = "requires_payment_method" if intent in self.returned else "succeeded"
        return 200, {
            "id": intent,
            "object": "payment_intent",
            "status": status,
            "latest_charge": charge,
        }

    def _refunded(self, intent: str) -> int:
        sent = self._listed(intent)["data"]
        return sum(one["amount"] for one in sent if one["status"] not in ("failed", "canceled"))

    def _listed(self, intent: str, *, kind: str = "refunds") -> dict[str, Any]:
        rows = self.disputes if kind == "disputes" else self.refunds
        found = [one for one in rows.values() if one["payment_intent"] == intent]
        return {"object": "list", "data": found, "has_more": False, "url": f"/v1/{kind}"}

    def _refund(self, asked: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        if problems := list(problems_of(asked, _refund_create_params.RefundCreateParams, "params")):
            return 400, _refusal("; ".join(problems))
        intent, cents = asked["payment_intent"], int(asked["amount"])
        paid = [one for one in self.sessions.values() if one["payment_intent"] == intent]
        if not paid or cents > paid[0]["amount_total"] - self._refunded(intent):
            return 400, _refusal("more than is left", code="charge_already_refunded")
        number = f"re_{len(self.refunds)}"
        self.refunds[number] = {
            "id": number,
            "object": "refund",
            "amount": cents,
            "payment_intent": intent,
            "status": "succeeded",
            "metadata": asked["metadata"],
        }
        return 200, self.refunds[number]

    def _create_once(
        self, path: str, form: str, asked: dict[str, Any], key: str | None
    ) -> tuple[int, Any]:
        if key is None:
            return 400, _refusal("this peer wants an Idempotency-Key")
        with self._one_at_a_time:
            if key in self.answers:
                earlier_form, status, body = self.answers[key]
                if earlier_form != path + form:
                    message = "key used with other parameters"
                    return 400, _refusal(message, kind="idempotency_error")
                return status, body
            create = self._refund if path == "/v1/refunds" else self._create
            status, body = create(asked)
            self.answers[key] = (path + form, status, body)
            return status, body

    def _create(self, asked: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        problems = list(problems_of(asked, params.SessionCreateParams, "params"))
        if problems:
            return 400, _refusal("; ".join(problems))
        if int(asked["expires_at"]) < time.time() + THIRTY_MINUTES_S:
            return 400, _refusal("expires_at must be at least 30 minutes from now")
        number = f"cs_test_{len(self.sessions)}"
        lines = asked["line_items"]
        self.sessions[number] = {
            "id": number,
            "object": "checkout.session",
            "created": int(time.time()),
            "status": "open",
            "payment_status": "unpaid",
            "payment_intent": None,
            "url": f"{self.url}/pay/{number}",
            "livemode": False,
            "currency": lines[0]["price_data"]["currency"],
            "amount_total": sum(
                int(line["price_data"]["unit_amount"]) * int(line["quantity"]) for line in lines
            ),
            "lines": [line["price_data"]["product_data"]["name"] for line in lines],
            "methods": asked["allowed_payment_method_types"],
            "metadata": asked["metadata"],
        }
        return 200, self.sessions[number]

    def _expire(self, session: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        if session["status"] != "open":
            return 400, _refusal("Only open sessions can be expired")
        session["status"] = "expired"
        return 200, session


def _params_of(method: str, path: str) -> Any:
    """What the library's own types let a call carry; None for a call that nobody knows."""
    known = {
        ("GET", r"/v1/checkout/sessions"): _session_list_params.SessionListParams,
        ("GET", r"/v1/checkout/sessions/\w+"): _session_retrieve_params.SessionRetrieveParams,
        ("POST", r"/v1/checkout/sessions/\w+/expire"): _session_expire_params.SessionExpireParams,
        ("GET", r"/v1/payment_intents/\w+"): (
            _payment_intent_retrieve_params.PaymentIntentRetrieveParams
        ),
        ("GET", r"/v1/disputes"): _dispute_list_params.DisputeListParams,
        ("GET", r"/v1/payouts/\w+"): _payout_retrieve_params.PayoutRetrieveParams,
        ("GET", r"/v1/events/\w+"): _event_retrieve_params.EventRetrieveParams,
        ("GET", r"/v1/payouts"): _payout_list_params.PayoutListParams,
        ("GET", r"/v1/balance_transactions"): (
            _balance_transaction_list_params.BalanceTransactionListParams
        ),
        ("GET", r"/v1/refunds"): _refund_list_params.RefundListParams,
    }
    return next(
        (
            kind
            for (known_method, pattern), kind in known.items()
            if known_method == method and re.fullmatch(pattern, path)
        ),
        None,
    )


def _read(form: str) -> dict[str, Any]:
    return nested(parse_qsl(form, keep_blank_values=True, strict_parsing=bool(form)))


@contextmanager
def running_peer() -> Iterator[Peer]:
    peer = Peer()

    class Handler(Answers):
        def serve(self) -> None:
            key = self.headers.get("Idempotency-Key") if self.command == "POST" else None
            status, body = peer.answer(self.command, self.path, self.sent().decode(), key)
            self.say(status, b"<html>" if peer.mood == "garbled" else body)

        get = post = serve

    with serving(HttpPeer(Handler)) as server, pytest.MonkeyPatch.context() as patch:
        patch.setattr(HTTPClient, "INITIAL_DELAY", 0.02)  # between two tries
        peer.port, peer.url = server.server_port, server.origin
        yield peer
        peer.is_over.set()


def _is_before(row: Any, since: int) -> bool:
    """Not where it says no time of this century: hostile rows are listed."""
    made = row.get("created") if isinstance(row, dict) else None
    return type(made) is int and 1_000_000_000 < made < since


def _refusal(
    message: str, *, kind: str = "invalid_request_error", code: str = ""
) -> dict[str, Any]:
    return {"error": {"type": kind, "message": message, "code": code}}


def nested(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    """line_items[0][price_data][currency]=usd, as the parameters it came from."""
    whole: dict[str, Any] = {}
    for name, text in pairs:
        part: Any = whole
        *parents, last = re.findall(r"[^\[\]]+", name)
        for parent in parents:
            part = part.setdefault(parent, {})
        part[last] = text
    return _lists(whole)  # type: ignore[no-any-return]


def _lists(part: Any) -> Any:
    if not isinstance(part, dict):
        return part
    inner = {name: _lists(value) for name, value in part.items()}
    if inner and all(name.isdigit() for name in inner):
        return [inner[name] for name in sorted(inner, key=int)]
    return inner


def problems_of(given: Any, kind: Any, where: str) -> Iterator[str]:
    """What of the given parameters the library's own types would not take."""
    kind = _bare(kind)
    if is_typeddict(kind):
        yield from _problems_of_fields(given, kind, where)
    elif get_origin(kind) is Union or str(get_origin(kind)) == "<class 'types.UnionType'>":
        choices = [list(problems_of(given, choice, where)) for choice in get_args(kind)]
        yield from [] if [] in choices else choices[0]
    elif get_origin(kind) is list:
        items = given if isinstance(given, list) else [object()]
        for number, item in enumerate(items):
            yield from problems_of(item, get_args(kind)[0], f"{where}[{number}]")
    elif not _fits(given, kind):
        yield f"{where} is {given!r}, not {kind}"


def _problems_of_fields(given: Any, kind: Any, where: str) -> Iterator[str]:
    if not isinstance(given, dict):
        yield f"{where} is {given!r}, not {kind.__name__}"
        return
    hints = typing.get_type_hints(kind, localns=UNKNOWN_HERE, include_extras=True)
    for name, value in given.items():
        if name not in hints:
            yield f"{where}.{name} is unknown"
        else:
            yield from problems_of(value, hints[name], f"{where}.{name}")


def _bare(kind: Any) -> Any:
    while get_origin(kind) in (NotRequired, Required):
        kind = get_args(kind)[0]
    return kind


def _fits(given: Any, kind: Any) -> bool:
    """Everything travels as text: a number is text that reads as one."""
    if get_origin(kind) is Literal:
        return given in get_args(kind)
    if get_origin(kind) is dict:
        return isinstance(given, dict)
    text = str(given) if isinstance(given, str | int) else None
    if kind is int:
        return text is not None and text.lstrip("-").isdigit()
    if kind is bool:
        return text in ("true", "false")
    return kind is str and isinstance(given, str)
