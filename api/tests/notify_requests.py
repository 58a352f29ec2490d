"""Somebody left a phone number where we do not install yet."""

from collections.abc import Iterator
from itertools import count

from booking_helpers import NOW

from standby.coverage.models import NotifyRequest
from standby.coverage.services.coverage import create_notify_request
from standby.messaging.models import Message

houses: Iterator[int] = count(1)


def wait(
    phone: str = "979-555-0100", *, zip_code: str = "77833", consent: str = "Text me once."
) -> NotifyRequest:
    return create_notify_request(
        {
            "address_formatted": f"{next(houses)} Oak St, Brenham, TX",
            "street_number": "",
            "street_name": "",
            "city": "Brenham",
            "state": "TX",
            "zip_code": zip_code,
            "country": "USA",
        },
        phone_number=phone,
        consent_text=consent,
        reason="not_covered",
        source="hero",
        now=NOW,
    )


def notified() -> list[str]:
    return list(Message.objects.order_by("recipient").values_list("recipient", flat=True))


def status_of(asked: NotifyRequest) -> str:
    return NotifyRequest.objects.get(pk=asked.pk).notification_status
