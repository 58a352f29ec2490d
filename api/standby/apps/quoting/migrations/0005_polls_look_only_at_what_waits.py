"""A locked price is found by when it was locked."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0005_polls_look_only_at_what_waits'),
        ('quoting', '0004_wizards_by_age'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='quote',
            index=models.Index(condition=models.Q(('locked_at__isnull', False)), fields=['locked_at'], name='quotes_locked'),
        ),
    ]
