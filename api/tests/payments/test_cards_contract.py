"""All card adapters keep the same promises; what Stripe is sent is what its library allows.

A new adapter joins them by its world in WORLDS.
"""

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final, get_args

import pytest
import stripe
from stripe.params import _refund_create_params
from stripe.params.checkout import _session_create_params as params
from stripe_peer import Peer, problems_of, running_peer

from standby.environment import Environment
from standby.payments.providers.cards import (
    Cards,
    CardsDown,
    CheckoutRequest,
    DisputeState,
    EventForged,
    PageStatus,
    PayBy,
    PayoutLine,
    PayoutState,
    PayoutStatus,
    RefundRefused,
    RefundRequest,
    UnknownToProvider,
)
from standby.payments.providers.cards.stripe import StripeCards, refund_params, session_params
from standby.payments.providers.cards.stripe_events import sign, verified_event
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.providers.wiring import CARD_PROVIDERS

SECRET = "whsec_1"
AT = datetime(2025, 11, 3, 15, 0, tzinfo=UTC)
EVENT = b'{"id":"evt_1","type":"t","data":{"object":{"id":"cs_1"}}}'


# One time for all requests: the provider refuses a repeated key with any other parameter.
EXPIRES_AT: Final = datetime.now(UTC) + timedelta(hours=23)


def a_request(**changed: Any) -> CheckoutRequest:
    request = CheckoutRequest(
        reference="8b9f4ad4-1f51-4a5c-9d51-6cbb7d3e6c6f",
        amount_cents=100_00,
        currency="usd",
        title="Site visit",
        email="ada@example.org",
        order_id="order-1",
        payment_id="payment-1",
        expires_at=EXPIRES_AT,
        success_url="http://site.test/visit-payment-success?sessionId={checkout_id}",
        cancel_url="http://site.test/visit-payment-cancelled",
    )
    return replace(request, **changed)


def open_page(cards: Cards, **changed: Any) -> str:
    """The id of a page on which this can be paid."""
    return cards.open_checkout(a_request(**changed))[0]


# A world is an adapter, and what a customer, a bank and the provider's dashboard do.
class TestModeWorld:
    __test__ = False

    def __init__(self, folder: Path) -> None:
        self.cards = TestCards(folder=folder, secret="s" * 50)
        self.return_by_bank, self.dispute = self.cards.return_by_bank, self.cards.dispute

    def event_of(self, checkout_id: str) -> tuple[bytes, dict[str, str]]:
        """The webhook about a page that was paid: its body and its headers."""
        signed = self.cards.approve(checkout_id, now=datetime.now(UTC))
        assert signed is not None
        return signed[0], {"Stripe-Signature": signed[1]}

    def pay(self, checkout_id: str) -> None:
        self.cards.approve(checkout_id, now=datetime.now(UTC))

    def refund_by_hand(self, charge: str, amount_cents: int) -> str:
        return self.cards.refund_by_hand(charge, amount_cents=amount_cents).id

    def bounce(self, refund_id: str) -> None:
        self.cards.bounce(refund_id, reason="lost_or_stolen_card")

    def pay_out(self) -> None:
        """It pays out whenever it is asked."""


class StripeWorld:
    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.peer.lists_at_once = 2
        self.cards = StripeCards(
            secret_key="sk_test_1", webhook_secrets=(SECRET,), api_base=peer.url
        )

    def pay(self, checkout_id: str) -> None:
        self.peer.pay(checkout_id)

    def event_of(self, checkout_id: str) -> tuple[bytes, dict[str, str]]:
        session = self.peer.sessions[checkout_id]
        raw = an_event(type="checkout.session.completed", data={"object": session})
        return raw, {"Stripe-Signature": sign(raw, secret=SECRET, now=datetime.now(UTC))}

    def refund_by_hand(self, charge: str, amount_cents: int) -> str:
        return str(self.peer.refund_by_hand(charge, amount=amount_cents)["id"])

    def bounce(self, refund_id: str) -> None:
        self.peer.bounce(refund_id, reason="lost_or_stolen_card")

    def pay_out(self) -> None:
        self.peer.pay_out()

    def return_by_bank(self, charge: str) -> None:
        self.peer.returned.add(charge)

    def dispute(self, charge: str, state: DisputeState) -> None:
        self.peer.dispute(
            charge,
            number=state.id,
            amount=state.amount_cents,
            status=state.status,
            reason=state.reason,
            moved=(-state.withdrawn_cents, state.reinstated_cents),
            due_by=int(state.respond_by.timestamp()) if state.respond_by else 0,
        )


World = StripeWorld | TestModeWorld
WORLDS: Final[dict[str, Callable[[pytest.FixtureRequest], World]]] = {
    "stripe": lambda request: StripeWorld(request.getfixturevalue("peer")),
    "test": lambda request: TestModeWorld(request.getfixturevalue("tmp_path")),
}


@pytest.fixture
def peer() -> Iterator[Peer]:
    with running_peer() as started:
        yield started


@pytest.fixture(params=WORLDS)
def world(request: pytest.FixtureRequest) -> World:
    return WORLDS[request.param](request)


def test_every_provider_that_the_settings_allow_is_under_this_contract() -> None:
    allowed = get_args(Environment.model_fields["cards"].annotation)

    assert set(WORLDS) == set(CARD_PROVIDERS) == set(allowed)
    assert all(name == provider.name for name, provider in CARD_PROVIDERS.items())
    assert all(len(name) <= 10 for name in CARD_PROVIDERS)


@pytest.mark.req("PAY-01.2")
def test_the_same_request_gives_the_same_page_and_another_reference_another(world: World) -> None:
    first, again = (world.cards.open_checkout(a_request()) for _ in range(2))
    other = world.cards.open_checkout(a_request(reference="another"))

    assert first == again
    assert not set(first) & set(other)


@pytest.mark.req("PAY-01.1")
def test_a_page_is_open_and_unpaid_then_complete_and_names_its_charge(world: World) -> None:
    page_id = open_page(world.cards)

    new = world.cards.look_up(page_id)
    world.pay(page_id)
    state = world.cards.look_up(page_id)

    assert (new.status, new.is_paid, new.charge) == (PageStatus.OPEN, False, None)
    assert (new.amount_cents, new.currency, new.is_live) == (100_00, "usd", False)
    assert new.metadata == {"order_id": "order-1", "payment_id": "payment-1"}
    assert (state.status, state.is_paid) == (PageStatus.COMPLETE, True)
    assert state.charge


@pytest.mark.req("TRUTH-02.6")
def test_a_page_opens_with_the_orders_code_and_without_one(world: World) -> None:
    page_ids = {open_page(world.cards, order_code="SB-7K3F9")}
    page_ids.add(open_page(world.cards, reference="7b9f4ad4-1f51-4a5c-9d51-6cbb7d3e6c6f"))
    named, plain = session_params(a_request(order_code="SB-7K3F9")), session_params(a_request())

    assert len(page_ids) == 2
    assert named["payment_intent_data"].get("description") == "Order SB-7K3F9"
    assert named["custom_text"] == {"submit": {"message": "Order SB-7K3F9"}}
    assert "custom_text" not in plain
    assert "description" not in plain["payment_intent_data"]


def test_a_webhook_reports_the_page_that_was_paid(world: World) -> None:
    page_id = open_page(world.cards)
    world.pay(page_id)
    raw, headers = world.event_of(page_id)

    event = world.cards.verify_event(raw, headers=headers, now=datetime.now(UTC))

    assert world.cards.signature_header in headers
    assert world.cards.read_event(event.type, event.about) == world.cards.look_up(page_id)
    assert world.cards.read_event("nothing.of.interest", event.about) is None
    for forged in ((raw + b" ", headers), (raw, {})):
        with pytest.raises(EventForged):
            world.cards.verify_event(forged[0], headers=forged[1], now=datetime.now(UTC))


def test_a_closed_page_cannot_be_paid_any_more_and_a_paid_one_stays_paid(world: World) -> None:
    closed, paid = open_page(world.cards), open_page(world.cards, reference="another")
    world.pay(paid)

    for page_id in (closed, closed, paid):
        world.cards.close_checkout(page_id)

    assert world.cards.look_up(closed).status == PageStatus.EXPIRED
    assert world.cards.look_up(paid).is_paid


def test_pages_of_some_time_are_listed_whatever_became_of_them(world: World) -> None:
    """Also when there are more than one answer holds."""
    began = datetime.now(UTC) - timedelta(seconds=2)
    made = {open_page(world.cards, reference=f"page-{number}") for number in range(5)}
    world.pay(min(made))

    listed = list(world.cards.pages_since(began))
    later = list(world.cards.pages_since(datetime.now(UTC) + timedelta(minutes=1)))

    assert {page.id for page in listed} == made
    assert len(listed) == 5
    assert [page.id for page in listed if page.is_paid and page.charge] == [min(made)]
    assert listed[0].metadata == {"order_id": "order-1", "payment_id": "payment-1"}
    assert later == []


def test_a_page_or_a_charge_that_nobody_knows_is_no_answer(world: World) -> None:
    for unknown in ("cs_test_unknown", "cs_test_" + "0" * 32):
        with pytest.raises(CardsDown):
            world.cards.look_up(unknown)
    with pytest.raises(UnknownToProvider):
        world.cards.look_up_charge("pi_unknown")


def payouts_of(world: World, *, since: datetime = AT) -> list[PayoutState]:
    return [report.read() for report in world.cards.payouts_since(since)]


def lines_in(world: World, payout_id: str) -> list[PayoutLine]:
    return [report.read() for report in world.cards.lines_of_payout(payout_id)]


def lines_of(world: World) -> list[PayoutLine]:
    """Those of the newest payout."""
    payouts = sorted(payouts_of(world), key=lambda payout: (payout.created_at, payout.id))
    return lines_in(world, payouts[-1].id)


@pytest.mark.req("OPS-20.4")
def test_a_payout_holds_each_payment_and_refund_with_its_fee_and_names_them(world: World) -> None:
    charge = a_paid_charge(world)
    refund = world.cards.refund(a_refund(charge))
    by_hand = world.refund_by_hand(charge, 10_00)
    world.pay_out()

    [payout] = payouts_of(world)
    lines = {line.about: line for line in lines_in(world, payout.id)}

    assert (payout.status, payout.is_manual, payout.has_lines) == (PayoutStatus.PAID, False, True)
    assert payout.amount_cents == sum(line.amount_cents - line.fee_cents for line in lines.values())
    assert {
        about: (line.kind, line.amount_cents, line.fee_cents) for about, line in lines.items()
    } == {
        "": ("payment", 100_00, 3_20),
        refund: ("refund", -40_00, 0),
        by_hand: ("refund", -10_00, 0),
    }
    assert {line.charge for line in lines.values()} == {charge}
    assert (lines[refund].reference, lines[refund].attempt) == ("7f0c", 0)
    assert lines[by_hand].reference == ""
    assert {line.title for line in lines.values()} == {""}
    assert world.cards.look_up_payout(payout.id).read() == payout
    assert payouts_of(world, since=datetime.now(UTC) + timedelta(minutes=1)) == []
    for ask in (world.cards.look_up_payout, world.cards.look_up_event):
        with pytest.raises(UnknownToProvider):
            ask("po_unknown")


def test_what_was_paid_out_is_in_no_later_payout(world: World) -> None:
    charge = a_paid_charge(world)
    world.pay_out()
    first = lines_of(world)
    world.bounce(world.cards.refund(a_refund(charge)))
    world.pay_out()

    later = lines_of(world)

    assert [line.kind for line in first] == ["payment"]
    assert sorted((line.kind, line.amount_cents) for line in later) == [
        ("refund", -40_00),
        ("refund_returned", 40_00),
    ]
    assert not {line.id for line in first} & {line.id for line in later}
    assert {line.reference for line in later} == {"7f0c"}


def test_a_payout_holds_what_banks_took_and_gave_back(world: World) -> None:
    charge = a_paid_charge(world)
    told = DisputeState(
        id="du_7",
        amount_cents=100_00,
        reason="fraudulent",
        status="won",
        opened_at=AT,
        withdrawn_cents=100_00,
        reinstated_cents=100_00,
    )
    world.dispute(charge, told)
    world.return_by_bank(charge)
    world.pay_out()

    moved = {
        (line.kind, line.about): (line.amount_cents, line.fee_cents, line.charge)
        for line in lines_of(world)
        if line.kind != "payment"
    }

    assert moved == {
        ("taken_back", "du_7"): (-100_00, 15_00, charge),
        ("reinstated", "du_7"): (100_00, 0, charge),
        ("taken_back", ""): (-100_00, 0, charge),
    }


def test_stripe_does_not_know_what_is_in_a_manual_or_unfinished_payout(peer: Peer) -> None:
    world = StripeWorld(peer)
    a_paid_charge(world)
    peer.pay_out(automatic=False, reconciliation_status="not_applicable", status="in_transit")
    peer.pay_out(reconciliation_status="in_progress", status="odd")

    told = {
        payout.id: (payout.status, payout.is_manual, payout.has_lines, payout.arrives_on)
        for payout in payouts_of(world)
    }

    day = date(2025, 11, 3)
    assert told == {
        "po_0": ("in_transit", True, False, day),
        "po_1": ("pending", False, False, day),
    }


def test_a_fee_of_stripes_own_is_named_and_all_else_is_other(peer: Peer) -> None:
    world = StripeWorld(peer)
    peer.bill(2_00, title="Radar (2025-11-01 - 2025-11-30)")
    peer.balance[0] |= {"reporting_category": "reserve_hold", "description": None}

    lines = lines_in(world, "po_0")

    assert [(line.kind, line.amount_cents, line.title, line.charge) for line in lines] == [
        ("fee", -2_00, "Radar (2025-11-01 - 2025-11-30)", ""),
        ("other", 0, "payout", ""),
    ]


@pytest.mark.parametrize("mood", ["down", "garbled"])
def test_a_provider_that_fails_is_down(peer: Peer, mood: str) -> None:
    world = StripeWorld(peer)
    cards, charge = world.cards, a_paid_charge(world)
    page_id = open_page(cards, reference="another")
    peer.mood = mood

    for question in (
        lambda: cards.open_checkout(a_request(reference="new")),
        lambda: cards.look_up(page_id),
        lambda: list(cards.payouts_since(AT)),
        lambda: list(cards.lines_of_payout("po_0")),
        lambda: cards.look_up_payout("po_0"),
        lambda: cards.look_up_event("evt_0"),
        lambda: cards.close_checkout(page_id),
        lambda: cards.refund(a_refund(charge)),
        lambda: cards.look_up_charge(charge),
    ):
        with pytest.raises(CardsDown):
            question()
    assert peer.refunds == {}


def test_a_provider_that_does_not_answer_in_time_is_down(peer: Peer) -> None:
    """It is asked twice, and never answers."""
    cards = StripeCards(
        secret_key="sk_test_1", webhook_secrets=(SECRET,), api_base=peer.url, timeout_s=0.3
    )
    peer.mood = "slow"

    with pytest.raises(CardsDown):
        cards.open_checkout(a_request())

    assert len(peer.requests) == 2


def ask_for(cards: Cards, checkout_id: str) -> None:
    with pytest.raises(CardsDown):
        cards.look_up(checkout_id)


def test_j2_after_five_failures_stripe_is_not_asked_again(peer: Peer) -> None:
    cards = StripeWorld(peer).cards
    peer.mood = "garbled"

    for _ in range(8):
        ask_for(cards, "cs_test_1")

    assert len(peer.requests) == 5


def test_j2_a_refused_request_is_an_answer(peer: Peer) -> None:
    cards = StripeWorld(peer).cards
    for mood in ("garbled", "up") * 4:
        peer.mood = mood
        ask_for(cards, "cs_test_unknown")
        ask_for(cards, "cs_test_unknown")

    assert len(peer.requests) == 16


def a_paid_charge(world: World) -> str:
    page_id = open_page(world.cards)
    world.pay(page_id)
    return str(world.cards.look_up(page_id).charge)


def a_refund(charge: str, **changed: Any) -> RefundRequest:
    request = RefundRequest(
        reference="7f0c", charge=charge, amount_cents=40_00, order_id="o", payment_id="p"
    )
    return replace(request, **changed)


@pytest.mark.req("PAY-01.3")
def test_a_refund_sent_twice_goes_once_and_no_more_goes_back_than_was_paid(world: World) -> None:
    charge = a_paid_charge(world)

    first, again = (world.cards.refund(a_refund(charge)) for _ in range(2))
    with pytest.raises(RefundRefused):
        world.cards.refund(a_refund(charge, reference="other", amount_cents=60_01))

    assert first == again
    assert world.cards.look_up_charge(charge).refunded_cents == 40_00


def test_a_charge_says_what_kind_of_card_paid(world: World) -> None:
    charge = a_paid_charge(world)
    assert world.cards.look_up_charge(charge).funding == "credit"

    if isinstance(world, StripeWorld):
        world.peer.funding = "debit"
        assert world.cards.look_up_charge(charge).funding == "debit"


def test_a_refund_that_the_bank_returned_can_go_again(world: World) -> None:
    charge = a_paid_charge(world)
    first = world.cards.refund(a_refund(charge, amount_cents=100_00))
    world.bounce(first)
    bounced = world.cards.look_up_charge(charge)

    second, again = (
        world.cards.refund(a_refund(charge, amount_cents=100_00, retries=1)) for _ in range(2)
    )

    assert bounced.refunded_cents == 0
    assert first != second == again
    state = world.cards.look_up_charge(charge)
    assert state.refunded_cents == 100_00
    assert {
        one.id: (one.failure_reason if one.has_failed else "", one.reference, one.attempt)
        for one in state.refunds
    } == {first: ("lost_or_stolen_card", "7f0c", 0), second: ("", "7f0c", 1)}


def test_a_refund_made_by_hand_names_nothing_of_ours(world: World) -> None:
    charge = a_paid_charge(world)
    number = world.refund_by_hand(charge, 30_00)

    [refund] = world.cards.look_up_charge(charge).refunds

    assert (refund.id, refund.amount_cents, refund.reference) == (number, 30_00, "")


@pytest.mark.parametrize("respond_by", [None, datetime(2025, 11, 20, 12, tzinfo=UTC)])
def test_a_dispute_says_what_was_taken_and_given_back(
    world: World, respond_by: datetime | None
) -> None:
    charge = a_paid_charge(world)
    told = DisputeState(
        id="du_7",
        amount_cents=100_00,
        reason="fraudulent",
        status="won",
        opened_at=datetime.fromtimestamp(1_762_000_000, tz=UTC),
        respond_by=respond_by,
        withdrawn_cents=100_00,
        reinstated_cents=60_00,
    )
    world.dispute(charge, replace(told, status="needs_response", reinstated_cents=0))
    world.dispute(charge, told)

    assert world.cards.look_up_charge(charge).disputes == (told,)


def test_a_returned_transfer_does_not_stand(world: World) -> None:
    charge = a_paid_charge(world)
    before = world.cards.look_up_charge(charge).has_failed

    world.return_by_bank(charge)

    assert (before, world.cards.look_up_charge(charge).has_failed) == (False, True)


def test_stripe_finds_a_refund_that_went_when_its_key_is_long_forgotten(peer: Peer) -> None:
    world = StripeWorld(peer)
    charge = a_paid_charge(world)
    first = world.cards.refund(a_refund(charge))
    peer.answers.clear()

    assert world.cards.refund(a_refund(charge)) == first
    assert len(peer.refunds) == 1


def test_a_surcharge_is_a_line_of_its_own_and_a_bank_has_its_own_method(peer: Peer) -> None:
    cards = StripeWorld(peer).cards
    by_card = {"amount_cents": 103_00, "surcharge_cents": 3_00, "title": "Milestone"}

    card, bank = (
        peer.sessions[open_page(cards, **changed)]
        for changed in (by_card, {"reference": "2", "pay_by": PayBy.BANK})
    )

    assert card["lines"] == ["Milestone", "Credit card surcharge"]
    assert (card["amount_total"], card["methods"]) == (103_00, ["card"])
    assert bank["methods"] == ["us_bank_account"]


@pytest.mark.parametrize(("status", "has_failed"), [("processing", False), ("canceled", True)])
def test_a_transfer_on_its_way_is_not_one_that_failed(
    peer: Peer, status: str, has_failed: bool
) -> None:
    cards = StripeWorld(peer).cards
    page_id = open_page(cards)
    peer.sessions[page_id] |= {
        "status": "complete",
        "payment_intent": "pi_1",
        "intent_status": status,
        "livemode": True,
    }

    state = cards.look_up(page_id)

    assert (state.is_paid, state.has_failed, state.charge) == (False, has_failed, "pi_1")
    assert state.is_live


@pytest.mark.parametrize("arrives", [True, False])
def test_in_test_mode_a_bank_answers_later_and_once(tmp_path: Path, arrives: bool) -> None:
    cards, now = TestCards(folder=tmp_path, secret="s" * 50), datetime.now(UTC)
    page_id = open_page(cards, pay_by=PayBy.BANK)
    assert cards.hear_from_bank(page_id, arrives=True, now=now) is None
    cards.approve(page_id, now=now)
    on_its_way = cards.look_up(page_id)

    signed = cards.hear_from_bank(page_id, arrives=arrives, now=now)
    cards.hear_from_bank(page_id, arrives=not arrives, now=now)

    assert signed is not None
    assert not on_its_way.is_paid
    assert cards.look_up(page_id).is_paid == arrives
    outcome = "succeeded" if arrives else "failed"
    assert json.loads(signed[0])["type"] == f"checkout.session.async_payment_{outcome}"


@pytest.mark.req("PAY-01.1")
def test_stripe_is_sent_what_its_own_types_allow() -> None:
    for request in (
        a_request(),
        a_request(surcharge_cents=3_00),
        a_request(pay_by=PayBy.BANK),
    ):
        sent = json.loads(json.dumps(session_params(request)))
        assert list(problems_of(sent, params.SessionCreateParams, "params")) == []
        assert sent["success_url"].endswith("?sessionId={CHECKOUT_SESSION_ID}")
    refund = json.loads(json.dumps(refund_params(a_refund("pi_1"))))
    assert list(problems_of(refund, _refund_create_params.RefundCreateParams, "params")) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [("amount", "1"), ("metadata", "none"), ("expires_at", "soon"), ("line_items", "one")],
)
def test_the_peer_refuses_what_the_types_do_not_allow(name: str, value: Any) -> None:
    wrong = {**session_params(a_request()), name: value}

    assert len(list(problems_of(wrong, params.SessionCreateParams, "params"))) == 1


def test_the_same_key_with_another_amount_is_refused_by_the_provider(peer: Peer) -> None:
    cards = StripeWorld(peer).cards
    cards.open_checkout(a_request())

    with pytest.raises(CardsDown):
        cards.open_checkout(a_request(amount_cents=1))


@pytest.mark.req("PAY-01.8")
@pytest.mark.parametrize(
    ("key", "is_live"), [("sk_live_1", True), ("rk_live_1", True), ("sk_test_1", False)]
)
def test_a_live_key_takes_live_money(key: str, is_live: bool) -> None:
    assert StripeCards(secret_key=key, webhook_secrets=(SECRET,)).is_live == is_live


@pytest.mark.req("PAY-01.7")
def test_our_signature_is_the_one_that_the_providers_library_checks() -> None:
    raw = json.dumps({"id": "evt_1", "object": "event"}).encode()
    header = sign(raw, secret=SECRET, now=datetime.now(UTC))

    assert stripe.WebhookSignature.verify_header(raw.decode(), header, SECRET, 300)


@pytest.mark.req("PAY-01.7")
def test_the_providers_signature_is_the_one_that_we_check() -> None:
    stamp = int(AT.timestamp())
    mac = hmac.new(SECRET.encode(), f"{stamp}.".encode() + EVENT, hashlib.sha256)
    header = f"t={stamp},v1={'0' * 64},v1={mac.hexdigest()},v0=old"

    event = verified_event(EVENT, headers=carried(header), secrets=[SECRET], now=AT)

    assert (event.id, event.type, event.about) == ("evt_1", "t", {"id": "cs_1"})


def carried(signature: str) -> dict[str, str]:
    return {"Stripe-Signature": signature}


def signed(raw: bytes = EVENT, *, secret: str = SECRET, late_s: int = 0) -> str:
    return sign(raw, secret=secret, now=AT - timedelta(seconds=late_s))


def an_event(**changed: Any) -> bytes:
    return json.dumps(json.loads(EVENT) | changed).encode()


@pytest.mark.parametrize("late_s", [-300, 300])
def test_an_event_signed_five_minutes_away_is_believed(late_s: int) -> None:
    assert verified_event(EVENT, headers=carried(signed(late_s=late_s)), secrets=[SECRET], now=AT)


@pytest.mark.parametrize(
    "signature",
    [
        pytest.param("", id="empty"),
        pytest.param("nonsense", id="nonsense"),
        pytest.param("t=1,v1=2", id="no signature"),
        pytest.param("t=x,v1=2", id="no time"),
        pytest.param("t=" + "9" * 5000 + ",v1=aa", id="endless"),
        pytest.param(signed(secret="whsec_other"), id="another secret"),
        pytest.param(signed(secret=""), id="no secret"),
        pytest.param(signed(late_s=301), id="too old"),
        pytest.param(signed(late_s=-301), id="from the future"),
        pytest.param(signed(an_event(id="evt_2")), id="another body"),
        pytest.param(signed(EVENT.replace(b":", b": ")), id="other spaces"),
        pytest.param(signed().replace("v1", "v0"), id="an old scheme"),
        pytest.param(signed() + ",t=1", id="two times"),
        pytest.param(signed().replace("v1=", "v1=ü"), id="not ASCII"),
    ],
)
def test_an_event_that_is_not_signed_so_is_forged(signature: str) -> None:
    with pytest.raises(EventForged):
        verified_event(EVENT, headers=carried(signature), secrets=[SECRET, ""], now=AT)


@pytest.mark.parametrize(
    "raw",
    [
        *(b"", b"not json", b"[]", b"{}", an_event(data=[]), an_event(data={"object": "cus_1"})),
        *(an_event(id=wrong) for wrong in (7, "", "x" * 256, None)),
        *(an_event(type=wrong) for wrong in (7, "", "x" * 256, None)),
    ],
)
def test_what_is_signed_but_no_event_is_forged(raw: bytes) -> None:
    with pytest.raises(EventForged):
        verified_event(raw, headers=carried(signed(raw)), secrets=[SECRET], now=AT)


def test_two_processes_that_end_a_test_page_agree_on_how(tmp_path: Path) -> None:
    one = TestCards(folder=tmp_path, secret="s" * 50)
    other = TestCards(folder=tmp_path, secret="s" * 50)
    page_id = open_page(one)
    one.close_checkout(page_id)

    assert other.approve(page_id, now=datetime.now(UTC)) is None
    assert not other.look_up(page_id).is_paid


def test_a_test_page_cannot_be_guessed_from_its_reference(tmp_path: Path) -> None:
    one = TestCards(folder=tmp_path / "one", secret="a" * 50)
    other = TestCards(folder=tmp_path / "other", secret="b" * 50)

    assert open_page(one) != open_page(other)
