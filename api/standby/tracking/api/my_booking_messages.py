"""Messages sent to a homeowner, and their consents."""

from datetime import datetime
from typing import Literal

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Router, Schema
from pydantic import StrictBool

from standby.core.schema import In, ProblemOut
from standby.messaging import selectors as queries
from standby.messaging.models import Consent, Message
from standby.messaging.rendering import without_links
from standby.orders.api.booking_access import visitor_order
from standby.orders.services.customers import change_consent

router = Router(tags=["my booking"])


class MessageOut(Schema):
    id: int
    kind: str
    channel: Literal["email", "sms"]
    subject: str
    text: str
    status: Literal["queued", "sent", "dead", "suppressed"]
    at: datetime

    @staticmethod
    def resolve_text(message: Message) -> str:
        return without_links(message.text)

    @staticmethod
    def resolve_at(message: Message) -> datetime:
        return message.sent_at or message.created_at


class ConsentOut(Schema):
    channel: Literal["email", "sms"]
    is_given: bool
    wording: str
    page: str
    at: datetime


class ConsentIn(In):
    channel: Literal["email", "sms"]
    is_given: StrictBool


class ConsentChangedOut(Schema):
    channel: Literal["email", "sms"]
    is_given: bool


@router.get(
    "/my-booking/messages",
    response={200: list[MessageOut], 404: ProblemOut, 429: ProblemOut, 503: ProblemOut},
    operation_id="messages_of_my_booking",
)
def get_messages(request: HttpRequest) -> list[Message]:
    """Messages sent to the customer, newest first, without the links in them."""
    order = visitor_order(request)
    return queries.messages_to_homeowner(order.public_id)


@router.get(
    "/my-booking/consents",
    response={200: list[ConsentOut], 404: ProblemOut, 429: ProblemOut, 503: ProblemOut},
    operation_id="consents_of_my_booking",
)
def get_consents(request: HttpRequest) -> list[Consent]:
    """Consents given and withdrawn, newest first."""
    customer = visitor_order(request).customer
    return queries.consents_of(email=customer.email, phone=customer.phone)


@router.post(
    "/my-booking/consents",
    response={200: ConsentChangedOut, **dict.fromkeys((404, 422, 429, 503), ProblemOut)},
    operation_id="change_consent",
)
def post_consent(request: HttpRequest, body: ConsentIn) -> ConsentChangedOut:
    """Give or withdraw consent. Applies at once, also to messages already queued."""
    order = visitor_order(request)
    channel = Message.Channel(body.channel)
    change_consent(order, channel=channel, agrees=body.is_given, now=now())
    return ConsentChangedOut(channel=body.channel, is_given=body.is_given)
