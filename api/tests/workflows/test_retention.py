"""What the privacy policy promises to erase is erased, and nothing else."""

from datetime import timedelta
from typing import Any

import pytest
from bookings import NOW, a_wish, reserve, try_to_reserve

from standby.core.limits import consume
from standby.core.policy import RateLimitRule
from standby.coverage.models import AddressSearch
from standby.coverage.rules.addresses import extract_zip
from standby.pricing.models.quoting import Quote, WizardInteractionEvent, WizardSession
from standby.workflows.retention import (
    abandon_wizards,
    erase_expired_customers,
    purge_idempotency_records,
    purge_rate_buckets,
)

pytestmark = pytest.mark.usefixtures("shop")
DAY = timedelta(days=1)


def a_wizard(name: str, *, age: timedelta, **told: Any) -> WizardSession:
    wizard = WizardSession.objects.create(
        session_id=name,
        secret_hash="s" * 64,
        full_name="Ada Lovelace",
        created_at=NOW - age,
        updated_at=NOW - age,
        **told,
    )
    WizardInteractionEvent.objects.create(
        session=wizard, event_type="step_entered", created_at=NOW - age
    )
    return wizard


def statuses() -> dict[str, str]:
    return dict(WizardSession.objects.values_list("session_id", "status"))


@pytest.mark.req("WIZ-06.3")
def test_a_wizard_silent_for_a_day_is_abandoned_from_in_progress_only_until_it_reserves() -> None:
    order = reserve(now=NOW - 5 * DAY)
    a_wizard("silent", age=DAY + timedelta(seconds=1))
    a_wizard("busy", age=DAY)
    a_wizard("left", age=2 * DAY, status="abandoned")

    counts = [abandon_wizards(now=NOW) for _ in range(2)]

    found = {order.wizard.session_id: "completed", "busy": "in_progress", "left": "abandoned"}
    assert counts == [1, 0]
    assert statuses() == found | {"silent": "abandoned"}
    reserve(a_wish(session_id="silent", secret_hash="s" * 64))
    assert statuses() == found | {"silent": "completed"}


def test_unfinished_bookings_are_erased_after_90_days_with_their_events() -> None:
    order = reserve(now=NOW)
    WizardSession.objects.update(updated_at=NOW - 200 * DAY)
    sold = a_wizard("priced", age=91 * DAY, status="abandoned")
    priced = Quote.objects.get(pk=order.quote_id)
    priced.pk, priced.wizard = None, sold
    priced.save()
    a_wizard("old", age=90 * DAY + timedelta(seconds=1), status="abandoned")
    a_wizard("younger", age=90 * DAY, status="abandoned")

    counts = [erase_expired_customers(now=NOW) for _ in range(2)]

    assert counts == [1, 0]
    assert set(statuses()) == {order.wizard.session_id, "priced", "younger"}
    assert WizardInteractionEvent.objects.count() == 2


def test_of_a_searched_address_the_zip_code_is_left_after_30_days() -> None:
    for number, (address, age) in enumerate(
        [
            ("24 Waterway Ave, The Woodlands, TX 77380", 31 * DAY),
            ("somewhere", 31 * DAY),
            ("77002", 31 * DAY),
            ("7 Elm St, Houston, TX 77002", 30 * DAY),
        ]
    ):
        AddressSearch.objects.create(
            address=address,
            geocoding_response={"status": "OK"} if number == 0 else None,
            session_id="abc",
            coverage_status="covered",
            created_at=NOW - age,
        )

    counts = [erase_expired_customers(now=NOW) for _ in range(2)]

    kept = AddressSearch.objects.order_by("pk")
    assert counts == [3, 0]
    assert [search.address for search in kept] == [
        *("77380", "", "77002", "7 Elm St, Houston, TX 77002")
    ]
    assert [search.session_id for search in kept] == ["", "", "", "abc"]
    assert {search.geocoding_response for search in kept} == {None}
    assert {search.coverage_status for search in kept} == {"covered"}
    assert extract_zip(kept[0].address) == "77380"


def test_answers_are_forgotten_after_thirty_days_and_limits_after_two() -> None:
    try_to_reserve()
    rule = RateLimitRule(name="one", limit=1, window=timedelta(hours=1))
    for age in (2 * DAY, 3 * DAY):
        consume(rule=rule, subject=f"{age}", now=NOW - age)

    early = purge_idempotency_records(now=NOW + timedelta(days=30))
    late = purge_idempotency_records(now=NOW + timedelta(days=30, seconds=1))

    assert (early, late) == (0, 1)
    assert [purge_rate_buckets(now=NOW) for _ in range(2)] == [1, 0]
