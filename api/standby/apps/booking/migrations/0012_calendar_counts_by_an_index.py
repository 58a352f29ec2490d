"""The calendar counts what is taken from an index alone."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('booking', '0011_power_to_come_is_found'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='crewseat',
            index=models.Index(condition=models.Q(('appointment__isnull', False)), fields=['day', 'hold_expires_at'], name='crew_seats_taken'),
        ),
    ]
