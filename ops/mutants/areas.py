"""The files to mutate, by area: the parts of the product where a bug hurts most."""

from pathlib import Path
from typing import Final

from ops.places import ROOT

PYTHON: Final[dict[str, tuple[str, ...]]] = {
    "pricing": (
        "domain/{distance,firm_price,pricing,rescheduling,scheduling}.py",
        "pricing/services/coupons.py",
        "apps/quoting/{receipts,services}.py",
        "flows/photos/{decide_change_order,decide_photo_review}.py",
    ),
    "seats": (
        "apps/booking/{board,visits}.py",
        "apps/booking/services/{appointments,crew_days,seats,technicians}.py",
        "flows/booking/{move_appointment,moving,release_hold,reschedule_appointment}.py",
        "flows/booking/{reserve_appointment,confirm_order}.py",
        "http/{appointments,orders}.py",
        "workflows/tasks/holds.py",
    ),
    "ledger": (
        "apps/payments/{ledger,milestones,project_payments,queries}.py",
        "payments/rules/milestones.py",
        "flows/money/{charge_late_fees,check_funding,pay_for_project,reach_milestone}.py",
    ),
    "refunds": (
        "apps/payments/{cancellations,refunds}.py",
        "orders/rules/cancelling.py",
        "workflows/cancel_order.py",
        "flows/money/{request_refund,retry_refund,send_refund}.py",
    ),
    "webhooks": (
        "apps/payments/{disputes,inbox,services}.py",
        "flows/money/{follow_charge,look_up_payment,open_checkout,settle_payment}.py",
        "payments/api/card_events.py",
        "payments/providers/cards/signature.py",
        "payments/tasks/card_events.py",
    ),
    "idempotency": (
        "core/idempotency.py",
        "core/idempotent.py",
        "core/idempotency_key.py",
    ),
    "access": (
        "orders/services/access_links.py",
        "http/{booking_access,booking_link,my_booking,wizard_cookie}.py",
    ),
    "accounts": (
        "apps/accounts/services/*.py",
        "flows/accounts/*.py",
        "http/auth/*.py",
    ),
    "roles": ("core/roles.py", "http/staff/{auth,exports,me,tables_session}.py"),
    "limits": (
        "core/limits.py",
        "domain/{clients,policy}.py",
        "http/{client_address,limits}.py",
    ),
    "coverage": (
        "apps/coverage/{demand,queries,services}.py",
        "domain/{addresses,zip_list}.py",
        "flows/coverage/*.py",
        "coverage/api/coverage.py",
    ),
    "messages": (
        "apps/notifications/{consents,queries,services,unsubscribing}.py",
        "domain/{quiet_hours,replies,resending,retrying}.py",
        "flows/messages/*.py",
        "workflows/tasks/messages.py",
    ),
    "erasure": ("flows/privacy/*.py", "workflows/tasks/retention.py", "messaging/services/erasure.py"),
    "photos": (
        "apps/photos/{decisions,queries,services}.py",
        "flows/photos/{receive_photo,request_retake,submit_photos}.py",
        "http/{photo_files,photos}.py",
        "providers/pictures/{darkroom,magic}.py",
    ),
    "headers": ("server/static_pages.py", "http/{errors,middleware,request_guard}.py"),
}
WEB: Final[dict[str, tuple[str, ...]]] = {
    "web-draft": ("draft/*.ts", "lib/storage.ts"),
    "web-recommendation": (
        "features/energy-sizing/{energy-data,energy-rules,recommend-tier}.ts",
        "features/load-calculation/{managed-load,service-load}.ts",
    ),
    "web-validation": (
        "features/*/{address-rules,agreement-rules,contact-rules,file-rules}.ts",
        "features/manual-quote/request.ts",
        "lib/phone.ts",
    ),
    "web-coverage": (
        "features/coverage-check/use-coverage.ts",
        "features/coverage-list/regions.ts",
        "features/not-covered/{address-parts,rejection-record,use-notify}.ts",
    ),
    "web-wizard": (
        "apps/wizard/{save-quietly,steps,way}.ts",
        "apps/wizard/generator/product-of.ts",
        "features/appointment/{attempt,refusal,use-reserve,week}.ts",
        "lib/{attempts,dates}.ts",
    ),
    "web-analytics": (
        "apps/wizard/visit/{ads-policy,ads-tag}.ts",
        "lib/{analytics,tell-events}.ts",
    ),
    "web-photos": (
        "features/photo-upload/{patience,prepare-photo,review,send-file,shot-state}.ts",
        "features/photo-upload/{shrink,upload-queue}.ts",
    ),
    "web-console": (
        "apps/staff/session/*.ts",
        "apps/staff/session/{allowed,door,idle,step-up}.tsx",
        "lib/api/{staff-arrival,staff-session}.ts",
    ),
    "web-prices": (
        "features/price-calculator/book.ts",
        "features/price-summary/find-price.ts",
        "features/distance-helper/{rules,run}.ts",
        "lib/money.ts",
    ),
}
_NOT_CODE: Final = (".test.", ".fixtures.", ".setup.")


def files_of(area: str) -> list[Path]:
    """Return the files of an area. Raises SystemExit if one of its patterns matches nothing."""
    base = ROOT / "web" / "src" if area in WEB else ROOT / "api" / "standby"
    found = [
        path
        for pattern in (WEB | PYTHON)[area]
        for each in _spelt_out(pattern)
        for path in _some(base, each)
    ]
    return sorted(set(found))


def _spelt_out(pattern: str) -> list[str]:
    # 'a/{b,c}.py' becomes 'a/b.py' and 'a/c.py'; pathlib's glob has no braces.
    head, opening, rest = pattern.partition("{")
    if not opening:
        return [pattern]
    names, _, tail = rest.partition("}")
    return [f"{head}{name}{tail}" for name in names.split(",")]


def _some(base: Path, pattern: str) -> list[Path]:
    found = [
        path
        for path in base.glob(pattern)
        if path.name != "__init__.py" and not any(word in path.name for word in _NOT_CODE)
    ]
    if not found:
        raise SystemExit(f"ops/mutants/areas.py names {pattern}, and there is nothing")
    return found
