"""Whether we install at an address. In this module, because the answer names a permit fee."""

from dataclasses import asdict
from typing import Literal

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Query, Router, Schema

from standby.core.schema import In, Line500, ProblemOut
from standby.coverage.api.places import places, spend_on_places
from standby.coverage.rules.addresses import extract_zip, township_of
from standby.coverage.services import coverage
from standby.pricing.selectors import catalog

router = Router(tags=["coverage"])


class CoverageQuery(In):
    address: Line500


class CoverageOut(Schema):
    is_covered: bool
    zip_code: str | None
    city: str | None
    township: str
    formatted_address: str
    reason: Literal["no_zip", "not_covered", "lookup_failed"] | None


@router.get(
    "/coverage-check",
    response={200: CoverageOut, **dict.fromkeys((422, 429, 503), ProblemOut)},
    operation_id="check_coverage",
)
def get_coverage_check(request: HttpRequest, params: Query[CoverageQuery]) -> CoverageOut:
    """Whether we install at an address, and which township's permit fee applies.

    A ZIP code in the address decides, even while the provider is down. A failed lookup counts as
    not covered.
    """
    if extract_zip(params.address) is None:
        spend_on_places(request)
    result = coverage.check_coverage(address=params.address, places=places(), now=now())
    township = township_of(
        address=result.formatted_address,
        zip_city=result.city,
        configured=catalog.configuration().permit_fees.city_specific,
    )
    return CoverageOut(**asdict(result), is_covered=result.is_covered, township=township)
