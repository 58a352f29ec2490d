"""Messages sent or given up before they had a status are told apart by their times."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("notifications", "0002_statuses_consents_and_suppressions")]

    operations = [
        migrations.RunSQL(
            "UPDATE messages SET status = 'sent' WHERE sent_at IS NOT NULL",
            migrations.RunSQL.noop,
        ),
        migrations.RunSQL(
            "UPDATE messages SET status = 'dead' WHERE dead_at IS NOT NULL",
            migrations.RunSQL.noop,
        ),
    ]
