"""Which status may follow which: every pair is either allowed here or refused."""

import itertools

import pytest

from standby.apps.booking.models import Appointment, Order
from standby.apps.payments.models import CheckoutSession, Payment
from standby.apps.quoting.models import WizardSession
from standby.domain.lifecycle import (
    APPOINTMENT,
    CHECKOUT,
    ORDER,
    PAYMENT,
    WIZARD,
    Lifecycle,
    may_become,
)

ALLOWED = {
    "order": (
        ORDER,
        {"reserved>scheduled", "reserved>cancelled", "scheduled>completed"}
        | {"scheduled>cancelled"},
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
        },
    ),
    "payment": (PAYMENT, {"due>paid", "due>cancelled", "cancelled>paid", "paid>refunded"}),
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
        (WIZARD, WizardSession.Status.values),
    ],
    ids=["order", "appointment", "payment", "checkout", "wizard"],
)
def test_the_tables_know_every_status_of_their_rows(
    lifecycle: Lifecycle, statuses: list[str]
) -> None:
    assert set(lifecycle) == set(statuses)
