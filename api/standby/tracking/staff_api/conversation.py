"""The conversation with a customer, and what staff write in it."""

from datetime import datetime, timedelta
from typing import Annotated, Any, Final, Literal
from uuid import UUID

import orjson
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router, Schema
from pydantic import Field

from standby.accounts.staff_auth import StaffBearer, staff_member, staff_name
from standby.core.errors import Conflict
from standby.core.idempotency import IdempotencyKey, idempotent_request
from standby.core.limits import spend
from standby.core.policy import RateLimitRule
from standby.core.roles import Permission
from standby.core.schema import Line, Lines, StrictIn
from standby.messaging.kinds import FOR_STAFF, FROM_STAFF, readable_kinds
from standby.messaging.models import Message
from standby.messaging.rules import Outcome, earliest_send_time
from standby.orders.models import Order
from standby.orders.selectors import orders
from standby.tracking.selectors.conversation import conversation_of
from standby.tracking.staff_api.received_files import ReceivedFileOut
from standby.workflows.resend_message import open_channels
from standby.workflows.write_to_customer import MOST_SEGMENTS, text_prefix, write_to_customer

router = Router(tags=["staff"])

WRITTEN_PER_ORDER: Final = RateLimitRule(name="written_order", limit=30, window=timedelta(hours=1))
_LONGEST_MAIL: Final = 4000


class PassageOut(Schema):
    """Lines of an email that follow each other; a folded one is quoted, or a signature."""

    text: str
    is_folded: bool


class ConversationEntryOut(Schema):
    """`outcome` is empty for what the customer wrote. `code` is that of the order it was about.

    `sender` is the address from which a customer's email came, and `proof` how far that is proven:
    "token" where it answers a message of ours, "claimed" where anybody could have sent it.
    `passages` are the whole of a customer's email, `text` those that are not folded. `files` came
    with it. `original` is the item of the inbox that it is, with all of it as it came.
    `is_to_settle`: a text that may be an opt-out; until it is settled, no texts are sent to its
    number.
    """

    id: str
    at: datetime
    is_from_customer: bool
    channel: Literal["email", "sms"]
    subject: str
    text: str
    outcome: Outcome | Literal[""]
    error: str
    code: str
    sender: str
    proof: Literal["", "token", "aligned", "claimed"]
    passages: list[PassageOut]
    files: list[ReceivedFileOut]
    original: UUID | None
    is_to_answer: bool
    is_to_settle: bool


class WayOut(Schema):
    """A way to write to the customer; `why_not` is a sentence where it is closed."""

    channel: Literal["email", "sms"]
    why_not: str


class ConversationOut(Schema):
    """Oldest first. In quiet hours, texts leave at `texts_leave_at`. A text begins with
    `text_prefix` and is at most `most_segments` long.
    """

    entries: list[ConversationEntryOut]
    ways: list[WayOut]
    texts_leave_at: datetime | None
    text_prefix: str
    most_segments: int


class TextIn(StrictIn):
    channel: Literal["sms"]
    text: Annotated[str, Lines(400, min_length=1)]


class MailIn(StrictIn):
    channel: Literal["email"]
    subject: Annotated[str, Line(120, min_length=1)]
    text: Annotated[str, Lines(_LONGEST_MAIL, min_length=1)]


WrittenIn = Annotated[TextIn | MailIn, Field(discriminator="channel")]


class WrittenOut(Schema):
    """`leaves_at`: in quiet hours a text waits until then; null when it leaves now."""

    leaves_at: datetime | None


@router.get(
    "/staff/orders/{order_id}/conversation",
    response=ConversationOut,
    auth=StaffBearer(Permission.SEE_MESSAGES),
    operation_id="get_conversation",
)
def get_conversation(request: HttpRequest, order_id: str) -> dict[str, Any]:
    """Texts and emails with the customer, of all their orders."""
    order = orders.get_order(order_id)
    kinds = readable_kinds(staff_member(request).role) - set(FOR_STAFF)
    return {
        "entries": conversation_of(order, kinds=kinds, now=now()),
        "ways": [
            {"channel": channel, "why_not": _why_closed(order, channel)}
            for channel in (Message.Channel.SMS, Message.Channel.EMAIL)
        ],
        "texts_leave_at": _leaves_at("sms", moment=now()),
        "text_prefix": text_prefix(),
        "most_segments": MOST_SEGMENTS,
    }


@router.post(
    "/staff/orders/{order_id}/conversation",
    response={201: WrittenOut},
    auth=StaffBearer(Permission.SEND_MESSAGES),
    operation_id="write_to_customer",
)
def post_conversation(
    request: HttpRequest, order_id: str, payload: WrittenIn, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """Write a text or an email, once per key. Texts that waited for an answer are answered."""
    order = orders.get_order(order_id)
    once = idempotent_request(
        request, "staff/conversation", key=idempotency_key, owner=order.public_id
    )
    spend(rule=WRITTEN_PER_ORDER, subject=order_id)
    moment, staff = now(), staff_name(request)

    def write() -> str:
        message = write_to_customer(
            order_id,
            channel=payload.channel,
            subject=payload.subject if isinstance(payload, MailIn) else "",
            text=payload.text,
            staff=staff,
            now=moment,
        )
        leaves_at = _leaves_at(message.channel, moment=moment)
        return orjson.dumps(WrittenOut(leaves_at=leaves_at).model_dump()).decode()

    return once.respond(write, status=201, now=moment)


def _why_closed(order: Order, channel: str) -> str:
    try:
        open_channels(order, {channel}, kind=FROM_STAFF)
    except Conflict as closed:
        return str(closed)
    return ""


def _leaves_at(channel: str, *, moment: datetime) -> datetime | None:
    leaves_at = earliest_send_time(moment)
    is_held = channel == Message.Channel.SMS and leaves_at > moment
    return leaves_at if is_held else None
