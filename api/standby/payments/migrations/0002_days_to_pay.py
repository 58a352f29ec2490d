from typing import Any

from django.db import migrations, models
from django.db.models import F
from django.db.models.functions import TruncDate

from standby.core.policy import MARKET_ZONE


def keep_due_dates(apps: Any, _: Any) -> None:
    reached = apps.get_model("payments", "Milestone").objects.filter(reached_at__isnull=False)
    reached.update(
        ask_at=F("reached_at"), due_on=TruncDate("reached_at", tzinfo=MARKET_ZONE)
    )


class Migration(migrations.Migration):
    dependencies = [("payments", "0001_initial")]

    operations = [
        migrations.RemoveConstraint("milestone", "milestone_due_knows_when"),
        migrations.RemoveIndex("milestone", "milestones_reached"),
        migrations.RemoveIndex("milestone", "milestones_due"),
        migrations.RenameField("milestone", "due_at", "reached_at"),
        migrations.RemoveField("milestone", "due_again_at"),
        migrations.AddField("milestone", "ask_at", models.DateTimeField(null=True)),
        migrations.AddField("milestone", "due_on", models.DateField(null=True)),
        migrations.AddField(
            "milestone",
            "days_to_pay",
            models.PositiveSmallIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.RunPython(keep_due_dates, migrations.RunPython.noop),
        migrations.AddIndex(
            "milestone",
            models.Index(fields=["kind", "reached_at"], name="milestones_reached"),
        ),
        migrations.AddIndex(
            "milestone",
            models.Index(
                condition=models.Q(("status", "due")), fields=["due_on"], name="milestones_due"
            ),
        ),
        migrations.AddConstraint(
            "milestone",
            models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status__in", ["due", "paid"]), _negated=True),
                    models.Q(
                        ("ask_at__isnull", False),
                        ("due_on__isnull", False),
                        ("reached_at__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="milestone_due_knows_when",
            ),
        ),
    ]
