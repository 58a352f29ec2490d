"""An acceptance without its certificate is found by when it was accepted."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('booking', '0011_power_to_come_is_found'),
        ('proposals', '0002_agreements_accepted_with_it'),
        ('quoting', '0005_polls_look_only_at_what_waits'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='proposal',
            index=models.Index(condition=models.Q(('status', 'accepted')), fields=['accepted_at'], name='proposals_accepted'),
        ),
    ]
