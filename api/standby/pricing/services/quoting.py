"""From the wizard's progress to a quote: wizard sessions, quotes and the coupons on them."""

from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Exists, F, Max, Q, QuerySet

from standby.core.clock import local_date
from standby.core.errors import Conflict, Invalid, NotFound, _
from standby.core.transactions import in_transaction
from standby.pricing.models.catalog import Coupon, CouponUse, InstallationPackage
from standby.pricing.models.quoting import Quote, WizardSession
from standby.pricing.rules.distance import Band
from standby.pricing.rules.line_items import (
    changed_price,
    read_lines,
    stored_lines,
    with_installation,
)
from standby.pricing.rules.policy import UNFINISHED_WIZARD_RETENTION, WIZARD_IS_SILENT
from standby.pricing.rules.pricing import FirmPrice, PriceBreakdown, firm_price
from standby.pricing.rules.stay_on import module_line
from standby.pricing.rules.wizard import STEPS_BEFORE_AN_ORDER
from standby.pricing.selectors import catalog
from standby.pricing.selectors.catalog import PricedOffer

_SET_BY_SERVER: Final = ("session_id", "secret_hash", "order_id", "completed_at", "created_at")
COUPON_FIELD: Final = "wizardData.pricing.discounts.coupon_code"
_OPEN_USES: Final = CouponUse.objects.filter(released_at=None, finalized_at=None)


_WIZARD_FIELDS: Final = [
    field for field in WizardSession._meta.concrete_fields if not field.primary_key
]
# In SQL because the ORM returns no columns of a row that was there.
_LOCK_WIZARD: Final = """
INSERT INTO wizard_sessions ({names}) VALUES ({values})
ON CONFLICT (session_id) DO UPDATE SET updated_at = wizard_sessions.updated_at
WHERE wizard_sessions.secret_hash = excluded.secret_hash
RETURNING *
""".format(
    names=", ".join(str(field.column) for field in _WIZARD_FIELDS),
    values=", ".join("%s" for _ in _WIZARD_FIELDS),
)


class WizardNotFound(NotFound):
    code = "wizard_not_found"
    message = _("There is no such wizard session for this visitor.")


class CouponUnknown(Invalid):
    code = "coupon_unknown"
    message = _("We do not recognize this coupon.")


class CouponInactive(Invalid):
    code = "coupon_inactive"
    message = _("This coupon is no longer valid.")


class CouponTooEarly(Invalid):
    code = "coupon_too_early"
    message = _("This coupon is not valid yet.")


class CouponExpired(Invalid):
    code = "coupon_expired"
    message = _("This coupon has expired.")


class CouponUsedUp(Conflict):
    code = "coupon_used_up"
    message = _("This coupon has been used up.")


class WizardCompleted(Conflict):
    code = "wizard_completed"
    message = _("This order is already reserved, so changes to its steps are no longer saved.")


def wizard_for(*, session_id: str, secret_hash: str, now: datetime) -> WizardSession:
    """Return the visitor's wizard with this id, begun if needed. Raises WizardNotFound."""
    wizard, _is_new = WizardSession.objects.get_or_create(
        session_id=session_id,
        defaults={"secret_hash": secret_hash, "created_at": now, "updated_at": now},
    )
    if wizard.secret_hash != secret_hash:
        raise WizardNotFound
    return wizard


def has_wizard(secret_hash: str) -> bool:
    return WizardSession.objects.filter(secret_hash=secret_hash).exists()


def save_progress(
    *, session_id: str, secret_hash: str, progress: Mapping[str, Any], now: datetime
) -> WizardSession:
    """Store what the browser may set of the visitor's wizard, created if needed.

    A save never reopens an abandoned wizard, and never changes a completed one: then the wizard is
    returned as it is. Raises WizardNotFound.
    """
    values = {
        name: "" if value is None and not WizardSession._meta.get_field(name).null else value
        for name, value in progress.items()
        if name not in _SET_BY_SERVER
    }
    if values.get("status") != WizardSession.Status.ABANDONED:
        values.pop("status", None)
    values["updated_at"] = now
    with transaction.atomic(durable=True):
        wizard = _locked_wizard(
            WizardSession(session_id=session_id, secret_hash=secret_hash, created_at=now, **values)
        )
        if wizard.status != WizardSession.Status.COMPLETED:
            _save(wizard, values)
    return wizard


def complete_wizard(
    *,
    session_id: str,
    secret_hash: str,
    order_id: str,
    answers: Mapping[str, Any],
    now: datetime,
) -> WizardSession:
    """Mark the wizard as completed by its order, creating it if needed; the first order stays.

    `answers` are the columns that the order knows: who, when, and the step. Reserving again stores
    them anew. Safe to repeat. It also locks the wizard's row, so call it before locking other rows.
    Raises WizardNotFound when the id belongs to another visitor.
    """
    values = {
        **answers,
        "status": WizardSession.Status.COMPLETED,
        "current_step": STEPS_BEFORE_AN_ORDER[-1],
        "completed_steps": STEPS_BEFORE_AN_ORDER,
        "order_id": order_id,
        "completed_at": now,
        "updated_at": now,
    }
    wizard = _locked_wizard(
        WizardSession(session_id=session_id, secret_hash=secret_hash, created_at=now, **values)
    )
    if wizard.status != WizardSession.Status.COMPLETED:
        _save(wizard, values)
    elif any(getattr(wizard, name) != value for name, value in answers.items()):
        _save(wizard, {**answers, "updated_at": now})
    return wizard


def silent_wizards(*, now: datetime) -> QuerySet[WizardSession]:
    return WizardSession.objects.filter(
        status=WizardSession.Status.IN_PROGRESS, updated_at__lt=now - WIZARD_IS_SILENT
    )


def abandon(silent: QuerySet[WizardSession]) -> int:
    # Reserving still completes an abandoned wizard.
    return silent.update(status=WizardSession.Status.ABANDONED)


def unfinished_wizards(*, now: datetime) -> QuerySet[WizardSession]:
    """Return abandoned wizards past their retention; those with a quote or order are kept."""
    return WizardSession.objects.filter(
        status=WizardSession.Status.ABANDONED,
        updated_at__lt=now - UNFINISHED_WIZARD_RETENTION,
        quotes=None,
        orders=None,
    )


def _locked_wizard(new: WizardSession) -> WizardSession:
    # Two concurrent first requests get the same row: the unique constraint decides. The update
    # changes nothing; it locks the row, and no key of it, so that rows that only reference the
    # wizard, such as a new quote, do not wait.
    values = [
        field.get_db_prep_save(getattr(new, field.attname), connection) for field in _WIZARD_FIELDS
    ]
    own = list(WizardSession.objects.raw(_LOCK_WIZARD, values))
    if not own:
        raise WizardNotFound
    return own[0]


def _save(wizard: WizardSession, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        setattr(wizard, name, value)
    wizard.save(update_fields=list(values))


def make_quote(*, wizard: WizardSession, offer: PricedOffer, now: datetime) -> Quote:
    return Quote.objects.create(
        wizard=wizard,
        city=offer.city,
        township=offer.township,
        zip_code=offer.zip_code,
        package=offer.package,
        generator=offer.generator,
        generator_choice=offer.selection.generator_choice,
        line_items=offer.line_items,
        quoted_run_ft=offer.custom.run_ft if offer.custom else None,
        modules_included=offer.modules_included,
        created_at=now,
        **offer.band.as_quoted,
        **offer.price.as_dict(),
    )


@in_transaction
def make_version(quote: Quote, *, now: datetime, **changes: Any) -> Quote:
    """Create the quote's next version, with these columns changed.

    Call it with the order's row locked, so that version numbers have no gaps.
    """
    versions = Quote.objects.filter(wizard_id=quote.wizard_id)
    newest: int = versions.aggregate(newest=Max("version"))["newest"]
    version = Quote.objects.get(pk=quote.pk)
    version.pk, version.supersedes = None, quote
    version.version, version.created_at = newest + 1, now
    for name, value in changes.items():
        setattr(version, name, value)
    version.line_items = with_installation(
        version.line_items,
        cents=version.installation_cents,
        reach=version.quoted_band.in_words,
    )
    version.save(force_insert=True)
    return version


def with_modules(
    quote: Quote, firm: FirmPrice, *, count: int, cents: int
) -> tuple[FirmPrice, list[dict[str, Any]]]:
    """Return a quote's firm price with so many load management modules at `cents` each, and its
    lines as a quote stores them.

    Raises PriceTooLarge.
    """
    agreed = read_lines(quote.line_items)
    lines = [*agreed, module_line(count, cents=cents)]
    quoted = {each.name: getattr(quote, each.name) for each in fields(PriceBreakdown)}
    price = changed_price(
        PriceBreakdown(**quoted),
        agreed,
        lines,
        tax_rate=catalog.configuration().sales_tax_rate,
    )
    price = replace(price, installation_cents=firm.price.installation_cents)
    return replace(firm, price=price), stored_lines(lines, price)


def get_coupon(code: str, *, today: date) -> Coupon:
    """Return the coupon with this code, in any case.

    Raises CouponUnknown, CouponInactive, CouponTooEarly and CouponExpired.
    """
    try:
        coupon = Coupon.objects.get(code=code.strip().upper())
    except Coupon.DoesNotExist as error:
        raise CouponUnknown(field=COUPON_FIELD) from error
    if not coupon.is_active:
        raise CouponInactive(field=COUPON_FIELD)
    if coupon.starts_on is not None and coupon.starts_on > today:
        raise CouponTooEarly(field=COUPON_FIELD)
    if coupon.ends_on is not None and coupon.ends_on < today:
        raise CouponExpired(field=COUPON_FIELD)
    return coupon


@in_transaction
def use_coupon(coupon_pk: int, *, order_ref: UUID, now: datetime) -> None:
    """Use a coupon for an order. Raises CouponUsedUp.

    Of concurrent uses only as many succeed as are left.
    """
    left = Q(most_uses=None) | Q(used__lt=F("most_uses"))
    if not Coupon.objects.filter(left, pk=coupon_pk).update(used=F("used") + 1):
        raise CouponUsedUp(field=COUPON_FIELD)
    CouponUse.objects.create(coupon_id=coupon_pk, order_ref=order_ref, used_at=now)


def reclaim_use(order_ref: UUID, *, now: datetime) -> None:
    """Use the order's coupon again if its use was released meanwhile. Raises CouponUsedUp."""
    newest = CouponUse.objects.filter(order_ref=order_ref).order_by("-id").first()
    if newest is not None and newest.released_at is not None:
        use_coupon(newest.coupon_id, order_ref=order_ref, now=now)


def orders_with_open_uses() -> QuerySet[Any]:
    return _OPEN_USES.values("order_ref")


def mark_uses_final(paid: Exists, *, now: datetime) -> None:
    """Mark uses of paid orders as final, so that polling skips them.

    `paid` is an EXISTS on the use's `order_ref`.
    """
    of_paid = _OPEN_USES.filter(paid)
    if of_paid.exists():  # so that a poll that finds none writes nothing
        of_paid.update(finalized_at=now)


def release_coupon(order_ref: UUID, *, now: datetime) -> bool:
    """Release the order's coupon use.

    Returns False if the order has no use to release. Safe to repeat.
    """
    live = CouponUse.objects.filter(order_ref=order_ref, released_at=None).first()
    if live is None:
        return False
    if not CouponUse.objects.filter(pk=live.pk, released_at=None).update(released_at=now):
        return False
    Coupon.objects.filter(pk=live.coupon_id).update(used=F("used") - 1)
    return True


def check_coupon(code: str, selection: catalog.Selection, *, now: datetime) -> PriceBreakdown:
    """Return the price with a coupon, without using the coupon.

    Raises the errors of `get_coupon` and `offer_for`, CouponUsedUp, GeneratorMissing and
    AddressNotCovered.
    """
    coupon = get_coupon(code, today=local_date(now))
    if coupon.is_used_up:  # an early check only; `use_coupon` decides
        raise CouponUsedUp(field=COUPON_FIELD)
    zip_code, zip_city = catalog.covered_zip_of(selection)
    snapshot = catalog.catalog_snapshot(now=now)
    offer = snapshot.offer_for(selection, zip_code=zip_code, zip_city=zip_city)
    return offer.with_coupon(coupon).price


def price_of_quote(quote: Quote) -> PriceBreakdown:
    return PriceBreakdown(
        installation_cents=quote.installation_cents,
        generator_cents=quote.generator_cents,
        permit_cents=quote.permit_cents,
        sales_tax_cents=quote.sales_tax_cents,
        discount_cents=quote.discount_cents,
        extras_cents=quote.extras_cents,
    )


def firm_price_of(
    quote: Quote, *, run_ft: int, installation_cents: int | None, now: datetime
) -> FirmPrice:
    """Return the firm price for a run in feet. Raises InstallationPriceMissing."""
    snapshot = catalog.catalog_snapshot(now=now)
    return firm_price(
        price_of_quote(quote),
        quoted_band=quote.quoted_band,
        run_ft=run_ft,
        installation_cents=installation_cents,
        bands=snapshot.bands,
        flat_cents={code: package.price_cents for code, package in snapshot.packages.items()},
        quoted_run_ft=quote.quoted_run_ft,
    )


def package_of(quote: Quote, band: Band, *, now: datetime) -> InstallationPackage:
    """Return the package of a band; one that is no longer sold keeps the quoted package."""
    return catalog.catalog_snapshot(now=now).packages.get(band.code, quote.package)
