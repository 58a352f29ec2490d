"""URL routes; the built pages are served before them by middleware (server/pages.py)."""

from django.conf import settings
from django.contrib import admin
from django.urls import path, re_path
from django.views.generic import RedirectView

from standby.accounts.api.routes import auth_api
from standby.accounts.staff_api import get_test_proposal
from standby.api import api
from standby.core import health, problems
from standby.core.market import PLACE, read_cities
from standby.messaging import api as messaging
from standby.orders.api import booking_access
from standby.payments.api import checkout
from standby.server import contract
from standby.server.pages import shared_page

_STATE = PLACE.state_code.lower()
# What people type or shorten, and the page they mean.
NEAREST_PAGES = {
    "FAQ": "/faq",
    "legal": "/legal/terms",
    "terms": "/legal/terms",
    "privacy": "/legal/privacy",
    **{
        f"{_STATE}/{slug}": f"/{_STATE}/{slug}/home-generator-installation"
        for slug in read_cities(settings.MARKET)
    },
}

handler500 = "standby.core.problems.server_error_page"
urlpatterns = [
    path("api/openapi.json", contract.get_contract),
    path("api/", api.urls),
    path("b/<str:token>", booking_access.get_booking_link),
    path("unsubscribe/<str:token>", messaging.unsubscribe_page),
    path("dev/messages", messaging.message_preview_page),
    path("dev/messages/<str:kind>", messaging.message_preview_letter),
    path("auth/v1/", auth_api.urls),
    path("healthz", health.get_healthz),
    path("readyz", health.get_readyz),
    path("test-checkout/<str:checkout_id>", checkout.test_checkout_page),
    re_path(r"^test-proposal(?:/|\.html)?$", get_test_proposal),
    path("staff/tables", RedirectView.as_view(url="/staff/tables/")),
    path("staff/tables/", admin.site.urls),
    # The crew's phone is a page of its own, which can be installed.
    re_path(r"^staff/crew/.+", shared_page, {"page": "/staff/crew"}),
    # All other screens of staff are one page, except Django's admin and its static files.
    re_path(r"^staff/(?!(?:tables|assets)(?:/|$)).+", shared_page, {"page": "/staff"}),
    # All price receipts share the page that asks for a code.
    re_path(r"^verify/[0-9A-Za-z][0-9A-Za-z\x20-]{0,39}/?$", shared_page, {"page": "/verify"}),
    # All saved quotes share one page, which loads the quote of its address.
    re_path(r"^quote/[A-Za-z0-9_-]{22}/?$", shared_page, {"page": "/quote"}),
    # So do custom quotes: their tokens have a signature behind a dot.
    re_path(r"^quote/[0-9a-f]{32}\.[A-Za-z0-9_-]{43}/?$", shared_page, {"page": "/quote"}),
    # A diagnostic's page has its id in the address.
    re_path(r"^diagnostic/[0-9a-f-]{36}/?$", shared_page, {"page": "/diagnostic/visit"}),
    # An unknown city shows the main city's page, canonical link included (CITY-01.2).
    re_path(
        rf"^{_STATE}/[^/]+/home-generator-installation/?$",
        shared_page,
        {"page": PLACE.path},
    ),
    *(
        re_path(
            rf"^{shorter}/?$",
            RedirectView.as_view(url=page, permanent=True, query_string=True),
        )
        for shorter, page in NEAREST_PAGES.items()
    ),
    re_path(r"", problems.not_found_page),
]
