"""A ZIP code is opened, and those who waited for it are told."""

from datetime import timedelta
from typing import Any

import pytest
from bookings import NOW
from django.conf import settings
from waiting import status_of, told, wait

from standby.coverage.models import CoveredZip
from standby.coverage.selectors import count_waiting_phones
from standby.coverage.services.coverage import ZipUndescribed, ZipUnreadable, open_zip
from standby.messaging.models import Message

pytestmark = pytest.mark.django_db
BRENHAM = {"city": "Brenham", "region": "Northwest", "middle": (30.17, -96.40)}


def opened(
    told: dict[str, Any] = BRENHAM, *, zip_code: str = "77833", after: timedelta = timedelta(0)
) -> tuple[CoveredZip, int]:
    return open_zip(zip_code, **told, now=NOW + after)


@pytest.mark.req("MSG-03")
def test_who_waited_is_told_by_one_text() -> None:
    asked = wait()

    assert opened()[1] == 1

    message = Message.objects.get()
    assert (message.channel, message.recipient, message.created_at) == ("sms", "9795550100", NOW)
    assert message.text == (
        "Standby: you asked to be told. We now install home generators in Brenham (77833). "
        f"Your price and date: {settings.SITE_URL}/installation-wizard Reply STOP to opt out."
    )
    assert status_of(asked) == "notified"


def test_opening_it_again_tells_only_who_asked_since() -> None:
    wait()
    opened()
    wait("979-555-0200")

    assert opened(after=timedelta(days=1))[1] == 1
    assert opened(after=timedelta(days=2))[1] == 0
    assert told() == ["9795550100", "9795550200"]


def test_each_phone_that_agreed_and_waits_for_this_zip_is_counted_and_told_once() -> None:
    asked = [
        wait("979-555-0100"),
        wait("+1 979 555 0100"),  # at another address
        wait("979-555-0200", zip_code="77833-1234"),
        wait("979-555-0300", consent=""),  # staff still see them waiting
        wait("979-555-0400", zip_code="77834"),
    ]

    assert count_waiting_phones(["77833"]) == {"77833": 2}
    assert opened()[1] == 2

    assert told() == ["9795550100", "9795550200"]
    assert [status_of(each) for each in asked] == [*["notified"] * 3, *["pending"] * 2]


def test_a_new_zip_is_on_the_list_with_what_was_told_and_one_that_was_closed_as_it_was() -> None:
    for opening in (BRENHAM, {}):
        opened(opening)

        listed = CoveredZip.objects.get()
        assert (listed.zip_code, listed.city, listed.region) == ("77833", "Brenham", "Northwest")
        assert (listed.status, listed.lat, listed.lon) == ("active", 30.17, -96.40)
        CoveredZip.objects.update(status="inactive")


def test_a_new_zip_without_a_middle_stands_in_that_of_its_region() -> None:
    for number, lat in enumerate((29.0, 31.0)):
        CoveredZip.objects.create(
            zip_code=f"7700{number}", city="Houston", region="Northwest", lat=lat, lon=-95.0
        )

    listed, _ = opened({"city": "Brenham", "region": "Northwest"})

    assert (listed.lat, listed.lon) == (30.0, -95.0)


@pytest.mark.parametrize(
    "opening",
    [
        {},
        {"region": "Northwest", "middle": (30.0, -96.0)},
        {"city": "Brenham", "region": "Nowhere"},
        {"city": "Brenham"},
    ],
)
def test_a_new_zip_of_which_too_little_is_told_is_refused(opening: dict[str, Any]) -> None:
    wait()

    with pytest.raises(ZipUndescribed):
        opened(opening)

    assert (told(), CoveredZip.objects.count()) == ([], 0)


@pytest.mark.parametrize("zip_code", ["7783", "77833-1234", "٧٧٨٣٣", ""])
def test_what_is_no_zip_is_refused(zip_code: str) -> None:
    with pytest.raises(ZipUnreadable):
        opened({"city": "Brenham", "middle": (30.0, -96.0)}, zip_code=zip_code)
