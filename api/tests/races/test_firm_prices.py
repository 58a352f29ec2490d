"""Prices become firm while others decide too: one decision, one price, one signature (A4)."""

import secrets
import subprocess
import sys
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import httpx
import pytest
from buyers import Buyer, at_once, open_days
from shop import API, Shop, report

ROUNDS = 6
AT_ONCE = 8
pytestmark = pytest.mark.slow


@pytest.fixture
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with Shop(tmp_path_factory.mktemp("shop")) as guarded:
        yield guarded


def staff_token(shop: Shop) -> str:
    """As an operator gets one."""
    ran = subprocess.run(
        [
            *(sys.executable, "manage.py", "staff_token", "jo"),
            *("--role", "manager", "--hours", "1", "--new"),
        ],
        cwd=API,
        env=shop.environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.strip().splitlines()[-1]


def reviewed(shop: Shop, count: int) -> list[tuple[Buyer, str]]:
    """Orders whose date is certain and whose photos are sent in: whose, and the review's id."""
    buyers = [Buyer(day) for day in open_days(shop)[:count]]
    assert {buyer.reserve(shop).status for buyer in buyers} == {201}
    shop.write("UPDATE appointments SET status = 'confirmed', confirmed_at = held_at")
    shop.write("UPDATE crew_seats SET hold_expires_at = NULL")
    shop.write("UPDATE orders SET status = 'scheduled'")
    made = []
    for buyer in buyers:
        review = uuid.uuid4()
        told = review if shop.database_url else review.hex
        shop.write(
            "INSERT INTO photo_reviews (public_id, order_id, status, notes, is_decision_maker, "
            "can_place_stake, consent_wording, consented_at, submitted_at, retake_reason, "
            "decided_by, least_photos, created_at) "
            f"SELECT '{told}', orders.id, 'submitted', '', TRUE, TRUE, 'yes', orders.created_at, "
            "orders.created_at, '', '', 5, orders.created_at FROM orders "
            "JOIN customers ON customers.id = orders.customer_id "
            f"WHERE customers.email_key = '{buyer.email}'"
        )
        made.append((buyer, str(review)))
    return made


def post(shop: Shop, number: int, path: str, body: dict[str, Any], **headers: str) -> str:
    """What came of it, in a word; each on a connection of its own."""
    answer = httpx.post(
        shop.url(path, server=number), json=body, headers=headers, timeout=60, trust_env=False
    )
    return "200" if answer.status_code == 200 else f"{answer.status_code} {answer.json()['code']}"


def all_at_once(calls: list[Callable[[], str]]) -> Counter[str]:
    return Counter(at_once(lambda call: call(), calls))


def untrue(shop: Shop) -> int:
    """Orders sold at another total than their quote's, or with more than one locked version."""
    return shop.number(
        "SELECT (SELECT COUNT(*) FROM orders JOIN quotes ON quotes.id = orders.quote_id "
        "WHERE orders.total_cents <> quotes.total_cents) + "
        "(SELECT COUNT(*) FROM (SELECT wizard_id FROM quotes WHERE locked_at IS NOT NULL "
        "GROUP BY wizard_id HAVING COUNT(*) > 1) AS twice)"
    )


def test_a4_two_staff_decide_while_prices_are_edited(shop: Shop) -> None:
    token = {"Authorization": f"Bearer {staff_token(shop)}"}
    found: Counter[str] = Counter()

    for _buyer, review in reviewed(shop, ROUNDS):
        path = f"/api/staff/photo-reviews/{review}/decide"

        def decide(number: int, path: str = path) -> str:
            told = {"confirmed_run_ft": 18 + number % 2, "reason": "measured by the stake"}
            return post(shop, number, path, told, **token)

        def edit() -> str:
            shop.write("UPDATE installation_packages SET price_cents = price_cents + 100")
            return "edited"

        found += all_at_once([*(partial(decide, number) for number in range(AT_ONCE)), edit])

    report(f"{ROUNDS} x {AT_ONCE} staff decide, prices edited", shop, str(dict(found)))
    assert set(found) <= {"200", "409 photo_review_decided", "edited"}
    assert found["200"] >= ROUNDS
    assert shop.number("SELECT COUNT(*) FROM quotes WHERE locked_at IS NOT NULL") == ROUNDS
    assert shop.number("SELECT COUNT(*) FROM price_receipts") == ROUNDS
    assert shop.number("SELECT COUNT(*) FROM quotes WHERE total_cents <> 1269477") == 0
    assert untrue(shop) == 0


def test_a4_yes_meets_no_to_a_higher_price(shop: Shop) -> None:
    token = {"Authorization": f"Bearer {staff_token(shop)}"}
    found: Counter[str] = Counter()

    for buyer, review in reviewed(shop, ROUNDS):
        path = f"/api/staff/photo-reviews/{review}/decide"
        told = {"confirmed_run_ft": 90, "reason": "around the pool"}
        assert post(shop, 0, path, told, **token) == "200"
        cookie = {"Cookie": f"wz={buyer.secret}"}
        seen = httpx.get(shop.url("/api/my-booking"), headers=cookie, trust_env=False).json()
        path = f"/api/my-booking/change-orders/{seen['price']['change']['id']}"

        def answer(number: int, path: str = path, cookie: dict[str, str] = cookie) -> str:
            decision = "approve" if number % 2 else "decline"
            return post(shop, number, path, {"decision": decision}, **cookie)

        found += Counter(at_once(answer, list(range(AT_ONCE))))

    report(f"{ROUNDS} x {AT_ONCE} answers, yes and no", shop, str(dict(found)))
    assert set(found) == {"200", "409 change_order_decided"}
    approved = shop.number("SELECT COUNT(*) FROM change_orders WHERE status = 'approved'")
    declined = shop.number("SELECT COUNT(*) FROM change_orders WHERE status = 'declined'")
    assert approved + declined == ROUNDS
    assert shop.number("SELECT COUNT(*) FROM quotes WHERE locked_at IS NOT NULL") == approved
    assert shop.number("SELECT COUNT(*) FROM price_receipts") == approved
    assert untrue(shop) == 0


def test_a4_one_name_under_one_proposal(shop: Shop) -> None:
    token = {"Authorization": f"Bearer {staff_token(shop)}"}
    made: Counter[str] = Counter()
    accepted: Counter[str] = Counter()

    for buyer, review in reviewed(shop, ROUNDS):
        cookie = {"Cookie": f"wz={buyer.secret}"}
        path = f"/api/staff/photo-reviews/{review}/decide"
        told = {"confirmed_run_ft": 20, "reason": "as promised"}
        assert post(shop, 0, path, told, **token) == "200"
        mine = httpx.get(shop.url("/api/my-booking"), headers=cookie, trust_env=False).json()
        ask = {"orderId": mine["id"], "fileType": "general_proposal"}
        made += Counter(
            at_once(
                lambda number, ask=ask: post(shop, number, "/api/manual-generate-proposal", ask),  # type: ignore[misc]
                list(range(AT_ONCE)),
            )
        )
        ready = httpx.get(shop.url("/api/my-booking"), headers=cookie, trust_env=False).json()
        signed = {
            "proposal_id": ready["proposal"]["id"],
            "sha256": ready["proposal"]["sha256"],
            "typed_name": secrets.token_hex(4),
            "agrees": True,
        }
        accepted += Counter(
            at_once(
                lambda number, signed=signed, cookie=cookie: post(  # type: ignore[misc]
                    shop, number, "/api/my-booking/proposal/accept", signed, **cookie
                ),
                list(range(AT_ONCE)),
            )
        )

    report(f"{ROUNDS} x {AT_ONCE} make and accept at once", shop, f"{dict(made)} {dict(accepted)}")
    assert made == {"200": ROUNDS * AT_ONCE}
    assert accepted == {"200": ROUNDS * AT_ONCE}
    assert shop.number("SELECT COUNT(*) FROM proposals") == ROUNDS
    assert shop.number("SELECT COUNT(*) FROM order_files WHERE type = 'general_proposal'") == ROUNDS
    assert shop.number("SELECT COUNT(*) FROM milestones") == 3 * ROUNDS
    kept = list((shop.data / "files").rglob("general_proposal*.pdf"))
    assert len(kept) == ROUNDS
    assert untrue(shop) == 0
