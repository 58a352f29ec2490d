"""Payouts of the card provider and their lines: the wrong ones are set aside, and stop no other."""

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest
from card_report_helpers import (
    A_DAY_S,
    MADE,
    a_line,
    a_payout,
    cards,
    read,
    stripe_of_a_paid_order,
    values,
)
from django.db import DatabaseError, OperationalError
from pytest_django import Settings
from stripe_peer import Peer
from whole_orders import now

from standby.inbox.models import Item
from standby.payments.models import BalanceTransaction, Payout
from standby.payments.providers.cards import CardsDown
from standby.payments.providers.cards.stripe_payouts import payout_report
from standby.reports.selectors.what_waits import backlog
from standby.workflows.settle_card_report import ignore, try_report_again

pytestmark = pytest.mark.usefixtures("own_folder")


@pytest.fixture(autouse=True)
def peer(shop: None, settings: Settings) -> Iterator[Peer]:
    with stripe_of_a_paid_order(settings) as peer:
        yield peer


HOSTILE_PAYOUTS: Final = {
    f"{field} {number}": {field: value}
    for field in ("object", "amount", "currency", "created", "arrival_date", "automatic", "status")
    for number, value in enumerate(values())
}
HOSTILE_LINES: Final = {
    f"{field} {number}": {field: value}
    for field in ("object", "amount", "fee", "currency", "created", "reporting_category", "source")
    for number, value in enumerate(values())
}


@pytest.mark.req("IN-06.1")
def test_behind_each_hostile_payout_the_good_one_is_stored(peer: Peer) -> None:
    for number, changed in enumerate(HOSTILE_PAYOUTS.values()):
        a_payout(peer, f"po_bad_{number}", **changed)
        a_payout(peer, f"po_good_{number}")
    odd: dict[str, Any] = {"null": None, "text": "po", "list": [1], "none": {}}
    peer.payouts |= odd

    read()

    good = Payout.objects.filter(provider_ref__startswith="po_good_")
    assert len(HOSTILE_PAYOUTS) > 300
    assert good.count() == len(HOSTILE_PAYOUTS)
    assert good.exclude(lines_read_at=None).count() == len(HOSTILE_PAYOUTS)
    bad = set(Payout.objects.exclude(pk__in=good).values_list("provider_ref", flat=True))
    aside = Item.objects.filter(kind="card_report", verdict="set_aside")
    assert {f"po_bad_{number}" for number in range(len(HOSTILE_PAYOUTS))} == bad | (
        set(aside.filter(ref__startswith="po_").values_list("ref", flat=True))
    )
    assert aside.exclude(ref__startswith="po_").count() == 4
    assert not aside.filter(reason="").exists()
    assert all(json.loads(bytes(item.raw)) or True for item in aside)


@pytest.mark.req("IN-06.1")
def test_behind_each_hostile_line_the_good_one_is_stored_and_its_payout_is_not_read(
    peer: Peer,
) -> None:
    a_payout(peer, "po_1")
    for number, changed in enumerate(HOSTILE_LINES.values()):
        a_line(peer, f"txn_bad_{number}", "po_1", **changed)
        a_line(peer, f"txn_good_{number}", "po_1")

    read()

    stored = BalanceTransaction.objects.filter(provider_ref__startswith="txn_good_")
    assert stored.count() == len(HOSTILE_LINES) > 300
    assert Payout.objects.get().lines_read_at is None
    aside = Item.objects.filter(source__name="card provider, payout lines", verdict="set_aside")
    assert set(aside.values_list("part_of", flat=True)) == {"po_1"}
    assert aside.count() + BalanceTransaction.objects.count() == 2 * len(HOSTILE_LINES)


def test_an_id_that_is_none_is_set_aside_by_what_came(peer: Peer) -> None:
    ids = [value for value in values() if not isinstance(value, str) or not value.isalnum()]
    for number, value in enumerate(ids):
        a_payout(peer, f"key_{number}", id=value)
    a_payout(peer, "po_good")

    assert read() >= 1
    assert Payout.objects.filter(provider_ref="po_good").exists()
    different = {json.dumps(value) for value in ids}
    found = Item.objects.filter(kind="card_report").count() + Payout.objects.count()
    assert found == len(different) + 1


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"amount": None}, "the amount is None, not an amount in cents"),
        ({"amount": 10**30}, "the amount is 1000000000000000000000000000000, not an amount in"),
        ({"currency": "eur"}, "its currency is 'eur', and the books are in usd"),
        ({"object": "topup"}, "it is of a type that we do not know: 'topup'"),
        ({"created": MADE + 9 * A_DAY_S}, "it was made in the future, on "),
        ({"automatic": "yes"}, "whether it was automatic is 'yes', not yes or no"),
        ({"status": {}}, "the status is not readable, not a word"),
        ({"arrival_date": "soon"}, "the day on which it arrives is 'soon', not a day"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "",
)
def test_the_reason_says_what_is_wrong_in_words(
    peer: Peer, changed: dict[str, Any], reason: str
) -> None:
    a_payout(peer, "po_1", **changed)

    read()

    assert Item.objects.get().reason.startswith(reason)


@pytest.mark.req("IN-06.2")
def test_of_two_that_differ_under_one_number_none_is_taken_and_the_same_twice_is_one(
    peer: Peer,
) -> None:
    a_payout(peer, "po_1")
    a_payout(peer, "po_2")
    for cents in (100, 200):
        a_line(peer, "txn_1", "po_1", amount=cents)
    for _ in range(2):
        a_line(peer, "txn_2", "po_2")

    read()

    item = Item.objects.get()
    assert (item.ref, item.reason) == ("txn_1", "the provider sent two of this number that differ")
    assert [line.provider_ref for line in BalanceTransaction.objects.all()] == ["txn_2"]


def test_a_line_of_another_payout_or_amount_is_set_aside(peer: Peer) -> None:
    a_payout(peer, "po_1")
    a_payout(peer, "po_2")
    a_line(peer, "txn_1", "po_1")
    a_line(peer, "txn_1", "po_2")
    read()
    # Of two of the same second the later in the list is the one that was made first.
    assert Item.objects.get().reason == "it is in the payout po_2 already"

    Payout.objects.update(lines_read_at=None)
    del peer.balance[0]
    peer.balance[0]["amount"] = 300
    read()

    assert Item.objects.get().reason == "it was reported with another amount before"
    assert BalanceTransaction.objects.get().amount_cents == 100


def test_what_is_nested_too_deeply_is_set_aside_without_its_words() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]

    assert payout_report({"id": "po_1", "amount": deep}).raw == b'"nested too deeply to be written"'


@pytest.mark.req("IN-06.2")
def test_a_payout_counts_as_read_once_its_line_is_taken_or_ignored(peer: Peer) -> None:
    for number in ("1", "2"):
        a_payout(peer, f"po_{number}", amount=100)
        a_line(peer, f"txn_{number}", f"po_{number}", amount=None)
    read()
    read()
    first, second = Item.objects.order_by("part_of")
    assert backlog(now=now())["card_reports_set_aside"] == 2
    assert not Payout.objects.exclude(lines_read_at=None).exists()

    still = try_report_again(first.public_id, cards=cards(), now=now())
    peer.balance[0]["amount"] = 100
    taken = try_report_again(first.public_id, cards=cards(), now=now())
    ignored = ignore(second.public_id, now=now())

    assert (still.verdict, still.attempts) == ("set_aside", 2)
    assert (taken.verdict, taken.reason, taken.attempts) == ("taken", "", 3)
    assert ignored.verdict == "ignored"
    assert not Payout.objects.filter(lines_read_at=None).exists()
    assert backlog(now=now())["card_reports_set_aside"] == 0
    Payout.objects.update(lines_read_at=None)
    read()
    assert not Payout.objects.filter(lines_read_at=None).exists()
    assert Item.objects.get(pk=second.pk).verdict == "ignored"


def test_a_payout_of_which_one_line_waits_is_not_read_by_ignoring_another(peer: Peer) -> None:
    a_payout(peer, "po_1")
    a_line(peer, "txn_1", "po_1", amount=None)
    a_line(peer, "txn_2", "po_1", fee=None)
    read()

    ignore(Item.objects.get(ref="txn_1").public_id, now=now())

    assert Payout.objects.get().lines_read_at is None


@pytest.mark.req("IN-06.3")
def test_while_the_provider_is_down_nothing_is_set_aside_and_no_try_counts(peer: Peer) -> None:
    a_payout(peer, "po_1", amount=None)
    read()
    item = Item.objects.get()
    peer.mood = "down"
    a_payout(peer, "po_2", amount=None)

    with pytest.raises(CardsDown):
        read()
    with pytest.raises(CardsDown):
        try_report_again(item.public_id, cards=cards(), now=now())

    assert list(Item.objects.values_list("ref", "attempts")) == [("po_1", 1)]


def test_a_database_that_is_away_sets_nothing_aside(
    peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_args: object, **_named: object) -> None:
        raise OperationalError("gone")

    a_payout(peer, "po_1")
    a_line(peer, "txn_1", "po_1", amount=None)
    read()
    [item] = Item.objects.all()
    peer.balance[0]["amount"] = 100
    monkeypatch.setattr("standby.workflows.read_payouts.store_line", gone)

    with pytest.raises(OperationalError):
        try_report_again(item.public_id, cards=cards(), now=now())
    monkeypatch.setattr("standby.workflows.read_payouts.store_payout", gone)
    with pytest.raises(OperationalError):
        read()

    assert Item.objects.count() == 1


def test_a_payout_that_cannot_be_stored_is_set_aside(
    peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_args: object, **_named: object) -> None:
        raise DatabaseError("out of range")

    a_payout(peer, "po_1")
    with monkeypatch.context() as patch:
        patch.setattr("standby.workflows.read_payouts.store_payout", refused)
        read()
    item = Item.objects.get()
    assert item.reason == "it cannot be worked out or stored (DatabaseError)"

    try_report_again(item.public_id, cards=cards(), now=now())

    item.refresh_from_db()
    assert (item.verdict, Payout.objects.count()) == ("taken", 1)
    a_payout(peer, "po_1", amount="")
    read()
    item.refresh_from_db()
    assert item.verdict == "set_aside"


def test_what_the_provider_has_no_longer_stays_set_aside(peer: Peer) -> None:
    a_payout(peer, "po_1", amount=None)
    read()
    del peer.payouts["po_1"]

    item = try_report_again(Item.objects.get().public_id, cards=cards(), now=now())

    assert item.verdict == "set_aside"
    assert item.reason == "the provider has nothing by this number; look into its dashboard"


def test_a_list_that_is_none_is_a_provider_that_is_down(
    peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: tuple[Any, ...] = ([], {"data": None}, {"data": {}}, {})
    for answer in answers:
        monkeypatch.setattr(peer, "_paid_out", lambda *_: answer)  # noqa: B023
        with pytest.raises(CardsDown):
            read()
    assert not Item.objects.exists()


def test_a_list_that_never_ends_ends(peer: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    a_payout(peer, "po_1")
    same = {"data": [peer.payouts["po_1"]], "has_more": True}
    monkeypatch.setattr(
        peer, "_paid_out", lambda path, _: same if "payouts" in path else {"data": []}
    )

    assert read() == 1
