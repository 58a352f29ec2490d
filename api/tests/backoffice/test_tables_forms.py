"""Every table of staff by its form: what is right is in force at once, what is wrong says why."""

from datetime import date, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from access_helpers import actor_named
from booking_helpers import reserve
from database_helpers import filled
from django.db.models import Model
from django.test import Client
from outbox_helpers import the_message
from pytest_django import Settings
from tables_browser import at_the_tables, fields_of, now, said, save

from standby.accounts.models import Factor, SignInSession, User
from standby.audit.models import AuditEvent
from standby.core.clock import local_date
from standby.core.roles import Role
from standby.coverage.models import NotifyRequest
from standby.crews.models import Technician
from standby.messaging.kinds import KINDS
from standby.messaging.models import Message, MessageTemplate
from standby.orders.models import CrewDay
from standby.orders.services.notify import notify_customer
from standby.pricing.models.catalog import (
    AppConfiguration,
    Coupon,
    Generator,
    InstallationPackage,
    PackageIncludedService,
    PlannedChange,
)
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.pricing.selectors import catalog

TABLES = "/staff/tables/"
EDITED = (AppConfiguration, Coupon, Generator, InstallationPackage, PlannedChange)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shop")]


@pytest.fixture
def manager() -> Client:
    return at_the_tables(Role.MANAGER)


@pytest.fixture
def owner() -> Client:
    return at_the_tables(Role.OWNER)


def page_of(row: Model) -> str:
    meta = row._meta
    return f"{TABLES}{meta.app_label}/{meta.model_name}/{row.pk}/change/"


def add_page(model: type[Model]) -> str:
    return f"{TABLES}{model._meta.app_label}/{model._meta.model_name}/add/"


def the_package(feet: int = 25) -> InstallationPackage:
    return InstallationPackage.objects.get(max_distance_feet=feet, is_active=True)


def the_generator() -> Generator:
    return Generator.objects.get(model_number="7043")


def the_rule(key: str) -> AppConfiguration:
    return AppConfiguration.objects.get(key=key)


def tomorrow() -> date:
    return local_date(now()) + timedelta(days=1)


def refused(answer: Any, words: str) -> None:
    assert answer.status_code == 200, (answer.status_code, said(answer))
    assert words in said(answer)


def saved(answer: Any) -> None:
    assert answer.status_code == 302, said(answer)


@pytest.mark.req("OPS-12.1", "OPS-12.2")
def test_a_price_is_in_force_at_once_and_its_history_stands_on_the_page(manager: Client) -> None:
    manager.get("/api/price-book")  # kept from now on
    for _ in range(2):  # a save that changes nothing is no act
        saved(save(manager, page_of(the_package()), price_cents="5,111.50"))

    book = Client().get("/api/price-book").json()
    close = next(row for row in book["prices"] if row["band"] == "close")
    assert close["installation_cents"] == 5_111_50
    action = AuditEvent.objects.get(action="row_changed")
    told = f"installation_packages {the_package().pk}"
    assert (action.actor, action.object) == (actor_named("manager@example.org"), told)
    assert (action.before, action.after) == ({"price_cents": 4_990_00}, {"price_cents": 5_111_50})
    page = said(manager.get(page_of(the_package())))
    assert "manager@example.org Row changed price: $4,990.00 price: $5,111.50" in page


def test_what_a_package_includes_is_edited_on_its_page(manager: Client) -> None:
    page = page_of(the_package())
    typed = {
        "included_services-0-service_description": "A pad of concrete.",
        "included_services-7-service_name": "Clean-up",
    }
    saved(save(manager, page, **typed))

    services = PackageIncludedService.objects.filter(package=the_package())
    assert services.count() == 8
    assert services.get(service_name="Clean-up").price_cents == 0
    listed = Client().get(f"/api/installation-packages/{the_package().pk}/included-services")
    assert "A pad of concrete." in listed.content.decode()
    assert "Row added: Clean-up" in said(manager.get(page))


def test_a_package_is_taken_off_sale_and_never_deleted(manager: Client) -> None:
    package = the_package(150)
    assert "far" in catalog.catalog_snapshot(now=now()).packages
    saved(save(manager, page_of(package), is_active=None))

    assert "far" not in catalog.catalog_snapshot(now=now()).packages
    assert manager.get(page_of(package).replace("change", "delete")).status_code == 403


def test_a_generator_is_added_and_sold_at_once(manager: Client) -> None:
    typed = {
        "brand": "Generac",
        "model": "Guardian",
        "model_number": "7999",
        "kw": "28",
        "price_cents": "$8,999",
        "fuel_type": "Natural Gas",
    }
    saved(save(manager, add_page(Generator), **typed))

    assert catalog.catalog_snapshot(now=now()).generators["7999"].price_cents == 8_999_00
    assert AuditEvent.objects.get(action="row_added").after["price_cents"] == 8_999_00  # type: ignore[index]


@pytest.mark.req("OPS-12.4")
@pytest.mark.parametrize(
    ("key", "typed", "value"),
    [
        ("hold_minutes", {"number": "55"}, 55),
        (
            "scheduling_fee",
            {"amount_cents": "125", "refundable": "on"},
            {"amount_cents": 125_00, "refundable": True},
        ),
        ("card_surcharge", {"percent": "2.5"}, {"rate": "0.025"}),
        ("card_surcharge", {"percent": "0 %"}, {"rate": "0"}),
    ],
)
def test_a_rule_is_a_form_of_its_own_and_in_force_at_once(
    manager: Client, key: str, typed: dict[str, str], value: object
) -> None:
    Client().get("/api/app-configuration")
    saved(save(manager, page_of(the_rule(key)), **typed))

    assert the_rule(key).value == value
    shown = Client().get("/api/app-configuration").json()
    rules = catalog.catalog_snapshot(now=now()).rules
    assert shown["pricing"]["scheduling_fee"]["amount_cents"] == rules.scheduling_fee_cents
    assert "Row changed" in said(manager.get(page_of(the_rule(key))))


@pytest.mark.parametrize(
    "key",
    ["scheduling_date_range", "scheduling_disabled_weekdays", "crews_per_day", "days_to_pay"],
)
def test_what_settings_edit_has_no_form_among_the_tables(manager: Client, key: str) -> None:
    listed = manager.get(f"{TABLES}pricing/appconfiguration/").content.decode()

    assert page_of(the_rule(key)) not in listed
    assert 'href="/staff/settings/calendar"' in listed
    assert manager.get(page_of(the_rule(key))).status_code == 302  # Django: there is no such row


def test_permit_fees_are_shown_and_planned_and_edited_under_settings(manager: Client) -> None:
    page = page_of(the_rule("permit_fee"))
    shown = manager.get(page)

    assert "The Woodlands $150.00, others $150.00" in said(shown)
    assert "Plan: Permit fee, The Woodlands" in said(shown)
    assert 'href="/staff/settings/permits"' in shown.content.decode()
    assert 'name="_save"' not in shown.content.decode()
    assert manager.post(page, {"default_cents": "1"}).status_code == 403


def page_to_fill(what: str) -> tuple[str, dict[str, Any]]:
    """With what is typed there before something wrong is: a rule's page by its key."""
    if what in ("package", "generator"):
        return page_of(the_package() if what == "package" else the_generator()), {}
    if what == "coupon":
        return add_page(Coupon), {"code": "spring-26", "percent": "5"}
    if what == "member":
        return page_of(User.objects.get(role=Role.OWNER)), {}
    if what == "plan":
        day, price = f"{tomorrow()}", "1.00"
        typed = {"what": key_of_package(), "new_cents": price, "starts_on": day}
        return add_page(PlannedChange), typed
    return page_of(the_rule(what)), {}


@pytest.mark.req("OPS-12.6")
@pytest.mark.parametrize(
    ("what", "typed", "words"),
    [
        ("package", {"price_cents": "-1"}, "Please enter dollars, such as 4,990 or 4,990.00."),
        ("package", {"price_cents": "1.5"}, "Please enter dollars"),
        ("package", {"price_cents": "99999999999.00"}, "That is more than $10,000,000,000.00."),
        ("package", {"price_cents": "", "name": ""}, "This field is required."),
        ("package", {"max_distance_feet": "0"}, "A package reaches at least 1 foot."),
        ("package", {"max_distance_feet": "50"}, "Another package is active for this distance."),
        ("package", {"included_services-0-price_cents": "x"}, "Please enter dollars"),
        ("generator", {"kw": "0"}, "Enter 1 to 150 kW."),
        ("generator", {"model_number": ""}, "Without a model number it is the customer's own"),
        ("generator", {"model_number": "7228"}, "already exists"),
        ("hold_minutes", {"number": "20"}, "greater than or equal to 3"),
        ("scheduling_fee", {"amount_cents": "100,000.01"}, "That is more than $100,000.00."),
        ("card_surcharge", {"percent": "3.5"}, "is not from 0 to 0.03"),
        ("card_surcharge", {"percent": "NaN"}, "Please enter a number, such as 2.5."),
        ("coupon", {"percent": "101"}, "less than or equal to 100"),
        ("coupon", {"percent": ""}, "Please enter either percent or dollars."),
        ("coupon", {"cents_off": "5"}, "Please enter either percent or dollars."),
        ("coupon", {"percent": "", "cents_off": "0"}, "Please enter a discount."),
        ("coupon", {"cents_off": "x"}, "Please enter dollars"),
        ("coupon", {"code": "50% off"}, "A code has only letters, digits and dashes"),
        ("coupon", {"code": "Known"}, "There is already a coupon with this code."),
        (
            "coupon",
            {"starts_on": "2026-12-02", "ends_on": "2026-12-01"},
            "cannot be before the first.",
        ),
        ("member", {"role": "king"}, "Select a valid choice."),
        ("plan", {"starts_on": "2020-01-02"}, "Please choose a day after today"),
        ("plan", {"new_cents": "cheap"}, "Please enter dollars"),
        ("plan", {"what": "quotes/1/total_cents"}, "Select a valid choice."),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(
    owner: Client, what: str, typed: dict[str, Any], words: str
) -> None:
    Coupon.objects.create(code="KNOWN", kind="percent", value=1)
    page, typed_before = page_to_fill(what)
    rows = [list(model.objects.values()) for model in EDITED]

    answer = save(owner, page, **{**typed_before, **typed})

    refused(answer, words)
    assert 'class="errorlist"' in answer.content.decode()
    assert [list(model.objects.values()) for model in EDITED] == rows


def test_the_list_of_rules_says_what_each_says(manager: Client) -> None:
    page = said(manager.get(f"{TABLES}pricing/appconfiguration/"))

    assert "How long a date is held" in page
    assert "Permit fees The Woodlands $150.00, others $150.00" in page


def plan(browser: Client, *, what: str, day: date, price: str = "5,555.00") -> Any:
    return save(browser, add_page(PlannedChange), what=what, new_cents=price, starts_on=f"{day}")


def key_of_package() -> str:
    return f"installation_packages/{the_package().pk}/price_cents"


def test_a_price_is_planned_shown_with_its_date_and_withdrawn(manager: Client) -> None:
    page = manager.get(page_of(the_package()))
    assert "Plan: Standard Installation (to 25 ft)" in said(page)
    saved(plan(manager, what=key_of_package(), day=tomorrow()))

    change = PlannedChange.objects.get()
    assert (change.planned_by, change.new_cents) == (actor_named("manager@example.org"), 5_555_00)
    shown = said(manager.get(page_of(the_package())))
    assert f"$5,555.00, from {tomorrow():%B} {tomorrow().day}, {tomorrow().year}" in shown
    assert the_package().price_cents == 4_990_00

    saved(save(manager, page_of(change)))
    change.refresh_from_db()
    assert change.withdrawn_at is None
    saved(save(manager, page_of(change), withdraw="on"))
    change.refresh_from_db()
    assert change.withdrawn_by == actor_named("manager@example.org")
    assert "withdrawn by manager@example.org" in said(manager.get(page_of(change)))
    assert manager.post(page_of(change), {"withdraw": "on"}).status_code == 403
    history = said(manager.get(page_of(the_package())))
    assert "Row added: planned change" in history
    assert "Row changed: planned change" in history


def test_the_link_to_plan_a_price_has_chosen_it_already(manager: Client) -> None:
    page = manager.get(page_of(the_generator())).content.decode()
    link = next(part.split('"')[0] for part in page.split('href="') if "add/?what=" in part)

    form = fields_of(manager.get(link))

    assert parse_qs(urlsplit(link).query)["what"] == [form["what"]]


def test_one_price_is_planned_once_a_day_and_a_fee_stays_a_fee(manager: Client) -> None:
    saved(plan(manager, what=key_of_package(), day=tomorrow()))
    fee = f"app_configuration/{the_rule('scheduling_fee').pk}/amount_cents"

    twice = plan(manager, what=key_of_package(), day=tomorrow())
    refused(twice, "Another change to this price is already planned for that day.")
    huge = plan(manager, what=fee, day=tomorrow(), price="100,000.01")
    refused(huge, "A fee is at most $100,000.00.")


def test_on_its_day_a_plan_can_only_be_looked_at(manager: Client) -> None:
    saved(plan(manager, what=key_of_package(), day=tomorrow()))
    PlannedChange.objects.update(starts_on=local_date(now()))
    change = PlannedChange.objects.get()

    assert "in force" in said(manager.get(page_of(change)))
    assert manager.post(page_of(change), {"withdraw": "on"}).status_code == 403


@pytest.mark.req("OPS-12.5")
def test_a_coupon_of_percent_and_one_of_dollars(manager: Client) -> None:
    page = add_page(Coupon)
    typed = {"code": "spring-26", "percent": "5", "most_uses": "10", "ends_on": "2026-12-31"}
    saved(save(manager, page, **typed))
    saved(save(manager, page, code="FRIEND", cents_off="250"))

    percent, cents = Coupon.objects.order_by("-code")
    assert (percent.code, percent.kind, percent.value) == ("SPRING-26", "percent", 5)
    assert (cents.kind, cents.value, cents.most_uses) == ("cents", 250_00, None)
    shown = said(manager.get(f"{TABLES}pricing/coupon/"))
    assert "SPRING-26 5 %" in shown
    assert "0 of 10" in shown
    saved(save(manager, page_of(percent), percent="6"))
    percent.refresh_from_db()
    assert percent.value == 6


def test_of_a_used_coupon_the_code_stays_and_so_do_its_uses(manager: Client) -> None:
    coupon = Coupon.objects.create(code="KNOWN", kind="percent", value=1, used=3)

    refused(
        save(manager, page_of(coupon), most_uses="2"), "It was already used more often than that"
    )
    assert "code" not in fields_of(manager.get(page_of(coupon)))


def test_staff_are_invited_under_settings_alone(owner: Client) -> None:
    listed = owner.get(f"{TABLES}accounts/user/").content.decode()

    assert add_page(User) not in listed
    assert 'href="/staff/settings/staff"' in listed
    assert owner.get(add_page(User)).status_code == 403
    assert owner.post(add_page(User), {"email": "jo@example.org"}).status_code == 403
    assert not User.objects.filter(username="jo@example.org").exists()


def test_whoever_leaves_is_out_at_once(owner: Client) -> None:
    jo = at_the_tables(Role.MANAGER, name="jo")
    live = SignInSession.objects.filter(user__username="jo@example.org", ended_at=None)
    assert (jo.get(TABLES).status_code, live.exists()) == (200, True)

    saved(save(owner, page_of(User.objects.get(username="jo@example.org")), is_active=None))

    assert (jo.get(TABLES).status_code, live.exists()) == (302, False)


def test_a_lost_phone_is_forgotten_and_a_link_sent(owner: Client) -> None:
    at_the_tables(Role.MANAGER, name="jo")
    jo = User.objects.get(username="jo@example.org")
    filled(Factor, user=jo)

    saved(save(owner, page_of(jo), forget_factors="on", send_link="on"))

    assert not jo.factors.exists()
    assert Message.objects.filter(recipient="jo@example.org").count() == 1
    assert "Factors removed" in said(owner.get(page_of(jo)))


@pytest.mark.parametrize("change", [{"role": "manager"}, {"is_active": None}])
def test_one_owner_stays(owner: Client, change: dict[str, str | None]) -> None:
    me = User.objects.get(role=Role.OWNER)

    answer = save(owner, page_of(me), **change)

    me.refresh_from_db()
    assert (me.role, me.is_active) == ("owner", True)
    assert "There must be an owner" in said(owner.get(answer["Location"]))
    at_the_tables(Role.OWNER, name="second")
    saved(save(owner, page_of(me), **change))
    me.refresh_from_db()
    assert (me.role, me.is_active) != ("owner", True)


def test_customers_and_visitors_are_not_among_staff(owner: Client) -> None:
    visitor = User.objects.create(username="visitor-1", is_visitor=True)

    assert owner.get(page_of(visitor)).status_code == 302  # Django: there is no such row
    assert "visitor-1" not in said(owner.get(f"{TABLES}accounts/user/"))


def test_a_dispatcher_looks_things_up_and_only_owners_manage_staff(manager: Client) -> None:
    dispatcher = at_the_tables(Role.DISPATCHER)
    CrewDay.objects.create(day="2026-12-24", crews=0, reason="Closed")
    jo = Technician.objects.create(name="Jo", phone="281-555-0100")
    asked, quote = filled(NotifyRequest), filled(ManualQuoteRequest)

    for path in (
        "orders/crewday/",
        "crews/technician/",
        "coverage/notifyrequest/",
        "pricing/manualquoterequest/",
    ):
        assert dispatcher.get(f"{TABLES}{path}").status_code == 200
        assert dispatcher.get(f"{TABLES}{path}add/").status_code == 403
    for row in (jo, asked, quote):
        assert dispatcher.get(page_of(row)).status_code == 200
        assert dispatcher.post(page_of(row), {}).status_code == 403
    for path in (f"{TABLES}accounts/user/", add_page(User)):
        assert manager.get(path).status_code == 403


LIST = "/staff/tables/messaging/messagetemplate/"
TEXT = f"{LIST}reminder_day/sms/change/"
LETTER = f"{LIST}reminder_day/email/change/"
HELLO = "{brand}: see you on {brief_day}, between {hours}. {link}"


def post(browser: Client, path: str, button: str = "save", **typed: str) -> Any:
    sent = {**fields_of(browser.get(path)), **typed, button: "1"}
    return browser.post(path, sent, follow=True)


def test_every_kind_by_every_channel_is_on_the_list_and_opens(manager: Client) -> None:
    page = manager.get(LIST)

    html = page.content.decode()
    for kind in KINDS:
        for channel in ("email", "sms"):
            path = f"{LIST}{kind}/{channel}/change/"
            assert path in html
            opened = manager.get(path)
            assert opened.status_code == 200
            assert "The preview appears once" not in said(opened)
    assert "default text" in said(page)


def test_the_page_shows_our_words_and_what_they_become(manager: Client) -> None:
    text, letter = manager.get(TEXT), manager.get(LETTER)

    assert fields_of(text)["text"] == KINDS["reminder_day"].builtin("sms").text
    assert "Standby: tomorrow, Thu, Mar 12, the crew arrives" in said(text)
    assert "sent as 2 of at most 3 texts" in said(text)
    assert "{link} the link to the booking page; required" in said(text)
    assert fields_of(letter)["subject"] == KINDS["reminder_day"].builtin("email").subject
    assert "Hello Ada, Tomorrow, Thursday, March 12, 2026, a crew is coming" in said(letter)


def test_a_preview_is_shown_as_words_and_nothing_kept(manager: Client) -> None:
    text = post(manager, TEXT, "preview", text=f"{HELLO} Bring щ")
    letter = post(manager, LETTER, "preview", heading="<script>alert(1)</script> {day}")

    assert "Standby: see you on Thu, Mar 12" in said(text)
    assert "These characters make it cost more than twice as much: щ" in said(text)
    assert b"<script>alert(1)" not in letter.content
    assert "<script>alert(1)</script> Thursday, March 12" in said(letter)
    assert not MessageTemplate.objects.exists()


def test_kept_words_are_the_ones_that_are_sent() -> None:
    order = reserve()

    page = post(at_the_tables(), TEXT, text=HELLO)
    notify_customer(order, kind="reminder_day", dedupe_part="o", now=now())

    assert "The text is saved." in said(page)
    assert "by manager@example.org" in said(Client.get(at_the_tables(name="x"), LIST))
    sent = the_message(kind="reminder_day", channel="sms", now=now()).text
    assert sent.startswith("Standby: see you on Thu, Nov 20, between ")
    assert sent.endswith("[[my-booking]]")
    action = AuditEvent.objects.get(action="words_written")
    assert (action.after or {})["text"] == HELLO
    assert (action.before or {})["text"] == KINDS["reminder_day"].builtin("sms").text


def test_with_two_languages_each_has_its_own_template(manager: Client, settings: Settings) -> None:
    alone = said(manager.get(LIST))
    settings.LANGUAGES = [("en", "English"), ("es", "Spanish")]

    page = post(manager, f"{LIST}reminder_day/sms/es/change/", text=HELLO)

    kept = MessageTemplate.objects.get()
    assert (kept.language, kept.text) == ("es", HELLO)
    assert "by text, Spanish" in said(page)
    assert fields_of(manager.get(TEXT))["text"] == KINDS["reminder_day"].builtin("sms").text
    assert ("Spanish" in alone, "text, Spanish" in said(manager.get(LIST))) == (False, True)
    for unknown in ("fr", "es/x"):
        assert manager.get(f"{LIST}reminder_day/sms/{unknown}/change/").status_code == 404


def test_what_cannot_be_sent_is_said_beside_its_field_and_not_kept(manager: Client) -> None:
    text = post(manager, TEXT, text="{brand}: {date} {link}")
    letter = post(manager, LETTER, subject="On {day}\r\nBcc: all@example.org")

    assert "{date} is not a known placeholder." in said(text)
    assert "{brief_day} has to be in it." in said(text)
    assert "The preview appears once the errors next to the fields are fixed." in said(text)
    assert "It must be one line." in said(letter)
    assert fields_of(text)["text"] == "{brand}: {date} {link}"
    assert not MessageTemplate.objects.exists()


def test_words_may_begin_on_a_later_day_and_never_in_the_past(manager: Client) -> None:
    later = (now() + timedelta(days=3)).date()

    post(manager, TEXT, text=HELLO, starts_on=later.isoformat())
    past = post(manager, TEXT, text=HELLO, starts_on="2020-01-01")

    kept = MessageTemplate.objects.get()
    assert kept.starts_at.date() == later
    assert "(planned)" in said(past)
    assert "Choose a day after today" in said(past)
    assert fields_of(manager.get(TEXT))["text"] == KINDS["reminder_day"].builtin("sms").text


def test_our_words_come_back_by_one_click(manager: Client) -> None:
    post(manager, TEXT, text=HELLO)

    page = post(manager, TEXT, "ours")

    assert "The default text is restored." in said(page)
    assert fields_of(page)["text"] == KINDS["reminder_day"].builtin("sms").text
    assert [
        action.action for action in AuditEvent.objects.filter(object__startswith="message_t")
    ] == [
        "words_written",
        "our_words_back",
    ]


def test_a_notice_of_the_agreement_has_no_form(manager: Client) -> None:
    path = f"{LIST}order_cancelled/email/change/"

    page = manager.get(path)
    forced = manager.post(path, {"text": "x", "subject": "x", "save": "1"})

    assert "This text cannot be changed" in said(page)
    assert "<form" not in page.content.decode().split('class="words"')[1]
    assert forced.status_code == 200
    assert not MessageTemplate.objects.exists()


@pytest.mark.parametrize("button", ["save", "ours"])
def test_keeping_words_asks_for_the_second_factor_again(button: str) -> None:
    browser = at_the_tables(shown_ago=timedelta(hours=1))

    asked = browser.post(TEXT, {"text": HELLO, button: "1"})

    assert asked.status_code == 403
    assert "Your second factor" in said(asked)
    assert not MessageTemplate.objects.exists()


def test_who_may_not_change_the_catalogue_sees_no_words() -> None:
    browser = at_the_tables(Role.DISPATCHER)

    assert browser.get(LIST).status_code == 403
    assert browser.get(TEXT).status_code == 403
    assert browser.post(TEXT, {"text": HELLO, "save": "1"}).status_code == 403


@pytest.mark.parametrize("path", ["nothing/sms", "reminder_day/fax", "reminder_day"])
def test_what_is_no_message_is_not_there(path: str) -> None:
    assert at_the_tables().get(f"{LIST}{path}/change/").status_code == 404
