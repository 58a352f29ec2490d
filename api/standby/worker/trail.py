"""Each night the trail is proved, and its fingerprint leaves the house by mail and log."""

import logging
from datetime import datetime

from standby.flows.tell import Office
from standby.flows.verify_trail import verify_nightly

log = logging.getLogger(__name__)


def prove_trail(*, office: Office, now: datetime) -> bool:
    """Whether it holds."""
    verdict = verify_nightly(office=office, now=now)
    if verdict.is_whole:
        log.info("the trail holds: %s", verdict.fingerprint)
    else:
        log.error("the trail does not hold: %s", "; ".join(verdict.broken))
    return verdict.is_whole
