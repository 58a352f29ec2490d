"""The contents of documents, taken from an order's rows as the customer saw them."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from standby.company.selectors import company
from standby.core.clock import local_date
from standby.core.market import PLACE
from standby.core.money import round_cents, shares_of
from standby.core.policy import (
    AGREEMENT_VERSIONS,
    CREDIT_LASTS,
    DEFAULT_CARD_SURCHARGE_RATE,
    MARKET_ZONE,
)
from standby.core.words import (
    _,
    active_language,
    any_of,
    dollars,
    full_date,
    hours_label,
    listed,
    market_terms,
    moment_on_record,
    morning_of,
    number_text,
    percent_text,
    say,
    spoken,
)
from standby.documents.models import Proposal
from standby.documents.rules.clauses import clauses_of, fingerprint
from standby.orders.models import Appointment, Order
from standby.orders.rules.cancelling import last_day_to_cancel
from standby.orders.rules.policy import CANCELLATION_PERCENT
from standby.orders.selectors.stay_on import carried_in_part
from standby.payments.models import Milestone, Payment
from standby.payments.rules import credits_by_share
from standby.payments.services.fee_credits import creditable_fees
from standby.payments.services.milestones import milestone_of
from standby.pricing.models.quoting import PriceReceipt, Quote
from standby.pricing.rules.configuration import PaymentTerms
from standby.pricing.rules.distance import Band
from standby.pricing.rules.generator_specs import specs_in_words
from standby.pricing.rules.line_items import EXTRAS, FLAT, LineKind
from standby.pricing.selectors import catalog

_MILESTONE_TEXTS: Final = {
    "acceptance": _("Within %(days)s days after your cancellation period ends"),
    "equipment": _("Within %(days)s days after the equipment arrives"),
    "completion": _("Within %(days)s days after substantial completion"),
}
_FUELS: Final = {"natural gas": _("natural gas"), "propane": _("propane")}
Facts = Mapping[str, object]


def language_of(order: Order) -> str:
    """Return the language in which an order's papers are made: that of its customer.

    Those for others than the customer are English whatever it is: the application to an
    association, the request to a gas company.
    """
    return spoken(order.customer.language)


def proposal_facts(
    order: Order, *, version: int, terms: PaymentTerms, site_url: str, now: datetime
) -> Facts:
    """Return what a proposal's PDF is set from; its clauses are what is signed.

    As all facts in the active language, which is one of them. The order's price has to be locked.
    """
    quote = order.quote
    appointment = order.appointments.filter(status=Appointment.Status.CONFIRMED).first()
    facts = {
        **common_facts(order, site_url=site_url),
        "seller": asdict(company()),
        "version": version,
        "made_on": iso_day(now),
        "locked_on": iso_day(quote.locked_at or now),
        "visit": appointment
        and {
            "day": appointment.day.isoformat(),
            "hours": _half_days(appointment),
        },
        "total_cents": quote.total_cents,
        "run": run_of(quote),
    }
    clauses = clauses_of({**facts, **_contents(order, terms=terms, site_url=site_url, now=now)})
    return {**facts, "clauses": clauses, "clauses_sha256": fingerprint(clauses)}


def _contents(
    order: Order, *, terms: PaymentTerms, site_url: str, now: datetime
) -> dict[str, object]:
    quote = order.quote
    services = quote.package.included_services.filter(is_active=True)
    receipt = PriceReceipt.objects.get(quote=quote)
    return {
        "reason": receipt.reason,
        "services": [
            {"name": service.service_name, "description": service.service_description}
            for service in services.order_by("display_order", "id")
        ],
        "equipment": _equipment(order),
        "stay_on": carried_in_part(order),
        "lines": {
            "installation_cents": quote.installation_cents,
            "generator_cents": quote.generator_cents,
            "permit_cents": quote.permit_cents,
            "sales_tax_cents": quote.sales_tax_cents,
            "sales_tax_name": sales_tax_name(quote),
            "installation_name": installation_name(quote),
            "extras": [
                {"name": name_of_extra(line), "cents": line["amount_cents"]}
                for line in quote.line_items
                if line["kind"] in EXTRAS
            ],
            "discount_cents": quote.discount_cents,
            "total_cents": quote.total_cents,
        },
        "surcharge_words": percent_text(DEFAULT_CARD_SURCHARGE_RATE),
        "cancellation_percent": _percent(CANCELLATION_PERCENT),
        "receipt": {
            "code_grouped": "-".join(
                receipt.code[at : at + 4] for at in range(0, len(receipt.code), 4)
            ),
            "url": f"{site_url}/verify/{receipt.code}",
        },
        "late_fee_words": percent_text(terms.late_fee_rate),
        **_payment_plan(order, terms=terms, now=now),
    }


def acceptance_facts(proposal: Proposal, *, site_url: str) -> Facts:
    accepted_at = (proposal.accepted_at or proposal.created_at).astimezone(MARKET_ZONE)
    first = milestone_of(proposal.order, Milestone.Kind.ACCEPTANCE)
    return {
        **common_facts(proposal.order, site_url=site_url),
        "version": proposal.version,
        "total_cents": proposal.quote.total_cents,
        "first_payment": {
            "cents": first.amount_cents - first.credit_cents,
            "due_on": first.due_on and first.due_on.isoformat(),
        },
        "accepted": {
            "name": proposal.accepted_name,
            "at_words": f"{moment_on_record(accepted_at)} {PLACE.city}",
            "signed_on": iso_day(accepted_at),
            "last_day": last_day_to_cancel(accepted_at.date()).isoformat(),
            "sha256": proposal.accepted_sha256,
            "clauses_sha256": proposal.accepted_clauses_sha256,
        },
    }


def hoa_facts(
    order: Order, *, association: Mapping[str, str], site_url: str, now: datetime
) -> Facts:
    """Return the contents of an application; an association has a name, address, contact, notes."""
    generator = order.generator
    fuel = _fuel_text(generator.fuel_type if generator else "Natural Gas/Propane")
    name = f"{generator.brand} {generator.model}" if generator else order.own_model_number
    number = (generator.model_number if generator else order.own_model_number) or ""
    spec = [
        (say("Model"), name or say("to be confirmed")),
        *([(say("Rated output"), say("%(kw)s kW", kw=order.kw))] if order.kw else []),
        (say("Fuel"), fuel),
        *specs_in_words(number),
        (say("Enclosure"), say("the manufacturer's, fully enclosed and sound-attenuating")),
        (say("Transfer switch"), say("automatic, listed, next to the electrical panel")),
        (say("Base"), say("3-inch concrete pad, level and anchored")),
    ]
    return {
        **common_facts(order, site_url=site_url),
        "version": 1,
        "made_on": iso_day(now),
        "association": association,
        "run": run_of(order.quote),
        "unit": {
            "fuel": fuel,
            "kw": order.kw,
            "rows": [{"name": label, "value": value} for label, value in spec],
            "source": say("As stated by the manufacturer. The nameplate on the unit controls."),
        },
    }


def common_facts(order: Order, *, site_url: str) -> Facts:
    terms = market_terms()
    return {
        "language": active_language(),
        "number": order.confirmation_code,
        "booking_url": order.booking_url(site_url),
        "customer": {
            "name": order.customer.name,
            "address": order.order_location.formatted_address,
        },
        "terms": {
            "warranty": dict(terms.warranty),
            "fee_name": terms.fee_name,
            "fee_includes": terms.fee_includes,
            "fee_credit_days": terms.fee_credit_days,
            "fee_cancel_hours": terms.fee_cancel_hours,
            "price_rise": _percent(terms.price_rise_percent),
            "not_included": [item["name"] for item in terms.not_included],
        },
        "clearances": dict(terms.clearances),
        "agreement": {
            "version": AGREEMENT_VERSIONS["installation_agreement"],
            "url": f"{site_url}/legal/installation-agreement",
        },
    }


def sales_tax_name(quote: Quote) -> str:
    """Return what the line of the tax is called, with the rate if today's is the one charged."""
    taxed_extras = any(line["taxable"] and line["kind"] in EXTRAS for line in quote.line_items)
    taxed = listed(
        [
            *([say("the generator")] if quote.generator_cents else []),
            *([say("taxable extras")] if taxed_extras or not quote.generator_cents else []),
        ]
    )
    rate = catalog.configuration().sales_tax_rate
    taxable_cents = sum(line["amount_cents"] for line in quote.line_items if line["taxable"])
    if round_cents(taxable_cents * rate) != quote.sales_tax_cents:
        return say("Sales tax on %(things)s", things=taxed)
    return say("Sales tax %(rate)s on %(things)s", rate=percent_text(rate), things=taxed)


def name_of_extra(line: Mapping[str, Any]) -> str:
    quantity = f"{number_text(line['quantity'])} {line['unit']}".strip()
    name = str(line["description"])
    return f"{name} ({quantity})" if line["unit"] or line["quantity"] > 1 else name


def installation_name(quote: Quote) -> str:
    for line in quote.line_items:
        if line["kind"] == LineKind.INSTALLATION and line["unit"] != FLAT:
            return say("%(name)s (labor)", name=line["description"])
    return say("Installation, flat rate (labor)")


def _half_days(appointment: Appointment) -> str:
    hours = hours_label(appointment.hours)
    last_day = appointment.ends_on
    if last_day == appointment.day:
        return hours
    return say("%(hours)s; we finish %(morning)s", hours=hours, morning=morning_of(last_day))


def run_of(quote: Quote) -> Facts:
    """Return how far the generator is from the panel, in feet and in words."""
    band = quote.quoted_band
    confirmed_ft = quote.confirmed_run_ft or quote.quoted_run_ft or band.max_ft
    reaches_ft = sorted({band.max_ft, *(each.max_ft for each in catalog.bands_in_force())})
    return {
        "band_ft": band.max_ft,
        "band_words": _reach_of(band, confirmed_ft=confirmed_ft),
        "confirmed_ft": confirmed_ft,
        "reaches_ft": reaches_ft,
        "reaches_words": listed([str(feet) for feet in reaches_ft]),
    }


def _reach_of(band: Band, *, confirmed_ft: int) -> str:
    if confirmed_ft > band.max_ft:
        return say("more than %(feet)s ft", feet=band.max_ft)
    if band.from_ft == 0:
        return say("up to %(feet)s ft", feet=band.max_ft)
    return say("%(least)s to %(most)s ft", least=band.from_ft, most=band.max_ft)


def _equipment(order: Order) -> Facts:
    generator = order.generator
    if generator is None:
        model = order.own_model_number or say("model to be confirmed")
        return {"own": True, "name": model, "kw": order.kw}
    bonuses = order.quote.package.bonus_items.filter(is_active=True).order_by("display_order", "id")
    return {
        "own": False,
        "name": f"{generator.brand} {generator.model}",
        "kw": generator.kw,
        "fuel": _fuel_text(generator.fuel_type),
        "included": [
            {"name": bonus.bonus_name, "description": bonus.bonus_description} for bonus in bonuses
        ],
    }


def _payment_plan(order: Order, *, terms: PaymentTerms, now: datetime) -> dict[str, object]:
    # Fees paid for the reservation are credited to the first milestones while the credit lasts.
    fees: dict[str, int] = {}
    for fee in creditable_fees(order, now=now):
        is_reservation = fee.purpose == Payment.Purpose.SCHEDULING_FEE
        name = market_terms().fee_name if is_reservation else say("diagnostic")
        fees[name] = fees.get(name, 0) + fee.left_cents
    shares = shares_of(order.quote.total_cents, percents=terms.milestones)
    share_credits = credits_by_share(
        [cents for *_, cents in shares], credit_cents=sum(fees.values())
    )
    return {
        "milestones": [
            {
                "words": say(_MILESTONE_TEXTS[kind], days=terms.days_to_pay),
                "percent": _percent(percent),
                "amount_cents": cents,
                "credit_cents": credit_cents,
                "due_cents": cents - credit_cents,
            }
            for (kind, percent, cents), credit_cents in zip(shares, share_credits, strict=True)
        ],
        "credit_cents": sum(share_credits),
        "credits": [
            {"words": words, "amount": dollars(cents)} for words, cents in fees.items() if cents
        ],
        "credit_until_words": full_date(local_date((order.quote.locked_at or now) + CREDIT_LASTS)),
    }


def _fuel_text(fuel_type: str) -> str:
    fuels = fuel_type.lower().split("/")
    return any_of([say(_FUELS[each]) if each in _FUELS else each for each in fuels])


def _percent(percent: int) -> str:
    return percent_text(Decimal(percent) / 100)


def iso_day(at: datetime) -> str:
    return at.astimezone(MARKET_ZONE).date().isoformat()
