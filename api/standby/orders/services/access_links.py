"""Access links to one order for the homeowner.

A token is the link's id and an HMAC of it (core/signed_ids.py).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import uuid4

from django.db.models import Max

from standby.core.errors import NotFound, _
from standby.core.signed_ids import read_signed_id, sign_id
from standby.orders.models import AccessLink, Appointment, Order
from standby.orders.rules.policy import LINK_LIVES_AT_LEAST, LINK_OUTLIVES_VISIT
from standby.orders.selectors.orders import WITH_ALL

_PURPOSE: Final = b"order link:"


class LinkInvalid(NotFound):
    code = "link_not_found"
    message = _("This link is not valid or has expired. Please ask us for a new one.")


class LinkForged(LinkInvalid):
    """A token that we never issued; the response is the same, but only these count as guesses."""


def create_access_token(order: Order, *, secret_keys: Sequence[str], now: datetime) -> str:
    """Return the token of the order's live link, creating or extending the link as needed.

    The first key signs; the others are earlier keys that still verify.
    """
    link = _live_link(order, now=now)
    visits = Appointment.objects.filter(order=order).exclude(status=Appointment.Status.CANCELLED)
    ends_at = visits.aggregate(last=Max("end_at"))["last"] or now
    needed_until = max(ends_at + LINK_OUTLIVES_VISIT, now + LINK_LIVES_AT_LEAST)
    if link.expires_at < needed_until:
        AccessLink.objects.filter(pk=link.pk).update(expires_at=needed_until)
    return sign_id(link.public_id, purpose=_PURPOSE, secret_keys=secret_keys)


def order_for_token(token: str, *, secret_keys: Sequence[str], now: datetime) -> Order:
    link_id = read_signed_id(token, purpose=_PURPOSE, secret_keys=secret_keys)
    if link_id is None:
        raise LinkForged
    orders = Order.objects.filter(
        links__public_id=link_id, links__expires_at__gt=now, links__revoked_at=None
    )
    order = orders.select_related(*WITH_ALL).first()
    if order is None:
        raise LinkInvalid
    return order


def revoke_access_links(order: Order, *, now: datetime) -> None:
    AccessLink.objects.filter(order=order, revoked_at=None).update(revoked_at=now)


def _live_link(order: Order, *, now: datetime) -> AccessLink:
    # An expired link is replaced, never extended: it may have been passed on meanwhile.
    links = AccessLink.objects.filter(order=order, revoked_at=None)
    links.filter(expires_at__lte=now).update(revoked_at=now)
    link = links.first()
    if link is not None:
        return link
    new_link = AccessLink(
        public_id=uuid4(), order=order, expires_at=now + LINK_LIVES_AT_LEAST, created_at=now
    )
    AccessLink.objects.bulk_create([new_link], ignore_conflicts=True)
    return links.get()  # ours, or that of a concurrent request that was faster
