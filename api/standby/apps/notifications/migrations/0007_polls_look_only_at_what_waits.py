"""A provider names a message by its own number; who asked to be reminded is found by time."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0006_words_of_staff'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='consent',
            index=models.Index(condition=models.Q(('purpose', 'recovery')), fields=['at'], name='consents_to_remind'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(condition=models.Q(('provider_ref', ''), _negated=True), fields=['provider_ref'], name='messages_by_provider_ref'),
        ),
    ]
