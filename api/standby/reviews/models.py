"""Reviews of finished installations."""

from django.db import models
from django.db.models import Q

from standby.orders.models import Order


class CustomerReview(models.Model):
    """What a homeowner wrote about the finished installation. Nobody else changes its text."""

    PERSONAL = ("text", "shown_name")

    class Status(models.TextChoices):
        WAITING = "waiting"
        PUBLISHED = "published"
        DECLINED = "declined"

    order = models.OneToOneField(Order, models.PROTECT, related_name="customer_review")
    stars = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=1000)
    shown_name = models.CharField(max_length=60)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.WAITING)
    decline_reason = models.CharField(max_length=20, blank=True)  # of TERMS.reviews_declined_for
    written_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "customer_reviews"
        verbose_name = "review"  # also its subject in the order log
        indexes = [models.Index(name="customer_reviews_newest", fields=["status", "written_at"])]
        constraints = [
            models.CheckConstraint(
                name="customer_review_has_one_to_five_stars",
                condition=Q(stars__gte=1, stars__lte=5),
            ),
            models.CheckConstraint(
                name="customer_review_declined_says_why",
                condition=~Q(status="declined") | ~Q(decline_reason=""),
            ),
            models.CheckConstraint(
                name="customer_review_status_is_known",
                condition=Q(status__in=["waiting", "published", "declined"]),
            ),
        ]

    def __str__(self) -> str:
        return f"review of order {self.order_id}, {self.status}"
