"""Which status may follow which: every pair is either allowed here or refused."""

import itertools

import pytest

from standby.apps.accounts.models import Factor
from standby.apps.booking.models import Appointment, ChangeOrder, Order
from standby.apps.notifications.models import Message
from standby.apps.payments.models import CheckoutSession, Milestone, Payment, Refund
from standby.apps.photos.models import Photo, PhotoReview
from standby.apps.proposals.models import Proposal
from standby.apps.quoting.models import WizardSession
from standby.domain.lifecycle import (
    APPOINTMENT,
    CHANGE_ORDER,
    CHECKOUT,
    FACTOR,
    MESSAGE,
    MILESTONE,
    ORDER,
    PAYMENT,
    PHOTO,
    PHOTO_REVIEW,
    PROPOSAL,
    REFUND,
    WIZARD,
    Lifecycle,
    may_become,
)

ALLOWED = {
    "order": (
        ORDER,
        {
            "reserved>scheduled",
            "reserved>cancelled",
            "scheduled>accepted",
            "scheduled>cancelled",
            "accepted>equipment_arrived",
            "accepted>cancelled",
            "equipment_arrived>completed",
            "equipment_arrived>cancelled",
        },
    ),
    "appointment": (
        APPOINTMENT,
        {
            "held>held",
            "held>confirmed",
            "held>expired",
            "held>cancelled",
            "held>needs_new_date",
            "expired>held",
            "expired>confirmed",
            "expired>cancelled",
            "expired>needs_new_date",
            "needs_new_date>confirmed",
            "needs_new_date>cancelled",
            "confirmed>cancelled",
            "confirmed>needs_new_date",
        },
    ),
    "payment": (
        PAYMENT,
        {
            "due>paid",
            "due>cancelled",
            "cancelled>paid",
            "paid>refunded",
            "paid>returned",
            "refunded>paid",
            "returned>paid",
        },
    ),
    "checkout": (
        CHECKOUT,
        {
            "opening>open",
            "opening>expired",
            "opening>complete",
            "open>expired",
            "open>complete",
            "expired>complete",
        },
    ),
    "refund": (
        REFUND,
        {
            "requested>sent",
            "requested>failed",
            "failed>requested",
            "failed>sent",
            "failed>replaced",
            "sent>returned",
            "returned>requested",
            "returned>replaced",
        },
    ),
    "milestone": (
        MILESTONE,
        {"waiting>due", "waiting>cancelled", "due>paid", "due>cancelled", "paid>due"},
    ),
    "photo review": (
        PHOTO_REVIEW,
        {
            "awaiting_photos>submitted",
            "awaiting_photos>cancelled",
            "submitted>retake_requested",
            "submitted>decided",
            "submitted>cancelled",
            "retake_requested>submitted",
            "retake_requested>cancelled",
        },
    ),
    "photo": (
        PHOTO,
        {"receiving>stored", "receiving>refused", "stored>ready", "stored>refused"},
    ),
    "change order": (
        CHANGE_ORDER,
        {"proposed>approved", "proposed>declined", "proposed>withdrawn"},
    ),
    "proposal": (PROPOSAL, {"ready>accepted", "ready>superseded"}),
    "message": (MESSAGE, {"queued>sent", "queued>dead", "queued>suppressed", "dead>queued"}),
    "factor": (FACTOR, {"unverified>verified"}),
    "wizard": (
        WIZARD,
        {"in_progress>completed", "in_progress>abandoned", "abandoned>completed"},
    ),
}


@pytest.mark.parametrize("thing", ALLOWED)
def test_every_pair_of_statuses_is_decided(thing: str) -> None:
    lifecycle, allowed = ALLOWED[thing]

    found = {
        f"{before}>{after}"
        for before, after in itertools.product(lifecycle, repeat=2)
        if before in may_become(lifecycle, after)
    }

    assert found == allowed


@pytest.mark.parametrize(
    ("lifecycle", "statuses"),
    [
        (ORDER, Order.Status.values),
        (APPOINTMENT, Appointment.Status.values),
        (PAYMENT, Payment.Status.values),
        (CHECKOUT, CheckoutSession.Status.values),
        (REFUND, Refund.Status.values),
        (MILESTONE, Milestone.Status.values),
        (PHOTO_REVIEW, PhotoReview.Status.values),
        (PHOTO, Photo.Status.values),
        (CHANGE_ORDER, ChangeOrder.Status.values),
        (PROPOSAL, Proposal.Status.values),
        (MESSAGE, Message.Status.values),
        (FACTOR, Factor.Status.values),
        (WIZARD, WizardSession.Status.values),
    ],
    ids=[
        "order",
        "appointment",
        "payment",
        "checkout",
        "refund",
        "milestone",
        "photo review",
        "photo",
        "change order",
        "proposal",
        "message",
        "factor",
        "wizard",
    ],
)
def test_the_tables_know_every_status_of_their_rows(
    lifecycle: Lifecycle, statuses: list[str]
) -> None:
    assert set(lifecycle) == set(statuses)
