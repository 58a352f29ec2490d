from standby.pricing.models.catalog import (
    AppConfiguration,
    CatalogVersion,
    Coupon,
    CouponUse,
    Generator,
    InstallationPackage,
    PackageBonusItem,
    PackageIncludedService,
    PlannedChange,
)
from standby.pricing.models.quoting import (
    ManualQuoteRequest,
    PriceReceipt,
    Quote,
    WizardInteractionEvent,
    WizardSession,
)

__all__ = [
    "AppConfiguration",
    "CatalogVersion",
    "Coupon",
    "CouponUse",
    "Generator",
    "InstallationPackage",
    "ManualQuoteRequest",
    "PackageBonusItem",
    "PackageIncludedService",
    "PlannedChange",
    "PriceReceipt",
    "Quote",
    "WizardInteractionEvent",
    "WizardSession",
]
