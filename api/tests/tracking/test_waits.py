"""What waits for staff: the landing screen, its counts, and the tasks on it (OPS-15)."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from access_helpers import script_token, signed_in
from account_helpers import a_scheduled_order
from booking_helpers import DAY, NOW, all_of, reserve, set_rule
from django.test import Client
from whole_orders import a_dispute, a_message, a_milestone, a_refund, now

from standby.accounts.models import User
from standby.accounts.services.tokens import create_script_user
from standby.audit.models import AuditEvent
from standby.core import waiting
from standby.core.business_days import contact_promised_by, contact_promised_on
from standby.core.clock import last_minute, local_date
from standby.core.roles import Role
from standby.crews.models import Technician
from standby.messaging.models import InboundMessage
from standby.orders.models import Appointment, Order
from standby.payments.models import CheckoutSession, LedgerEntry, Payment
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services import ledger
from standby.photos.models import PhotoReview
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.sales.models import Lead
from standby.sales.selectors.leads import lead_row
from standby.tasks.models import StaffTask
from standby.tracking.rules.waits import WaitKey, groups_of
from standby.tracking.selectors.waits import WaitingGroup, waiting_counts, waiting_groups
from standby.workflows.receive_text import receive_text

pytestmark = pytest.mark.usefixtures("shop")


def a_colleague(role: Role = Role.OWNER, name: str = "jo@example.org") -> User:
    return User.objects.create(
        username=name, email=name, public_id=uuid4(), is_staff=True, role=role
    )


def waits(user: User | None = None, *, now: Any = NOW) -> dict[WaitKey, WaitingGroup]:
    user = user or a_colleague(name=f"{uuid4()}@example.org")
    groups = waiting_groups(groups_of(user.role), user=user, now=now)
    return {group.key: group for group in groups}


def ask(browser: Client, token: str, method: str, path: str, **body: Any) -> Any:
    sent = {} if method == "get" else {"data": body, "content_type": "application/json"}
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": uuid4().hex}
    return getattr(browser, method)(f"/api/staff{path}", headers=headers, **sent)


@pytest.mark.req("OPS-15.1")
def test_everything_that_waits_is_in_its_group_and_leads_to_its_order(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    review = PhotoReview.objects.get(order=order)
    PhotoReview.objects.filter(pk=review.pk).update(
        status="submitted", consented_at=NOW, submitted_at=NOW
    )
    fee = order.payments.get()
    a_refund(fee, status="failed", last_error="card expired")
    a_dispute(fee, status="needs_response", respond_by=NOW + timedelta(days=3))
    a_message(order, status="dead", dead_at=NOW)
    a_milestone(order, status="due", due_on=local_date(NOW - timedelta(days=2)))
    a_request("Walt")
    receive_text(sid="SM1", sender="+12815550100", text="Gate code 4321", now=NOW)
    Appointment.objects.filter(order=order).update(**all_of(local_date(NOW + timedelta(days=9))))

    found = waits()

    assert set(found) == {
        WaitKey.PHOTO_REVIEWS,
        WaitKey.REPLIES,
        WaitKey.QUOTE_REQUESTS,
        WaitKey.REFUNDS,
        WaitKey.DISPUTES,
        WaitKey.LATE_PAYMENTS,
        WaitKey.FAILED_MESSAGES,
        WaitKey.UNASSIGNED_JOBS,
    }
    for key, group in found.items():
        assert group.count == 1, key
        if key != WaitKey.QUOTE_REQUESTS:
            assert group.items[0].order_id == order.public_id, key
    assert found[WaitKey.PHOTO_REVIEWS].items[0].id == str(review.public_id)
    assert found[WaitKey.PHOTO_REVIEWS].items[0].by is not None
    assert (
        found[WaitKey.QUOTE_REQUESTS].items[0].detail.endswith("a run of about 210 ft · 1 Far St")
    )
    assert found[WaitKey.REPLIES].items[0].detail == "Gate code 4321"


def a_request(name: str, **fields: Any) -> ManualQuoteRequest:
    values = {
        "name": name,
        "phone": "2815550144",
        "address": "1 Far St",
        "run_ft": 210,
        "repeat_key": uuid4().hex,
        "created_at": NOW,
        **fields,
    }
    return ManualQuoteRequest.objects.create(**values)


def a_lead(name: str, *, on: date | None, assignee: User | None = None, **fields: Any) -> Lead:
    values = {
        "source": "call",
        "source_ref": uuid4().hex,
        "name": name,
        "phone": "2815550155",
        "may_contact": True,
        "next_contact_on": on,
        "assignee": assignee,
        "created_at": NOW,
        "updated_at": NOW,
        **fields,
    }
    return Lead.objects.create(**values)


@pytest.mark.req("OPS-15.1")
def test_leads_wait_from_the_day_of_their_next_contact_by_day_and_person() -> None:
    today = local_date(NOW)
    jo, mary = a_colleague(), a_colleague(name="mary@example.org")
    a_lead("Mary's", on=today, assignee=mary)
    a_lead("Jo's", on=today, assignee=jo)
    a_lead("Late", on=today - timedelta(days=1), assignee=mary, may_contact=False)
    a_lead("Tomorrow", on=today + timedelta(days=1))
    a_lead("Some day", on=None)
    a_lead("Lost", on=today, outcome="lost", lost_reason="Too dear")
    a_lead("Gone, by ordering", on=today, source="wizard", source_ref="7")

    group = waits()[WaitKey.LEADS]

    assert [item.title for item in group.items] == ["Late", "Jo's", "Mary's"]
    assert group.count == 3
    late, next_one = group.items[:2]
    assert (late.phone, next_one.phone) == ("", "2815550155"), "no call without consent"
    assert late.by is not None
    assert late.by < NOW
    assert next_one.detail.endswith("jo@example.org")
    found = lead_row(*next_one.id.split("/"), now=NOW)
    assert found is not None
    assert found.name == "Jo's"
    assert WaitKey.LEADS not in groups_of(Role.REVIEWER)


def test_a_request_waits_as_a_quote_to_make_until_the_day_on_which_we_promised_to_call(
    browser: Client,
) -> None:
    a_request("Walt")
    promised = contact_promised_on(NOW)
    before = waits(now=last_minute(promised) - timedelta(days=1))
    later = waits(now=last_minute(promised))

    assert set(before) == {WaitKey.QUOTE_REQUESTS}
    assert set(later) == {WaitKey.LEADS}
    [item] = later[WaitKey.LEADS].items
    assert (item.title, item.due_on) == ("Walt", promised)
    assert item.detail.endswith("A price for a run of about 210 ft \N{MIDDLE DOT} unassigned")
    assert item.by == contact_promised_by(NOW)


def test_the_navigation_counts_leads_to_contact_and_quotes_to_make_once_each(
    browser: Client,
) -> None:
    moment = now()
    a_request("New", created_at=moment)
    a_request("Late", created_at=moment - timedelta(days=7))
    a_lead("Cal", on=local_date(moment), created_at=moment, updated_at=moment)

    counts = ask(browser, signed_in(Role.DISPATCHER), "get", "/waits/counts").json()

    assert counts == {"waits": 3, "photos": 0, "leads": 3}


def test_nothing_waits_where_nothing_is_to_be_done() -> None:
    reserve()
    assert waits() == {}


def test_the_next_step_of_an_order_waits_once_and_not_again_in_another_group(
    cards: TestCards,
) -> None:
    order = a_scheduled_order(cards)
    Order.objects.filter(pk=order.pk).update(status="accepted")
    [item] = waits()[WaitKey.NEXT_ACTIONS].items
    assert item.detail == "Order the equipment, and mark when it arrives"


def test_a_lapsed_hold_waits_a_week_and_not_once_somebody_took_it_on(browser: Client) -> None:
    order = reserve()
    Appointment.objects.filter(order=order).update(status="expired")
    assert waits()[WaitKey.LAPSED_HOLDS].items[0].order_id == order.public_id
    assert waits(now=NOW + timedelta(days=8)) == {}

    StaffTask.objects.create(
        title="Call",
        order=order,
        created_by="staff Jo",
        created_at=NOW,
        done_at=NOW,
        done_by="staff Jo",
    )

    assert waits() == {}


@pytest.mark.req("TRUTH-04.4")
@pytest.mark.parametrize(
    ("kind", "entry_cents", "due_cents"),
    [("credit", -100_00, 3_073_69), ("late_fee", 47_60, 3_221_29), ("payment", -10_00, 3_163_69)],
)
def test_a_late_payment_waits_with_the_amount_of_the_account(
    cards: TestCards, kind: str, entry_cents: int, due_cents: int
) -> None:
    order = a_scheduled_order(cards)
    late = a_milestone(
        order, amount_cents=3_173_69, status="due", due_on=local_date(NOW - timedelta(days=2))
    )
    entry = LedgerEntry(kind=kind, amount_cents=entry_cents, key="k", milestone=late)
    ledger.post(order, entry, actor="test", now=NOW)

    (item,) = waits()[WaitKey.LATE_PAYMENTS].items

    assert item.amount_cents == due_cents


def test_money_on_its_way_is_shown_and_is_in_no_count(cards: TestCards, browser: Client) -> None:
    order = a_scheduled_order(cards)
    milestone = a_milestone(order, status="due", due_on=local_date(NOW - timedelta(days=2)))
    payment = Payment.objects.create(
        order=order,
        purpose="milestone_acceptance",
        amount_cents=100,
        milestone=milestone,
        created_at=NOW,
    )
    CheckoutSession.objects.create(
        payment=payment,
        entity_id=order.public_id,
        provider="test",
        expires_at=NOW,
        status="complete",
        processing_at=NOW,
        created_at=NOW,
    )
    Appointment.objects.update(assigned_to=Technician.objects.create(name="Sam", phone="281"))
    sent: dict[str, Any] = {"status": "sent", "sent_at": NOW, "amount_cents": 7}
    a_refund(order.payments.get(purpose="scheduling_fee"), **sent)

    found = waits()

    assert set(found) == {WaitKey.TRANSFERS, WaitKey.REFUNDS_SENT}, "and no late payment"
    assert found[WaitKey.TRANSFERS].items[0].since == NOW
    assert set(waits(now=NOW + timedelta(days=15))) == {WaitKey.TRANSFERS}
    assert ask(browser, signed_in(Role.OWNER), "get", "/waits/counts").json()["waits"] == 0


def test_a_role_sees_what_it_can_do() -> None:
    assert WaitKey.REFUNDS not in groups_of(Role.DISPATCHER)
    assert WaitKey.LAPSED_HOLDS in groups_of(Role.DISPATCHER)
    assert groups_of(Role.REVIEWER) == [
        WaitKey.PHOTO_REVIEWS,
        WaitKey.TASKS,
        WaitKey.STEPS,
        WaitKey.NEXT_ACTIONS,
    ]
    assert groups_of(Role.VIEWER) == []


@pytest.mark.req("OPS-15.2")
def test_the_navigation_counts_what_waits_and_writes_no_log(
    browser: Client, cards: TestCards
) -> None:
    order = a_scheduled_order(cards)
    PhotoReview.objects.filter(order=order).update(
        status="submitted", consented_at=NOW, submitted_at=NOW
    )
    token = signed_in(Role.REVIEWER)
    counts = ask(browser, token, "get", "/waits/counts").json()
    assert counts == {"waits": 1, "photos": 1, "leads": 0}
    assert not AuditEvent.objects.exists()


def test_more_rows_than_fit_are_counted_all(cards: TestCards) -> None:
    set_rule("scheduling", "crews_per_day", 90)
    user = a_colleague()
    StaffTask.objects.bulk_create(
        StaffTask(title=f"Task {n}", assignee=user, created_by="x", created_at=NOW)
        for n in range(25)
    )
    group = waits(user)[WaitKey.TASKS]
    assert (group.count, len(group.items)) == (25, 20)
    assert waiting_counts([WaitKey.TASKS], user=user, now=NOW) == {WaitKey.TASKS: 25}


def test_one_group_is_shown_whole_to_who_may_see_it(browser: Client) -> None:
    StaffTask.objects.bulk_create(
        StaffTask(title=f"Task {n}", created_by="x", created_at=NOW) for n in range(25)
    )

    def shown(role: Role) -> list[tuple[str, int]]:
        answer = ask(browser, signed_in(role), "get", "/waits?group=tasks")
        return [(group["key"], len(group["items"])) for group in answer.json()["to_do"]]

    assert shown(Role.DISPATCHER) == [("tasks", 25)]
    assert shown(Role.VIEWER) == []


def test_a_script_sees_no_more_groups_than_its_token_may(browser: Client) -> None:
    StaffTask.objects.create(title="Call Walt", created_by="x", created_at=NOW)
    create_script_user("night", role=Role.MANAGER)

    def counted(role: Role) -> int:
        answer = ask(browser, script_token(role, name="night"), "get", "/waits/counts")
        return int(answer.json()["waits"])

    assert (counted(Role.MANAGER), counted(Role.VIEWER)) == (1, 0)


@pytest.mark.req("OPS-15.3")
def test_a_task_is_added_assigned_done_and_opened_again(browser: Client) -> None:
    order, token = reserve(), signed_in(Role.DISPATCHER)
    mary = a_colleague(Role.REVIEWER, "mary@example.org")
    added = ask(
        browser,
        token,
        "post",
        "/tasks",
        title="Call Ada",
        order_id=str(order.public_id),
        assignee_id=str(mary.public_id),
        due_on=f"{DAY}",
    ).json()
    assert added["customer_name"] == "Ada Lovelace"
    assert added["assignee_name"] == "mary@example.org"
    path = f"/tasks/{added['id']}"

    done = ask(browser, token, "patch", path, is_done=True).json()
    again = ask(browser, token, "patch", path, is_done=False, assignee_id=None).json()

    assert (done["done_by"], done["due_on"]) == ("dispatcher@example.org", f"{DAY}")
    assert (again["done_at"], again["assignee_id"], again["due_on"]) == (None, None, f"{DAY}")
    listed = ask(browser, token, "get", f"/tasks?order_id={order.public_id}").json()["tasks"]
    assert [task["title"] for task in listed] == ["Call Ada"]


def test_a_task_waits_for_its_person_and_overdue_for_everybody() -> None:
    jo, mary = a_colleague(), a_colleague(name="mary@example.org")
    yesterday = local_date(NOW - timedelta(days=1))
    common = {"created_by": "staff Jo", "created_at": NOW}
    StaffTask.objects.create(title="Jo's, any day", assignee=jo, **common)
    StaffTask.objects.create(title="Jo's, late", assignee=jo, due_on=yesterday, **common)

    titles = [[item.title for item in waits(who)[WaitKey.TASKS].items] for who in (jo, mary)]

    assert titles == [["Jo's, late", "Jo's, any day"], ["Jo's, late"]]


def test_a_task_needs_words_and_somebody_of_the_staff(browser: Client) -> None:
    token = signed_in(Role.DISPATCHER)
    blank = ask(browser, token, "post", "/tasks", title=" ")
    stranger = ask(browser, token, "post", "/tasks", title="Call", assignee_id=str(uuid4()))
    assert [one.status_code for one in (blank, stranger)] == [422, 422]
    assert stranger.json()["errors"][0]["field"] == "assignee_id"


def test_a_text_that_was_answered_waits_no_longer_and_a_later_one_does(browser: Client) -> None:
    for number, sender in enumerate(("+12815550100", "+12815550100", "+19795550100")):
        receive_text(sid=f"SM{number}", sender=sender, text=f"text {number}", now=NOW)
    first, second = InboundMessage.objects.filter(sender="+12815550100").order_by("pk")
    assert [item.detail for item in waits()[WaitKey.REPLIES].items] == ["text 1", "text 2"]

    path = f"/inbound-messages/{first.pk}/answered"
    assert ask(browser, signed_in(Role.DISPATCHER), "post", path).status_code == 204

    assert [item.detail for item in waits()[WaitKey.REPLIES].items] == ["text 1", "text 2"]
    assert not InboundMessage.objects.filter(pk=first.pk, answered_at=None)
    assert InboundMessage.objects.filter(pk=second.pk, answered_at=None)


def test_each_group_is_registered_once_by_the_module_that_it_is_of() -> None:
    assert waiting.GROUPS.keys() == set(WaitKey)
    assert waiting.GROUPS[WaitKey.REFUNDS].__module__ == "standby.payments.waits"

    with pytest.raises(ValueError, match="two groups wait as refunds"):
        waiting.waits("refunds")(waiting.GROUPS[WaitKey.REFUNDS])
