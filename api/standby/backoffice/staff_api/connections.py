"""The settings screen's connections, and a test of each."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Router, Schema

from standby.accounts.staff_auth import StaffBearer, staff_member
from standby.backoffice.services import connections as services
from standby.backoffice.services.connections import Connection, Name, TestResult
from standby.company.selectors import company
from standby.core.limits import spend
from standby.core.policy import CONNECTION_TESTS_PER_MEMBER
from standby.core.roles import Permission
from standby.core.schema import Phone, StrictIn
from standby.coverage.api.places import places

router = Router(tags=["staff"])


class ConnectionOut(Schema):
    """No secret is among the details. For cards the last success is the last signed event."""

    name: Name
    provider: str
    is_live: bool
    details: dict[str, str]
    variables: list[str]
    last_success_at: datetime | None
    last_failure_at: datetime | None


class ConnectionTestOut(Schema):
    is_ok: bool
    reason: str


class TestTextIn(StrictIn):
    phone: Phone


@router.get(
    "/staff/settings/connections",
    response=list[ConnectionOut],
    auth=StaffBearer(Permission.OPEN_TABLES),
    operation_id="look_at_connections",
)
def get_connections(request: HttpRequest) -> list[Connection]:
    return services.connections()


@router.post(
    "/staff/settings/connections/mail/test",
    response=ConnectionTestOut,
    auth=StaffBearer(Permission.CHANGE_CATALOG),
    operation_id="send_test_mail",
)
def post_test_mail(request: HttpRequest) -> TestResult:
    """Send a mail to whoever asks."""
    _count(request)
    return services.send_test_mail(staff_member(request).email, now=now())


@router.post(
    "/staff/settings/connections/texts/test",
    response=ConnectionTestOut,
    auth=StaffBearer(Permission.CHANGE_CATALOG),
    operation_id="send_test_text",
)
def post_test_text(request: HttpRequest, payload: TestTextIn) -> TestResult:
    _count(request)
    return services.send_test_text(payload.phone, now=now())


@router.post(
    "/staff/settings/connections/cards/test",
    response=ConnectionTestOut,
    auth=StaffBearer(Permission.CHANGE_CATALOG),
    operation_id="try_cards",
)
def post_test_cards(request: HttpRequest) -> TestResult:
    """Ask the card provider for today's payment pages: that proves the key. No money moves."""
    _count(request)
    return services.try_cards(now=now())


@router.post(
    "/staff/settings/connections/maps/test",
    response=ConnectionTestOut,
    auth=StaffBearer(Permission.CHANGE_CATALOG),
    operation_id="try_maps",
)
def post_test_maps(request: HttpRequest) -> TestResult:
    """Locate the company's own address."""
    _count(request)
    return services.try_maps(company().address, places=places())


def _count(request: HttpRequest) -> Any:
    spend(rule=CONNECTION_TESTS_PER_MEMBER, subject=str(staff_member(request).public_id))
