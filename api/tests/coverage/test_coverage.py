"""Where we install, who asked from elsewhere, what was searched for."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from notify_requests import notified, status_of, wait

from standby.coverage import selectors
from standby.coverage.models import AddressSearch, CoveredZip, NotifyRequest, ZipBoundary
from standby.coverage.providers.places import Geocoded, Picture, Places, PlacesDown, Suggestion
from standby.coverage.services.coverage import (
    PhoneIncomplete,
    check_coverage,
    create_notify_request,
    load_coverage_seed,
    log_search_best_effort,
    notify_waitlist,
)
from standby.messaging.models import Message

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
pytestmark = pytest.mark.django_db


class PlacesThatKnow:
    """Places whose every address has this ZIP; down when told so."""

    def __init__(self, zip_code: str = "", *, down: bool = False) -> None:
        self.zip_code = zip_code
        self.down = down
        self.a_notify_request: list[str] = []

    def suggest(self, typed: str, *, session_token: str) -> list[Suggestion]:
        raise PlacesDown("down")

    def geocode(self, address: str) -> Geocoded:
        self.a_notify_request.append(address)
        if self.down:
            raise PlacesDown("down", status="UNAVAILABLE")
        return Geocoded(
            formatted_address=f"{address} {self.zip_code}".strip(),
            zip_code=self.zip_code,
            provider="google",
        )

    def static_map(self, picture: Picture) -> bytes:
        raise PlacesDown("down")


KNOWING: type[Places] = PlacesThatKnow  # mypy holds the signatures together


@pytest.fixture(autouse=True)
def _seeded(db: None) -> None:
    load_coverage_seed(settings.MARKET)


def test_the_seed_is_loaded_once_and_leaves_alone_what_staff_changed() -> None:
    assert (CoveredZip.objects.count(), ZipBoundary.objects.count()) == (183, 183)
    assert load_coverage_seed(settings.MARKET) == 0
    CoveredZip.objects.filter(zip_code="77375").update(status="inactive", city="Tomball North")
    CoveredZip.objects.filter(zip_code="77377").delete()

    assert load_coverage_seed(settings.MARKET) == 2

    assert CoveredZip.objects.get(zip_code="77375").city == "Tomball North"


def test_a_zip_typed_in_the_address_asks_nobody() -> None:
    places = PlacesThatKnow(down=True)

    found = check_coverage(address="1 Oak St, Tomball, TX 77375", places=places, now=NOW)

    assert (found.is_covered, found.zip_code, found.city) == (True, "77375", "Tomball")
    assert places.a_notify_request == []


def test_a_zip_that_is_missing_is_looked_up() -> None:
    found = check_coverage(address="1 Oak St, Tomball, TX", places=PlacesThatKnow("77375"), now=NOW)

    assert (found.is_covered, found.formatted_address) == (True, "1 Oak St, Tomball, TX 77375")


@pytest.mark.req("ADDR-04.2")
@pytest.mark.parametrize(
    ("address", "places", "reason"),
    [
        ("1 Oak St, Dallas, TX 75201", PlacesThatKnow(), "not_covered"),
        ("1 Oak St, Dallas, TX", PlacesThatKnow("75201"), "not_covered"),
        ("1 Oak, Tomball 77377", PlacesThatKnow(), "not_covered"),  # not served any more
        ("1 Oak St, Dallas, TX", PlacesThatKnow(), "no_zip"),
        ("1 Oak St, Dallas, TX", PlacesThatKnow(down=True), "lookup_failed"),
    ],
)
def test_every_failure_counts_as_not_covered(
    address: str, places: PlacesThatKnow, reason: str
) -> None:
    CoveredZip.objects.filter(zip_code="77377").update(status="inactive")

    found = check_coverage(address=address, places=places, now=NOW)

    assert (found.is_covered, found.reason) == (False, reason)


def test_a_failed_lookup_is_kept_for_staff_and_not_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    check_coverage(address="1 Oak St, Tomball", places=PlacesThatKnow(down=True), now=NOW)

    kept = AddressSearch.objects.get()
    assert (kept.address, kept.coverage_status) == ("1 Oak St, Tomball", "lookup_failed")
    assert "UNAVAILABLE" in caplog.text
    assert "Oak" not in caplog.text


ADDRESS = {
    "address_formatted": "1 Oak St, Dallas, TX 75201",
    "street_number": "1",
    "street_name": "Oak St",
    "city": "Dallas",
    "state": "TX",
    "zip_code": "",
    "country": "USA",
}


def a_notify_request(
    phone_number: str = "(214) 555-0123", consent_text: str = "Text me."
) -> NotifyRequest:
    return create_notify_request(
        ADDRESS,
        phone_number=phone_number,
        consent_text=consent_text,
        reason="not_covered",
        source="hero",
        now=NOW,
    )


def test_a_phone_left_waits_with_all_that_is_known() -> None:
    kept = a_notify_request()

    assert (kept.notification_status, kept.phone_number) == ("pending", "2145550123")
    assert (kept.formatted_phone, kept.zip_code) == ("(214) 555-0123", "75201")
    assert (kept.rejection_reason, kept.source) == ("not_covered", "hero")
    assert (kept.consent_text, kept.consented_at) == ("Text me.", NOW)
    assert kept.notification_requested_at == kept.verified_at == kept.created_at == NOW


def test_a_second_press_waits_once() -> None:
    assert a_notify_request().pk == a_notify_request("+1 214 555 0123").pk
    assert a_notify_request().pk != a_notify_request("214 555 9999").pk


def test_without_consent_none_is_kept_and_without_a_whole_phone_nothing() -> None:
    assert a_notify_request(consent_text="").consented_at is None
    with pytest.raises(PhoneIncomplete):
        a_notify_request("555-012")


def search(session_id: str, status: str, *, at: int = 0, context: Any = "hero_cta") -> None:
    log_search_best_effort(
        address="1 Main St, Austin, TX 78701",
        coverage_status=status,
        session_id=session_id,
        search_context=context,
        geocoding_response=None,
        now=NOW + timedelta(minutes=at),
    )


def counted() -> list[tuple[bool, bool, str]]:
    """Of each search whether it is a visitor's first, their first that was covered, and where."""
    rows = AddressSearch.objects.order_by("pk")
    return list(rows.values_list("is_first_check", "is_first_covered", "zip_code"))


@pytest.mark.req("ADDR-06.2")
def test_a_search_that_cannot_be_kept_fails_nobody(caplog: pytest.LogCaptureFixture) -> None:
    search("", "", context=None)

    assert AddressSearch.objects.count() == 0
    assert "not kept: IntegrityError" in caplog.text


def test_a_visitor_is_counted_once_by_their_first_check() -> None:
    notified = [
        ("ada", "not_covered", True, False),
        ("ada", "covered", False, True),
        ("ada", "covered", False, False),
        ("bo", "covered", True, True),
        ("", "not_covered", True, False),
        ("", "covered", True, True),
        ("cy", "lookup_failed", False, False),
    ]
    for at, (visitor, status, _, _) in enumerate(notified):
        search(visitor, status, at=at)

    assert counted() == [(first, covered, "78701") for _, _, first, covered in notified]


def opened(*, after: timedelta = timedelta(0)) -> int:
    """Serve 77833, and notify its waitlist."""
    listed, _ = CoveredZip.objects.get_or_create(
        zip_code="77833", defaults={"city": "Brenham", "lat": 30.17, "lon": -96.4}
    )
    return notify_waitlist(listed, now=NOW + after)


@pytest.mark.req("MSG-03")
def test_who_waited_is_told_by_one_text() -> None:
    a_notify_request = wait()

    assert opened() == 1

    message = Message.objects.get()
    assert (message.channel, message.recipient, message.created_at) == ("sms", "9795550100", NOW)
    assert message.text == (
        "Standby: you asked us to notify you. We now install home generators in Brenham (77833). "
        f"Your price and date: {settings.SITE_URL}/installation-wizard Reply STOP to opt out."
    )
    assert status_of(a_notify_request) == "notified"


def test_opening_it_again_tells_only_who_asked_since() -> None:
    wait()
    opened()
    wait("979-555-0200")

    assert opened(after=timedelta(days=1)) == 1
    assert opened(after=timedelta(days=2)) == 0
    assert notified() == ["9795550100", "9795550200"]


def test_each_phone_that_agreed_and_waits_for_this_zip_is_counted_and_told_once() -> None:
    a_notify_request = [
        wait("979-555-0100"),
        wait("+1 979 555 0100"),  # at another address
        wait("979-555-0200", zip_code="77833-1234"),
        wait("979-555-0300", consent=""),  # staff still see them waiting
        wait("979-555-0400", zip_code="77834"),
    ]

    assert selectors.count_waiting_phones(["77833"]) == {"77833": 2}
    assert opened() == 2

    assert notified() == ["9795550100", "9795550200"]
    assert [status_of(each) for each in a_notify_request] == [*["notified"] * 3, *["pending"] * 2]
