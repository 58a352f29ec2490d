"""Who sees what the card provider reported and was set aside, and what they do with it."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from card_report_helpers import (
    a_payout,
    a_set_aside,
    as_staff,
    cards,
    stripe_of_a_paid_order,
    waiting,
)
from django.test import Client
from pytest_django import Settings
from stripe_peer import Peer
from whole_orders import now

from standby.accounts.models import User
from standby.core.roles import Permission, Role
from standby.inbox.models import Item
from standby.inbox.services.card_reports import (
    LARGEST_REPORT_BYTES,
    ReportOf,
    shown_json,
)
from standby.inbox.services.items import ItemSettled
from standby.tracking.rules.waits import WaitKey, visible_groups, visible_kinds
from standby.tracking.selectors.waits import waiting_groups
from standby.workflows.settle_card_report import ignore, try_report_again

pytestmark = pytest.mark.usefixtures("own_folder")


@pytest.fixture(autouse=True)
def peer(shop: None, settings: Settings) -> Iterator[Peer]:
    with stripe_of_a_paid_order(settings) as peer:
        yield peer


@pytest.mark.req("IN-06.5")
def test_who_sees_the_books_sees_what_was_set_aside_and_who_sees_messages_does_not() -> None:
    reports = [
        a_set_aside(),
        a_set_aside(ReportOf.LINE, "txn_7"),
        a_set_aside(ReportOf.EVENT, "evt_7"),
    ]

    rows = waiting(Role.MANAGER)

    assert [row["title"] for row in rows] == [
        "Payout po_7",
        "Payout line txn_7 of payout po_8",
        "Payment event evt_7",
    ]
    assert {row["detail"] for row in rows} == {"the amount is missing"}
    assert [row["id"] for row in rows] == [f"card_report/{item.public_id}" for item in reports]
    assert waiting(Role.DISPATCHER) == []
    counts = Client().get("/api/staff/waits/counts", headers=as_staff(Role.MANAGER)).json()
    assert counts["waits"] == 3
    nobodys = {"set_aside", "ignored", "taken"}
    for verdict in nobodys:
        listed = Client().get(f"/api/staff/inbox?verdict={verdict}", headers=as_staff(Role.MANAGER))
        assert listed.json()["items"] == []


@pytest.mark.req("IN-06.5")
def test_each_permission_shows_its_own_kinds_of_what_was_set_aside() -> None:
    a_set_aside()
    for seen, kinds, shown in (
        ({Permission.SEE_BOOKS}, {"card_report"}, ["Payout po_7"]),
        ({Permission.SEND_MESSAGES}, {"mail", "text"}, []),
        ({Permission.SEE_ORDERS}, set[str](), []),
    ):
        assert visible_kinds(seen.__contains__) == kinds
        assert (WaitKey.INBOX in visible_groups(seen.__contains__)) == bool(kinds)
        groups = waiting_groups([WaitKey.INBOX], user=User(), kinds=kinds, now=now())
        assert [item.title for group in groups for item in group.items] == shown


@pytest.mark.req("IN-06.5")
def test_a_report_is_read_tried_again_and_ignored_but_belongs_to_no_order(peer: Peer) -> None:
    item = a_set_aside(raw=b'{"id": "po_7"}')
    path, manager = f"/api/staff/card-reports/{item.public_id}", as_staff(Role.MANAGER)
    browser = Client()

    def action(what: str) -> Any:
        return browser.post(f"{path}/{what}", {}, content_type="application/json", headers=manager)

    opened = browser.get(path, headers=manager).json()
    original = browser.get(f"{path}/original", headers=manager)
    again = action("again").json()
    belongs = browser.post(
        f"/api/staff/inbox/{item.public_id}/order",
        {"code": "SB-ZZZZZ"},
        content_type="application/json",
        headers=manager,
    )
    as_message = browser.get(f"/api/staff/inbox/{item.public_id}", headers=manager)
    ignored = action("ignore").json()

    assert (opened["what"], opened["number"], opened["payout"]) == ("payout", "po_7", "")
    assert opened["text"] == '{\n "id": "po_7"\n}'
    assert original.content == b'{"id": "po_7"}'
    assert again["verdict"] == "set_aside"
    assert (belongs.status_code, belongs.json()["code"]) == (409, "card_report_has_no_order")
    assert as_message.status_code == 404
    assert ignored["verdict"] == "ignored"
    assert action("ignore").json()["code"] == "inbox_item_settled"
    assert browser.get(path, headers=as_staff(Role.DISPATCHER)).status_code == 403
    unknown = browser.get(f"/api/staff/card-reports/{uuid4()}", headers=manager).json()
    assert unknown["code"] == "card_report_not_found"


@pytest.mark.req("IN-06.5")
def test_what_was_ignored_is_listed_however_old_and_is_tried_again(peer: Peer) -> None:
    a_payout(peer, "po_0")
    for number in range(52):
        a_set_aside(ref=f"po_{number}")
    Item.objects.update(received_at=now() - timedelta(days=900))
    for item in Item.objects.exclude(ref="po_51"):
        ignore(item.public_id, now=now())

    newest = listed("verdict=ignored")
    older = listed(f"verdict=ignored&before={newest['next_before']}")
    taken = try_report_again(UUID(older["items"][0]["id"]), cards=cards(), now=now())

    titles = [row["title"] for row in (*newest["items"], *older["items"])]
    assert titles == [f"Payout po_{number}" for number in reversed(range(51))]
    assert {row["reason"] for row in newest["items"]} == {"ignored by staff"}
    assert older["next_before"] is None
    assert taken.verdict == "taken"
    assert len(listed("verdict=ignored")["items"]) == 50
    assert [row["title"] for row in listed("verdict=set_aside")["items"]] == ["Payout po_51"]


def listed(asked: str) -> Any:
    return Client().get(f"/api/staff/card-reports?{asked}", headers=as_staff(Role.MANAGER)).json()


def test_one_that_was_taken_is_settled_and_a_very_large_one_is_kept_without_its_words() -> None:
    raw = b'"' + b"a" * LARGEST_REPORT_BYTES + b'"'
    item = a_set_aside(raw=raw)
    assert (item.size_bytes, bytes(item.raw)) == (len(raw), b"")
    Item.objects.update(verdict="taken")

    with pytest.raises(ItemSettled):
        try_report_again(item.public_id, cards=cards(), now=now())


@pytest.mark.parametrize("raw", [b"", b"\xff\x00", b"[" * 5000, b'{"a": "\\u0000"}'])
def test_whatever_came_can_be_shown(raw: bytes) -> None:
    text = shown_json(a_set_aside(raw=raw))
    assert "\0" not in text
