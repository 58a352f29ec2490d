"""The files to mutate, by area: the parts of the product where a bug hurts most."""

from pathlib import Path
from typing import Final

from ops.places import ROOT

PYTHON: Final[dict[str, tuple[str, ...]]] = {
    "pricing": (
        "orders/rules/{rescheduling,scheduling}.py",
        "pricing/rules/{distance,firm_price,pricing}.py",
        "pricing/services/{coupons,quoting,receipts}.py",
        "workflows/{decide_change_order,decide_photo_review}.py",
    ),
    "seats": (
        "orders/api/orders.py",
        "tracking/api/{appointments,orders}.py",
        "orders/selectors/{board,calendar}.py",
        "orders/services/{appointments,crew_days,seats,technicians}.py",
        "workflows/{confirm_order,move_appointment,release_holds,reserve_appointment}.py",
    ),
    "ledger": (
        "payments/{rules,selectors}.py",
        "payments/services/{ledger,milestones}.py",
        "workflows/{check_funding,pay_for_project,reach_milestone}.py",
    ),
    "refunds": (
        "orders/rules/cancelling.py",
        "payments/services/{cancellations,refunds}.py",
        "workflows/cancel_order.py",
    ),
    "webhooks": (
        "payments/tasks.py",
        "payments/api/webhooks.py",
        "payments/providers/cards/signature.py",
        "payments/services/{charges,checkouts,disputes}.py",
        "workflows/{follow_charge,look_up_payment,settle_payment}.py",
    ),
    "jobs": ("core/{breaker,jobs}.py",),
    "idempotency": ("core/idempotency.py",),
    "access": (
        "core/visitor_cookie.py",
        "orders/api/{booking_access,booking_link}.py",
        "orders/services/access_links.py",
        "tracking/api/my_booking.py",
    ),
    "accounts": ("accounts/api/*.py", "accounts/services/*.py"),
    "roles": (
        "accounts/staff_auth.py",
        "accounts/staff_api/{admin_session,me}.py",
        "core/roles.py",
        "reports/staff_api/exports.py",
    ),
    "limits": ("core/{clients,limits,policy}.py",),
    "coverage": (
        "coverage/api/coverage.py",
        "coverage/rules/{addresses,zip_list}.py",
        "coverage/selectors/{demand,zips}.py",
        "coverage/services/{coverage,coverage_reports,import_coverage,open_zip}.py",
    ),
    "messages": (
        "messaging/selectors.py",
        "messaging/rules/sms.py",
        "messaging/services/{consents,outbox}.py",
        "orders/services/{customers,notify}.py",
        "tracking/rules/resending.py",
        "workflows/{receive_text,resend_message,send_messages}.py",
    ),
    "erasure": (
        "audit/selectors.py",
        "workflows/{erase_customer,export_personal_data,personal_data_map,record_request,retention,verify_audit_log}.py",
    ),
    "photos": (
        "photos/selectors.py",
        "photos/api/photos.py",
        "photos/providers/pictures/{file_type,process}.py",
        "photos/services/{photos,reviews}.py",
    ),
    "headers": (
        "core/{middleware,problems}.py",
        "server/{request_guard,pages}.py",
    ),
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
        "app/wizard/{save-quietly,steps}.ts",
        "app/wizard/generator/product-of.ts",
        "features/appointment/{reserve-error,use-reserve,week}.ts",
        "lib/dates.ts",
        "api/idempotency.ts",
    ),
    "web-analytics": (
        "app/payment/visit/{ads-policy,ads-tag}.ts",
        "lib/{analytics,analytics-events}.ts",
    ),
    "web-photos": (
        "features/photo-upload/{prepare-photo,retry,review,send-file,shot-state}.ts",
        "features/photo-upload/{shrink,upload-queue}.ts",
    ),
    "web-console": (
        "app/staff/session/*.ts",
        "app/staff/session/{allowed,idle,sign-in-gate,step-up}.tsx",
        "api/{auth-callback,staff-session}.ts",
    ),
    "web-prices": (
        "business/price-book.ts",
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
