from datetime import datetime
from uuid import UUID

from standby.apps.booking.services import changes
from standby.apps.photos.decisions import review_by_id
from standby.domain.firm_price import ConfirmedRun, FirmPrice
from standby.flows.photos.decide_photo_review import firm_price_of


def preview_decision(review_id: UUID, *, confirmed: ConfirmedRun, now: datetime) -> FirmPrice:
    """Return the firm price that a confirmed run would give, without writing anything.

    Raises ReviewNotFound, PriceAgreed, InstallationPriceMissing and DiscountBeyondPrice.
    """
    order = review_by_id(review_id).order
    changes.ensure_price_may_change(order)
    return firm_price_of(order, confirmed=confirmed, now=now)
