"""Messages for staff: list them by status, and replay dead ones."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Path, Query, Router, Schema

from standby.accounts.staff_auth import StaffBearer, staff_member, staff_name
from standby.core.roles import Permission
from standby.core.schema import ProblemOut, RowId
from standby.messaging import selectors as queries
from standby.messaging.kinds import READABLE_KINDS, readable_kinds
from standby.messaging.models import Message
from standby.messaging.rendering import without_links
from standby.messaging.rules import Outcome
from standby.workflows.resend_message import replay_dead_message

router = Router(tags=["staff"])

Status = Literal["queued", "sent", "dead", "suppressed"]


class StaffMessageOut(Schema):
    """`outcome` "kept": sent to nobody, because its channel is not connected."""

    id: int
    kind: str
    channel: Literal["email", "sms"]
    recipient: str
    subject: str
    text: str
    status: Status
    outcome: Outcome
    attempts: int
    last_error: str
    order_id: UUID | None
    created_at: datetime
    due_at: datetime
    sent_at: datetime | None


@router.get(
    "/staff/messages",
    response={200: list[StaffMessageOut], 401: ProblemOut, 422: ProblemOut},
    auth=StaffBearer(Permission.SEE_MESSAGES),
    operation_id="messages_for_staff",
)
def get_messages(
    request: HttpRequest,
    status: Annotated[Status, Query()] = "dead",
    without_order: Annotated[bool, Query()] = False,
) -> list[StaffMessageOut]:
    """The newest 200 messages of one status. Account mail is never shown."""
    kinds = readable_kinds(staff_member(request).role)
    messages = queries.messages_in(status, kinds=kinds, without_order=without_order)
    due_at = queries.next_try_by_key(messages)
    return [_message_to_out(each, due_at=due_at.get(each.dedupe_key)) for each in messages]


@router.post(
    "/staff/messages/{message_id}/replay",
    response={200: StaffMessageOut, **dict.fromkeys((401, 404, 409, 422, 429, 503), ProblemOut)},
    auth=StaffBearer(Permission.SEND_MESSAGES),
    operation_id="send_message_again",
)
def post_replay(request: HttpRequest, message_id: Annotated[RowId, Path()]) -> StaffMessageOut:
    """Queue a dead message again. Account mail only by owners, and without its text."""
    member = staff_member(request)
    moment = now()
    message = replay_dead_message(
        message_id, role=member.role, actor=staff_name(request), now=moment
    )
    return _message_to_out(message, due_at=moment)


def _message_to_out(message: Message, *, due_at: datetime | None) -> StaffMessageOut:
    # `due_at` is that of its job; what is over was due when it was queued.
    is_read = message.kind in READABLE_KINDS
    return StaffMessageOut.model_validate(
        {
            "id": message.pk,
            "kind": message.kind,
            "channel": message.channel,
            "recipient": message.recipient if is_read else "",
            "subject": message.subject if is_read else "",
            "text": without_links(message.text) if is_read else "",
            "status": message.status,
            "outcome": message.outcome,
            "attempts": message.attempts,
            "last_error": message.last_error if is_read else "",
            "order_id": message.order_ref,
            "created_at": message.created_at,
            "due_at": due_at or message.created_at,
            "sent_at": message.sent_at,
        }
    )
