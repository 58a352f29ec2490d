"""Payments and pages that somebody has to ask about are found among all that are settled."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('booking', '0011_power_to_come_is_found'),
        ('payments', '0006_what_waits_for_staff_is_found'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='checkoutsession',
            index=models.Index(fields=['created_at'], name='checkouts_by_age'),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(condition=models.Q(('funding', ''), ('status', 'paid'), ('surcharge_cents__gt', 0)), fields=['order'], name='payments_of_unknown_funding'),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(condition=models.Q(('status', 'paid')), fields=['paid_at'], name='payments_paid'),
        ),
    ]
