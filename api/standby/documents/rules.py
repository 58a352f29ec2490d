"""Limits of making documents."""

from datetime import timedelta
from typing import Final

from standby.core.policy import RateLimitRule

PROPOSALS_PER_CLIENT: Final = RateLimitRule(
    name="proposals_client", limit=10, window=timedelta(hours=1)
)
# Since the first failed try; afterwards staff have to make the document.
DOCUMENTS_TRIED_FOR: Final = timedelta(days=30)
