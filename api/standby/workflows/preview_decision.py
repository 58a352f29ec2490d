from datetime import datetime
from uuid import UUID

from standby.orders.services import changes
from standby.photos.services.decisions import review_by_id
from standby.pricing.rules.firm_price import ConfirmedRun, FirmPrice
from standby.workflows.decide_photo_review import firm_price_of


def preview_decision(review_id: UUID, *, confirmed: ConfirmedRun, now: datetime) -> FirmPrice:
    """Return the firm price that a confirmed run would give, without writing anything.

    Raises ReviewNotFound, PriceAgreed, InstallationPriceMissing and DiscountBeyondPrice.
    """
    order = review_by_id(review_id).order
    changes.ensure_price_may_change(order)
    return firm_price_of(order, confirmed=confirmed, now=now)
