"""A price that is planned counts from midnight in Houston, whoever is late to write it (OPS-12)."""

from datetime import UTC, date, datetime, timedelta

import pytest
from booking_helpers import reserve, serve_the_woodlands

from standby.audit.models import AuditEvent
from standby.pricing.models.catalog import (
    AppConfiguration,
    CatalogVersion,
    Generator,
    InstallationPackage,
    PlannedChange,
)
from standby.pricing.selectors import catalog, price_book
from standby.pricing.services.catalog import (
    PlanIsOver,
    PlannedAlready,
    PlannedTooLate,
    apply_change,
    apply_planned_changes,
    plan_change,
    withdraw_change,
)

TODAY, TOMORROW = date(2025, 11, 3), date(2025, 11, 4)
MIDNIGHT = datetime(2025, 11, 4, 6, 0, tzinfo=UTC)  # in Houston, in winter
BEFORE = MIDNIGHT - timedelta(microseconds=1)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("catalog")]


def a_plan(row: object, *, field: str, cents: int, day: date = TOMORROW) -> PlannedChange:
    table = row._meta.db_table  # type: ignore[attr-defined]
    change = PlannedChange(
        table=table,
        row_id=row.pk,  # type: ignore[attr-defined]
        field=field,
        new_cents=cents,
        starts_on=day,
        planned_by="staff Jo",
        planned_at=BEFORE,
    )
    return plan_change(change, today=TODAY)


def the_package() -> InstallationPackage:
    return InstallationPackage.objects.get(max_distance_feet=25)


def price_at(moment: datetime) -> int:
    return catalog.catalog_snapshot(now=moment).packages["close"].price_cents


def test_it_counts_and_is_shown_from_midnight_in_houston_and_not_a_moment_earlier() -> None:
    a_plan(the_package(), field="price_cents", cents=5_555_00)
    books = [price_book.price_book(now=at) for at in (BEFORE, MIDNIGHT)]
    assert (price_at(BEFORE), price_at(MIDNIGHT)) == (4_990_00, 5_555_00)
    assert the_package().price_cents == 4_990_00  # nobody has written it yet
    assert books[0]["version"] != books[1]["version"]
    shown = [book["prices"][0]["installation_cents"] for book in books]
    assert shown == [4_990_00, 5_555_00]
    assert [catalog.packages_for_sale(now=at)[0].price_cents for at in (BEFORE, MIDNIGHT)] == shown


def test_a_machine_and_every_fee_can_be_planned() -> None:
    fees = AppConfiguration.objects.get(key="permit_fee")
    a_plan(Generator.objects.get(model_number="7043"), field="price_cents", cents=7_100_00)
    a_plan(fees, field="default_cents", cents=160_00)
    a_plan(fees, field="city_specific:woodlands", cents=170_00)
    a_plan(AppConfiguration.objects.get(key="scheduling_fee"), field="amount_cents", cents=125_00)

    for moment in (MIDNIGHT, MIDNIGHT + timedelta(hours=1)):
        current = catalog.catalog_snapshot(now=moment)
        machine = next(found for found in current.listed if found.model_number == "7043")
        assert current.generators["7043"].price_cents == machine.price_cents == 7_100_00
        assert current.rules.permit_fees.default_cents == 160_00
        assert current.rules.permit_fees.cents_for("woodlands") == 170_00
        assert current.rules.scheduling_fee_cents == 125_00
        apply_planned_changes(now=moment)


def test_the_worker_writes_it_once_and_the_trail_says_so() -> None:
    change = a_plan(the_package(), field="price_cents", cents=5_555_00)
    written = [apply_planned_changes(now=at) for at in (BEFORE, MIDNIGHT, MIDNIGHT)]
    assert written == [0, 1, 0]
    assert not apply_change(change, now=MIDNIGHT)  # another worker that saw it, too
    assert the_package().price_cents == price_at(BEFORE) == 5_555_00
    action = AuditEvent.objects.get()
    assert (action.actor, action.action) == ("clock", "planned_change_applied")
    assert action.object == f"installation_packages {the_package().pk}"


def test_a_row_that_is_gone_holds_up_no_other_change() -> None:
    gone = InstallationPackage(pk=10**6)
    a_plan(gone, field="price_cents", cents=1)
    a_plan(the_package(), field="price_cents", cents=5_555_00)
    assert apply_planned_changes(now=MIDNIGHT) == 2
    assert the_package().price_cents == 5_555_00


def test_of_two_days_the_later_one_wins_once_it_has_begun() -> None:
    a_plan(the_package(), field="price_cents", cents=6_000_00, day=TOMORROW + timedelta(days=7))
    a_plan(the_package(), field="price_cents", cents=5_555_00)
    a_week_on = MIDNIGHT + timedelta(days=7)
    assert (price_at(MIDNIGHT), price_at(a_week_on)) == (5_555_00, 6_000_00)
    apply_planned_changes(now=a_week_on)
    assert the_package().price_cents == 6_000_00


def test_what_is_withdrawn_never_counts_and_on_its_day_it_is_too_late_for_it() -> None:
    change = a_plan(the_package(), field="price_cents", cents=5_555_00)
    version = CatalogVersion.objects.get().token

    with pytest.raises(PlanIsOver):
        withdraw_change(change, by="staff Jo", now=MIDNIGHT, today=TOMORROW)
    withdraw_change(change, by="staff Jo", now=BEFORE, today=TODAY)

    assert price_at(MIDNIGHT) == 4_990_00
    assert CatalogVersion.objects.get().token != version
    with pytest.raises(PlanIsOver):
        withdraw_change(change, by="staff Jo", now=BEFORE, today=TODAY)


def test_a_plan_is_for_a_day_to_come_and_one_a_day() -> None:
    a_plan(the_package(), field="price_cents", cents=5_555_00)
    with pytest.raises(PlannedTooLate):
        a_plan(the_package(), field="price_cents", cents=1, day=TODAY)
    with pytest.raises(PlannedAlready):
        a_plan(the_package(), field="price_cents", cents=1)


def test_a_quote_of_yesterday_keeps_its_price() -> None:
    a_plan(the_package(), field="price_cents", cents=5_555_00)
    serve_the_woodlands()
    order = reserve(now=BEFORE)
    apply_planned_changes(now=MIDNIGHT)
    order.quote.refresh_from_db()
    assert order.quote.installation_cents == 4_990_00
    assert reserve(now=MIDNIGHT).quote.installation_cents == 5_555_00
