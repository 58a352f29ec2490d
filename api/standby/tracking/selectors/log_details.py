"""What a row of an order's log adds to its sentence, in words for staff."""

from typing import Final

from standby.core.words import _, listed, market_terms, say
from standby.messaging.kinds import FROM_STAFF, KINDS
from standby.orders.models import OrderLogEntry
from standby.orders.selectors.order_log_text import details
from standby.payments.models import Payment
from standby.photos.rules import SLOT_TITLES, slot_title

_PURPOSES: Final = {
    Payment.Purpose.DIAGNOSTIC: _("diagnostic"),
    Payment.Purpose.MILESTONE_ACCEPTANCE: _("first payment"),
    Payment.Purpose.MILESTONE_EQUIPMENT: _("second payment"),
    Payment.Purpose.MILESTONE_COMPLETION: _("last payment"),
}


_CHANNELS: Final = {"sms": _("text"), "email": _("email")}


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
    if entry.subject == "payment" and note in Payment.Purpose.values:
        words = _purpose(Payment.Purpose(note))
        return words[0].upper() + words[1:]
    return note


def _purpose(purpose: Payment.Purpose) -> str:
    is_fee = purpose == Payment.Purpose.SCHEDULING_FEE
    return market_terms().fee_name if is_fee else say(_PURPOSES[purpose])


def _photo(note: str) -> str:
    slot, _gap, code = note.partition(" ")
    title = slot_title(slot) if slot in SLOT_TITLES else _plain(slot)
    why = _plain(code.removeprefix("photo_").removeprefix("video_"))
    return f"{title}: {why}" if why else title


def _message(note: str) -> str:
    kind, by, channels = note.partition(" by ")
    title = say("In our own words") if kind == FROM_STAFF else f"“{_title_of(kind)}”"
    if not by:
        return title
    how = listed([say(_CHANNELS.get(each, each)) for each in channels.split(" and ")])
    return say("%(title)s, by %(channels)s", title=title, channels=how)


def _title_of(kind: str) -> str:
    return say(KINDS[kind].title) if kind in KINDS else _plain(kind).capitalize()


def _plain(name: str) -> str:
    return name.replace("_", " ")
