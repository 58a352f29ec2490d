"""What came from outside and could not be placed: staff say what becomes of it."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import Field

from standby.accounts.staff_auth import StaffBearer
from standby.core.providers import wiring as core_providers
from standby.core.roles import Permission
from standby.core.schema import Line, RowId, StrictIn
from standby.inbox.services.items import ItemNotFetched, item_by_id, items_of, raw_of
from standby.workflows.settle_item import belongs_to, ignore, item_details, try_again

router = Router(tags=["staff"])

MOST_LISTED: Final = 50
Verdict = Literal["waiting", "taken", "set_aside", "forged", "nobody", "ignored"]


class InboxItemOut(Schema):
    """A mail or text as it came. `reason` says in a few words why its verdict is what it is.

    `is_here`: it was fetched, so that it can be read again and its original be downloaded.
    """

    id: UUID = Field(validation_alias="public_id")
    kind: Literal["mail", "text"]
    source: str = Field(validation_alias="source.name")
    sender: str
    subject: str
    size_bytes: int
    received_at: datetime
    verdict: Verdict
    reason: str
    proof: Literal["", "token", "aligned", "claimed"]
    order_id: UUID | None = Field(validation_alias="order_ref")
    is_here: bool

    @staticmethod
    def resolve_is_here(item: Any) -> bool:
        return bool(item.raw_key or item.raw)


class InboxRowOut(Schema):
    """One line of the list of what came in."""

    id: UUID = Field(validation_alias="public_id")
    kind: Literal["mail", "text"]
    sender: str
    subject: str
    received_at: datetime
    reason: str


class InboxListOut(Schema):
    """Newest first; `next_before` asks for older ones, null where there are none."""

    items: list[InboxRowOut]
    next_before: int | None


class ProposedOrderOut(Schema):
    """An order that the item may belong to."""

    id: UUID = Field(validation_alias="public_id")
    code: str = Field(validation_alias="confirmation_code")
    customer: str = Field(validation_alias="customer.name")
    address: str = Field(validation_alias="order_location.formatted_address")


class InboxItemDetailsOut(Schema):
    """An item with its words, "" where they cannot be read, and the names of its files."""

    item: InboxItemOut
    text: str
    files: list[str]
    proposed: list[ProposedOrderOut]


class BelongsIn(StrictIn):
    code: Annotated[str, Line(12, min_length=1)]


@router.get(
    "/staff/inbox",
    response=InboxListOut,
    auth=StaffBearer(Permission.SEE_MESSAGES),
    operation_id="get_inbox",
)
def get_inbox(
    request: HttpRequest,
    verdict: Annotated[Verdict, Query()],
    before: Annotated[RowId | None, Query()] = None,
) -> dict[str, Any]:
    """What came in with one verdict, so that nothing which was ignored or forged is lost."""
    items = items_of(verdict, before=before, most=MOST_LISTED + 1)
    has_more = len(items) > MOST_LISTED
    listed = items[:MOST_LISTED]
    return {"items": listed, "next_before": listed[-1].pk if has_more else None}


@router.get(
    "/staff/inbox/{item_id}",
    response=InboxItemDetailsOut,
    auth=StaffBearer(Permission.SEE_MESSAGES),
    operation_id="get_inbox_item",
)
def get_item(request: HttpRequest, item_id: UUID) -> Any:
    """One item, what it says, and the orders that it may belong to."""
    return item_details(item_id, files=core_providers.files())


@router.get(
    "/staff/inbox/{item_id}/original",
    response={200: None},
    auth=StaffBearer(Permission.SEE_MESSAGES),
    operation_id="get_inbox_original",
)
def get_original(request: HttpRequest, item_id: UUID) -> HttpResponse:
    """The item as it came, byte for byte, to be opened by a mail program."""
    item = item_by_id(item_id)
    raw = raw_of(item, files=core_providers.files())
    if not raw:
        raise ItemNotFetched
    response = HttpResponse(raw, content_type="application/octet-stream")
    ending = "eml" if item.kind == "mail" else "json"
    response["Content-Disposition"] = f'attachment; filename="{item.kind}-{item.pk}.{ending}"'
    response["Cache-Control"] = "no-store"
    return response


@router.post(
    "/staff/inbox/{item_id}/again",
    response=InboxItemOut,
    auth=StaffBearer(Permission.SEND_MESSAGES),
    operation_id="try_inbox_item_again",
)
def post_again(request: HttpRequest, item_id: UUID) -> Any:
    """Read an item that was set aside again; the answer says what became of it."""
    return try_again(item_id, files=core_providers.files(), now=now())


@router.post(
    "/staff/inbox/{item_id}/order",
    response=InboxItemOut,
    auth=StaffBearer(Permission.SEND_MESSAGES),
    operation_id="assign_inbox_item",
)
def post_order(request: HttpRequest, item_id: UUID, payload: BelongsIn) -> Any:
    """Put an item into the conversation of the order with this code."""
    return belongs_to(
        item_id,
        code=payload.code,
        files=core_providers.files(),
        now=now(),
    )


@router.post(
    "/staff/inbox/{item_id}/ignore",
    response=InboxItemOut,
    auth=StaffBearer(Permission.SEND_MESSAGES),
    operation_id="ignore_inbox_item",
)
def post_ignore(request: HttpRequest, item_id: UUID) -> Any:
    """Take an item from what waits. It is kept as long as the privacy policy allows."""
    return ignore(item_id, now=now())
