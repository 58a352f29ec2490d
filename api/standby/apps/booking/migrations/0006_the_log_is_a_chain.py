"""Each entry of an order's log is to seal the one before it."""

from django.db import migrations, models


def unguard(apps, schema_editor):
    """The next migration fills the seals; afterwards standby/apps/guards.py puts its own guard."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER IF EXISTS order_log_is_never_changed")
        return
    schema_editor.execute("DROP TRIGGER IF EXISTS order_log_is_never_changed ON order_log")
    schema_editor.execute("DROP FUNCTION IF EXISTS order_log_is_never_changed()")


def leave(apps, schema_editor):
    """The guard of standby/apps/guards.py stays."""


class Migration(migrations.Migration):

    dependencies = [
        ('booking', '0005_one_job_a_day_and_closed_seats'),
    ]

    operations = [
        migrations.RunPython(unguard, leave),
        migrations.AddField(
            model_name='orderlogentry',
            name='hash',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
        migrations.AddField(
            model_name='orderlogentry',
            name='note_salt',
            field=models.CharField(blank=True, db_default='', default='', max_length=32),
        ),
        migrations.AddField(
            model_name='orderlogentry',
            name='note_seal',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
        migrations.AddField(
            model_name='orderlogentry',
            name='prev_hash',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
    ]
