"""Access links to one order for the homeowner.

A token is the link's id and an HMAC of it. The database holds only the id, so reading the table or
a backup of it opens nothing.
"""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID, uuid4

from django.db.models import Max

from standby.core.errors import NotFound, _
from standby.orders.models import AccessLink, Appointment, Order
from standby.orders.rules.policy import LINK_LIVES_AT_LEAST, LINK_OUTLIVES_VISIT
from standby.orders.selectors.orders import WITH_ALL

_PURPOSE: Final = b"order link:"
_ID_BYTES: Final = 16
# 136 bits of an HMAC cannot be guessed, and texts are billed by length. 33 bytes are 44 base64
# characters without padding, so each token has exactly one spelling.
_SIGNATURE_BYTES: Final = 17
_TOKEN_CHARACTERS: Final = 44


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
    raw = link.public_id.bytes
    return base64.urlsafe_b64encode(raw + _signature(raw, secret_key=secret_keys[0])).decode()


def order_for_token(token: str, *, secret_keys: Sequence[str], now: datetime) -> Order:
    if len(token) != _TOKEN_CHARACTERS:
        raise LinkForged
    try:
        raw = base64.b64decode(token.encode(), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise LinkForged from error
    id_bytes, signature = raw[:_ID_BYTES], raw[_ID_BYTES:]
    if not any(
        hmac.compare_digest(signature, _signature(id_bytes, secret_key=secret_key))
        for secret_key in secret_keys
    ):
        raise LinkForged
    link_id = UUID(bytes=id_bytes)
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


def _signature(link_id: bytes, *, secret_key: str) -> bytes:
    whole = hmac.digest(secret_key.encode(), _PURPOSE + link_id, hashlib.sha256)
    return whole[:_SIGNATURE_BYTES]
