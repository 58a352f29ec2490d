"""A technician's phone, with one job that they lead."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from access_helpers import signed_in
from booking_helpers import all_of
from django.db import transaction
from django.test import Client
from payment_terms import PAYMENT_TERMS
from sent_files import a_jpeg
from whole_orders import confirm, now, reserve

from standby.accounts.models import User
from standby.core.clock import local_date
from standby.core.roles import Role
from standby.crew_phone.models import JobReport
from standby.crew_phone.rules import ITEMS, SIGNED_TEXTS
from standby.crews.models import Technician
from standby.orders.models import Appointment, Order
from standby.payments.services.milestones import begin_project

JPEG, JPEG_AFTER = a_jpeg(320, 240), a_jpeg(240, 320)
ALL_DONE = sorted(ITEMS)


class Phone:
    """A technician signed in on the phone, with the job that they lead today."""

    def __init__(
        self, name: str = "Grace Hopper", *, ahead: int = 0, status: str = "equipment_arrived"
    ) -> None:
        token = signed_in(Role.TECHNICIAN, name=f"{name[:5].lower()}@example.org")
        self.user = User.objects.get(username=f"{name[:5].lower()}@example.org")
        self.technician = Technician.objects.create(
            name=name, phone="(281) 555-0107", user=self.user
        )
        self.browser = Client(headers={"authorization": f"Bearer {token}"})
        day = local_date(now()) + timedelta(days=ahead)
        self.job = a_job(self.technician, day=day, status=status)
        self.day = self.job.day

    def jobs(self) -> list[Any]:
        found: list[Any] = self.browser.get("/api/staff/crew/jobs").json()["jobs"]
        return found

    def send(
        self, path: str = "report", *, method: str = "patch", key: str = "", **body: Any
    ) -> Any:
        return getattr(self.browser, method)(
            f"/api/staff/crew/jobs/{self.job.public_id}/{path}",
            data={"at": now().isoformat(), "day": self.day.isoformat(), **body},
            content_type="application/json",
            headers={"Idempotency-Key": key or uuid4().hex},
        )

    def photo(self, stage: str, content: bytes = b"") -> Any:
        """Another picture of each stage, unless one is given."""
        return self.browser.put(
            f"/api/staff/crew/jobs/{self.job.public_id}/photos",
            data=content or (JPEG if stage == "before" else JPEG_AFTER),
            content_type="application/octet-stream",
            query_params={"at": now().isoformat(), "day": self.day.isoformat(), "stage": stage},
        )

    def sign(self, **body: Any) -> Any:
        signed = {"signed_by": "Ada Lovelace", "text": SIGNED_TEXTS[0], **body}
        return self.send("sign", method="post", **signed)

    def complete(self, **how: Any) -> Any:
        return self.send("complete", method="post", **how)

    def do_all(self) -> None:
        self.send(arrived=True, ticked=ALL_DONE, serial_number=self.serial_number)
        self.photo("before")
        self.photo("after")
        self.sign()

    @property
    def serial_number(self) -> str:
        """Of the generator that stands there: no two have the same."""
        return f"30{self.job.pk:08}"

    @property
    def report(self) -> JobReport:
        return JobReport.objects.get(appointment=self.job)


def a_job(technician: Technician, *, day: date, status: str = "equipment_arrived") -> Appointment:
    """Paid and accepted; its equipment is there unless the status says otherwise."""
    job: Appointment = confirm(reserve(Client(), email=f"{uuid4().hex[:8]}@example.org"))
    with transaction.atomic():
        begin_project(job.order, total_cents=job.order.total_cents, terms=PAYMENT_TERMS, now=now())
    for each in ("accepted", "equipment_arrived"):
        if job.order.status != status:
            Order.objects.filter(pk=job.order_id).update(status=each)
            job.order.refresh_from_db()
    Appointment.objects.filter(pk=job.pk).update(assigned_to=technician, **all_of(day))
    job.refresh_from_db()
    return job
