"""What waits for staff is found without looking at all that is done."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("booking", "0010_an_erased_customer"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="order",
            index=models.Index(
                condition=models.Q(("powered_on_at__isnull", True), ("status", "completed")),
                fields=["created_at"],
                name="orders_without_power",
            ),
        ),
    ]
