"""The generator as it was installed: what its owner asks for afterwards."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from standby.core.clock import local_date
from standby.core.market import GENERATORS
from standby.core.words import _, market_terms, say
from standby.crew_phone.models import JobReport
from standby.crew_phone.selectors import reports_of
from standby.orders.models import Order
from standby.orders.selectors import orders
from standby.readiness.models import InstallationStep

_OWN_UNIT: Final = _("covered by its manufacturer alone, as you supplied it")


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """`serial_number` and `manual_url` are empty where they are not on record.

    With `record_code` anybody verifies what the crew recorded; empty while nothing is sealed.

    `generator_warranty` and `work_warranty` are in the words of the contract.
    """

    name: str
    kw: int
    is_own: bool
    serial_number: str
    installed_on: date
    manual_url: str
    record_code: str
    generator_warranty: str
    work_warranty: str


def machine_of(order: Order, *, equipment: InstallationStep) -> Machine:
    """Return what was installed for an order, as its crew and its staff recorded it."""
    report = next((each for each in reports_of(order) if each.completed_at is not None), None)
    generator = order.generator
    name = f"{generator.brand} {generator.model}" if generator else order.own_model_number
    number = (generator.model_number if generator else order.own_model_number) or ""
    warranty = market_terms().warranty
    return Machine(
        name=equipment.model
        or name
        or (say("%(kw)s kW generator", kw=order.kw) if order.kw else say("Your generator")),
        kw=order.kw,
        is_own=generator is None,
        serial_number=equipment.serial_number or (report.serial_number if report else ""),
        installed_on=_installed_on(order, report),
        record_code=report.record_code if report else "",
        manual_url=GENERATORS.get(number, {}).get("manual_url", ""),
        generator_warranty=warranty["manufacturer"] if generator else say(_OWN_UNIT),
        work_warranty=warranty["workmanship"],
    )


def _installed_on(order: Order, report: JobReport | None) -> date:
    if report is not None and report.finished_at is not None:
        return local_date(report.finished_at)
    return orders.newest_appointment_of(order).day
