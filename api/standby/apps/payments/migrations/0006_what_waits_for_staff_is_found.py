"""What waits for staff is found without looking at all that is done."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("booking", "0011_power_to_come_is_found"),
        ("payments", "0005_figures_are_found_by_kind_and_time"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="milestone",
            index=models.Index(
                condition=models.Q(("status", "due")), fields=["due_at"], name="milestones_due"
            ),
        ),
        migrations.AddIndex(
            model_name="refund",
            index=models.Index(
                condition=models.Q(("status", "failed")),
                fields=["requested_at"],
                name="refunds_failed",
            ),
        ),
    ]
