"""A ZIP code is served from now on, and those who waited for it are told (MSG-03)."""

from dataclasses import dataclass
from datetime import datetime

from standby.apps.coverage import services as coverage
from standby.apps.coverage.models import CoveredZip
from standby.flows.messages.tell import Office, tell_of_opening
from standby.flows.writing import writing


@dataclass(frozen=True, slots=True)
class Opened:
    """`told` counts the phones for which a text was queued."""

    listed: CoveredZip
    told: int


def open_zip(opening: coverage.Opening, *, office: Office, now: datetime) -> Opened:
    """Safe to repeat: whoever asked since the last time is told, and nobody twice.

    Raises ZipUnreadable and ZipUndescribed.
    """
    with writing():
        listed = coverage.serve_zip(opening)
        return Opened(listed, told=tell_who_waited(listed, office=office, now=now))


def tell_who_waited(listed: CoveredZip, *, office: Office, now: datetime) -> int:
    """In the transaction that opens the ZIP code. How many phones are told; nobody twice."""
    waiting = coverage.take_those_to_tell(listed.zip_code)
    for asked in waiting:
        tell_of_opening(asked, listed=listed, office=office, now=now)
    return len(waiting)
