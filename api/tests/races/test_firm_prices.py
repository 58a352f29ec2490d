"""Prices become firm while others decide too: one decision, one price, one signature (A4)."""

import secrets
import uuid
from collections import Counter
from typing import Any

import pytest
from buyers import Answer, Buyer, ask, at_once, certain, open_days, told
from running_shops import Office, Running, race
from sampling import WHOLE

ROUNDS = 6 if WHOLE else 2
AT_ONCE = 8
LOCKED = "quotes WHERE locked_at IS NOT NULL"
# Orders sold at another total than their quote's, or with more than one locked version.
UNTRUE = f"""SELECT (SELECT COUNT(*) FROM orders JOIN quotes ON quotes.id = orders.quote_id
WHERE orders.total_cents <> quotes.total_cents) + (SELECT COUNT(*) FROM
(SELECT wizard_id FROM {LOCKED} GROUP BY wizard_id HAVING COUNT(*) > 1) AS twice)"""
pytest_plugins = ("open_shops",)
pytestmark = pytest.mark.slow


def reviewed(shop: Running) -> list[tuple[Buyer, str]]:
    """Buyers whose photos are sent in, and where staff decide on them."""
    made = []
    for buyer in certain(shop, open_days(shop)[:ROUNDS], on_each=1):
        review = uuid.uuid4()
        shop.write(
            "INSERT INTO photo_reviews (public_id, order_id, status, notes, is_decision_maker, "
            "can_place_stake, consent_wording, consented_at, submitted_at, retake_reason, "
            "decided_by, least_photos, created_at) "
            f"SELECT '{review if shop.database_url else review.hex}', orders.id, 'submitted', '', "
            "TRUE, TRUE, 'yes', orders.created_at, orders.created_at, '', '', 5, "
            "orders.created_at FROM orders JOIN customers ON customers.id = orders.customer_id "
            f"WHERE customers.email_key = '{buyer.email}'"
        )
        made.append((buyer, f"/photo-reviews/{review}/decide"))
    return made


def measured(run_ft: int) -> dict[str, object]:
    return {"confirmed_run_ft": run_ft, "reason": "measured by the stake"}


def count(shop: Running, rows: str) -> int:
    return shop.number(f"SELECT COUNT(*) FROM {rows}")


def staff_decide_while_prices_are_edited(shop: Running) -> Counter[str]:
    office, found = Office(shop), Counter[str]()
    for _, decision in reviewed(shop):

        def act(number: int, decision: str = decision) -> str:
            if number == AT_ONCE:
                shop.write("UPDATE installation_packages SET price_cents = price_cents + 100")
                return "edited"
            return office.send("POST", decision, measured(18 + number % 2), server=number).told

        found += Counter(at_once(act, range(AT_ONCE + 1)))
    return found


def yes_meets_no(shop: Running) -> Counter[str]:
    """To a higher price."""
    office, found = Office(shop), Counter[str]()
    for buyer, decision in reviewed(shop):
        assert office.send("POST", decision, measured(90)).status == 200
        change = buyer.look(shop).body["price"]["change"]["id"]
        path, cookie = f"/api/my-booking/change-orders/{change}", {"Cookie": f"wz={buyer.secret}"}

        def answer(number: int, path: str = path, cookie: dict[str, str] = cookie) -> Answer:
            said = {"decision": "approve" if number % 2 else "decline"}
            return ask(shop, "POST", path, said, server=number, **cookie)

        found += told(at_once(answer, range(AT_ONCE)))
    return found


def all_make_and_accept(shop: Running) -> Counter[str]:
    """A proposal for each order, under which each writes another name."""
    office, found = Office(shop), Counter[str]()
    for buyer, decision in reviewed(shop):
        assert office.send("POST", decision, measured(20)).status == 200
        made = {"orderId": buyer.look(shop).body["id"], "fileType": "general_proposal"}

        def make(number: int, body: Any = made) -> Answer:
            return ask(shop, "POST", "/api/manual-generate-proposal", body, server=number)

        found += Counter(f"made {answer.told}" for answer in at_once(make, range(AT_ONCE)))
        ready = buyer.look(shop).body["proposal"]
        signed = {"proposal_id": ready["id"], "sha256": ready["sha256"], "agrees": True}
        cookie = {"Cookie": f"wz={buyer.secret}"}

        def accept(number: int, body: Any = signed, cookie: Any = cookie) -> Answer:
            body = {**body, "typed_name": secrets.token_hex(4)}
            return ask(
                shop, "POST", "/api/my-booking/proposal/accept", body, server=number, **cookie
            )

        found += Counter(f"accepted {answer.told}" for answer in at_once(accept, range(AT_ONCE)))
    return found


def test_a4_two_staff_decide_while_prices_are_edited(open_shop: Running) -> None:
    name = f"{ROUNDS} x {AT_ONCE} staff decide, prices edited"
    found = race(name, staff_decide_while_prices_are_edited, open_shop)

    assert set(found) <= {"200", "409 photo_review_decided", "edited"}
    assert found["200"] >= ROUNDS
    assert count(open_shop, LOCKED) == count(open_shop, "price_receipts") == ROUNDS
    assert count(open_shop, "quotes WHERE total_cents <> 1269477") == 0
    assert open_shop.number(UNTRUE) == 0


def test_a4_yes_meets_no_to_a_higher_price(open_shop: Running) -> None:
    found = race(f"{ROUNDS} x {AT_ONCE} answers, yes and no", yes_meets_no, open_shop)

    approved = count(open_shop, "change_orders WHERE status = 'approved'")
    declined = count(open_shop, "change_orders WHERE status = 'declined'")
    assert set(found) == {"200", "409 change_order_decided"}
    assert approved + declined == ROUNDS
    assert count(open_shop, LOCKED) == count(open_shop, "price_receipts") == approved
    assert open_shop.number(UNTRUE) == 0


def test_a4_one_name_under_one_proposal(open_shop: Running) -> None:
    found = race(f"{ROUNDS} x {AT_ONCE} make and accept at once", all_make_and_accept, open_shop)

    assert found == {"made 200": ROUNDS * AT_ONCE, "accepted 200": ROUNDS * AT_ONCE}
    assert count(open_shop, "proposals") == ROUNDS
    assert count(open_shop, "order_files WHERE type = 'general_proposal'") == ROUNDS
    assert count(open_shop, "milestones") == 3 * ROUNDS
    kept = list((open_shop.data / "files").rglob("general_proposal*.pdf"))
    assert len(kept) == ROUNDS
    assert open_shop.number(UNTRUE) == 0
