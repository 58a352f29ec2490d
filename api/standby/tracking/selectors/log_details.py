"""What a row of an order's log adds to its sentence, in words for staff."""

from typing import Final

from standby.core.market import TERMS
from standby.messaging.kinds import FROM_STAFF, KINDS
from standby.orders.models import OrderLogEntry
from standby.orders.selectors.order_log_text import details
from standby.payments.models import Payment
from standby.photos.rules import SLOT_TITLES

_PURPOSES: Final = {
    Payment.Purpose.SCHEDULING_FEE: TERMS.fee_name,
    Payment.Purpose.DIAGNOSTIC: "diagnostic",
    Payment.Purpose.MILESTONE_ACCEPTANCE: "first payment",
    Payment.Purpose.MILESTONE_EQUIPMENT: "second payment",
    Payment.Purpose.MILESTONE_COMPLETION: "last payment",
}


def detail_of(entry: OrderLogEntry) -> str:
    """Return a log row's note with the names of slots, purposes and messages in words."""
    note = details(entry)
    if not note:
        return ""
    if entry.subject == "photo":
        return _photo(note)
    if entry.subject == "message":
        return _message(note)
    if entry.subject == "dispute":
        return note.replace("_", " ")
    if entry.subject == "payment" and note in _PURPOSES:
        return _PURPOSES[Payment.Purpose(note)].capitalize()
    return note


def _photo(note: str) -> str:
    slot, _, code = note.partition(" ")
    title = SLOT_TITLES.get(slot, _plain(slot))
    why = _plain(code.removeprefix("photo_").removeprefix("video_"))
    return f"{title}: {why}" if why else title


def _message(note: str) -> str:
    kind, by, channels = note.partition(" by ")
    title = "In our own words" if kind == FROM_STAFF else f"“{_title_of(kind)}”"
    return f"{title}, by {channels.replace('sms', 'text')}" if by else title


def _title_of(kind: str) -> str:
    return KINDS[kind].title if kind in KINDS else _plain(kind).capitalize()


def _plain(name: str) -> str:
    return name.replace("_", " ")
