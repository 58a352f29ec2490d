"""Stripe as a stand-in that reports what a test says: payouts, lines, and one payment before."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from access_helpers import script_token
from booking_helpers import reserve
from django.test import Client
from hostile_json import VALUES
from pytest_django import Settings
from stripe_peer import Peer, running_peer
from whole_orders import now

from standby.core.roles import Role
from standby.inbox.models import Item
from standby.inbox.services.card_reports import ReportOf, set_aside_report
from standby.payments.models import Payment
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards.stripe import StripeCards
from standby.workflows.read_payouts import read_payouts

SECRET: Final = "whsec_test"
MADE: Final = int((datetime.now(UTC) - timedelta(days=1)).timestamp())
A_DAY_S: Final = 86_400


@contextmanager
def stripe_of_a_paid_order(settings: Settings) -> Iterator[Peer]:
    """Stripe, as a stand-in, is the provider, and one payment was made two days ago."""
    order = reserve()
    Payment.objects.filter(order=order).update(
        paid_at=now() - timedelta(days=2), status="paid", provider="stripe", provider_ref="pi_1"
    )
    with running_peer() as peer:
        settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
            update={
                "cards": "stripe",
                "stripe_secret_key": "sk_test_1",
                "stripe_webhook_secrets": (SECRET,),
                "stripe_api_base": peer.url,
            }
        )
        payments_providers.cards.cache_clear()
        yield peer
    payments_providers.cards.cache_clear()


def cards() -> StripeCards:
    found = payments_providers.cards()
    assert isinstance(found, StripeCards)
    return found


def a_payout(peer: Peer, number: str, **changed: Any) -> None:
    peer.payouts[number] = {
        "id": number,
        "object": "payout",
        "amount": 0,
        "currency": "usd",
        "created": MADE,
        "arrival_date": MADE + A_DAY_S,
        "automatic": True,
        "reconciliation_status": "completed",
        "status": "paid",
        **changed,
    }


def a_line(peer: Peer, number: str, payout: str, **changed: Any) -> dict[str, Any]:
    line = {
        "id": number,
        "object": "balance_transaction",
        "amount": 100,
        "fee": 0,
        "created": MADE,
        "currency": "usd",
        "description": "Radar",
        "reporting_category": "fee",
        "type": "stripe_fee",
        "source": None,
        "payout": payout,
        **changed,
    }
    peer.balance.append(line)
    return line


def read() -> int:
    return read_payouts(cards=cards(), now=now())


def values() -> list[Any]:
    """What an honest field is replaced by; what no JSON of Stripe's can be is left out."""
    found = []
    for text in VALUES:
        try:
            found.append(json.loads(text))
        except (ValueError, RecursionError):
            continue
    return [*found, 10**30, -(10**30), {"a": None}, MADE + 40 * A_DAY_S, "12.50"]


def as_staff(role: Role) -> dict[str, str]:
    return {"Authorization": f"Bearer {script_token(role)}"}


def waiting(role: Role) -> list[dict[str, Any]]:
    answer = Client().get("/api/staff/waits?group=inbox", headers=as_staff(role)).json()
    return [item for group in answer["to_do"] for item in group["items"]]


def a_set_aside(of: ReportOf = ReportOf.PAYOUT, ref: str = "po_7", raw: bytes = b"{}") -> Item:
    part_of = "po_8" if of is ReportOf.LINE else ""
    reason = "the amount is missing"
    return set_aside_report(of, ref, raw, reason=reason, part_of=part_of, now=now())
