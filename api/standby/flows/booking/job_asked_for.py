"""The job that a visitor asks for, if it is one that we do."""

from dataclasses import dataclass
from typing import Literal

from standby.apps.catalog import queries as catalog
from standby.apps.coverage.queries import ListedZip, ZipNotCovered, listed_zip
from standby.domain.addresses import zip_in
from standby.domain.distance import DistanceBand
from standby.domain.errors import Invalid


class AddressNotCovered(Invalid):
    """We are not in your area, yet."""

    code = "address_not_covered"


class GeneratorMissing(Invalid):
    """Please choose a generator, or say that you bring your own."""

    code = "generator_missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class JobWish:
    """Nothing of it is a price: prices are ours (BOOK-03)."""

    band: DistanceBand
    address: str
    told_zip_code: str
    generator_choice: Literal["buy_here", "provide_own"]
    model_number: str


def job_asked_for(wish: JobWish) -> catalog.Job:
    """Raises GeneratorMissing and AddressNotCovered."""
    if wish.generator_choice == "buy_here" and not wish.model_number:
        raise GeneratorMissing(field="wizardData.generator.product.model_number")
    covered = _covered_zip(wish)
    return catalog.Job(
        band=wish.band,
        address=wish.address,
        zip_code=covered.zip_code,
        zip_city=covered.city,
        generator_choice=wish.generator_choice,
        model_number=wish.model_number or None,
    )


def _covered_zip(wish: JobWish) -> ListedZip:
    """The ZIP code in the address decides; what the wizard was told only where there is none."""
    zip_code = zip_in(wish.address) or wish.told_zip_code
    try:
        listed = listed_zip(zip_code)
    except ZipNotCovered as error:
        raise AddressNotCovered(field="wizardData.location.address.formatted") from error
    if not listed.is_served:
        raise AddressNotCovered(field="wizardData.location.address.formatted")
    return listed
