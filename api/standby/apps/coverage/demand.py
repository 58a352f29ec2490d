"""What was searched for counts as demand by ZIP code; whose address it was is soon forgotten."""

from datetime import datetime
from typing import Final

from django.db.models import Q
from django.db.models.functions import Length

from standby.apps.coverage.models import AddressSearch
from standby.domain.addresses import zip_in
from standby.domain.policy import SEARCHED_ADDRESSES_KEPT

_AT_A_TIME: Final = 500
_ZIP_CHARACTERS: Final = 5


def forget_searched_addresses(*, now: datetime) -> int:
    """How many were cut down to their ZIP code this time: 0 when none is left to do."""
    old = AddressSearch.objects.filter(created_at__lt=now - SEARCHED_ADDRESSES_KEPT)
    telling = old.annotate(told=Length("address")).filter(
        Q(told__gt=_ZIP_CHARACTERS) | Q(geocoding_response__isnull=False) | ~Q(session_id="")
    )
    searches = list(telling.order_by("pk")[:_AT_A_TIME])
    for search in searches:
        search.address = zip_in(search.address) or ""
        search.geocoding_response, search.session_id = None, ""
    AddressSearch.objects.bulk_update(searches, ["address", "geocoding_response", "session_id"])
    return len(searches)
