"""A mail each working morning says what waits for its reader (OPS-15.4)."""

from datetime import datetime, timedelta
from typing import Final

import pytest
from access_helpers import signed_in
from booking_helpers import reserve
from django.test import Client
from outbox_helpers import Postbox

from standby.accounts.models import User
from standby.core.policy import MARKET_ZONE
from standby.core.roles import Role
from standby.messaging.models import Message
from standby.orders.models import Appointment
from standby.sales.models import Lead
from standby.tasks.models import StaffTask
from standby.workflows.mail_digests import mail_digests

pytestmark = pytest.mark.usefixtures("shop")
MONDAY: Final = datetime(2026, 3, 2, 7, 0, tzinfo=MARKET_ZONE)


def a_colleague(role: Role, **fields: object) -> User:
    name = f"{role}@example.org"
    return User.objects.create(username=name, email=name, is_staff=True, role=role, **fields)


def a_task(user: User) -> StaffTask:
    made = {"created_by": "staff Jo", "created_at": MONDAY}
    return StaffTask.objects.create(title="Call Ada", assignee=user, **made)


def mailed() -> list[str]:
    digests = Message.objects.filter(kind="waits_digest")
    return sorted(digests.values_list("recipient", flat=True))


@pytest.mark.req("OPS-15.4")
def test_what_waits_is_mailed_once_a_morning_with_its_links() -> None:
    a_task(a_colleague(Role.OWNER))
    assert mail_digests(now=MONDAY - timedelta(minutes=1)) == 0

    assert [mail_digests(now=MONDAY), mail_digests(now=MONDAY + timedelta(hours=1))] == [1, 0]
    [mail] = Postbox().collect(MONDAY)

    assert mail.to == "owner@example.org"
    assert mail.subject == "1 waiting this morning"
    assert "1  tasks" in mail.text
    assert "http" in mail.text
    assert "/staff/waits#tasks" in mail.text
    assert mail_digests(now=MONDAY + timedelta(days=1)) == 1


def test_a_lead_whose_day_has_come_is_in_the_mail_of_who_may_see_leads() -> None:
    a_colleague(Role.DISPATCHER)
    a_colleague(Role.REVIEWER, wants_digest=True)
    Lead.objects.create(
        source="call",
        source_ref="1",
        phone="2815550155",
        next_contact_on=MONDAY.date(),
        created_at=MONDAY,
        updated_at=MONDAY,
    )

    mail_digests(now=MONDAY)

    assert mailed() == ["dispatcher@example.org"]
    [mail] = Postbox().collect(MONDAY)
    assert "1  leads to contact" in mail.text
    assert "/staff/waits#leads" in mail.text


def test_none_is_mailed_when_nothing_waits_nor_on_a_day_off() -> None:
    owner = a_colleague(Role.OWNER)
    assert mail_digests(now=MONDAY) == 0
    a_task(owner)
    assert mail_digests(now=MONDAY - timedelta(days=1)) == 0, "a Sunday"
    assert mail_digests(now=MONDAY + timedelta(hours=6)) == 0, "the morning is over"


def test_each_reader_gets_what_their_role_can_do_and_who_turned_it_off_gets_none() -> None:
    order = reserve()
    Appointment.objects.filter(order=order).update(status="expired", held_at=MONDAY)
    a_colleague(Role.DISPATCHER)
    a_colleague(Role.MANAGER, wants_digest=False)
    a_colleague(Role.REVIEWER, wants_digest=True)
    a_colleague(Role.VIEWER)

    mail_digests(now=MONDAY)

    assert mailed() == ["dispatcher@example.org"]


def test_the_mail_is_turned_off_and_on_in_the_own_account(browser: Client) -> None:
    headers = {"Authorization": f"Bearer {signed_in(Role.OWNER)}"}
    assert browser.get("/api/staff/me", headers=headers).json()["gets_digest"] is True
    off = browser.patch(
        "/api/staff/me", {"gets_digest": False}, content_type="application/json", headers=headers
    )
    assert off.json()["gets_digest"] is False
    assert User.objects.get(role=Role.OWNER).gets_digest is False
