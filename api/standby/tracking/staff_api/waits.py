"""What waits for us: the landing screen of the console, and its counts in the navigation."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Router, Schema, Status
from pydantic import StrictBool

from standby.accounts.staff_auth import StaffBearer, by_staff, staff_call, staff_member, staff_name
from standby.core.roles import Permission
from standby.core.schema import RowId, StrictIn
from standby.messaging.services.inbound import mark_answered
from standby.tracking.rules.waits import TO_KNOW_ONLY, WaitKey, visible_groups, visible_kinds
from standby.tracking.selectors.waits import (
    MOST_OF_ONE_GROUP,
    MOST_SHOWN,
    waiting_groups,
)
from standby.tracking.services.waiting_counts import counts_for
from standby.workflows.receive_text import settle_likely_stop

router = Router(tags=["staff"])


class WaitingItemOut(Schema):
    """`id` is of what waits: a review, a task, a text; a lead's is its source and its id there,
    that of a report of the card provider "card_report/" and its id.

    `by` is the deadline, `since` the start.
    """

    id: str
    title: str
    detail: str
    phone: str
    order_id: UUID | None
    since: datetime | None
    by: datetime | None
    due_on: date | None
    amount_cents: int | None


class WaitingGroupOut(Schema):
    """`count` may be more than the items, which are the most urgent ones."""

    key: WaitKey
    count: int
    items: list[WaitingItemOut]


class WaitsOut(Schema):
    """`to_do` are groups that somebody has to act on, `to_know` money that is on its way."""

    to_do: list[WaitingGroupOut]
    to_know: list[WaitingGroupOut]


class WaitCountsOut(Schema):
    """What the navigation counts; 0 also where the role does not see it."""

    waits: int
    photos: int
    leads: int


@router.get(
    "/staff/waits",
    response=WaitsOut,
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="get_waits",
)
def get_waits(request: HttpRequest, group: WaitKey | None = None) -> dict[str, Any]:
    """The groups that the role sees and in which something waits; or one of them, whole."""
    user = staff_member(request)
    keys = [key for key in _groups_of(request) if group in (None, key)]
    most = MOST_SHOWN if group is None else MOST_OF_ONE_GROUP
    groups = waiting_groups(
        keys, user=user, now=now(), most_shown=most, kinds=visible_kinds(_may(request))
    )
    return {
        "to_do": [each for each in groups if each.key not in TO_KNOW_ONLY],
        "to_know": [each for each in groups if each.key in TO_KNOW_ONLY],
    }


@router.get(
    "/staff/waits/counts",
    response=WaitCountsOut,
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="count_waits",
)
def get_wait_counts(request: HttpRequest) -> WaitCountsOut:
    """How much waits, for the navigation: counted in the last twenty seconds, or since staff last
    changed something."""
    user = staff_member(request)
    keys = [key for key in _groups_of(request) if key not in TO_KNOW_ONLY]
    counts = counts_for(keys, user=user, kinds=visible_kinds(_may(request)), now=now())
    return WaitCountsOut(
        waits=sum(counts.values()),
        photos=counts.get(WaitKey.PHOTO_REVIEWS, 0),
        leads=counts.get(WaitKey.LEADS, 0) + counts.get(WaitKey.QUOTE_REQUESTS, 0),
    )


def _groups_of(request: HttpRequest) -> list[WaitKey]:
    return visible_groups(_may(request))


def _may(request: HttpRequest) -> Callable[[Permission], bool]:
    return lambda permission: staff_call(request).may(permission)


@router.post(
    "/staff/inbound-messages/{message_id}/answered",
    response={204: None},
    auth=StaffBearer(Permission.SEND_MESSAGES),
    operation_id="mark_message_answered",
)
def post_answered(request: HttpRequest, message_id: RowId) -> Status[None]:
    """Mark a customer's text or email, and their earlier ones, as answered. Safe to repeat."""
    mark_answered(message_id, **by_staff(request))
    return Status(204, None)


class LikelyStopIn(StrictIn):
    is_opt_out: StrictBool


@router.post(
    "/staff/inbound-messages/{message_id}/settle",
    response={204: None},
    auth=StaffBearer(Permission.SEND_MESSAGES),
    operation_id="settle_likely_stop",
)
def post_settle(request: HttpRequest, message_id: RowId, payload: LikelyStopIn) -> Status[None]:
    """Decide whether a text was an opt-out; safe to repeat, the first decision stays.

    If it was not, texts go on and it waits for an answer.
    """
    settle_likely_stop(
        message_id, is_opt_out=payload.is_opt_out, staff=staff_name(request), now=now()
    )
    return Status(204, None)
