"""Messages for staff: list them by status, replay dead ones, and lift opt-outs."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Path, Query, Router, Schema
from ninja import Status as Reply

from standby.accounts.staff_auth import StaffBearer, staff_member, staff_name
from standby.core.contacts import phone_key
from standby.core.guards import ERASED
from standby.core.roles import Permission
from standby.core.schema import Line200, RowId
from standby.messaging import selectors
from standby.messaging.kinds import READABLE_KINDS, readable_kinds
from standby.messaging.models import Message, Suppression
from standby.messaging.rendering import without_links
from standby.messaging.rules import Outcome
from standby.messaging.services.suppressions import (
    evidence_of,
    live_suppressions,
    undecided_words,
    unsent_by_recipient,
    words_needed,
)
from standby.messaging.services.templates import with_words
from standby.workflows.lift_suppression import lift
from standby.workflows.resend_message import replay_dead_message

router = Router(tags=["staff"])

_MOST_LISTED: Final = 50

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
    response=list[StaffMessageOut],
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
    messages = with_words(
        selectors.messages_in(status, kinds=kinds, without_order=without_order), now=now()
    )
    due_at = selectors.next_try_by_key(messages)
    return [_message_to_out(each, due_at=due_at.get(each.dedupe_key)) for each in messages]


@router.post(
    "/staff/messages/{message_id}/replay",
    response=StaffMessageOut,
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
    [message] = with_words([message], now=moment)
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
            "text": without_links(message.text, language=message.language) if is_read else "",
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


class SuppressionOut(Schema):
    """A recipient that gets nothing by a channel, and what shows that they want nothing.

    `is_pause`: words of the number may be an opt-out, and nobody has decided yet. `recipient` is
    empty once its customer was erased. `words` are those of the text that caused it. `texts_need`
    is the word that has to come from the number itself, too, before it gets texts again. `unsent`
    counts what an account or the staff did not get because of it lately.
    """

    id: int
    channel: Literal["email", "sms"]
    recipient: str
    is_erased: bool
    is_pause: bool
    evidence: str
    words: str
    since: datetime
    texts_need: Literal["", "start", "yes"]
    unsent: int


class SuppressionQuery(Schema):
    """A part of an address or number; what is older than the row `before`."""

    search: Line200 = ""
    before: RowId | None = None


class SuppressionListOut(Schema):
    """Newest first; `next_before` asks for older ones, null where there are none."""

    items: list[SuppressionOut]
    next_before: int | None


@router.get(
    "/staff/suppressions",
    response=SuppressionListOut,
    auth=StaffBearer(Permission.SEE_MESSAGES),
    operation_id="list_suppressions",
)
def get_suppressions(
    request: HttpRequest,
    params: Query[SuppressionQuery],
) -> dict[str, Any]:
    """The addresses and numbers that get nothing."""
    rows = live_suppressions(params.search, before=params.before, most=_MOST_LISTED + 1)
    listed = rows[:_MOST_LISTED]
    unsent = unsent_by_recipient([row.recipient for row in listed], now=now())
    needed = words_needed(listed)
    texted = [row.recipient for row in listed if row.channel == "sms"]
    undecided = {phone_key(each.sender) for each in undecided_words(texted)}
    return {
        "items": [
            {
                **_suppression_to_out(row),
                "is_pause": row.is_pause or (row.channel == "sms" and row.recipient in undecided),
                "texts_need": needed.get(row.pk, ""),
                "unsent": unsent.get(row.recipient, 0) if row.channel == "email" else 0,
            }
            for row in listed
        ],
        "next_before": listed[-1].pk if len(rows) > _MOST_LISTED else None,
    }


@router.post(
    "/staff/suppressions/{suppression_id}/lift",
    response={204: None},
    auth=StaffBearer(Permission.SEND_MESSAGES),
    operation_id="lift_suppression",
)
def post_lift(request: HttpRequest, suppression_id: Annotated[RowId, Path()]) -> Reply[None]:
    """Let messages go to it again; that is no consent. Safe to repeat."""
    lift(suppression_id, staff=staff_name(request), now=now())
    return Reply(204, None)


def _suppression_to_out(row: Suppression) -> dict[str, Any]:
    is_erased = row.recipient.startswith(ERASED)
    return {
        "id": row.pk,
        "channel": row.channel,
        "recipient": "" if is_erased else row.recipient,
        "is_erased": is_erased,
        "evidence": evidence_of(row),
        "words": row.cause.text if row.cause else "",
        "since": row.since,
    }
