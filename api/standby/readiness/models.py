"""Permits, approvals, equipment, inspections and start-up of an order, as dated steps."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from standby.orders.models import Order
from standby.readiness.rules import StepFacts, StepKind, StepStatus


class InstallationStep(models.Model):
    """One step of an order, stored once staff first change it.

    The equipment is done by its milestone and never by this row.
    """

    PERSONAL = ("person", "reference", "note")

    order = models.ForeignKey(Order, models.PROTECT, related_name="installation_steps")
    kind = models.CharField(max_length=16, choices=[(kind.value, kind.name) for kind in StepKind])
    status = models.CharField(
        max_length=10, choices=[(status.value, status.name) for status in StepStatus]
    )
    requested_on = models.DateField(null=True)
    expected_on = models.DateField(null=True)
    done_on = models.DateField(null=True)
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="installation_steps", null=True
    )
    person = models.CharField(max_length=100, blank=True)  # whom they talk to, at the city say
    reference = models.CharField(max_length=100, blank=True)  # a permit's number, for example
    note = models.CharField(max_length=500, blank=True)
    # Of the equipment
    model = models.CharField(max_length=100, blank=True)
    supplier = models.CharField(max_length=100, blank=True)
    purchase_order = models.CharField(max_length=100, blank=True)
    serial_number = models.CharField(max_length=100, blank=True)
    changed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "installation_steps"
        verbose_name = "step"
        indexes = [models.Index(name="installation_steps_expected", fields=["expected_on"])]
        constraints = [
            models.UniqueConstraint(
                name="installation_step_once_per_order", fields=["order", "kind"]
            ),
            models.UniqueConstraint(
                name="installation_step_serial_number_once",
                fields=["serial_number"],
                condition=~Q(serial_number=""),
            ),
            models.CheckConstraint(
                name="installation_step_done_knows_its_day",
                condition=~Q(status="done") | Q(done_on__isnull=False),
            ),
            models.CheckConstraint(
                name="installation_step_equipment_is_done_by_its_milestone",
                condition=~Q(kind="equipment", status="done"),
            ),
            models.CheckConstraint(
                name="installation_step_kind_is_known",
                condition=Q(kind__in=[kind.value for kind in StepKind]),
            ),
            models.CheckConstraint(
                name="installation_step_status_is_known",
                condition=Q(status__in=[status.value for status in StepStatus]),
            ),
        ]

    def __str__(self) -> str:
        return f"step {self.kind} of order {self.order_id}, {self.status}"

    @property
    def facts(self) -> StepFacts:
        return StepFacts(status=self.status, expected_on=self.expected_on)
