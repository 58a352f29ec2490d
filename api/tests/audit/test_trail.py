"""What staff do is written in chains, and names of customers are not in it (F8)."""

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from bookings import NOW

from standby.audit.models import AuditChain, AuditEvent
from standby.audit.services import RequestOrigin, acting_as, event_hash, record_event

pytestmark = pytest.mark.django_db


def test_each_act_seals_the_one_before_it_of_the_same_person() -> None:
    first = record_event("staff jo", action="a", object="installation_packages 1", now=NOW)
    other = record_event("staff al", action="a", object="installation_packages 1", now=NOW)
    second = record_event("staff jo", action="b", object="installation_packages 1", now=NOW)

    assert (first.prev_hash, other.prev_hash, second.prev_hash) == ("", "", first.hash)
    assert AuditChain.objects.get(actor="staff jo").head == second.hash


def test_an_act_read_again_has_the_seal_it_was_written_with() -> None:
    record_event(
        "staff jo",
        action="change",
        object="/api/staff/orders/1",
        order_ref=uuid4(),
        status=200,
        before={"day": date(2025, 11, 20), "crews": 2, "open": True, "reason": None},
        after={"at": datetime(2025, 11, 20, tzinfo=UTC), "lines": [{"cents": 1}, (2.5, "é")]},
        now=NOW,
    )

    act = AuditEvent.objects.get()

    assert act.hash == event_hash(act)


def test_personal_values_stand_as_keyed_hashes() -> None:
    act = record_event(
        "staff jo",
        action="change",
        object="technicians 7",
        before={"name": "Jo", "phone": "", "is_active": True},
        after={"name": "Joanna", "phone": "2815550100", "is_active": True},
        now=NOW,
    )

    assert act.before
    assert act.before["name"].startswith("hash:")
    assert act.after
    assert act.after["phone"].startswith("hash:")
    assert (act.before["phone"], act.before["is_active"]) == ("", True)
    assert act.before["name"] != act.after["name"]


def test_a_catalogues_names_are_told_and_of_no_table_of_ours_all_that_any_calls_personal() -> None:
    listed = record_event(
        "", action="export", object="customers.csv", after={"email": "a@b.c"}, now=NOW
    )
    sold = record_event("jo", action="change", object="generators 1", after={"name": "22"}, now=NOW)

    assert listed.after
    assert listed.after["email"].startswith("hash:")
    assert listed.actor == "nobody"
    assert sold.after == {"name": "22"}


def test_acts_of_one_request_carry_its_id_and_its_network() -> None:
    with acting_as(RequestOrigin(request_id="r1", network="n1")):
        inside = record_event("staff jo", action="a", object="generators 1", now=NOW)
    outside = record_event("staff jo", action="a", object="generators 1", now=NOW)

    assert (inside.request_id, inside.network) == ("r1", "n1")
    assert (outside.request_id, outside.network) == ("", "")
