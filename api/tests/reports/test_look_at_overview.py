"""Every figure of the overview is exact, and the rows behind it are those that it counts."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from booking_helpers import DAY, NOW, OTHER_DAY, a_request, all_of, pay, reserve, settle, test_cards
from database_helpers import filled
from document_helpers import a_locked_order, a_proposal, a_scheduled_order, accept
from whole_orders import a_message

from standby.core.clock import Period
from standby.coverage.models import AddressSearch, CoveredZip, NotifyRequest
from standby.crews.models import Technician
from standby.messaging.models import Message
from standby.messaging.services.consents import record_consent
from standby.orders.models import Appointment, Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.payments.models import LedgerEntry, Milestone
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services import ledger
from standby.pricing.models.quoting import WizardSession
from standby.reports.rules import FUNNEL, Metric
from standby.reports.selectors.metrics import metric_rows
from standby.reports.staff_api.overview import ComingOut, OverviewOut, UsualOut, overview_out
from standby.workflows.pay_for_project import reach_milestone

pytestmark = pytest.mark.usefixtures("shop")
TODAY = date(2025, 11, 3)
PERIOD = Period(date(2025, 10, 5), TODAY)
LATER = NOW + timedelta(days=30)
BEFORE = datetime(2025, 10, 5, 4, 59, tzinfo=UTC)  # the last minute of October 4 in Houston
Kind = LedgerEntry.Kind


def overview(period: Period = PERIOD, *, now: datetime = NOW) -> OverviewOut:
    return overview_out(period, now=now)


def stages(seen: OverviewOut) -> dict[Metric, int]:
    return {stage.key: stage.count for stage in seen.funnel}


def behind(
    figure: Metric,
    period: Period = PERIOD,
    *,
    now: datetime = NOW,
    zip_code: str | None = None,
    page: int = 1,
) -> Any:
    found = metric_rows(figure, period, now=now, page=page, zip_code=zip_code)
    return SimpleNamespace(**{**found, "rows": [SimpleNamespace(**row) for row in found["rows"]]})


def a_wizard(**told: Any) -> WizardSession:
    number = WizardSession.objects.count()
    at = told.pop("at", NOW)
    return WizardSession.objects.create(
        session_id=f"w{number}", secret_hash="s", created_at=at, updated_at=at, **told
    )


def a_search(status: str = "not_covered", *, zip_code: str = "78701", **told: Any) -> None:
    first = {"is_first_check": True, "is_first_covered": status == "covered"}
    filled(AddressSearch, coverage_status=status, zip_code=zip_code, **first | told)


def a_quote_request(phone: str, *, zip_code: str = "78701", at: datetime = NOW) -> None:
    shown = {"phone_number": phone, "formatted_phone": f"({phone})", "created_at": at}
    filled(NotifyRequest, zip_code=zip_code, **shown)


def in_the_afternoon(day: date = DAY) -> Slot:
    """Of a Friday the morning: it has no afternoon."""
    is_friday = day.weekday() == 4
    return Slot(day, TimeWindow.MORNING if is_friday else TimeWindow.AFTERNOON)


def a_complete_order(folder: Path, *, slot: Slot) -> Order:
    order = accept(a_proposal(folder, a_locked_order(a_request(slot=slot)))).order
    reach_milestone(order, "equipment", actor="staff Jo", now=NOW)
    reach_milestone(order, "completion", actor="staff Jo", now=LATER)
    return order


@pytest.mark.req("OPS-30.3")
def test_the_funnel_counts_the_orders_of_staff_apart() -> None:
    a_search("covered")
    reserve()
    for at in (DAY + timedelta(days=1), DAY + timedelta(days=4)):
        reserve(a_request(slot=in_the_afternoon(at), taken_by="dana@example.org"))

    seen = overview()

    assert (stages(seen)[Metric.BAND], stages(seen)[Metric.RESERVED]) == (1, 1)
    assert [stage.of_before_percent for stage in seen.funnel[1:6]] == [100.0] * 5
    assert seen.staff_orders == 2
    assert behind(Metric.RESERVED).count == 1


@pytest.mark.req("OPS-10.2")
def test_the_funnel_counts_each_who_came_so_far(tmp_path: Path) -> None:
    for status in ("covered", "covered", "not_covered"):
        a_search(status)
    a_search("covered", is_first_check=False, is_first_covered=False)
    a_search("covered", created_at=BEFORE)
    a_wizard()
    a_wizard(max_distance_ft=25)
    a_wizard(max_distance_ft=25, generator_choice="buy_here")
    a_wizard(max_distance_ft=25, generator_choice="buy_here", selected_installation_date=DAY)
    a_wizard(max_distance_ft=25, at=BEFORE)
    reserve()
    paid_fee = reserve(a_request(slot=in_the_afternoon()))
    cards = test_cards(tmp_path)
    settle(pay(paid_fee, cards=cards), cards=cards)
    days = [DAY + timedelta(days=ahead) for ahead in (1, 4, 5, 6, 7)]
    a_scheduled_order(a_request(slot=in_the_afternoon(days[0])))
    a_locked_order(a_request(slot=in_the_afternoon(days[1])))
    accept(a_proposal(tmp_path, a_locked_order(a_request(slot=in_the_afternoon(days[2])))))
    a_complete_order(tmp_path, slot=in_the_afternoon(days[3]))
    paid = a_complete_order(tmp_path, slot=in_the_afternoon(days[4]))
    Milestone.objects.filter(order=paid).update(status="paid", paid_at=LATER)

    funnel = stages(overview())

    assert funnel == {
        Metric.CHECKED: 3,
        Metric.COVERED: 2,
        Metric.BAND: 10,
        Metric.GENERATOR: 9,
        Metric.DATE: 8,
        Metric.RESERVED: 7,
        Metric.FEE_PAID: 6,
        Metric.PRICE_LOCKED: 4,
        Metric.ACCEPTED: 3,
        Metric.COMPLETED: 2,
        Metric.PAID: 1,
    }
    for figure in FUNNEL:
        page = behind(figure)
        assert (page.count, len(page.rows)) == (funnel[figure], funnel[figure])
    [row] = behind(Metric.PAID).rows
    told = (row.order_id, row.what, row.customer_name)
    assert told == (paid.public_id, "completed", "Ada Lovelace")
    left = [row.what for row in behind(Metric.BAND).rows if row.order_id is None]
    assert left == ["date", "generator", "band"]


def test_an_order_that_was_cancelled_still_came_so_far() -> None:
    order = a_locked_order()
    Order.objects.filter(pk=order.pk).update(status="cancelled")

    assert stages(overview())[Metric.PRICE_LOCKED] == 1
    assert stages(overview())[Metric.ACCEPTED] == 0


@pytest.mark.req("OPS-10.5")
def test_money_is_that_of_the_accounts_by_month_in_houston() -> None:
    order, other = reserve(), reserve(a_request(slot=in_the_afternoon()))

    def post(of: Order, kind: LedgerEntry.Kind, cents: int, at: datetime) -> None:
        key = f"{kind}{LedgerEntry.objects.count()}"
        ledger.post(of, LedgerEntry(kind=kind, amount_cents=cents, key=key), actor="test", now=at)

    october = datetime(2025, 11, 1, 4, 59, tzinfo=UTC)  # one minute before midnight in Houston
    november = datetime(2025, 11, 1, 5, 0, tzinfo=UTC)
    post(order, Kind.MILESTONE, 3_000_00, october)
    post(order, Kind.PAYMENT, -1_000_00, october)
    post(order, Kind.PAYMENT, -500_25, november)
    post(order, Kind.REFUND, 100_05, november)
    post(order, Kind.PAYMENT, -7_00, BEFORE)
    post(other, Kind.PAYMENT, -50_00, november)

    seen = overview()

    assert (seen.revenue.received_cents, seen.revenue.refunded_cents) == (1_550_25, 100_05)
    assert [
        (month.first, month.last, month.received_cents, month.refunded_cents)
        for month in seen.revenue.months
    ] == [
        (date(2025, 10, 5), date(2025, 10, 31), 1_000_00, 0),
        (date(2025, 11, 1), TODAY, 550_25, 100_05),
    ]
    assert (seen.revenue.outstanding_cents, seen.revenue.orders_owing) == (1_592_80, 1)
    received, refunded = behind(Metric.RECEIVED), behind(Metric.REFUNDED)
    assert (received.count, received.sum_cents) == (3, 1_550_25)
    assert sum(row.amount_cents or 0 for row in received.rows) == received.sum_cents
    assert (refunded.count, refunded.sum_cents) == (1, 100_05)
    of_october = behind(Metric.RECEIVED, Period(date(2025, 10, 5), date(2025, 10, 31)))
    assert (of_october.count, of_october.sum_cents) == (1, 1_000_00)
    owing = behind(Metric.OUTSTANDING)
    assert (owing.count, owing.sum_cents) == (1, 1_592_80)
    assert [(row.order_id, row.amount_cents) for row in owing.rows] == [(order.public_id, 1_592_80)]


def test_a_fee_that_was_paid_is_named_by_what_it_was_for(cards: TestCards) -> None:
    assert (overview().revenue.received_cents, behind(Metric.RECEIVED).sum_cents) == (0, 0)
    settle(pay(reserve(), cards=cards), cards=cards)

    [row] = behind(Metric.RECEIVED).rows

    told = (row.what, row.amount_cents, row.customer_name)
    assert told == ("scheduling_fee", 100_00, "Ada Lovelace")
    assert (overview().revenue.outstanding_cents, overview().revenue.orders_owing) == (0, 0)


def agree(email: str, *, is_granted: bool) -> None:
    record_consent(
        "email",
        recipient=email,
        agrees=is_granted,
        purpose="recovery",
        wording="Once",
        page="/installation-date",
        now=NOW,
    )


@pytest.mark.req("OPS-10.3")
def test_who_left_can_be_written_to_only_where_they_agreed() -> None:
    for email in ("ada@example.org", "bo@example.org", "cy@example.org"):
        a_wizard(status="abandoned", full_name="Some One", email=email.upper(), max_distance_ft=25)
    a_wizard(status="abandoned")
    a_wizard(status="abandoned", generator_choice="provide_own")
    a_wizard(status="abandoned", selected_installation_date=DAY)
    a_wizard(status="abandoned", at=BEFORE)
    a_wizard()
    agree("ada@example.org", is_granted=True)
    agree("bo@example.org", is_granted=True)
    agree("bo@example.org", is_granted=False)

    page = behind(Metric.ABANDONED)

    assert overview().abandoned == page.count == 6
    assert [(row.what, row.contact) for row in page.rows] == [
        ("date", ""),
        ("generator", ""),
        ("covered", ""),
        ("band", ""),
        ("band", ""),
        ("band", "Some One ADA@EXAMPLE.ORG"),
    ]


def test_messages_that_failed_are_counted_until_they_are_sent_again() -> None:
    order = reserve()
    Message.objects.all().delete()
    for number, status in enumerate(["dead", "dead", "sent", "suppressed"]):
        a_message(
            order,
            order_ref=None if number else order.public_id,
            status=status,
            dedupe_key=str(number),
            dead_at=NOW + timedelta(minutes=number) if status == "dead" else None,
            last_error="no such mailbox",
        )

    page = behind(Metric.FAILED_MESSAGES)

    assert overview().failed_messages == page.count == 2
    assert [row.order_id for row in page.rows] == [None, order.public_id]
    assert page.rows[1].message_id == Message.objects.get(dedupe_key="0").pk
    assert (page.rows[1].note, page.rows[1].contact) == ("no such mailbox", "ada@example.org")


@pytest.mark.req("OPS-10.4")
def test_unmet_demand_is_of_zip_codes_that_are_not_served_today() -> None:
    CoveredZip.objects.create(zip_code="77001", city="X", lat=29.1, lon=-95.1, status="inactive")
    for zip_code in ("78701", "78701", "77001", "77380"):
        a_search(zip_code=zip_code)
    a_search(zip_code="")
    a_search("covered", zip_code="")
    a_search("lookup_failed", zip_code="")
    a_search(created_at=BEFORE)
    a_quote_request("2815550101")
    a_quote_request("2815550102")
    a_quote_request("2815550103", zip_code="77380")
    a_quote_request("2815550104", zip_code="77002")
    a_quote_request("2815550105", at=BEFORE)

    demand = overview().demand

    assert [(one.zip_code, one.searches, one.requests, one.lat) for one in demand] == [
        ("78701", 2, 2, None),
        ("", 1, 0, None),
        ("77001", 1, 0, 29.1),
        ("77002", 0, 1, None),
    ]
    for one in demand:
        searches = behind(Metric.SEARCHES, zip_code=one.zip_code)
        requests = behind(Metric.REQUESTS, zip_code=one.zip_code)
        assert (searches.count, requests.count) == (one.searches, one.requests)
        assert len(searches.rows) == one.searches
    assert behind(Metric.SEARCHES).count == 4
    contacts = {row.contact for row in behind(Metric.REQUESTS).rows}
    assert contacts == {"(2815550101)", "(2815550102)", "(2815550104)"}


def test_lead_times_are_counted_in_days_of_houston(tmp_path: Path) -> None:
    a_scheduled_order()
    a_scheduled_order(a_request(slot=in_the_afternoon(DAY + timedelta(days=1))))
    a_complete_order(tmp_path, slot=in_the_afternoon(DAY + timedelta(days=4)))
    reserve(a_request(slot=in_the_afternoon(DAY)))
    period = Period(TODAY, date(2025, 12, 31))

    seen = overview(period, now=datetime(2025, 11, 21, 15, tzinfo=UTC))
    after = overview(period, now=datetime(2025, 12, 5, 15, tzinfo=UTC))

    assert seen.lead_times.visits == UsualOut(count=2, median_days=17.5, p90_days=18)
    assert after.lead_times.visits == UsualOut(count=3, median_days=18.0, p90_days=21)
    assert after.lead_times.completions == UsualOut(count=1, median_days=30.0, p90_days=30)
    assert overview().lead_times.visits == UsualOut(count=0, median_days=None, p90_days=None)
    visits = behind(Metric.VISITS, period, now=datetime(2025, 12, 5, 15, tzinfo=UTC))
    assert (visits.count, [row.days for row in visits.rows]) == (3, [21, 18, 17])
    complete = behind(Metric.COMPLETIONS, period)
    assert (complete.count, [row.days for row in complete.rows]) == (1, [30])


@pytest.mark.req("OPS-10.1")
def test_what_is_coming_is_counted_by_window() -> None:
    today = date(2025, 11, 20)
    a_scheduled_order()
    reserve(a_request(slot=in_the_afternoon()))
    a_scheduled_order(a_request(slot=in_the_afternoon(today + timedelta(days=7))))
    cancelled = reserve(a_request(slot=in_the_afternoon(today + timedelta(days=5))))
    Appointment.objects.filter(order=cancelled).update(status="cancelled")
    a_scheduled_order(a_request(slot=in_the_afternoon(today + timedelta(days=8))))
    moment = datetime(2025, 11, 20, 15, tzinfo=UTC)

    seen = overview(now=moment)

    assert seen.coming_today == ComingOut(morning=1, afternoon=1, held=1)
    assert seen.coming_next_days == ComingOut(morning=0, afternoon=1, held=0)
    rows = [(row.what, row.note) for row in behind(Metric.TODAY, now=moment).rows]
    assert rows == [("morning", "confirmed"), ("afternoon", "held")]
    [next_one] = behind(Metric.NEXT_DAYS, now=moment).rows
    assert (next_one.day, next_one.zip_code) == (today + timedelta(days=7), "77380")


def test_rows_come_fifty_at_a_time() -> None:
    for _ in range(51):
        a_search()

    assert [len(behind(Metric.CHECKED, page=page).rows) for page in (1, 2, 3)] == [50, 1, 0]
    assert behind(Metric.CHECKED, page=3).count == 51


def test_what_was_booked_is_compared_with_the_days_before_and_told_by_city() -> None:
    old = a_scheduled_order(a_request(address="1 Main St, Spring, TX 77380"))
    Appointment.objects.filter(order=old).update(confirmed_at=BEFORE)
    new = a_scheduled_order(a_request(address="2 Main St, Spring, TX 77380"))
    moved = new.appointments.get()
    canceled = a_scheduled_order(
        a_request(slot=Slot(OTHER_DAY, TimeWindow.MORNING), address="3 Main St, Spring, TX 77380")
    )
    Order.objects.filter(pk=canceled.pk).update(status="cancelled")
    reserve(
        a_request(slot=Slot(OTHER_DAY, TimeWindow.MORNING), address="4 Main St, Spring, TX 77380")
    )
    crew = Technician.objects.create(name="Sam Ortiz", phone="(713) 555-0171")
    Appointment.objects.filter(pk=moved.pk).update(assigned_to=crew, **all_of(TODAY))

    seen = overview().business

    assert (seen.booked_count, seen.booked_cents) == (1, new.total_cents)
    assert (seen.before_count, seen.before_cents) == (1, old.total_cents)
    assert (seen.backlog_count, seen.backlog_cents) == (2, old.total_cents + new.total_cents)
    assert [(row.name, row.count) for row in seen.by_city] == [(new.order_location.city, 1)]
    assert [(row.name, row.count, row.done) for row in seen.by_technician] == [("Sam Ortiz", 1, 0)]
