"""What a request to the gas company says: the load of the home and what a generator adds."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from standby.core.market import GAS, GENERATORS, PLACE
from standby.core.policy import MARKET_ZONE
from standby.core.words import _, active_language, number_text, say
from standby.documents.services.document_data import Facts

APPLIANCES: Final[dict[str, str]] = {each["id"]: each["name"] for each in GAS["appliances"]}
GAS_USE: Final[dict[str, dict[str, Any]]] = {
    each["model_number"]: each for each in GAS["generators"]
}
METERS: Final = [each["name"] for each in GAS["meters"]]
_BTU_PER_FOOT: Final[int] = GAS["btu_per_cubic_foot"]


def gas_request_facts(
    *,
    name: str,
    address: str,
    meter: str | None,
    model_number: str | None,
    generator_btu_h: int,
    appliances: Sequence[tuple[str, int]],
    now: datetime,
) -> Facts:
    """Return the contents of the request, in the active language.

    Appliances are ids with their BTU per hour.

    A generator of ours has its manufacturer's figure; `generator_btu_h` is of another one.
    """
    sold, use = GENERATORS.get(model_number or ""), GAS_USE.get(model_number or "")
    added = use["cfh"] * _BTU_PER_FOOT if use else generator_btu_h
    today = sum(btu_h for _, btu_h in appliances)
    total_cfh = _cfh(today + added)
    fitting = next((each for each in GAS["meters"] if each["cfh"] >= total_cfh), None)
    return {
        "language": active_language(),
        "made_on": now.astimezone(MARKET_ZONE).date().isoformat(),
        "utility": PLACE.gas_utility,
        "customer": {"name": name, "address": address},
        "rows": [_row(APPLIANCES[each], btu_h) for each, btu_h in appliances],
        "today": _row(say("Load today"), today),
        "added": _row(say("Added by the generator"), added),
        "total": _row(say("Total with every appliance on"), today + added),
        "meter": meter,
        "fitting": fitting and _rated(fitting),
        "unit": sold and {"name": f"{sold['brand']} {model_number}", "kw": sold["kw"]},
        "pressure": GAS["pressure"],
        "source": use and use["source"]["name"],
        "btu_per_foot": number_text(_BTU_PER_FOOT),
    }


def _rated(meter: dict[str, Any]) -> str:
    exact, about = _("%(meter)s (%(cfh)s CFH)"), _("%(meter)s (about %(cfh)s CFH)")
    return say(exact if meter["source"] else about, meter=meter["name"], cfh=meter["cfh"])


def _row(name: str, btu_h: int) -> dict[str, str]:
    return {"name": name, "btu_h": number_text(btu_h), "cfh": number_text(_cfh(btu_h))}


def _cfh(btu_h: int) -> int:
    return -(-btu_h // _BTU_PER_FOOT)
