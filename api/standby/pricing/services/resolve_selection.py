"""Validation of a visitor's selection against coverage."""

from dataclasses import dataclass
from typing import Final, Literal

from standby.core.errors import Invalid, _
from standby.coverage.rules.addresses import extract_zip
from standby.coverage.selectors import ZipNotCovered, get_zip
from standby.pricing.rules.distance import DistanceBand
from standby.pricing.selectors import catalog

_ADDRESS: Final = "wizardData.location.address.formatted"


class AddressNotCovered(Invalid):
    code = "address_not_covered"
    message = _("We are not in your area, yet.")


class GeneratorMissing(Invalid):
    code = "generator_missing"
    message = _("Please choose a generator, or say that you bring your own.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    # It carries no price: the server computes every price (BOOK-03.1).
    band: DistanceBand
    address: str
    claimed_zip_code: str
    generator_choice: Literal["buy_here", "provide_own"]
    model_number: str


def resolve_selection(selection: Selection) -> catalog.PricingInput:
    """Return the pricing input of a selection. Raises GeneratorMissing and AddressNotCovered."""
    if selection.generator_choice == "buy_here" and not selection.model_number:
        raise GeneratorMissing(field="wizardData.generator.product.model_number")
    # The ZIP code in the address outranks the one that the wizard sent.
    try:
        covered = get_zip(extract_zip(selection.address) or selection.claimed_zip_code)
    except ZipNotCovered as error:
        raise AddressNotCovered(field=_ADDRESS) from error
    if not covered.is_served:
        raise AddressNotCovered(field=_ADDRESS)
    return catalog.PricingInput(
        band=selection.band,
        address=selection.address,
        zip_code=covered.zip_code,
        zip_city=covered.city,
        generator_choice=selection.generator_choice,
        model_number=selection.model_number or None,
    )
