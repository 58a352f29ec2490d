"""One order with a locked price, for whoever tries the product on a machine of their own.

Its id is the one that /test-proposal suggests, so that the page can be tried at once.
"""

import secrets
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from standby.core.clock import local_date
from standby.core.market import GAS, PLACE
from standby.core.providers.crypto import Signer
from standby.orders.models import Order
from standby.orders.rules.scheduling import Calendar, Slot
from standby.orders.selectors.crew_calendar import windows_on_calendar
from standby.orders.services.orders import Contact, ReservationRequest
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services.checkouts import open_checkout
from standby.photos.models import PhotoReview
from standby.pricing.rules.distance import package_band_for
from standby.pricing.selectors import catalog
from standby.pricing.selectors.catalog import covered_zip_of
from standby.workflows.decide_photo_review import Decision, decide_photo_review
from standby.workflows.reserve_appointment import reserve_appointment
from standby.workflows.settle_payment import settle_payment

SAMPLE_ORDER_ID: Final = UUID("3f6f1c52-8a0e-4b7d-9c11-5d2e7a904b18")
_ACTOR: Final = "sample"
_RUN_FT: Final = 20


def make_sample_order(*, cards: TestCards, signer: Signer, site_url: str, now: datetime) -> bool:
    """Reserve and pay the last slot on offer in test mode, and lock the price at 20 ft.

    Nobody sends photos for it. Returns False when it exists already or no day is on offer. Call it
    outside a transaction and never in production.
    """
    slot = _last_slot(now=now)
    if slot is None or Order.objects.filter(public_id=SAMPLE_ORDER_ID).exists():
        return False
    request = ReservationRequest(
        session_id=f"sample-{SAMPLE_ORDER_ID}",
        secret_hash=secrets.token_hex(32),  # of no browser
        band=package_band_for(_RUN_FT, catalog.bands_in_force()).code,
        address=PLACE.sample_address,
        claimed_zip_code="",
        generator_choice="buy_here",
        model_number=GAS["usual_generator"],
        coupon_code="",
        slot=slot,
        contact=Contact(name="Sample Order", email="sample@example.org", phone="(713) 555-0100"),
        origin=None,
    )
    zip_code, zip_city = covered_zip_of(request)
    with transaction.atomic(durable=True):
        appointment, _until = reserve_appointment(
            request, zip_code=zip_code, zip_city=zip_city, order_id=SAMPLE_ORDER_ID, now=now
        )
    order = appointment.order
    url = open_checkout(order, agreed_to=None, cards=cards, site_url=site_url, now=now)
    page_id = url.rpartition("/")[2]
    cards.approve(page_id, now=now)
    settle_payment(cards.look_up(page_id), cards=cards, now=now)
    review = PhotoReview.objects.get(order=order)
    PhotoReview.objects.filter(pk=review.pk).update(
        status=PhotoReview.Status.SUBMITTED,
        consented_at=now,
        submitted_at=now,
        consent_wording="A sample order: nobody was asked.",
    )
    decide_photo_review(
        review.public_id,
        Decision(run_ft=_RUN_FT),
        reason="A sample order: its run is assumed.",
        actor=_ACTOR,
        if_version=None,
        signer=signer,
        now=now,
    )
    return True


def _last_slot(*, now: datetime) -> Slot | None:
    # The last one, where a sample is in nobody's way.
    calendar = Calendar(local_date(now), catalog.configuration().scheduling)
    days = windows_on_calendar(calendar.first_day, calendar.last_day, calendar=calendar, now=now)
    slots = [Slot(day, room.window) for day, _, rooms in days for room in rooms if not room.reason]
    return slots[-1] if slots else None
