"""The settings screen's first section: who the company is."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Literal

from django.conf import settings
from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from standby.accounts.staff_auth import StaffBearer, by_staff
from standby.audit.selectors import name_of_actor
from standby.company import selectors
from standby.company.selectors import COMPANY, company, stored
from standby.company.services import save_section
from standby.core.contacts import format_phone, us_phone_digits
from standby.core.market import read_company
from standby.core.roles import Permission
from standby.core.schema import Email, Line, Phone, StrictIn
from standby.core.words import say

router = Router(tags=["staff"])
Version = Annotated[int, Field(ge=0, le=2**31 - 1)]


def _as_shown(phone: str) -> str:
    if us_phone_digits(phone) is None:
        raise PydanticCustomError(
            "phone_incomplete", say("Please enter a phone number of ten digits.")
        )
    return format_phone(phone)


def _is_licence(number: str) -> str:
    if not any(digit in number for digit in "123456789"):
        raise PydanticCustomError(
            "licence_implausible", say("Please enter the license number, such as TECL 12345.")
        )
    return number


class CompanyIn(StrictIn):
    """The facts that pages, messages and papers state; `hours` and `support_hours` are words."""

    name: Annotated[str, Line(100, min_length=1)]
    legal_name: Annotated[str, Line(100, min_length=1)]
    licence: Annotated[str, Line(40, min_length=1), AfterValidator(_is_licence)]
    regulator: Annotated[str, Line(300, min_length=1)]
    phone: Annotated[Phone, AfterValidator(_as_shown)]
    email: Email
    address: Annotated[str, Line(200, min_length=1)]
    hours: Annotated[str, Line(80, min_length=1)]
    support_hours: Annotated[str, Line(80, min_length=1)]


class CompanySaveIn(StrictIn):
    version: Version
    facts: CompanyIn


class CompanyFactsOut(Schema):
    name: str
    legal_name: str
    licence: str
    regulator: str
    phone: str
    email: str
    address: str
    hours: str
    support_hours: str


# "screen": staff set it here. "market" is the file that the installation came with; an "invented"
# fact of it only does for trying the product out.
Source = Literal["screen", "environment", "market", "invented"]


class SettingsChangeOut(Schema):
    """Who changed what; `before` and `after` hold only what was altered."""

    at: datetime
    who: str
    before: dict[str, Any]
    after: dict[str, Any]


class CompanySettingsOut(Schema):
    """`otherwise` is what would be stated without this screen."""

    version: int
    facts: CompanyFactsOut
    otherwise: CompanyFactsOut
    sources: dict[str, Source]
    history: list[SettingsChangeOut]


@router.get(
    "/staff/settings/company",
    response=CompanySettingsOut,
    auth=StaffBearer(Permission.OPEN_TABLES),
    operation_id="look_at_company_settings",
)
def get_company_settings(request: HttpRequest) -> dict[str, Any]:
    return _company_settings()


@router.put(
    "/staff/settings/company",
    response=CompanySettingsOut,
    auth=StaffBearer(Permission.CHANGE_CATALOG),
    operation_id="change_company_settings",
)
def put_company_settings(request: HttpRequest, payload: CompanySaveIn) -> dict[str, Any]:
    """Pages, messages and papers state these facts from now on; pages soon after."""
    facts = payload.facts.model_dump()
    # What is as the environment has it stays so, also when the environment changes later.
    changed = {name: text for name, text in facts.items() if text != _otherwise(name)}
    save_section(COMPANY, changed, if_version=payload.version, **by_staff(request))
    return _company_settings()


def history_out(section: str) -> list[dict[str, Any]]:
    """Return the changes of a section for `SettingsChangeOut`, newest first."""
    return [
        {
            "at": event.at,
            "who": name_of_actor(event.actor),
            "before": event.before or {},
            "after": event.after or {},
        }
        for event in selectors.history_of(section)
    ]


def _company_settings() -> dict[str, Any]:
    return {
        "version": selectors.version_of(COMPANY),
        "facts": asdict(company()),
        "otherwise": asdict(settings.COMPANY),
        "sources": _sources(stored(COMPANY)),
        "history": history_out(COMPANY),
    }


def _otherwise(name: str) -> str:
    return str(getattr(settings.COMPANY, name))


def _sources(stated: Mapping[str, str]) -> dict[str, Source]:
    market = read_company(settings.MARKET)

    def source(name: str) -> Source:
        if name in stated:
            return "screen"
        if _otherwise(name) != getattr(market, name):
            return "environment"
        return "invented" if name in settings.COMPANY.placeholders else "market"

    return {name: source(name) for name in CompanyIn.model_fields}
