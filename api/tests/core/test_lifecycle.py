"""What holds of every table of statuses: where a row begins, and what is over stays over."""

from typing import Final

import pytest
from django.db import models

from standby.accounts.models import Factor
from standby.core import lifecycle as tables
from standby.core.lifecycle import Lifecycle, statuses_before
from standby.coverage.models import CoverageImport
from standby.documents.models import Proposal
from standby.messaging.models import Message
from standby.orders.models import Appointment, ChangeOrder, Order
from standby.payments.models import CheckoutSession, Milestone, Payment, Refund
from standby.photos.models import Photo, PhotoReview
from standby.pricing.models.quoting import WizardSession

# Whose rows follow which table, and after which statuses nothing follows.
ENDS: Final[dict[type[models.Model], tuple[Lifecycle, set[str]]]] = {
    Order: (tables.ORDER, {"completed", "cancelled"}),
    Appointment: (tables.APPOINTMENT, {"cancelled"}),
    Payment: (tables.PAYMENT, set()),
    CheckoutSession: (tables.CHECKOUT, {"complete"}),
    Refund: (tables.REFUND, {"replaced"}),
    Milestone: (tables.MILESTONE, {"cancelled"}),
    PhotoReview: (tables.PHOTO_REVIEW, {"decided", "cancelled"}),
    Photo: (tables.PHOTO, {"ready", "refused"}),
    ChangeOrder: (tables.CHANGE_ORDER, {"approved", "declined", "withdrawn"}),
    Proposal: (tables.PROPOSAL, {"accepted", "superseded"}),
    Message: (tables.MESSAGE, {"sent", "suppressed"}),
    Factor: (tables.FACTOR, {"verified"}),
    WizardSession: (tables.WIZARD, {"completed"}),
    CoverageImport: (tables.COVERAGE_IMPORT, {"applied", "withdrawn"}),
}


def reached_from(lifecycle: Lifecycle, status: str) -> set[str]:
    """All that may come after it, at once or later."""
    reached: set[str] = set()
    ahead = [status]
    while ahead:
        after = lifecycle[ahead.pop()] - reached
        reached |= after
        ahead += after
    return reached


def test_every_table_is_looked_at() -> None:
    written = [name for name, table in vars(tables).items() if name.isupper() and table]

    assert len(written) == len(ENDS)


@pytest.mark.parametrize("model", ENDS)
def test_a_row_begins_somewhere_and_comes_to_every_status_it_may_have(
    model: type[models.Model],
) -> None:
    lifecycle, _ = ENDS[model]
    status = model._meta.get_field("status")
    assert isinstance(status, models.CharField)

    assert set(lifecycle) == {value for value, _ in status.choices or ()}
    assert reached_from(lifecycle, status.default) | {status.default} == set(lifecycle)


@pytest.mark.parametrize("model", ENDS)
def test_what_is_over_stays_over(model: type[models.Model]) -> None:
    lifecycle, over = ENDS[model]

    left = {before for after in lifecycle for before in statuses_before(lifecycle, after)}

    assert set(lifecycle) - left == over


@pytest.mark.parametrize(
    ("table", "before", "never"),
    [
        (tables.ORDER, "accepted", {"reserved", "scheduled"}),
        (tables.ORDER, "equipment_arrived", {"accepted"}),
        (tables.APPOINTMENT, "confirmed", {"held", "expired"}),
        (tables.PAYMENT, "paid", {"due", "cancelled"}),
        (tables.CHECKOUT, "expired", {"opening", "open"}),
        (tables.PHOTO, "stored", {"receiving"}),
        (tables.PHOTO_REVIEW, "submitted", {"awaiting_photos"}),
        (tables.WIZARD, "abandoned", {"in_progress"}),
    ],
)
def test_nothing_goes_back_behind_a_step_that_others_rely_on(
    table: Lifecycle, before: str, never: set[str]
) -> None:
    assert not reached_from(table, before) & never
