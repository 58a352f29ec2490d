"""Calls of staff and customers that take back what another call did, by a pair of calls each."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from access_helpers import COMPANY_FACTS, open_day
from console_client import Console
from crew_phone_helpers import Phone
from django.test import Client
from mail_helpers import an_item_of
from sent_files import PDF
from tables_browser import staff_user
from undo_scenarios import Scenario, World, a_scheduled, an_unsigned_job
from whole_orders import confirm, now, reserve

from standby.core.roles import Role
from standby.photos.services.reviews import open_review
from standby.tasks.services import add_task

Steps = Callable[[World], Any]
_DAY: Final = "crew-days/{day}"


def owner() -> World:
    return a_scheduled(Role.OWNER)


def _call(method: str, path: str, body: Any = None) -> Callable[..., Any]:
    """`{…}` in the path are of the world."""

    def ask(world: World, _done: Any = None) -> Any:
        names = {**world.more, "day": open_day().isoformat()}
        if world.order is not None:
            names |= {"order": world.order.public_id, "technician": world.technician.public_id}
        sent = body(world) if callable(body) else body
        return world.staff.call(method, path.format_map(names), sent)

    return ask


def _both(method: str, path: str, there: Any, back: Any, *, begin: Any = owner, **left: Any) -> Any:
    return Scenario(
        begin=begin, do=_call(method, path, there), undo=_call(method, path, back), **left
    )


def _save_company(world: World, name: str) -> Any:
    version = world.staff.get("settings/company")["version"]
    body = {"version": version, "facts": {**COMPANY_FACTS, "name": name}}
    return world.staff.call("PUT", "settings/company", body)


def with_a_company() -> World:
    world = owner()
    assert _save_company(world, "Bayou").status_code == 200
    return world


def with_a_day() -> World:
    world = owner()
    for crews in (3, 2):
        assert _call("PUT", _DAY, {"crews": crews, "reason": "a try"})(world).status_code == 200
    return world


def with_a_step() -> World:
    world = owner()
    _call("PUT", "orders/{order}/steps/permit", {"status": "requested"})(world)
    _call("PUT", "orders/{order}/steps/permit", {"status": "to_do"})(world)
    return world


def with_a_digest() -> World:
    world = owner()
    _call("PATCH", "me", {"gets_digest": True})(world)
    return world


def with_a_task() -> World:
    world = owner()
    task = add_task(
        "Call Ada", order=world.order, assignee_id=None, due_on=None, actor="staff jo", now=now()
    )
    world.more["task"] = task.public_id
    return world


def with_a_colleague() -> World:
    world = owner()
    world.more["colleague"] = staff_user(Role.VIEWER).public_id
    return world


def with_a_paper_of_theirs() -> World:
    world = owner()
    world.more["received"] = an_item_of(world.order).public_id
    return world


def with_their_photos() -> World:
    """The customer's own browser, whose photos are asked for."""
    browser = Client()
    order = confirm(reserve(browser)).order
    open_review(order, now=now())
    return World(Console(Role.OWNER), order, None, {"browser": browser})


def _mine(method: str, path: str, **body: Any) -> Callable[..., Any]:
    def ask(world: World, done: Any = None) -> Any:
        address = path.format(done=done.json() if done is not None and done.content else {})
        return getattr(world.more["browser"], method)(
            f"/api/my-booking/{address}", body, content_type="application/json"
        )

    return ask


def after_texts_came_back() -> World:
    world = with_their_photos()
    for is_granted in (False, True):
        _mine("post", "consents", channel="sms", is_granted=is_granted)(world)
    return world


def _phone(**body: Any) -> Callable[..., Any]:
    return lambda world, _done=None: world.more["phone"].send(**body)


def a_phone() -> World:
    phone = Phone()
    phone.send(arrived=True)
    return World(Console(Role.OWNER), phone.job.order, phone.technician, {"phone": phone})


def _add_file(world: World) -> Any:
    return world.staff.post_bytes(f"{world.path}/files?kind=permit", PDF)


def _remove_newest_file(world: World, _done: Any) -> Any:
    newest = world.order.files.filter(removed_at=None).latest("pk")
    return world.staff.call("DELETE", f"{world.path}/files/{newest.public_id}")


def _of_the_filter(world: World, done: Any) -> Any:
    return world.staff.call("DELETE", f"saved-filters/{done.json()['id']}")


def _at_once(world: World, done: Any) -> Any:
    body = {"action_ids": done.json()["action_ids"]}
    return world.staff.call("POST", "orders-at-once/undo", body)


_CREW: Final = "PATCH /api/staff/crew/jobs/{job_id}/report"
_FILES: Final = frozenset(["order_files"])
PAIRS: Final[Mapping[str, Scenario]] = {
    "PUT /api/staff/crew-days/{day}": _both(
        "PUT",
        _DAY,
        {"crews": 3, "reason": "a third crew"},
        {"crews": 2, "reason": ""},
        begin=with_a_day,
    ),
    "POST /api/staff/crew-days/{day}/closing": Scenario(
        begin=with_a_day,
        do=_call("POST", f"{_DAY}/closing", {"reason": "a storm"}),
        undo=_call("PUT", _DAY, {"crews": 2, "reason": ""}),
    ),
    "PATCH /api/staff/technicians/{technician_id}": _both(
        "PATCH", "technicians/{technician}", {"is_active": False}, {"is_active": True}
    ),
    "PUT /api/staff/technicians/{technician_id}/days-off/{day}": Scenario(
        begin=owner,
        do=_call(
            "PUT",
            "technicians/{technician}/days-off/{day}",
            lambda _: {"last_day": open_day().isoformat()},
        ),
        undo=_call("DELETE", "technicians/{technician}/days-off/{day}"),
    ),
    "PUT /api/staff/calendar-feeds": _both(
        "PUT",
        "calendar-feeds",
        {"technician_id": None, "is_on": True},
        {"technician_id": None, "is_on": False},
        grows=frozenset(["calendar_feeds"]),  # revoked, so that its address opens nothing again
    ),
    "PATCH /api/staff/orders/{order_id}/contact": _both(
        "PATCH", "orders/{order}/contact", {"name": "Ada King"}, {"name": "Ada Lovelace"}
    ),
    "PUT /api/staff/orders/{order_id}/steps/{kind}": _both(
        "PUT",
        "orders/{order}/steps/permit",
        {"status": "requested"},
        {"status": "to_do"},
        begin=with_a_step,
        differs={"installation_steps": frozenset(["changed_at"])},
    ),
    "PATCH /api/staff/tasks/{task_id}": _both(
        "PATCH", "tasks/{task}", {"is_done": True}, {"is_done": False}, begin=with_a_task
    ),
    "PATCH /api/staff/me": _both(
        "PATCH", "me", {"gets_digest": False}, {"gets_digest": True}, begin=with_a_digest
    ),
    "PATCH /api/staff/settings/staff/{user_id}": _both(
        "PATCH",
        "settings/staff/{colleague}",
        {"role": "manager"},
        {"role": "viewer"},
        begin=with_a_colleague,
    ),
    "POST /api/staff/saved-filters": Scenario(
        begin=owner,
        do=_call("POST", "saved-filters", {"name": "Mine", "query": "status=reserved"}),
        undo=_of_the_filter,
    ),
    "POST /api/staff/orders/{order_id}/files": Scenario(
        begin=owner, do=_add_file, undo=_remove_newest_file, grows=_FILES
    ),
    "POST /api/staff/orders/{order_id}/received-files/{received_id}/files": Scenario(
        begin=with_a_paper_of_theirs,
        do=_call("POST", "orders/{order}/received-files/{received}/files"),
        undo=_remove_newest_file,
        grows=_FILES | {"received_file_uses"},
    ),
    "POST /api/staff/orders-at-once/technician": Scenario(
        begin=owner,
        do=_call(
            "POST",
            "orders-at-once/technician",
            lambda world: {
                "order_ids": [str(world.order.public_id)],
                "technician_id": str(world.technician.public_id),
            },
        ),
        undo=_at_once,
    ),
    "PUT /api/staff/settings/company": Scenario(
        begin=with_a_company,
        do=lambda world: _save_company(world, "Gulf"),
        undo=lambda world, _done: _save_company(world, "Bayou"),
        differs={"business_settings": frozenset(["version"])},
    ),
    _CREW: Scenario(
        begin=a_phone,
        do=_phone(ticked=["pad"]),
        undo=_phone(unticked=["pad"]),
        grows=frozenset(["job_entries"]),
    ),
    "POST /api/staff/crew/jobs/{job_id}/sign": Scenario(
        begin=an_unsigned_job,
        do=lambda world: world.more["phone"].sign(),
        undo=_phone(unsigned=True),
        grows=frozenset(["job_entries"]),
    ),
    "POST /api/my-booking/consents": Scenario(
        begin=after_texts_came_back,
        do=_mine("post", "consents", channel="sms", is_granted=False),
        undo=_mine("post", "consents", channel="sms", is_granted=True),
        grows=frozenset(["consents", "suppressions"]),  # the evidence stays
    ),
    "POST /api/my-booking/photos": Scenario(
        begin=with_their_photos,
        do=_mine(
            "post",
            "photos",
            slot="panel_open",
            kind="photo",
            size_bytes=5,
            content_type="image/jpeg",
        ),
        undo=_mine("delete", "photos/{done[id]}"),
        grows=frozenset(["jobs"]),  # the worker deletes its file
    ),
}


def _each(why: str, *calls: str) -> dict[str, str]:
    return dict.fromkeys(calls, why)


# What no call takes back, with the reason; a new call has to stand here or in a story.
ONE_WAY: Final[Mapping[str, str]] = {
    **_each(
        "an UndoableAction, told in undo_scenarios.py",
        "POST /api/staff/appointments/{appointment_id}/move",
        "POST /api/staff/appointments/{appointment_id}/technician",
        "POST /api/staff/orders/{order_id}/technician",
        "POST /api/staff/orders/{order_id}/milestones/{kind}",
        "POST /api/staff/orders/{order_id}/power-on",
        "POST /api/staff/photo-reviews/{review_id}/decide",
        "POST /api/staff/photo-reviews/{review_id}/retake",
        "POST /api/staff/orders/{order_id}/price",
        "POST /api/staff/orders/{order_id}/correct-lock",
        "POST /api/staff/orders/{order_id}/messages/{kind}/resend",
        "POST /api/staff/orders-at-once/messages",
        "POST /api/staff/crew/jobs/{job_id}/complete",
    ),
    **_each(
        "takes back itself",
        "POST /api/staff/undo/{action_id}",
        "POST /api/staff/orders-at-once/undo",
        "POST /api/staff/orders/{order_id}/take-back",
        "DELETE /api/staff/technicians/{technician_id}/days-off/{day}",
        "DELETE /api/staff/saved-filters/{filter_id}",
        "DELETE /api/staff/orders/{order_id}/files/{file_id}",
        "DELETE /api/staff/settings/look/logo",
        "DELETE /api/staff/tables-session",
    ),
    **_each(
        "saved in versions as the company's facts are: the one before is saved again",
        "PUT /api/staff/settings/look",
        "PUT /api/staff/settings/look/logo",
        "PUT /api/staff/settings/first-run",
        "PUT /api/staff/settings/terms",
        "PUT /api/staff/settings/calendar",
        "PUT /api/staff/settings/permits",
        "PUT /api/staff/leads/{source}/{source_ref}",
        "PUT /api/staff/quotes/{quote_id}",
    ),
    **_each(
        "money or a contract: what is wrong is answered by another action with its own papers",
        "POST /api/staff/orders/{order_id}/cancel",
        "POST /api/staff/payments/{payment_id}/refunds",
        "POST /api/staff/refunds/{refund_id}/retry",
        "POST /api/staff/quotes/{quote_id}/accept",
        "POST /api/staff/new-order",
        "POST /api/staff/orders/{order_id}/keep-visit",
    ),
    **_each(
        "somebody was told, or is about to be",
        "POST /api/staff/orders/{order_id}/conversation",
        "POST /api/staff/quotes/{quote_id}/send",
        "POST /api/staff/messages/{message_id}/replay",
        "POST /api/staff/crew/jobs/{job_id}/on-the-way",
        "POST /api/staff/settings/staff",
        "POST /api/staff/settings/staff/{user_id}/link",
    ),
    **_each(
        "adds a line, which stays as a record of what was said or seen",
        "POST /api/staff/orders/{order_id}/notes",
        "POST /api/staff/tasks",
        "POST /api/staff/orders-at-once/tasks",
        "POST /api/staff/leads",
        "POST /api/staff/quotes",
        "POST /api/staff/technicians",
        "PUT /api/staff/crew/jobs/{job_id}/photos",
        "POST /api/staff/crew/visits/{visit_id}/done",
        "POST /api/staff/inbound-messages/{message_id}/answered",
        "POST /api/staff/inbound-messages/{message_id}/settle",
        "POST /api/staff/suppressions/{suppression_id}/lift",
        "POST /api/staff/inbox/{item_id}/order",
        "POST /api/staff/inbox/{item_id}/ignore",
        "POST /api/staff/inbox/{item_id}/again",
        "POST /api/staff/card-reports/{report_id}/ignore",
        "POST /api/staff/card-reports/{report_id}/again",
    ),
    **_each(
        "photos of a customer, which the customer removes until they are sent",
        "POST /api/staff/orders/{order_id}/photos/{slot}",
        "POST /api/staff/orders/{order_id}/photo-submission",
        "POST /api/staff/orders/{order_id}/received-files/{received_id}/review",
    ),
    **_each(
        "makes what is not there, or looks",
        "POST /api/staff/orders/{order_id}/proposals",
        "POST /api/staff/orders/{order_id}/hoa-packets",
        "POST /api/staff/orders/{order_id}/price/preview",
        "POST /api/staff/payouts",
        "POST /api/staff/audit-log/verify",
        "POST /api/staff/tables-session",
        "POST /api/staff/settings/connections/mail/test",
        "POST /api/staff/settings/connections/texts/test",
        "POST /api/staff/settings/connections/cards/test",
        "POST /api/staff/settings/connections/maps/test",
    ),
    **_each("for good", "POST /api/staff/customers/{customer_id}/erase"),
    **_each(
        "as the choice of the technician of a job and as the board's calendar address are",
        "POST /api/staff/diagnostics/{visit_id}/technician",
        "PUT /api/staff/crew/calendar",
    ),
}
