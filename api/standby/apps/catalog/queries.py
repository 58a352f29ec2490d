"""What today's catalogue answers."""

from dataclasses import dataclass
from datetime import timedelta

from standby.apps.catalog.models import Generator, InstallationPackage
from standby.domain.distance import DistanceBand
from standby.domain.errors import Conflict, Invalid
from standby.domain.pricing import PriceBreakdown


class BandNotSold(Conflict):
    """No installation is sold for this distance at the moment."""

    code = "band_not_sold"


class GeneratorNotSold(Invalid):
    """This generator is not for sale."""

    code = "generator_not_sold"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What is asked for: an installation of this run at this address, with a generator or none.

    `model_number` names the generator bought here; None when the customer brings their own.
    """

    band: DistanceBand
    address: str
    zip_code: str
    zip_city: str | None
    model_number: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What today's catalogue answers to a job."""

    package: InstallationPackage
    generator: Generator | None
    city: str
    township: str
    price: PriceBreakdown


@dataclass(frozen=True, slots=True, kw_only=True)
class SchedulingRules:
    """`disabled_weekdays` holds SUN … SAT."""

    min_days: int
    max_days: int
    disabled_weekdays: tuple[str, ...]
    crews_per_day: int
    hold: timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class SchedulingFee:
    amount_cents: int
    refundable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PermitFees:
    """`city_specific` is keyed by township (domain/pricing.township_key)."""

    default_cents: int
    city_specific: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    scheduling: SchedulingRules
    scheduling_fee: SchedulingFee
    permit_fees: PermitFees


def configuration() -> Configuration:
    """Every rule that staff may change, in one query; the spec's defaults where one is unusable."""
    raise NotImplementedError


def offer_for(job: Job) -> Offer:
    """Raises BandNotSold and GeneratorNotSold."""
    raise NotImplementedError
