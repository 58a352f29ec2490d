"""The contents of documents, taken from an order's rows as the customer saw them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import F, Sum

from standby.core.policy import (
    AGREEMENT_VERSIONS,
    CREDIT_LASTS,
    DEFAULT_CARD_SURCHARGE_RATE,
    HOUSTON,
)
from standby.documents.models import Proposal
from standby.orders.models import Appointment, Order
from standby.orders.rules.cancelling import last_day_to_cancel
from standby.orders.rules.scheduling import TimeWindow
from standby.payments.models import Payment
from standby.payments.rules.milestones import credits_by_share, shares_of
from standby.pricing.models.quoting import PriceReceipt, Quote
from standby.pricing.rules.distance import DistanceBand
from standby.pricing.rules.generator_specs import spec_rows

_BAND_TEXTS: Final = {
    DistanceBand.CLOSE: "up to 25 ft",
    DistanceBand.MEDIUM: "25 to 50 ft",
    DistanceBand.FAR: "50 to 150 ft",
}
_MILESTONE_TEXTS: Final = {
    "acceptance": "At acceptance of this proposal",
    "equipment": "When the equipment arrives",
    "completion": "At substantial completion",
}
_CREDIT_NAMES: Final = {
    Payment.Purpose.SCHEDULING_FEE: "site-visit fee",
    Payment.Purpose.DIAGNOSTIC: "diagnostic",
}
Facts = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeownersAssociation:
    name: str
    address: str = ""
    contact: str = ""
    notes: str = ""


def proposal_facts(order: Order, *, version: int, site_url: str, now: datetime) -> Facts:
    """Return the contents of a proposal; the order's price has to be locked."""
    quote = order.quote
    return {
        **_common_facts(order, site_url=site_url),
        "version": version,
        "made_on": _day(now),
        "locked_on": _day(quote.locked_at or now),
        "visit": _visit(order),
        "run": _run(quote),
        "reason": _reason_of(quote),
        "package": _package(quote),
        "equipment": _equipment(order),
        "lines": _lines(quote),
        "surcharge_words": f"{float(DEFAULT_CARD_SURCHARGE_RATE * 100):g}%",
        "receipt": _receipt(quote, site_url=site_url),
        "booking_url": f"{site_url}/my-booking",
        **_payment_plan(order, now=now),
    }


def acceptance_facts(proposal: Proposal, *, site_url: str) -> Facts:
    """Return the contents of the acceptance document of an accepted proposal."""
    accepted_at = (proposal.accepted_at or proposal.created_at).astimezone(HOUSTON)
    clock = f"{accepted_at:%I:%M %p}".lstrip("0")
    return {
        **_common_facts(proposal.order, site_url=site_url),
        "version": proposal.version,
        "total_cents": proposal.quote.total_cents,
        "accepted": {
            "name": proposal.accepted_name,
            "at_words": f"{accepted_at:%B} {accepted_at.day}, {accepted_at.year}, {clock} Houston",
            "signed_on": _day(accepted_at),
            "last_day": last_day_to_cancel(accepted_at.date()).isoformat(),
            "sha256": proposal.accepted_sha256,
        },
    }


def hoa_facts(
    order: Order, *, association: HomeownersAssociation, site_url: str, now: datetime
) -> Facts:
    fuel = order.generator.fuel_type if order.generator else "Natural Gas/Propane"
    return {
        **_common_facts(order, site_url=site_url),
        "version": 1,
        "made_on": _day(now),
        "association": {
            "name": association.name,
            "address": association.address,
            "contact": association.contact,
        },
        "notes": association.notes,
        "run": _run(order.quote),
        "unit": {
            "fuel": _fuel_text(fuel),
            "kw": kw_of(order),
            "rows": _name_and_value(_spec_rows(order, fuel=fuel)),
            "source": "As its maker states it for this model; the nameplate on the machine counts.",
        },
    }


def kw_of(order: Order) -> int:
    return order.generator.kw if order.generator else order.own_generator_kw or 0


def _common_facts(order: Order, *, site_url: str) -> Facts:
    return {
        "number": str(order.public_id)[:8].upper(),
        "customer": {
            "name": order.customer.name,
            "address": order.order_location.formatted_address,
        },
        "agreement": {
            "version": AGREEMENT_VERSIONS["installation_agreement"],
            "url": f"{site_url}/legal/installation-agreement",
        },
    }


def _visit(order: Order) -> Facts | None:
    appointment = order.appointments.filter(status=Appointment.Status.CONFIRMED).first()
    if appointment is None:
        return None
    return {"day": appointment.day.isoformat(), "hours": TimeWindow(appointment.time_window).label}


def _run(quote: Quote) -> Facts:
    band = DistanceBand(quote.band)
    confirmed_ft = quote.confirmed_run_ft or band.max_distance_ft
    is_beyond = confirmed_ft > DistanceBand.FAR.max_distance_ft
    return {
        "band_ft": band.max_distance_ft,
        "band_words": "more than 150 ft" if is_beyond else _BAND_TEXTS[band],
        "confirmed_ft": confirmed_ft,
    }


def _reason_of(quote: Quote) -> str:
    receipt = PriceReceipt.objects.filter(quote=quote).first()
    return receipt.reason if receipt else ""


def _package(quote: Quote) -> Facts:
    services = quote.package.included_services.filter(is_active=True)
    ordered = services.order_by("display_order", "id")
    return {
        "name": quote.package.name,
        "services": _name_and_description(
            ordered.values_list("service_name", "service_description")
        ),
    }


def _equipment(order: Order) -> Facts:
    generator = order.generator
    if generator is None:
        model = order.own_model_number or "model to be confirmed"
        return {"own": True, "name": model, "kw": kw_of(order)}
    bonuses = order.quote.package.bonus_items.filter(is_active=True).order_by("display_order", "id")
    return {
        "own": False,
        "name": f"{generator.brand} {generator.model}",
        "kw": generator.kw,
        "fuel": _fuel_text(generator.fuel_type),
        "included": _name_and_description(bonuses.values_list("bonus_name", "bonus_description")),
    }


def _lines(quote: Quote) -> Facts:
    return {
        "installation_cents": quote.installation_cents,
        "generator_cents": quote.generator_cents,
        "permit_cents": quote.permit_cents,
        "sales_tax_cents": quote.sales_tax_cents,
        "discount_cents": quote.discount_cents,
        "total_cents": quote.total_cents,
    }


def _payment_plan(order: Order, *, now: datetime) -> Facts:
    # Fees paid for the reservation are credited to the first milestones while the credit lasts.
    credit_until = (order.quote.locked_at or now) + CREDIT_LASTS
    fees = _fees_paid(order) if now <= credit_until else {}
    shares = shares_of(order.quote.total_cents)
    share_credits = credits_by_share(
        [share.amount_cents for share in shares], credit_cents=sum(fees.values())
    )
    return {
        "milestones": [
            {
                "words": _MILESTONE_TEXTS[share.kind],
                "percent": share.percent,
                "amount_cents": share.amount_cents,
                "credit_cents": credit_cents,
                "due_cents": share.amount_cents - credit_cents,
            }
            for share, credit_cents in zip(shares, share_credits, strict=True)
        ],
        "credit_cents": sum(share_credits),
        "credits": [{"words": words, "cents": cents} for words, cents in fees.items()],
        "credit_until": _day(credit_until),
    }


def _fees_paid(order: Order) -> dict[str, int]:
    paid = Payment.objects.filter(
        order=order, purpose__in=list(_CREDIT_NAMES), status=Payment.Status.PAID
    )
    sums = paid.values_list("purpose").annotate(
        sum=Sum(F("amount_cents") - F("refunded_cents") - F("disputed_cents"))
    )
    return {_CREDIT_NAMES[Payment.Purpose(purpose)]: int(cents) for purpose, cents in sums if cents}


def _receipt(quote: Quote, *, site_url: str) -> Mapping[str, str]:
    code = PriceReceipt.objects.get(quote=quote).code
    grouped = "-".join(code[at : at + 4] for at in range(0, len(code), 4))
    return {"code_grouped": grouped, "url": f"{site_url}/verify/{code}"}


def _spec_rows(order: Order, *, fuel: str) -> list[tuple[str, str]]:
    generator = order.generator
    name = f"{generator.brand} {generator.model}" if generator else order.own_model_number
    number = (generator.model_number if generator else order.own_model_number) or ""
    return [
        ("Model", name or "to be confirmed"),
        ("Rated output", f"{kw_of(order)} kW"),
        ("Fuel", _fuel_text(fuel)),
        *spec_rows(number),
        ("Enclosure", "the manufacturer's, fully enclosed and sound-attenuating"),
        ("Transfer switch", "automatic, listed, beside the electrical panel"),
        ("Base", "3-inch concrete pad, level and anchored"),
    ]


def _fuel_text(fuel_type: str) -> str:
    return fuel_type.lower().replace("/", " or ")


def _name_and_value(rows: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in rows]


def _name_and_description(rows: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "description": text} for name, text in rows]


def _day(at: datetime) -> str:
    return at.astimezone(HOUSTON).date().isoformat()
