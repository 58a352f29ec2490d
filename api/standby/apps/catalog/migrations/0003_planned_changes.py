"""What is planned is part of the catalogue: its table renews the version too."""

from django.db import migrations, models

POSTGRESQL_TRIGGER = """
CREATE TRIGGER planned_changes_renews_catalog_version
AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON planned_changes
FOR EACH STATEMENT EXECUTE FUNCTION renew_catalog_version()
"""
SQLITE_TRIGGER = """
CREATE TRIGGER planned_changes_{verb}_renews_catalog_version AFTER {verb} ON planned_changes
BEGIN
    INSERT INTO catalog_version (id, token) VALUES (1, lower(hex(randomblob(16))))
    ON CONFLICT (id) DO UPDATE SET token = excluded.token;
END
"""
VERBS = ("insert", "update", "delete")


def add_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL_TRIGGER)
        return
    for verb in VERBS:
        schema_editor.execute(SQLITE_TRIGGER.format(verb=verb))


def drop_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "DROP TRIGGER planned_changes_renews_catalog_version ON planned_changes"
        )
        return
    for verb in VERBS:
        schema_editor.execute(f"DROP TRIGGER planned_changes_{verb}_renews_catalog_version")


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0002_catalog_version_follows_every_write'),
    ]

    operations = [
        migrations.CreateModel(
            name='PlannedChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.CharField(choices=[('installation_packages', 'package'), ('generators', 'generator'), ('app_configuration', 'fee')], max_length=21)),
                ('row_id', models.BigIntegerField()),
                ('field', models.CharField(max_length=120)),
                ('new_cents', models.BigIntegerField()),
                ('starts_on', models.DateField()),
                ('planned_by', models.CharField(max_length=40)),
                ('planned_at', models.DateTimeField()),
                ('applied_at', models.DateTimeField(null=True)),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('withdrawn_by', models.CharField(blank=True, max_length=40)),
            ],
            options={
                'db_table': 'planned_changes',
                'constraints': [models.CheckConstraint(condition=models.Q(('table__in', ['installation_packages', 'generators', 'app_configuration'])), name='planned_change_table_is_known'), models.CheckConstraint(condition=models.Q(('new_cents__gte', 0), ('new_cents__lte', 1000000000000)), name='planned_change_price_is_not_negative'), models.CheckConstraint(condition=models.Q(('applied_at__isnull', True), ('withdrawn_at__isnull', True), _connector='OR'), name='planned_change_is_applied_or_withdrawn'), models.UniqueConstraint(condition=models.Q(('applied_at__isnull', True), ('withdrawn_at__isnull', True)), fields=('table', 'row_id', 'field', 'starts_on'), name='planned_change_once_a_day')],
            },
        ),
        migrations.RunPython(add_triggers, drop_triggers),
    ]
