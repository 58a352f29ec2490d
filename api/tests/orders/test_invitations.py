"""The date in a customer's calendar: invited, moved and called off by mail, as programs read it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bookings import DAY, NOW, OTHER_DAY, pay, reserve, settle, test_cards
from icalendar import Calendar
from smtp_peer import SmtpPeer, smtp_peer
from ways_out import a_post, send_all

from standby.messaging.models import Message
from standby.messaging.providers.mail import SmtpMail
from standby.orders.models import Customer, Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.workflows.cancel_order import CancellationRequest, cancel_order
from standby.workflows.move_appointment import reschedule_appointment

pytestmark = pytest.mark.usefixtures("shop")
# Long enough that a line which names it has to be folded
SITE = "https://www.a-long-name-of-a-business-in-houston.example"
OFFICE_MAIL = "appointments-and-everything-else@a-long-name-of-a-business-in-houston.example"


@pytest.fixture
def peer() -> Iterator[tuple[SmtpPeer, SmtpMail]]:
    with smtp_peer() as one:
        yield one


def invitations(peer: tuple[SmtpPeer, SmtpMail]) -> list[Any]:
    """What arrived since, each with the METHOD of its part and of its file."""
    server, smtp = peer
    server.taken.clear()
    send_all(a_post(smtp, site_url=SITE, staff_mail=OFFICE_MAIL, reply_to="office@contractor.test"))
    assert set(Message.objects.values_list("status", flat=True)) == {"sent"}
    assert {mail["Reply-To"] for mail in server.taken} == {"office@contractor.test"}
    return [
        part
        for mail in server.taken
        for part in mail.walk()
        if part.get_content_type() == "text/calendar"
    ]


def read(part: Any) -> Any:
    raw = part.get_payload(decode=True)
    assert max(len(line) for line in raw.split(b"\r\n")) <= 75
    assert b"[[" not in raw
    assert b"/b/" not in raw  # calendars are shared: no private link
    calendar = Calendar.from_ical(raw)
    assert part.get_param("method") == calendar["METHOD"]
    return calendar


def test_a_date_is_invited_moved_and_called_off_as_one_event_at_a_corrected_address(
    peer: tuple[SmtpPeer, SmtpMail], tmp_path: Path
) -> None:
    order, cards = reserve(), test_cards(tmp_path)
    settle(pay(order, cards=cards), cards=cards)
    corrected = "o'hara+home;RSVP=TRUE@example.org"
    Message.objects.filter(channel="email").update(recipient=corrected)
    Customer.objects.update(email=corrected)
    [invited] = map(read, invitations(peer))

    order = Order.objects.get(pk=order.pk)
    reschedule_appointment(order, slot=Slot(OTHER_DAY, TimeWindow.AFTERNOON), now=NOW)
    [moved] = map(read, invitations(peer))

    asked = CancellationRequest(reason="called us", actor="staff ada")
    cancel_order(Order.objects.get(pk=order.pk), asked, cards=cards, now=NOW)
    [gone] = map(read, invitations(peer))

    calendars = [invited, moved, gone]
    events = [calendar.events[0] for calendar in calendars]
    first = events[0]["SEQUENCE"]
    assert [calendar["METHOD"] for calendar in calendars] == ["REQUEST", "REQUEST", "CANCEL"]
    assert len({str(event["UID"]) for event in events}) == 1
    assert [event["SEQUENCE"] for event in events] == [first, first + 1, first + 2]
    assert [event.start.date() for event in events] == [DAY, OTHER_DAY, OTHER_DAY]
    for event in events:
        assert str(event["ORGANIZER"]) == f"mailto:{OFFICE_MAIL}"
        assert str(event["ATTENDEE"]) == "mailto:o'hara+home%3BRSVP=TRUE@example.org"
        assert event["ATTENDEE"].params["RSVP"] == "FALSE"
        assert str(event["URL"]) == f"{SITE}/my-booking"
