"""Acts that can be undone, and what can be taken back: how each is done and undone by HTTP."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from access_helpers import open_day
from console_client import Console
from crew_phone_helpers import Phone, a_job
from django.db import transaction
from django.test import Client
from payment_terms import PAYMENT_TERMS
from whole_orders import confirm, now, reserve

from standby.core.clock import local_date
from standby.core.models import Job
from standby.core.roles import Role
from standby.crews.models import Technician
from standby.orders.models import Order, UndoableAction
from standby.orders.services.crew_seats import make_seats
from standby.payments.services.milestones import begin_project
from standby.photos.models import PhotoReview
from standby.photos.services.reviews import open_review
from standby.pricing.rules.line_items import read_lines

Action = UndoableAction.Action


@dataclass
class World:
    """Who acts, and on what."""

    staff: Console
    order: Any = None
    technician: Any = None
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"orders/{self.order.public_id}"

    @property
    def visit(self) -> str:
        return f"appointments/{self.order.appointments.get().public_id}"


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """`grows`: tables that keep what was written, as history or as a correction of it. `differs`:
    columns that are not as before, by table.
    """

    begin: Callable[[], World]
    do: Callable[[World], Any]
    undo: Callable[[World, Any], Any]
    grows: frozenset[str] = frozenset()
    differs: Mapping[str, frozenset[str]] = field(default_factory=dict)


def undo_own_action(world: World, _done: Any) -> Any:
    """As the button does that stands there for ten seconds."""
    action = world.staff.get("undo")
    return world.staff.call("POST", f"undo/{action['id']}")


def take_back(what: str) -> Callable[[World, Any], Any]:
    body = {"what": what, "reason": "It was another house"}
    return lambda world, _done: world.staff.call("POST", f"{world.path}/take-back", body)


def a_scheduled(role: Role = Role.DISPATCHER) -> World:
    order = confirm(reserve(Client())).order
    technician = Technician.objects.create(name="Mary Jackson", phone="(281) 555-0108")
    return World(Console(role), order, technician)


def a_scheduled_with_room() -> World:
    """Where it may move there was a job before, so that its seats are there."""
    make_seats(open_day(), numbers=range(1, 3))
    return a_scheduled()


def a_project(status: str, role: Role = Role.DISPATCHER) -> World:
    """Accepted, and as far as the status says; its visit is today."""
    technician = Technician.objects.create(name="Mary Jackson", phone="(281) 555-0108")
    job = a_job(technician, day=local_date(now()), status=status)
    return World(Console(role), job.order, technician)


def an_installed(role: Role = Role.DISPATCHER) -> World:
    world = a_project("equipment_arrived", role)
    assert world.staff.call("POST", f"{world.path}/milestones/completion").status_code == 200
    UndoableAction.objects.all().delete()
    return world


def a_submitted(role: Role = Role.REVIEWER) -> World:
    world = a_scheduled(role)
    review = open_review(world.order, now=now())
    PhotoReview.objects.filter(pk=review.pk).update(
        status="submitted", consented_at=now(), submitted_at=now(), consent_wording="I agree"
    )
    world.more["review"] = review.public_id
    return world


def an_asked_for_photos() -> World:
    world = a_scheduled()
    open_review(world.order, now=now())
    return world


def a_decided(role: Role = Role.MANAGER) -> World:
    """Its price is locked, and the customer has not accepted it."""
    world = a_submitted(role)
    assert decide(world, run_ft=20).status_code == 200
    UndoableAction.objects.all().delete()
    return world


def a_locked(role: Role = Role.MANAGER) -> World:
    """Its price is locked, and the customer has accepted it."""
    world = a_decided(role)
    Job.objects.filter(kind=Job.Kind.DOCUMENT).delete()  # the proposal was made
    order = Order.objects.get(pk=world.order.pk)
    with transaction.atomic():
        Order.objects.filter(pk=order.pk).update(status="accepted")
        begin_project(order, total_cents=order.total_cents, terms=PAYMENT_TERMS, now=now())
    world.order = Order.objects.select_related("quote", "customer").get(pk=order.pk)
    return world


def decide(world: World, *, run_ft: int = 20) -> Any:
    body = {"confirmed_run_ft": run_ft, "reason": "As measured in your photos"}
    return world.staff.call("POST", f"photo-reviews/{world.more['review']}/decide", body)


def correct_lock(world: World, *, run_ft: int) -> Any:
    body = {"confirmed_run_ft": run_ft, "reason": "A typing error"}
    return world.staff.call("POST", f"{world.path}/correct-lock", body)


def another_price(world: World, *, by_cents: int) -> Any:
    """The first line costs more or less."""
    order = Order.objects.select_related("quote").get(pk=world.order.pk)
    first, *rest = [line.as_dict() for line in read_lines(order.quote.line_items)]
    lines = [{**first, "unit_cents": first["unit_cents"] + by_cents}, *rest]
    seen = world.staff.call("POST", f"{world.path}/price/preview", {"line_items": lines}).json()
    body = {"line_items": lines, "total_cents": seen["total_cents"], "reason": "Another trench"}
    return world.staff.call("POST", f"{world.path}/price", body)


def _post(path: str, **body: Any) -> Callable[[World], Any]:
    return lambda world: world.staff.call("POST", f"{world.path}/{path}", body or None)


def _choose(world: World) -> Any:
    body = {"technician_id": str(world.technician.public_id)}
    return world.staff.call("POST", f"{world.visit}/technician", body)


def _move(world: World) -> Any:
    body = {"day": open_day().isoformat(), "time_window": "morning", "reason": "rain"}
    return world.staff.call("POST", f"{world.visit}/move", body)


def _retake(world: World) -> Any:
    body = {"reason": "too dark", "slots": ["panel_open"], "needs_full_review": True}
    return world.staff.call("POST", f"photo-reviews/{world.more['review']}/retake", body)


# An invoice states what is due, and another one corrects it.
_MONEY: Final = frozenset(["ledger_entries"])
# When the worker looks whether there is a bill or a proposal to make.
_BILLS: Final = {"jobs": frozenset(["due_at", "waiting_since"])}
# A price that was told is never changed: the one of before is issued again, as a link of the chain.
_PRICES: Final = frozenset(["quotes", "price_receipts"])
_PROPOSED: Final = frozenset(["quotes", "change_orders"])
_DECIDED: Final = {"photo_reviews": frozenset(["decided_at"])}
_NEW_QUOTE: Final = {"orders": frozenset(["quote_id"])}

UNDONE: Final[Mapping[Action, Scenario]] = {
    Action.TECHNICIAN: Scenario(begin=a_scheduled, do=_choose, undo=undo_own_action),
    Action.MOVE: Scenario(
        begin=a_scheduled_with_room,
        do=_move,
        undo=undo_own_action,
        differs={"appointments": frozenset(["sequence"])},  # calendars take what is newer
    ),
    Action.EQUIPMENT: Scenario(
        begin=partial(a_project, "accepted"),
        do=_post("milestones/equipment"),
        undo=undo_own_action,
        grows=_MONEY,
        differs=_BILLS,
    ),
    Action.COMPLETION: Scenario(
        begin=partial(a_project, "equipment_arrived"),
        do=_post("milestones/completion"),
        undo=undo_own_action,
        grows=_MONEY,
        differs=_BILLS,
    ),
    Action.POWER_ON: Scenario(begin=an_installed, do=_post("power-on"), undo=undo_own_action),
    Action.PRICE_LOCK: Scenario(
        begin=a_submitted, do=decide, undo=undo_own_action, grows=_PRICES, differs=_NEW_QUOTE
    ),
    Action.RETAKE: Scenario(begin=a_submitted, do=_retake, undo=undo_own_action),
    Action.PHOTO_RISE: Scenario(
        begin=a_submitted, do=partial(decide, run_ft=100), undo=undo_own_action, grows=_PROPOSED
    ),
    Action.LOCK_RISE: Scenario(
        begin=a_decided,
        do=partial(correct_lock, run_ft=40),
        undo=undo_own_action,
        grows=_PROPOSED,
        differs=_DECIDED,
    ),
    Action.LOCK_DROP: Scenario(
        begin=a_decided,
        do=partial(correct_lock, run_ft=23),
        undo=undo_own_action,
        grows=_PRICES,
        differs=_NEW_QUOTE | _DECIDED | _BILLS,
    ),
    Action.PRICE_RISE: Scenario(
        begin=a_locked,
        do=partial(another_price, by_cents=100_00),
        undo=undo_own_action,
        grows=_PROPOSED,
    ),
    Action.PRICE_DROP: Scenario(
        begin=a_locked,
        do=partial(another_price, by_cents=-100_00),
        undo=undo_own_action,
        grows=_PRICES | _MONEY,
        differs=_NEW_QUOTE | _BILLS,
    ),
    Action.MESSAGE: Scenario(
        begin=an_asked_for_photos,
        do=_post("messages/photo_link/resend"),
        undo=undo_own_action,
    ),
}


def _sign_and_complete(world: World) -> Any:
    assert world.more["phone"].sign().status_code == 200
    return world.more["phone"].complete()


def a_finished_job() -> World:
    """All is recorded, and nothing is complete yet."""
    phone = Phone()
    phone.do_all()
    return World(Console(Role.MANAGER), phone.job.order, phone.technician, {"phone": phone})


def an_unsigned_job() -> World:
    world = a_finished_job()
    world.more["phone"].send(unsigned=True)
    return world


# The customer was told, and is told that it was wrong.
_TOLD: Final = frozenset(["messages", "jobs"])
TAKEN_BACK: Final[Mapping[str, Scenario]] = {
    "equipment": Scenario(
        begin=partial(a_project, "accepted", Role.MANAGER),
        do=_post("milestones/equipment"),
        undo=take_back("equipment"),
        grows=_MONEY | _TOLD,
        differs=_BILLS,
    ),
    "completion": Scenario(
        begin=an_unsigned_job,
        do=_sign_and_complete,
        undo=take_back("completion"),
        grows=_MONEY | _TOLD | {"job_entries"},
        differs=_BILLS | {"job_reports": frozenset(["code"])},  # it is on paper by then
    ),
    "power_on": Scenario(
        begin=partial(an_installed, Role.MANAGER),
        do=_post("power-on"),
        undo=take_back("power_on"),
        grows=_TOLD,
    ),
}
